//! `allOf` merges into one schema exactly if that says the same.

use serde_json::{Value, json};

use super::merge_all_of;
use crate::schema::testing::definitions_from_json;

fn merge_members(members: Value) -> Option<Value> {
    merge_all_of(
        &json!({ "allOf": members }),
        &definitions_from_json(json!({})),
    )
}

#[test]
fn members_come_through_references() {
    let known = definitions_from_json(json!({
        "Animal": {"type": "object", "description": "An animal", "required": ["name"],
                   "properties": {"name": {"type": "string"}},
                   "discriminator": {"propertyName": "kind"}},
        "Dog": {"allOf": [{"$ref": "#/$defs/Animal"}, {"properties": {"breed": {}}}]},
    }));
    let puppy = json!({
        "allOf": [{"$ref": "#/$defs/Dog"}, {"properties": {"age": {"type": "integer"}},
                                            "required": ["age", "name"]}],
        "title": "Puppy",
    });
    assert_eq!(
        merge_all_of(&puppy, &known),
        Some(json!({
            "title": "Puppy",
            "type": "object",
            "description": "An animal",
            "required": ["name", "age"],
            "properties": {"name": {"type": "string"}, "breed": {}, "age": {"type": "integer"}},
        }))
    );
}

#[test]
fn bounds_get_tighter() {
    assert_eq!(
        merge_members(json!([
            {"type": "number", "minimum": 1, "maximum": 10, "enum": [1, 2, 3]},
            {"type": ["integer", "null"], "minimum": 2.5, "maximum": 20, "enum": [3, 2, 4]},
        ])),
        Some(json!({"type": "integer", "minimum": 2.5, "maximum": 10, "enum": [2, 3]}))
    );
}

#[test]
fn one_property_described_twice() {
    assert_eq!(
        merge_members(json!([
            {"properties": {"a": {"type": "string", "description": "first"}, "b": {"$ref": "#/$defs/X"}}},
            {"properties": {"a": {"type": "string", "maxLength": 3}, "b": {"description": "more"}}},
        ])),
        Some(json!({"properties": {
            "a": {"type": "string", "description": "first", "maxLength": 3},
            "b": {"$ref": "#/$defs/X", "description": "more"},
        }}))
    );
}

#[test]
fn additional_properties_reach_the_other_side() {
    assert_eq!(
        merge_members(json!([
            {"properties": {"a": {"type": "string"}}},
            {"additionalProperties": {"maxLength": 3}},
        ])),
        Some(json!({
            "properties": {"a": {"type": "string", "maxLength": 3}},
            "additionalProperties": {"maxLength": 3},
        }))
    );
}

#[test]
fn what_cannot_be_said_in_one_schema() {
    let refused = [
        json!([{"type": "string"}, {"type": "object"}]),
        json!([{"enum": [1]}, {"enum": [2]}]),
        json!([{"pattern": "a"}, {"pattern": "b"}]),
        json!([{"minimum": 3}, {"maximum": 2}]),
        json!([{"properties": {"a": {}}, "additionalProperties": false}, {"properties": {"b": {}}}]),
        json!([{"additionalProperties": false}, {"required": ["b"]}]),
        json!([{"properties": {"a": {"type": "string"}}}, {"properties": {"a": {"type": "integer"}}}]),
        json!([{"unevaluatedProperties": false}, {"properties": {"b": {}}}]),
        json!([{"oneOf": [{}], "unevaluatedProperties": false}, {"properties": {"b": {}}}]),
        json!([{"unevaluatedItems": false}, {}]),
        json!([{"oneOf": [{}]}, {"oneOf": [{"type": "string"}]}]),
        json!([{"$ref": "#/$defs/Absent"}]),
        json!([{"prefixItems": [{}]}, {"items": {"type": "string"}}]),
        json!([false]),
    ];
    for members in refused {
        assert_eq!(merge_members(members.clone()), None, "{members}");
    }
}

#[test]
fn an_all_of_that_contains_itself() {
    let known = definitions_from_json(json!({
        "A": {"allOf": [{"$ref": "#/$defs/A"}]},
        "Node": {"properties": {"next": {"$ref": "#/$defs/Node"}}},
    }));
    assert_eq!(merge_all_of(&json!({"$ref": "#/$defs/A"}), &known), None);
    let node = json!({"allOf": [{"$ref": "#/$defs/Node"}, {"required": ["next"]}]});
    assert_eq!(
        merge_all_of(&node, &known),
        Some(json!({
            "properties": {"next": {"$ref": "#/$defs/Node"}},
            "required": ["next"],
        }))
    );
}

#[test]
fn unevaluated_properties_are_those_that_no_part_names() {
    let schema = |rest: Value| {
        json!({
            "allOf": [{"properties": {"a": {}}}, {"allOf": [{"properties": {"b": {}}}]}],
            "properties": {"c": {}},
            "unevaluatedProperties": rest,
        })
    };
    let closed = merge_all_of(&schema(json!(false)), &definitions_from_json(json!({})));
    let properties = json!({"c": {}, "a": {}, "b": {}});
    assert_eq!(
        closed,
        Some(json!({"properties": properties, "additionalProperties": false}))
    );
    // A part says it of itself and its own parts.
    let inner = json!([schema(json!({"type": "string"})), {"properties": {"d": {"minLength": 1}}}]);
    assert_eq!(
        merge_members(inner),
        Some(json!({
            "properties": {"c": {}, "a": {}, "b": {}, "d": {"minLength": 1, "type": "string"}},
            "additionalProperties": {"type": "string"},
        }))
    );
    assert_eq!(
        merge_members(json!([schema(json!(false)), {"properties": {"d": {}}}])),
        None
    );
    // What `additionalProperties` of a part is about is evaluated.
    let open = json!({"allOf": [{"additionalProperties": {"type": "string"}}], "unevaluatedProperties": false});
    assert_eq!(
        merge_all_of(&open, &definitions_from_json(json!({}))),
        Some(json!({"additionalProperties": {"type": "string"}}))
    );
    // Alternatives beside it stay, and so does the keyword.
    let choice = json!({
        "allOf": [{"properties": {"a": {}}}], "oneOf": [{"properties": {"b": {}}}], "unevaluatedProperties": false,
    });
    assert_eq!(
        merge_all_of(&choice, &definitions_from_json(json!({}))),
        Some(json!({
            "oneOf": [{"properties": {"b": {}}}], "properties": {"a": {}}, "unevaluatedProperties": false,
        }))
    );
}

#[test]
fn known_values_of_open_enums_do_not_contradict_each_other() {
    let open =
        |values: Value| json!({"anyOf": [{"type": "string", "enum": values}, {"type": "string"}]});
    let merged = |a: &Value, b: &Value| merge_members(json!([a, b]));
    let (both, first) = (open(json!(["a", "b"])), open(json!(["a"])));
    assert_eq!(merged(&both, &first), Some(first.clone()));
    assert_eq!(merged(&first, &open(json!(["c"]))), Some(first.clone()));
    let closed = json!({"type": "string", "enum": ["b", "c"]});
    assert_eq!(merged(&both, &closed), Some(closed.clone()));
    assert_eq!(merged(&closed, &both), Some(closed));
    let numbers = json!({"anyOf": [{"type": "integer", "enum": [1]}, {"type": "integer"}]});
    assert_eq!(merged(&both, &numbers), None);
}
