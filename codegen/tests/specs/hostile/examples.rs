//! Schemas whose examples would be long, and examples that many operations share.

use serde_json::{Value, json};

use crate::hostile::compile::{compile, messages};

/// A spec with so many operations, all of which are answered with this content.
fn answered_with(operations: usize, content: &Value) -> String {
    let responses = json!({"200": {"description": "", "content": {"application/json": content}}});
    let paths: serde_json::Map<String, Value> = (0..operations)
        .map(|nth| (format!("/a{nth}"), json!({"get": {"responses": responses}})))
        .collect();
    json!({"openapi": "3.1.0", "info": {"title": "Long", "version": "1"}, "paths": paths})
        .to_string()
}

#[test]
fn examples_of_long_arrays_of_long_texts_are_bounded() {
    let texts = json!({"type": "string", "minLength": 1_000_000});
    let schema = json!({"type": "array", "minItems": 1_000_000, "items": texts});
    let compiled = compile(
        "arrays.json",
        answered_with(200, &json!({"schema": schema})),
    )
    .expect("a spec");
    let length = compiled.rust().len();
    assert!(length < 2_000_000, "{length}");
}

#[test]
fn a_long_example_of_many_operations_is_not_written_for_each() {
    let compiled = compile(
        "shared.json",
        answered_with(200, &json!({"example": "a".repeat(100_000)})),
    )
    .expect("a spec");
    let length = compiled.rust().len();
    assert!(length < 4_000_000, "{length}");
    let told = messages(&compiled);
    assert!(
        told.iter()
            .any(|message| message.contains("without a body")),
        "{told:?}"
    );
}
