//! C36 and C37: examples of values and of a call.

use serde_json::{Value, json};

use super::added;
use crate::discovery::testing::answer_of;

/// The example of a parameter with that schema.
fn example(schema: Value) -> Value {
    let body = json!({"type": "object", "properties": {"it": schema}});
    let operation = json!({"responses": {}, "parameters": [
        {"name": "body", "in": "body", "required": true, "schema": body},
    ]});
    let answer = answer_of("put", "/pages", operation);
    let instructions = &answer["execution_instructions"];
    let call = &instructions["example_call"]["parameters"]["request_data"]["it"];
    let example = &instructions["parameter_guidance"]["optional"][0]["example"];
    assert_eq!(example, call);
    example.clone()
}

#[test]
fn c36_examples_are_those_of_their_type() {
    for (schema, expected) in [
        (
            json!({"type": "string", "format": "date"}),
            json!("2024-01-15"),
        ),
        (
            json!({"type": "string", "format": "date", "example": "2020-02-02"}),
            json!("2024-01-15"),
        ),
        (
            json!({"type": "string", "format": "email"}),
            json!("user@example.com"),
        ),
        (
            json!({"type": "string", "format": "email", "example": "a@b.c"}),
            json!("user@example.com"),
        ),
        (json!({"type": "string"}), json!("example_value")),
        (
            json!({"type": "string", "default": "a"}),
            json!("example_value"),
        ),
        (json!({"type": "string", "example": "Home"}), json!("Home")),
        (json!({"type": "integer"}), json!(42)),
        (json!({"type": "number"}), json!(42)),
        (json!({"type": "number", "example": 1.5}), json!(1.5)),
        (json!({"type": "boolean"}), json!(true)),
        (
            json!({"type": "array", "items": {"type": "string"}}),
            json!(["item1", "item2"]),
        ),
        (
            json!({"type": "array", "items": {"type": "string"}, "example": ["a"]}),
            json!(["a"]),
        ),
        (
            json!({"type": "object", "properties": {"a": {"type": "string"}}}),
            json!({}),
        ),
        (
            json!({"type": "object", "properties": {}, "example": {"a": 1}}),
            json!({"a": 1}),
        ),
        (json!({}), json!("example_value")),
    ] {
        assert_eq!(example(schema.clone()), expected, "{schema}");
    }
}

#[test]
fn c36_an_example_that_is_falsy_is_one() {
    for (schema, expected) in [
        (json!({"type": "integer", "example": 0}), json!(0)),
        (json!({"type": "boolean", "example": false}), json!(false)),
        (json!({"type": "string", "example": ""}), json!("")),
    ] {
        assert_eq!(example(schema.clone()), expected, "{schema}");
    }
}

#[test]
fn c36_an_example_is_valid_where_the_usual_one_is_not() {
    for (schema, expected) in [
        (json!({"type": "string", "enum": ["a", "b"]}), json!("a")),
        (json!({"type": "string", "maxLength": 3}), json!("str")),
        (
            json!({"type": "string", "format": "date", "pattern": "^[0-9]{4}$"}),
            json!("1111"),
        ),
        (
            json!({"type": "string", "format": "date-time"}),
            json!("2024-01-01T00:00:00Z"),
        ),
        (
            json!({"type": "string", "maxLength": 2, "example": "long"}),
            json!("st"),
        ),
        (json!({"type": "integer", "maximum": 9}), json!(1)),
        (
            json!({"type": "array", "items": {"type": "integer"}}),
            json!([1]),
        ),
        (
            json!({"type": "object", "required": ["a"], "properties": {"a": {"type": "boolean"}}}),
            json!({"a": true}),
        ),
    ] {
        assert_eq!(example(schema.clone()), expected, "{schema}");
    }
}

#[test]
fn c36_a_path_is_given_no_empty_segment() {
    let operation = json!({"responses": {}, "parameters": [
        {"name": "id", "in": "path", "required": true, "type": "string", "x-example": "", "default": ""},
        {"name": "file", "in": "formData", "type": "file"},
    ]});
    let answer = answer_of("post", "/pages/{id}", operation);
    let call = &answer["execution_instructions"]["example_call"]["parameters"]["request_data"];
    assert_eq!(
        call,
        &json!({"id": "example_value", "file": {"text": "example_value"}})
    );
}

#[test]
fn c37_the_example_call_has_what_is_required_and_one_more() {
    assert_eq!(
        added()["execution_instructions"]["example_call"],
        json!({
            "tool_name": "cms_endpoint_executor",
            "parameters": {
                "endpoint_path": "/sites/{site}/pages",
                "method": "POST",
                "request_data": {
                    "site": "example_value",
                    "title": "Home",
                    "locale": "example_value",
                },
            },
            "description": "Example call to execute POST /sites/{site}/pages",
        })
    );
}

#[test]
fn c37_the_one_more_brings_what_it_needs() {
    let body = json!({
        "type": "object",
        "required": ["b"],
        "properties": {"a": {"type": "string"}, "b": {"type": "integer"}, "c": {"type": "integer"}},
    });
    let operation = json!({"responses": {}, "parameters": [
        {"name": "body", "in": "body", "schema": body},
    ]});
    let answer = answer_of("post", "/pages", operation);
    let call = &answer["execution_instructions"]["example_call"]["parameters"];
    assert_eq!(call["request_data"], json!({"a": "example_value", "b": 42}));
}
