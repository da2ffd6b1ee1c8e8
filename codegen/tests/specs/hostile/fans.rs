//! Schemas that refer to each other several times each do not grow exponentially.

use serde_json::{Value, json};

use crate::hostile::compile::{body, level, levels};

/// Two references on each of so many levels would be 2^100 schemas in place.
const LEVELS: usize = 100;

#[test]
fn doublings_are_not_expanded() {
    let double = |name: &str, both: fn(Value, Value) -> Value| {
        let schemas = levels(LEVELS, |number| match number {
            0 => json!({"type": "object", "properties": {"a": {"type": "string"}}}),
            _ => both(level(number - 1), level(number - 1)),
        });
        let compiled = body(name, level(LEVELS - 1), schemas);
        assert!(
            compiled.rust().len() < 1_000_000,
            "{name}: {}",
            compiled.rust().len()
        );
    };
    double("all_of_all_of", |a, b| json!({"allOf": [a, b]}));
    double("one_of_one_of", |a, b| json!({"oneOf": [a, b]}));
    double("any_of_any_of", |a, b| json!({"anyOf": [a, b]}));
    double(
        "two_properties",
        |a, b| json!({"type": "object", "properties": {"a": a, "b": b}}),
    );
    double(
        "two_required",
        |a, b| json!({"type": "object", "required": ["a", "b"], "properties": {"a": a, "b": b}}),
    );
    double(
        "all_of_properties",
        |a, b| json!({"allOf": [{"properties": {"p": a}}, {"properties": {"p": {"allOf": [b, {"minProperties": 1}]}}}]}),
    );
    double(
        "mixed",
        |a, b| json!({"type": "object", "oneOf": [a, {"type": "object", "properties": {"x": b}}]}),
    );
}

#[test]
fn products_of_alternatives_are_not_expanded() {
    let choice = |prefix: usize| -> Value {
        let branch = |number: usize| {
            let name = format!("p{prefix}_{number}");
            json!({"type": "object", "properties": {&name: {"type": "string"}}, "required": [name]})
        };
        json!({"oneOf": (0..30).map(branch).collect::<Vec<_>>()})
    };
    let product: Vec<Value> = (0..10).map(choice).collect();
    body("product", json!({"allOf": product}), json!({}));
}

#[test]
fn schemas_that_all_refer_to_all_are_read() {
    let all = |name: &str, count: usize, schema: &dyn Fn(Vec<Value>, usize) -> Value| {
        let schemas = levels(count, |number| {
            let others = (0..count).filter(|other| *other != number);
            schema(others.map(level).collect(), number)
        });
        body(name, level(0), schemas);
    };
    all("web_of_one_of", 30, &|others, _| json!({"oneOf": others}));
    all(
        "web_of_all_of",
        30,
        &|others, number| json!({"allOf": others[number..]}),
    );
    all("web_of_properties", 60, &|others, _| {
        let named = others.into_iter().enumerate();
        let properties: Value = named
            .map(|(index, other)| (format!("p{index}"), other))
            .collect();
        json!({"type": "object", "properties": properties})
    });
}
