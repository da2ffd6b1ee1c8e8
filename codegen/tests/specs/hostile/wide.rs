//! Objects, enums and lists with very many members are compiled in linear time.

use serde_json::{Map, Value, json};

use crate::hostile::compile::{body, messages, spec};

fn named(count: usize, prefix: &str, value: impl Fn(usize) -> Value) -> Value {
    let all: Map<String, Value> = (0..count)
        .map(|number| (format!("{prefix}{number}"), value(number)))
        .collect();
    Value::Object(all)
}

#[test]
fn enormous_enums_are_their_type() {
    let strings: Vec<String> = (0..12_000).map(|number| format!("v{number}")).collect();
    let integers: Vec<usize> = (0..12_000).collect();
    let schema = json!({"type": "object", "properties": {
        "s": {"type": "string", "enum": strings},
        "i": {"type": "integer", "enum": integers},
    }});
    let compiled = body("enum", schema, json!({}));
    assert!(compiled.rust().contains("pub s: Option<String>"));
    assert!(compiled.rust().contains("pub i: Option<i64>"));
}

#[test]
fn enormous_objects_are_maps() {
    let properties = named(12_000, "p", |_| json!({"type": "string"}));
    let required: Vec<String> = (0..12_000).map(|number| format!("p{number}")).collect();
    let object = json!({"type": "object", "properties": properties, "required": required});
    let schema =
        json!({"type": "object", "properties": {"all": {"$ref": "#/components/schemas/L0"}}});
    let compiled = body("object", schema, json!({"L0": object}));
    assert!(compiled.rust().contains("pub all: Option<Map<Json>>"));
}

#[test]
fn many_operations_and_remarks_are_told_quickly() {
    let paths = named(8_000, "/p", |number| match number % 4 {
        0 => json!({"get": {"parameters": [{"name": "a", "in": "body"}], "responses": {}}}),
        _ => json!({"get": 5}),
    });
    let compiled = spec("operations", paths, json!({}));
    assert_eq!(compiled.skipped().count(), 2_000);
    assert_eq!(compiled.rendered().count(), 8_000);
}

#[test]
fn many_operations_become_tools() {
    let operation = json!({"get": {"operationId": "same", "responses": {}}});
    let compiled = spec(
        "tools",
        named(1_000, "/p", |_| operation.clone()),
        json!({}),
    );
    assert_eq!(compiled.api().operations.len(), 1_000);
}

#[test]
fn many_parameters_schemas_and_alternatives_are_read() {
    let parameter = |number: usize| json!({"name": format!("q{number}"), "in": "query", "schema": {"type": "string"}});
    let parameters: Vec<Value> = (0..1_000).map(parameter).collect();
    let paths = json!({"/a": {"get": {"parameters": parameters, "responses": {}}}});
    let compiled = spec("parameters", paths, json!({}));
    assert_eq!(compiled.api().operations[0].parameters.len(), 1_000);

    let branches: Vec<Value> = (0..500)
        .map(|number| json!({"type": "object", "required": [format!("k{number}")]}))
        .collect();
    body("alternatives", json!({"oneOf": branches}), json!({}));
    let parts: Vec<Value> = (0..1_000)
        .map(|number| json!({"type": "object", "properties": {format!("k{number}"): {}}}))
        .collect();
    body("parts", json!({"allOf": parts}), json!({}));
}

#[test]
fn many_dangling_references_are_told() {
    let properties = named(
        5_000,
        "p",
        |number| json!({"$ref": format!("#/components/schemas/S{number}")}),
    );
    let compiled = body(
        "dangling",
        json!({"type": "object", "properties": properties}),
        json!({}),
    );
    assert_eq!(messages(&compiled).len(), 5_000);
    assert_eq!(compiled.rendered().count(), 5_000);
}
