//! Examples satisfy the schemas that they are made for.

use serde_json::{Value, json};

use super::{conforms_to_schema, make_example};
use crate::schema::testing::definitions_from_json;

fn example_of_schema(schema: Value) -> Value {
    make_example(&schema, &definitions_from_json(json!({})))
}

#[test]
fn what_a_property_needs_is_there() {
    let schema = json!({"dependentRequired": {"a": ["b", "c"], "d": []}});
    let holds =
        |value: Value| conforms_to_schema(&value, &schema, &definitions_from_json(json!({})));
    assert!(
        holds(json!({}))
            && holds(json!({"b": 1, "d": 1}))
            && holds(json!({"a": 1, "b": 1, "c": 1}))
    );
    assert!(!holds(json!({"a": 1, "b": 1})) && !holds(json!({"a": 1})));
}

#[test]
fn what_the_schema_gives_comes_first() {
    assert_eq!(
        example_of_schema(json!({"type": "string", "examples": [3, "x"]})),
        "x"
    );
    assert_eq!(
        example_of_schema(json!({"type": "integer", "default": "7"})),
        1
    );
    assert_eq!(
        example_of_schema(json!({"enum": ["a", "b"], "default": "b"})),
        "b"
    );
    assert_eq!(
        example_of_schema(json!({"const": {"a": 1}})),
        json!({"a": 1})
    );
    assert_eq!(
        example_of_schema(json!({"type": ["null", "string"], "default": null})),
        "string"
    );
}

#[test]
fn formats_bounds_and_patterns() {
    assert_eq!(
        example_of_schema(json!({"type": "string", "format": "date"})),
        "2024-01-01"
    );
    assert_eq!(
        example_of_schema(json!({"type": "string", "minLength": 8})),
        "stringaa"
    );
    assert_eq!(
        example_of_schema(json!({"type": "string", "maxLength": 3})),
        "str"
    );
    assert_eq!(
        example_of_schema(json!({"type": "string", "pattern": "^[A-Z]{2}-\\d+$"})),
        "AA-1"
    );
    assert_eq!(
        example_of_schema(json!({"type": "string", "pattern": "^(?!x)abc$"})),
        "abc"
    );
    assert_eq!(
        example_of_schema(json!({"type": "string", "pattern": "^[a-f]*$", "minLength": 5})),
        "aaaaaaaa"
    );
    assert_eq!(
        example_of_schema(json!({"type": "integer", "minimum": 0.5, "maximum": 3})),
        1
    );
    assert_eq!(
        example_of_schema(json!({"type": "integer", "minimum": 10, "multipleOf": 4})),
        12
    );
    assert_eq!(
        example_of_schema(json!({"type": "number", "exclusiveMinimum": 0, "maximum": 0.4})),
        0.4
    );
    assert_eq!(
        example_of_schema(json!({"type": "integer", "maximum": -5})),
        -5
    );
}

#[test]
fn arrays() {
    assert_eq!(example_of_schema(json!({"type": "array"})), json!([{}]));
    assert_eq!(
        example_of_schema(
            json!({"type": "array", "items": {"enum": ["a", "b"]}, "minItems": 2, "uniqueItems": true})
        ),
        json!(["a", "b"])
    );
    assert_eq!(
        example_of_schema(
            json!({"type": "array", "items": {"type": "string"}, "minItems": 3, "uniqueItems": true})
        ),
        json!(["string", "string1", "string2"])
    );
    assert_eq!(
        example_of_schema(json!({"type": "array", "maxItems": 0})),
        json!([])
    );
}

#[test]
fn objects_and_maps() {
    assert_eq!(
        example_of_schema(json!({"type": "object", "additionalProperties": {"type": "integer"}})),
        json!({"key": 1})
    );
    assert_eq!(
        example_of_schema(
            json!({"type": "object", "required": ["a"], "maxProperties": 1,
                  "properties": {"b": {"type": "string"}, "a": {"type": "boolean"}}})
        ),
        json!({"a": true})
    );
    assert_eq!(
        example_of_schema(
            json!({"patternProperties": {"^x-[a-z]+$": {"type": "null"}}, "type": "object"})
        ),
        json!({"x-a": null})
    );
}

#[test]
fn choices_keep_to_what_surrounds_them() {
    assert_eq!(
        example_of_schema(json!({
            "type": "object",
            "properties": {"kind": {"type": "string"}, "a": {"type": "integer"}},
            "oneOf": [
                {"required": ["a"], "properties": {"kind": {"enum": ["x"]}}},
                {"required": ["b"]},
            ],
        })),
        json!({"kind": "x", "a": 1})
    );
}

#[test]
fn recursion_is_cut_where_it_may_be() {
    let known = definitions_from_json(json!({
        "Node": {"type": "object", "required": ["value", "parent"], "properties": {
            "value": {"type": "integer"},
            "next": {"$ref": "#/$defs/Node"},
            "children": {"type": "array", "items": {"$ref": "#/$defs/Node"}},
            "parent": {"anyOf": [{"$ref": "#/$defs/Node"}, {"type": "null"}]},
        }},
        "Endless": {"type": "object", "required": ["next"],
                    "properties": {"next": {"$ref": "#/$defs/Endless"}}},
        "Alias": {"$ref": "#/$defs/Alias"},
    }));
    let of = |key: &str| make_example(&json!({"$ref": format!("#/$defs/{key}")}), &known);
    assert_eq!(
        of("Node"),
        json!({"value": 1, "children": [], "parent": null})
    );
    assert_eq!(of("Endless"), Value::Null);
    assert_eq!(of("Alias"), Value::Null);
    assert_eq!(of("Absent"), Value::Null);
}
