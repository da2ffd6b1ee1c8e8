//! Deeply nested schemas are compiled or rejected, and no stack overflows.

use serde_json::{Value, json};

use crate::hostile::compile::{body, compile, messages, refusal};

const DEEP: usize = 10_000;

#[test]
fn ten_thousand_levels_are_refused() {
    let blocks: String = (0..DEEP)
        .map(|level| format!("{}a:\n", " ".repeat(level)))
        .collect();
    for (file, text, expected) in [
        ("lists.json", "[".repeat(DEEP), ":1:257: "),
        (
            "objects.json",
            format!("{}1{}", "{\"a\":".repeat(DEEP), "}".repeat(DEEP)),
            ":1:1281: ",
        ),
        (
            "flow.yaml",
            format!("a: {}{}", "[".repeat(DEEP), "]".repeat(DEEP)),
            ":1:",
        ),
        (
            "maps.yaml",
            format!("a: {}{}", "{a: ".repeat(DEEP), "}".repeat(DEEP)),
            ":1:",
        ),
        ("items.yaml", format!("{}1\n", "- ".repeat(DEEP)), ":1:"),
        ("blocks.yaml", blocks, ":257:"),
    ] {
        let refusal = refusal(file, text);
        assert!(
            refusal.starts_with(&format!("{file}{expected}")),
            "{refusal}"
        );
        assert!(
            refusal.ends_with("nested more than 256 levels deep"),
            "{refusal}"
        );
    }
}

/// As deep as the reader allows, on a small stack.
#[test]
fn what_is_nested_less_works() {
    let wrap = |name: &str, around: fn(Value) -> Value| {
        let mut schema = json!({"type": "string"});
        for _ in 0..115 {
            schema = around(schema);
        }
        body(name, schema, json!({}));
    };
    wrap("all_of", |inner| json!({"allOf": [inner]}));
    wrap(
        "all_of_two",
        |inner| json!({"allOf": [inner, {"description": "x"}]}),
    );
    wrap(
        "one_of",
        |inner| json!({"oneOf": [inner, {"type": "integer"}]}),
    );
    wrap(
        "properties",
        |inner| json!({"type": "object", "properties": {"a": inner}}),
    );
    wrap("items", |inner| json!({"type": "array", "items": inner}));
    wrap("not", |inner| json!({"not": inner}));
    wrap(
        "values",
        |inner| json!({"type": "object", "additionalProperties": inner}),
    );
}

#[test]
fn schemas_nested_deeper_than_any_are_read_as_any_value() {
    let mut schema = json!({"type": "string"});
    for _ in 0..230 {
        schema = json!({"type": "array", "items": schema});
    }
    let compiled = body("arrays", schema, json!({}));
    let messages = messages(&compiled);
    assert_eq!(
        messages,
        ["the schema is nested too deeply; this part of it is read as any value"]
    );
}

#[test]
fn data_nested_as_deep_as_may_be_works() {
    let mut data = json!(1);
    for _ in 0..235 {
        data = json!([data]);
    }
    let schema = json!({"type": "object", "x-deep": data, "properties": {
        "a": {"type": "array", "default": data, "example": data},
        "b": {"enum": [data]},
    }});
    body("data", schema, json!({}));
}

#[test]
fn parameters_may_be_nested() {
    let mut schema = json!({"type": "string"});
    for _ in 0..115 {
        schema = json!({"allOf": [schema]});
    }
    let spec = json!({"openapi": "3.1.0", "paths": {"/a": {"get": {
        "parameters": [{"name": "q", "in": "query", "schema": schema}],
        "responses": {"200": {"description": "", "content": {"application/json": {"schema": schema}}}},
    }}}});
    let compiled = compile("parameters.json", spec.to_string()).expect("a spec");
    assert_eq!(compiled.api().operations.len(), 1);
}
