use serde_json::{Value, json};

use super::{conforms, example};
use crate::schema::testing::definitions;

fn of(schema: Value) -> Value {
    example(&schema, &definitions(json!({})))
}

#[test]
fn what_a_property_needs_is_there() {
    let schema = json!({"dependentRequired": {"a": ["b", "c"], "d": []}});
    let holds = |value: Value| conforms(&value, &schema, &definitions(json!({})));
    assert!(
        holds(json!({}))
            && holds(json!({"b": 1, "d": 1}))
            && holds(json!({"a": 1, "b": 1, "c": 1}))
    );
    assert!(!holds(json!({"a": 1, "b": 1})) && !holds(json!({"a": 1})));
}

#[test]
fn what_the_schema_gives_comes_first() {
    assert_eq!(of(json!({"type": "string", "examples": [3, "x"]})), "x");
    assert_eq!(of(json!({"type": "integer", "default": "7"})), 1);
    assert_eq!(of(json!({"enum": ["a", "b"], "default": "b"})), "b");
    assert_eq!(of(json!({"const": {"a": 1}})), json!({"a": 1}));
    assert_eq!(
        of(json!({"type": ["null", "string"], "default": null})),
        "string"
    );
}

#[test]
fn formats_bounds_and_patterns() {
    assert_eq!(
        of(json!({"type": "string", "format": "date"})),
        "2024-01-01"
    );
    assert_eq!(of(json!({"type": "string", "minLength": 8})), "stringaa");
    assert_eq!(of(json!({"type": "string", "maxLength": 3})), "str");
    assert_eq!(
        of(json!({"type": "string", "pattern": "^[A-Z]{2}-\\d+$"})),
        "AA-1"
    );
    assert_eq!(
        of(json!({"type": "string", "pattern": "^(?!x)abc$"})),
        "abc"
    );
    assert_eq!(
        of(json!({"type": "string", "pattern": "^[a-f]*$", "minLength": 5})),
        "aaaaaaaa"
    );
    assert_eq!(
        of(json!({"type": "integer", "minimum": 0.5, "maximum": 3})),
        1
    );
    assert_eq!(
        of(json!({"type": "integer", "minimum": 10, "multipleOf": 4})),
        12
    );
    assert_eq!(
        of(json!({"type": "number", "exclusiveMinimum": 0, "maximum": 0.4})),
        0.4
    );
    assert_eq!(of(json!({"type": "integer", "maximum": -5})), -5);
}

#[test]
fn arrays() {
    assert_eq!(of(json!({"type": "array"})), json!([{}]));
    assert_eq!(
        of(
            json!({"type": "array", "items": {"enum": ["a", "b"]}, "minItems": 2, "uniqueItems": true})
        ),
        json!(["a", "b"])
    );
    assert_eq!(
        of(
            json!({"type": "array", "items": {"type": "string"}, "minItems": 3, "uniqueItems": true})
        ),
        json!(["string", "string1", "string2"])
    );
    assert_eq!(of(json!({"type": "array", "maxItems": 0})), json!([]));
}

#[test]
fn objects_and_maps() {
    assert_eq!(
        of(json!({"type": "object", "additionalProperties": {"type": "integer"}})),
        json!({"key": 1})
    );
    assert_eq!(
        of(
            json!({"type": "object", "required": ["a"], "maxProperties": 1,
                  "properties": {"b": {"type": "string"}, "a": {"type": "boolean"}}})
        ),
        json!({"a": true})
    );
    assert_eq!(
        of(json!({"patternProperties": {"^x-[a-z]+$": {"type": "null"}}, "type": "object"})),
        json!({"x-a": null})
    );
}

#[test]
fn choices_keep_to_what_surrounds_them() {
    assert_eq!(
        of(json!({
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
    let known = definitions(json!({
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
    let of = |key: &str| example(&json!({"$ref": format!("#/$defs/{key}")}), &known);
    assert_eq!(
        of("Node"),
        json!({"value": 1, "children": [], "parent": null})
    );
    assert_eq!(of("Endless"), Value::Null);
    assert_eq!(of("Alias"), Value::Null);
    assert_eq!(of("Absent"), Value::Null);
}
