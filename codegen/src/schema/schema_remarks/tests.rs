//! Remarks name the place and the keyword of what cannot be satisfied.

use serde_json::{Value, json};

use super::collect_schema_remarks;
use crate::schema::{Schema, Schemas};

fn schema_at(pointer: &str, value: Value) -> Schema {
    Schema {
        pointer: pointer.to_owned(),
        value,
    }
}

/// What is said of a schema beside a few definitions.
fn remarks_on_schema(value: Value) -> Vec<String> {
    let known = [
        ("Text", json!({"type": "string", "maxLength": 3})),
        ("Loop", json!({"allOf": [{"$ref": "#/$defs/Loop"}]})),
        (
            "Pet",
            json!({"type": "object", "properties": {"name": {"$ref": "#/$defs/Text"}}}),
        ),
    ];
    let definitions = known.map(|(key, value)| (key.to_owned(), schema_at(key, value)));
    let schemas = Schemas {
        definitions: definitions.into_iter().collect(),
        lifted: vec![schema_at("/x", value)],
    };
    let remarks = collect_schema_remarks(&schemas).into_iter();
    remarks
        .map(|(pointer, message)| format!("{pointer}: {message}"))
        .collect()
}

#[test]
fn a_default_that_its_schema_does_not_admit() {
    for (schema, expected) in [
        (
            json!({"type": "integer", "maximum": 100, "default": 300}),
            "300`, which `maximum: 100`",
        ),
        (
            json!({"type": "integer", "multipleOf": 5, "default": 3}),
            "3`, which `multipleOf: 5`",
        ),
        (
            json!({"type": "string", "pattern": "^a", "default": "b"}),
            "\"b\"`, which `pattern: \"^a\"`",
        ),
        (
            json!({"minLength": 1, "default": ""}),
            "\"\"`, which `minLength: 1`",
        ),
        (
            json!({"maxItems": 1, "default": [1, 2]}),
            "[1,2]`, which `maxItems: 1`",
        ),
        (
            json!({"items": {"type": "string"}, "default": [1]}),
            "[1]`, which `items` beside it",
        ),
        (
            json!({"properties": {"a": {"type": "string"}}, "default": {"a": 1}}),
            "{\"a\":1}`, which `properties` beside it",
        ),
        (
            json!({"properties": {"a": {}}, "additionalProperties": false, "default": {"b": 1}}),
            "{\"b\":1}`, which `additionalProperties` beside it",
        ),
        (
            json!({"$ref": "#/$defs/Text", "default": "long"}),
            "\"long\"`, which `$ref` beside it",
        ),
        (
            json!({"allOf": [{"$ref": "#/$defs/Pet"}], "default": {"name": "long"}}),
            "{\"name\":\"long\"}`, which `allOf` beside it",
        ),
    ] {
        let expected = format!("/x/default: `default` is `{expected} does not allow");
        assert_eq!(remarks_on_schema(schema), [expected]);
    }
}

#[test]
fn nested_schemas_have_their_own_place() {
    let nested =
        json!({"properties": {"a/b": {"items": {"anyOf": [{"minimum": 2, "default": 1}]}}}});
    assert_eq!(
        remarks_on_schema(nested),
        [
            "/x/properties/a~1b/items/anyOf/0/default: `default` is `1`, which `minimum: 2` does not allow"
        ]
    );
}

#[test]
fn a_default_that_fits_or_cannot_be_judged_is_left_alone() {
    for schema in [
        json!({"type": "integer", "minimum": 1, "maximum": 3, "default": 3.0}),
        json!({"type": "string", "minLength": 5, "default": null}),
        json!({"pattern": "(", "default": "a"}),
        json!({"format": "date", "default": "today"}),
        json!({"prefixItems": [{"type": "string"}], "items": {"type": "integer"}, "default": ["a", 1]}),
        json!({"properties": {"a": {}}, "patternProperties": {"^b": {}}, "additionalProperties": false,
            "default": {"a": 1, "b": 2}}),
        json!({"$ref": "#/$defs/Loop", "default": 1}),
        json!({"$ref": "#/$defs/Absent", "default": 1}),
    ] {
        assert!(remarks_on_schema(schema.clone()).is_empty(), "{schema}");
    }
}

#[test]
fn types_that_no_value_has_at_once() {
    let contradiction = |before: &str, asked: &str| {
        vec![format!(
            "/x/allOf: no value satisfies this `allOf`: the type cannot be both {before} and {asked}"
        )]
    };
    for (schema, expected) in [
        (
            json!({"allOf": [{"type": "string"}, {"type": "integer"}]}),
            contradiction("`string`", "`integer`"),
        ),
        (
            json!({"type": "object", "allOf": [{"$ref": "#/$defs/Text"}]}),
            contradiction("`object`", "`string`"),
        ),
        (
            json!({"type": ["number", "null"], "allOf": [{"allOf": [{"$ref": "#/$defs/Pet"}]}]}),
            contradiction("`null` or `number`", "`object`"),
        ),
        (
            json!({"allOf": [{"type": "number"}, {"type": "integer"}]}),
            vec![],
        ),
        (
            json!({"allOf": [{"type": "string"}, {"minimum": 1}]}),
            vec![],
        ),
        (
            json!({"type": "string", "allOf": [{"$ref": "#/$defs/Loop"}]}),
            vec![],
        ),
    ] {
        assert_eq!(remarks_on_schema(schema), expected);
    }
}
