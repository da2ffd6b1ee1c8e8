//! Client schemas of single keywords, of compositions and of roots.

use serde_json::{Value, json};

use super::Simplifier;
use crate::schema::testing::definitions_from_json;

fn simplified_input(schema: Value) -> Value {
    simplified_input_with(schema, json!({}))
}

fn simplified_input_with(schema: Value, known: Value) -> Value {
    Simplifier::new(&definitions_from_json(known)).simplify_input(&schema)
}

/// The portable form of one property, `name`.
fn simplified_property(schema: Value) -> Value {
    let root = simplified_input(json!({"type": "object", "properties": {"name": schema}}));
    root["properties"]["name"].clone()
}

#[test]
fn a_tool_without_parameters() {
    let empty = json!({"type": "object", "properties": {}, "additionalProperties": false});
    assert_eq!(simplified_input(json!({"type": "object"})), empty);
    assert_eq!(
        simplified_input(json!({"type": "object", "properties": {}})),
        empty
    );
    assert_eq!(
        simplified_input(json!({"type": "object", "additionalProperties": true})),
        json!({"type": "object", "properties": {}})
    );
    assert_eq!(
        simplified_input(json!({"type": "object", "additionalProperties": {"type": "string"}})),
        json!({"type": "object", "properties": {}, "additionalProperties": {"type": "string"}})
    );
}

#[test]
fn a_choice_at_the_root_becomes_plain_properties() {
    let folded = simplified_input_with(
        json!({
            "type": "object",
            "properties": {"owner": {"type": "string"}},
            "required": ["owner"],
            "oneOf": [{"$ref": "#/$defs/Cat"}, {"$ref": "#/$defs/Dog"}, {"type": "null"}],
        }),
        json!({
            "Pet": {"properties": {"name": {"type": "string"}}, "required": ["name"]},
            "Cat": {"allOf": [{"$ref": "#/$defs/Pet"}, {"properties": {
                "kind": {"type": "string", "const": "cat"}, "size": {"type": "integer"}},
                "required": ["kind", "size"]}]},
            "Dog": {"allOf": [{"$ref": "#/$defs/Pet"}, {"properties": {
                "kind": {"type": "string", "enum": ["dog"]}, "size": {"type": "string"}},
                "required": ["kind"]}]},
        }),
    );
    assert_eq!(
        folded,
        json!({
            "type": "object",
            "properties": {
                "owner": {"type": "string"},
                "name": {"type": "string"},
                "kind": {"type": "string", "enum": ["cat", "dog"]},
                "size": {"anyOf": [{"type": "integer"}, {"type": "string"}]},
            },
            "required": ["owner", "name", "kind"],
        })
    );
}

#[test]
fn alternatives_that_only_require() {
    assert_eq!(
        simplified_input(json!({
            "type": "object",
            "properties": {"a": {"type": "string"}, "b": {"type": "string"}},
            "anyOf": [{"required": ["a"]}, {"required": ["b"]}],
        })),
        json!({"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "string"}}})
    );
}

#[test]
fn what_is_required_is_a_property() {
    assert_eq!(
        simplified_input(json!({"type": "object", "properties": {"a": false}, "required": ["b"]})),
        json!({"type": "object", "properties": {"b": {}}, "required": ["b"]})
    );
}

#[test]
fn a_root_that_contains_itself_ends() {
    let known = json!({"A": {"allOf": [{"$ref": "#/$defs/A"}, {"properties": {"a": {}}}]}});
    assert_eq!(
        simplified_input_with(json!({"$ref": "#/$defs/A"}), known),
        json!({"type": "object", "properties": {"a": {}}})
    );
}

#[test]
fn booleans_become_objects() {
    assert_eq!(simplified_property(json!(true)), json!({}));
    assert_eq!(
        simplified_property(json!({"type": "array", "items": true})),
        json!({"type": "array", "items": {}})
    );
    assert_eq!(
        simplified_property(json!({"type": "object", "properties": {"a": false, "b": true}})),
        json!({"type": "object", "properties": {"b": {}}})
    );
    assert_eq!(
        simplified_property(json!({"items": false})),
        json!({"type": "array", "items": {"not": {}}})
    );
}

#[test]
fn arrays_have_items() {
    assert_eq!(
        simplified_property(json!({"type": ["array", "null"]})),
        json!({"type": ["array", "null"], "items": {}})
    );
    assert_eq!(
        simplified_property(
            json!({"type": "array", "prefixItems": [{"type": "string"}], "items": false})
        ),
        json!({"type": "array", "prefixItems": [{"type": "string"}], "items": {}, "maxItems": 1})
    );
}

#[test]
fn foreign_keywords_leave_but_not_names() {
    let foreign = json!({
        "type": "object", "xml": {"name": "x"}, "x-go-name": "X", "externalDocs": {}, "$id": "x",
        "discriminator": {"propertyName": "xml"}, "$comment": "c", "readOnly": true,
        "properties": {"xml": {"type": "string"}, "x-a": {"type": "string", "x-b": 1}},
        "default": {"x-c": 1},
    });
    assert_eq!(
        simplified_property(foreign),
        json!({
            "type": "object",
            "properties": {"xml": {"type": "string"}, "x-a": {"type": "string"}},
            "default": {"x-c": 1},
        })
    );
}

#[test]
fn what_says_nothing_leaves() {
    let idle = json!({
        "type": ["string"], "title": "Name", "description": " ", "default": null, "minLength": 0,
        "deprecated": false, "uniqueItems": true,
    });
    assert_eq!(simplified_property(idle), json!({"type": "string"}));
    let idle = json!({"type": "integer", "minimum": i64::MIN, "maximum": i32::MAX, "maxLength": 3});
    assert_eq!(simplified_property(idle), json!({"type": "integer"}));
    let idle = json!({
        "type": "object", "minProperties": 0, "additionalProperties": true, "required": [],
        "properties": {},
    });
    assert_eq!(simplified_property(idle), json!({"type": "object"}));
    assert_eq!(
        simplified_property(
            json!({"type": "array", "items": {}, "uniqueItems": false, "minItems": 0})
        ),
        json!({"type": "array", "items": {}})
    );
}

#[test]
fn annotations_that_tell_something_stay() {
    let telling = json!({"type": "string", "title": "Pet", "examples": ["Rex", "Max"]});
    assert_eq!(
        simplified_property(telling),
        json!({"type": "string", "title": "Pet", "examples": ["Rex"]})
    );
    let described = json!({"type": "integer", "title": "Pet", "description": "Its age",
                           "examples": [3], "default": 1, "deprecated": true});
    assert_eq!(
        simplified_property(described),
        json!({"type": "integer", "description": "Its age", "default": 1, "deprecated": true})
    );
    assert_eq!(
        simplified_property(json!({"type": "integer", "default": "1"})),
        json!({"type": "integer"})
    );
}

#[test]
fn nested_all_of_is_merged_where_that_is_exact() {
    let both = json!({"allOf": [
        {"type": "object", "properties": {"a": {"type": "string"}}},
        {"properties": {"b": {"type": "string"}}, "description": "Both"},
    ]});
    assert_eq!(
        simplified_property(both),
        json!({
            "type": "object",
            "properties": {"a": {"type": "string"}, "b": {"type": "string"}},
            "description": "Both",
        })
    );
    let either = json!({"allOf": [{"type": "string", "pattern": "a"}, {"pattern": "b"}]});
    assert_eq!(
        simplified_property(either),
        json!({"allOf": [{"type": "string", "pattern": "a"}, {"pattern": "b"}]})
    );
}

#[test]
fn simple_choices_are_no_choices() {
    let nothing = json!({"type": "null"});
    assert_eq!(
        simplified_property(
            json!({"anyOf": [{"type": "string", "enum": ["a"]}, nothing], "description": "A"})
        ),
        json!({"type": ["string", "null"], "enum": ["a", null], "description": "A"})
    );
    assert_eq!(
        simplified_property(json!({"oneOf": [{"type": "string"}]})),
        json!({"type": "string"})
    );
    assert_eq!(
        simplified_property(json!({"anyOf": [{"type": "string"}, {}]})),
        json!({})
    );
    assert_eq!(
        simplified_property(json!({"const": "x"})),
        json!({"enum": ["x"]})
    );
}

#[test]
fn references_keep_nothing_but_annotations() {
    let known = json!({
        "Leaf": {"type": "string", "enum": ["a"], "description": "A leaf"},
        "Tree": {"type": "object", "properties": {"a": {"type": "string"}}},
    });
    let root = simplified_input_with(
        json!({"type": "object", "properties": {
            "leaf": {"$ref": "#/$defs/Leaf", "description": "Mine"},
            "tree": {"$ref": "#/$defs/Tree", "description": "Oak", "x-a": 1},
            "wrapped": {"allOf": [{"$ref": "#/$defs/Tree"}], "deprecated": true},
            "narrowed": {"$ref": "#/$defs/Tree", "required": ["a"]},
            "absent": {"$ref": "#/$defs/Absent", "description": "Lost"},
        }}),
        known,
    );
    assert_eq!(
        root["properties"],
        json!({
            "leaf": {"type": "string", "enum": ["a"], "description": "Mine"},
            "tree": {"$ref": "#/$defs/Tree", "description": "Oak"},
            "wrapped": {"$ref": "#/$defs/Tree", "deprecated": true},
            "narrowed": {"required": ["a"], "type": "object", "properties": {"a": {"type": "string"}}},
            "absent": {"description": "Lost"},
        })
    );
}

#[test]
fn a_constant_says_more_than_a_list() {
    let shown = simplified_property(json!({"enum": ["cat", "dog"], "const": "dog"}));
    assert_eq!(shown, json!({"enum": ["dog"]}));
}

#[test]
fn outputs_are_objects() {
    let known = definitions_from_json(json!({
        "Pet": {"type": "object", "properties": {"a": {"type": "string"}}},
        "Many": {"type": "array", "items": {"$ref": "#/$defs/Pet"}},
        "Either": {"oneOf": [{"$ref": "#/$defs/Pet"}, {"$ref": "#/$defs/Many"}]},
    }));
    let mut simplifier = Simplifier::new(&known);
    let mut of = |key: &str| simplifier.simplify_output(&json!({"$ref": format!("#/$defs/{key}")}));
    assert_eq!(
        of("Pet"),
        (
            json!({"type": "object", "properties": {"a": {"type": "string"}}}),
            false
        )
    );
    assert_eq!(
        of("Many"),
        (
            json!({"type": "object", "properties": {"result": {"$ref": "#/$defs/Many"}},
                   "required": ["result"]}),
            true
        )
    );
    assert!(of("Either").1);
}

#[test]
fn a_pattern_that_does_not_compile_is_not_shown() {
    let shown = |pattern: &str| {
        let schema = json!({"type": "object", "properties": {
            "a": {"type": "string", "pattern": pattern}}});
        simplified_input(schema)["properties"]["a"].clone()
    };
    assert_eq!(shown("^[A-Z]+$")["pattern"], "^[A-Z]+$");
    assert_eq!(shown("^[A-Z(]+($"), json!({"type": "string"}));
}

#[test]
fn a_choice_between_described_constants_is_a_list_of_values() {
    let one = json!({"const": 1, "title": "One", "description": "The one"});
    let two = json!({"const": 2, "title": "Two"});
    assert_eq!(
        simplified_property(
            json!({"description": "How many.", "type": "integer", "oneOf": [one, two]})
        ),
        json!({
            "description": "How many.\n\n- `1`: One. The one\n- `2`: Two",
            "type": "integer",
            "enum": [1, 2],
        })
    );
    let nothing = json!({"type": "null"});
    assert_eq!(
        simplified_property(json!({"type": "integer", "oneOf": [two, nothing]})),
        json!({"description": "- `2`: Two", "type": "integer", "enum": [2]})
    );
    assert_eq!(
        simplified_property(json!({"anyOf": [
            {"type": "string", "const": "low", "title": "Low", "description": "Low: when idle."},
            {"type": "string", "enum": ["high"], "title": "At once"},
            {"type": "string", "enum": ["a", "b"]},
            {"type": "string", "const": "a"},
            {"type": "null"},
        ]})),
        json!({
            "description": "- `low`: Low: when idle.\n- `high`: At once",
            "type": ["string", "null"],
            "enum": ["low", "high", "a", "b", null],
        })
    );
}

#[test]
fn what_is_said_of_constants_is_kept_where_it_is_too_long_for_a_list() {
    let long = "word ".repeat(150);
    let one = json!({"const": 1, "title": "One", "description": long});
    let two = json!({"const": 2, "title": "Two", "description": long});
    let text = format!("One. {}", long.trim());
    let listed = simplified_property(json!({"oneOf": [one, two]}));
    assert_eq!(
        listed["oneOf"][0],
        json!({"enum": [1], "description": text})
    );
}

#[test]
fn other_choices_stay_choices() {
    for choice in [
        json!({"oneOf": [{"enum": ["a"]}, {"enum": ["b"]}]}),
        json!({"oneOf": [{"enum": [1]}, {"type": "string", "description": "Any other."}]}),
        json!({"oneOf": [{"enum": ["a"], "title": "A!"}, {"enum": ["b"], "pattern": "c"}]}),
        json!({"oneOf": [{"enum": ["a", "b"], "description": "Both."}, {"enum": ["c"]}]}),
    ] {
        assert_eq!(simplified_property(choice.clone()), choice);
    }
}

#[test]
fn a_reference_to_described_constants_has_their_list_beside_what_it_says() {
    let known =
        json!({"Level": {"oneOf": [{"const": 1, "title": "One"}, {"const": 2, "title": "Two"}]}});
    let level = json!({"$ref": "#/$defs/Level", "description": "How many."});
    let root = simplified_input_with(
        json!({"type": "object", "properties": {"level": level}}),
        known,
    );
    assert_eq!(
        root["properties"]["level"]["description"],
        "How many.\n\n- `1`: One\n- `2`: Two"
    );
}
