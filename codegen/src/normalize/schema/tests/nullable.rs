//! Null among the values of a schema.

use super::*;

#[test]
fn nullable_with_a_type() {
    assert_reads(
        "3.0.3",
        json!({"type": "string", "nullable": true, "enum": ["a"]}),
        json!({"type": ["string", "null"], "enum": ["a", null]}),
        0,
    );
    assert_reads(
        "2.0",
        json!({"type": "string", "x-nullable": true}),
        json!({"type": ["string", "null"]}),
        0,
    );
    assert_reads(
        "3.0.3",
        json!({"type": "string", "nullable": false}),
        json!({"type": "string"}),
        0,
    );
    assert_reads(
        "3.1.0",
        json!({"type": ["string", "null"], "nullable": true}),
        json!({"type": ["string", "null"]}),
        1,
    );
}

#[test]
fn nullable_beside_other_schemas() {
    assert_reads(
        "3.0.3",
        json!({"$ref": "#/components/schemas/B", "nullable": true, "description": "d"}),
        json!({"description": "d", "anyOf": [{"$ref": "#/$defs/B"}, {"type": "null"}]}),
        0,
    );
    assert_reads(
        "3.0.3",
        json!({"type": "object", "nullable": true, "allOf": [{"$ref": "#/components/schemas/B"}]}),
        json!({"anyOf": [
            {"type": "object", "allOf": [{"$ref": "#/$defs/B"}]},
            {"type": "null"},
        ]}),
        0,
    );
    assert_reads(
        "3.0.3",
        json!({"nullable": true, "anyOf": [{"$ref": "#/components/schemas/B"}]}),
        json!({"anyOf": [{"$ref": "#/$defs/B"}, {"type": "null"}]}),
        0,
    );
}

#[test]
fn nullable_without_a_type() {
    assert_reads("3.0.3", json!({"nullable": true}), json!({}), 1);
    assert_reads(
        "3.0.3",
        json!({"nullable": true, "enum": ["a"]}),
        json!({"enum": ["a", null]}),
        1,
    );
    assert_reads(
        "3.0.3",
        json!({"nullable": true, "properties": {}, "title": "t"}),
        json!({"title": "t", "anyOf": [{"properties": {}}, {"type": "null"}]}),
        1,
    );
}

#[test]
fn nullable_alone_is_null_among_alternatives() {
    assert_reads(
        "3.0.3",
        json!({"anyOf": [{"$ref": "#/components/schemas/B"}, {"nullable": true}]}),
        json!({"anyOf": [{"$ref": "#/$defs/B"}, {"type": "null"}]}),
        1,
    );
    assert_reads(
        "3.0.3",
        json!({"allOf": [{"nullable": true, "title": "t"}]}),
        json!({"allOf": [{"title": "t"}]}),
        1,
    );
}
