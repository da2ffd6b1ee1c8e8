mod known_values;
mod nullable;

use serde_json::{Value, json};

use super::super::testing::{normalized, schema, warnings};

/// Asserts what becomes of a schema, and how many warnings that is worth.
#[track_caller]
fn assert_reads(version: &str, from: Value, to: Value, count: usize) {
    let (value, warnings) = schema(version, from);
    assert_eq!(value, to);
    assert_eq!(warnings.len(), count, "{warnings:?}");
}

#[test]
fn a_property_named_like_a_keyword_is_a_property() {
    let properties = json!({
        "example": {"type": "string"},
        "nullable": {"type": "boolean"},
        "required": {"type": "boolean"},
        "$ref": {"type": "string"},
        "enum": {"type": "array", "items": {}},
        "type": {"type": "string"},
    });
    let from = json!({"type": "object", "properties": properties, "required": ["type"]});
    assert_reads("3.0.3", from.clone(), from, 0);
}

#[test]
fn data_is_not_looked_into() {
    let data = json!({"$ref": "#/nowhere", "nullable": true, "example": 1});
    let from = json!({"default": data, "enum": [data], "x-data": data, "example": data});
    let to = json!({"default": data, "enum": [data], "x-data": data, "examples": [data]});
    assert_reads("3.0.3", from, to, 0);
}

#[test]
fn what_is_said_of_constants_is_noted_of_each() {
    let read = |mut from: Value| {
        from["type"] = json!("integer");
        let (value, warnings) = schema("3.0.3", from);
        (value["x-constants"].clone(), warnings)
    };
    let (lists, warnings) = read(json!({
        "enum": ["1", 2], "x-enum-varnames": ["ONE", "TWO"], "x-enum-descriptions": ["", " Two. "],
    }));
    let two = json!({"const": 2, "title": "TWO", "description": "Two."});
    assert_eq!(lists, json!([{"const": 1, "title": "ONE"}, two]));
    assert_eq!(
        warnings.len(),
        1,
        "of the value that is a text: {warnings:?}"
    );
    let by_value = json!({"enum": [1, 2], "x-enumDescriptions": {"2": "Two."}});
    let two = json!([{"const": 2, "description": "Two."}]);
    assert_eq!(read(by_value), (two, Vec::new()));
    let values = json!([{"value": 2, "name": "Two"}, {"value": 3, "name": "Three"}, 4]);
    let of_autorest = json!({"enum": [1, 2], "x-ms-enum": {"name": "Number", "values": values}});
    assert_eq!(
        read(of_autorest),
        (json!([{"const": 2, "title": "Two"}]), Vec::new())
    );
    let (nothing, warnings) =
        read(json!({"enum": [1, 2], "x-enumNames": ["ONE"], "x-constants": [1]}));
    assert_eq!(nothing, Value::Null);
    assert!(
        warnings[0].contains("`enum` has 2 values and `x-enumNames` has 1"),
        "{warnings:?}"
    );
    let (nothing, warnings) = read(json!({"enum": [1], "x-enumNames": true}));
    assert_eq!((nothing, warnings.len()), (Value::Null, 1));
}

#[test]
fn a_recursive_reference_is_to_the_schema_it_stands_in() {
    assert_reads(
        "3.1.0",
        json!({"items": {"$recursiveRef": "#"}}),
        json!({"items": {"$ref": "#/$defs/A"}}),
        1,
    );
}

#[test]
fn exclusive_bounds() {
    assert_reads(
        "3.0.3",
        json!({"minimum": 1, "exclusiveMinimum": true, "maximum": 2.5, "exclusiveMaximum": false}),
        json!({"exclusiveMinimum": 1, "maximum": 2.5}),
        0,
    );
    assert_reads("2.0", json!({"exclusiveMaximum": true}), json!({}), 1);
    let numbers = json!({"exclusiveMinimum": 1, "minimum": 0});
    assert_reads("3.1.0", numbers.clone(), numbers.clone(), 0);
    assert_reads("3.0.3", numbers.clone(), numbers, 1);
}

#[test]
fn reference_siblings_by_version() {
    let from = json!({"$ref": "#/components/schemas/B", "description": "d", "minProperties": 1});
    assert_reads(
        "3.0.3",
        from.clone(),
        json!({"$ref": "#/$defs/B", "description": "d"}),
        1,
    );
    assert_reads(
        "3.1.0",
        from,
        json!({"$ref": "#/$defs/B", "description": "d", "minProperties": 1}),
        0,
    );
    assert_reads(
        "2.0",
        json!({"$ref": "#/definitions/B", "readOnly": true, "default": {}}),
        json!({"$ref": "#/$defs/B", "readOnly": true, "default": {}}),
        0,
    );
}

#[test]
fn references_that_lead_nowhere_are_any_value() {
    for reference in [
        "#/components/schemas/Z",
        "other.yaml#/Z",
        "#anchor",
        "https://x/y",
    ] {
        let (value, warnings) = schema("3.0.3", json!({"$ref": reference, "description": "d"}));
        assert_eq!(value, json!({"description": "d"}));
        assert!(warnings[0].starts_with("/components/schemas/A/$ref: the schema refers to"));
        assert!(warnings[0].ends_with("; it is read as any value"));
    }
    assert_reads("2.0", json!({"$ref": "B"}), json!({"$ref": "#/$defs/B"}), 1);
}

#[test]
fn circles_with_nothing_in_between_are_opened() {
    assert_reads(
        "3.0.3",
        json!({"$ref": "#/components/schemas/A"}),
        json!({}),
        1,
    );
    assert_reads(
        "3.0.3",
        json!({"oneOf": [{"$ref": "#/components/schemas/A"}, {"type": "null"}], "title": "t"}),
        json!({"oneOf": [{"type": "null"}], "title": "t"}),
        2,
    );
    assert_reads(
        "3.1.0",
        json!({"dependentSchemas": {"x": {"$ref": "#/components/schemas/A"}}}),
        json!({"dependentSchemas": {"x": {}}}),
        1,
    );
    let recursive = json!({"properties": {"a": {"$ref": "#/$defs/A"}}});
    assert_reads(
        "3.0.3",
        json!({"properties": {"a": {"$ref": "#/components/schemas/A"}}}),
        recursive,
        0,
    );
}

#[test]
fn a_part_of_a_union_keeps_what_the_union_says_of_all() {
    let (document, diagnostics) = normalized(json!({
        "openapi": "3.0.0",
        "components": {"schemas": {
            "Cat": {"allOf": [{"$ref": "#/components/schemas/Pet"}, {"title": "cat"}]},
            "Pet": {
                "required": ["name"],
                "oneOf": [{"$ref": "#/components/schemas/Cat"}, {"$ref": "#/components/schemas/Dog"}],
            },
            "Dog": {"allOf": [{"$ref": "#/components/schemas/Pet"}]},
        }},
    }));
    let definitions = &document.schemas.definitions;
    assert_eq!(
        definitions["Cat"].value,
        json!({"allOf": [{"required": ["name"]}, {"title": "cat"}]})
    );
    assert_eq!(
        definitions["Dog"].value,
        json!({"allOf": [{"required": ["name"]}]})
    );
    assert_eq!(
        definitions["Pet"].value["oneOf"],
        json!([{"$ref": "#/$defs/Cat"}, {"$ref": "#/$defs/Dog"}])
    );
    assert_eq!(warnings(&diagnostics).len(), 2);
}

#[test]
fn places_that_references_lead_to_become_definitions() {
    let (document, diagnostics) = normalized(json!({
        "swagger": "2.0",
        "definitions": {
            "A": {"properties": {
                "b": {"type": "object", "properties": {"again": {"$ref": "#/definitions/A/properties/b"}}},
                "c": {"$ref": "#/paths/~1x/get/responses/200/schema"},
            }},
            "Pet[]": {"$ref": "#/definitions/A"},
        },
        "paths": {"/x": {"get": {"responses": {"200": {"description": "", "schema": {"type": "integer"}}}}}},
    }));
    let definitions = &document.schemas.definitions;
    let keys: Vec<&String> = definitions.keys().collect();
    assert_eq!(keys, ["A", "Pet", "A_b", "x_get_200"]);
    assert_eq!(definitions["A_b"].pointer, "/definitions/A/properties/b");
    assert_eq!(
        definitions["A_b"].value["properties"]["again"],
        json!({"$ref": "#/$defs/A_b"})
    );
    assert_eq!(definitions["x_get_200"].value, json!({"type": "integer"}));
    assert_eq!(warnings(&diagnostics), Vec::<String>::new());
}

#[test]
fn references_into_the_schema_itself() {
    let (document, diagnostics) = normalized(json!({
        "openapi": "3.1.0",
        "components": {"schemas": {"A": {
            "items": {"$ref": "#/$defs/x"},
            "$defs": {"x": {"items": {"$ref": "#/$defs/y"}}, "y": {"type": "null"}},
        }}},
    }));
    let definitions = &document.schemas.definitions;
    assert_eq!(
        definitions["A"].value,
        json!({"items": {"$ref": "#/$defs/A_x"}})
    );
    assert_eq!(
        definitions["A_x"].value,
        json!({"items": {"$ref": "#/$defs/A_y"}})
    );
    assert_eq!(definitions["A_y"].pointer, "/components/schemas/A/$defs/y");
    assert_eq!(warnings(&diagnostics), Vec::<String>::new());
}

#[test]
fn items_as_a_list() {
    assert_reads(
        "3.0.3",
        json!({"items": [{"type": "string"}], "additionalItems": false}),
        json!({"prefixItems": [{"type": "string"}], "items": false}),
        1,
    );
    assert_reads("2.0", json!({"items": []}), json!({}), 1);
    assert_reads(
        "2.0",
        json!({"items": {}, "additionalItems": false}),
        json!({"items": {}}),
        0,
    );
}

#[test]
fn types() {
    assert_reads(
        "2.0",
        json!({"type": "file"}),
        json!({"format": "binary", "type": "string"}),
        0,
    );
    assert_reads(
        "3.1.0",
        json!({"type": ["string"]}),
        json!({"type": "string"}),
        0,
    );
    assert_reads(
        "2.0",
        json!({"type": ["string", "null"]}),
        json!({"type": ["string", "null"]}),
        1,
    );
    assert_reads("2.0", json!({"type": "null"}), json!({"type": "null"}), 1);
    assert_reads("3.0.0", json!({"type": "any"}), json!({}), 1);
    assert_reads(
        "3.0.0",
        json!({"type": "Int"}),
        json!({"type": "integer"}),
        1,
    );
    assert_reads("3.0.0", json!({"type": null}), json!({}), 1);
    assert_reads("3.1.0", json!({"type": ["string", "what"]}), json!({}), 1);
}

#[test]
fn enums_that_fit_their_type() {
    assert_reads("3.0.0", json!({"enum": "a"}), json!({}), 1);
    assert_reads("3.0.0", json!({"enum": []}), json!({}), 1);
    assert_reads(
        "3.0.0",
        json!({"enum": [1, "1", 1]}),
        json!({"enum": [1, "1"]}),
        1,
    );
    assert_reads(
        "3.0.0",
        json!({"type": "string", "enum": [1, true, "x"]}),
        json!({"type": "string", "enum": ["1", "true", "x"]}),
        1,
    );
    assert_reads(
        "3.0.0",
        json!({"enum": ["1"], "type": "integer"}),
        json!({"enum": [1], "type": "integer"}),
        1,
    );
    assert_reads(
        "2.0",
        json!({"type": "array", "enum": ["a"], "items": {"type": "string"}}),
        json!({"type": "array", "items": {"type": "string", "enum": ["a"]}}),
        1,
    );
}

#[test]
fn required_in_all_its_forms() {
    assert_reads(
        "3.0.0",
        json!({"required": ["a"], "properties": {
            "a": {"required": true},
            "b": {"required": true},
            "c": {"required": false},
        }}),
        json!({"required": ["a", "b"], "properties": {"a": {}, "b": {}, "c": {}}}),
        3,
    );
    assert_reads(
        "3.0.0",
        json!({"required": ["a", 1, "a"]}),
        json!({"required": ["a"]}),
        1,
    );
    assert_reads("3.0.0", json!({"required": {}}), json!({}), 1);
}

#[test]
fn keywords_of_the_wrong_kind_are_dropped_or_read_sensibly() {
    assert_reads(
        "3.0.0",
        json!({
            "minimum": "3", "maxLength": 2.0, "minItems": -1, "multipleOf": 0, "title": null,
            "properties": null, "allOf": {"type": "object"}, "anyOf": [], "oneOf": [null],
            "uniqueItems": "true", "additionalProperties": "false", "format": {}, "pattern": 1,
            "not": 1, "discriminator": 1,
        }),
        json!({
            "minimum": 3, "maxLength": 2, "allOf": [{"type": "object"}], "uniqueItems": true,
            "additionalProperties": false, "pattern": "1",
        }),
        14,
    );
    assert_reads(
        "3.0.0",
        json!({"properties": {"a": null, "b": "string", "c": true}}),
        json!({"properties": {"a": {}, "b": {}, "c": true}}),
        3,
    );
    assert_reads("3.0.0", json!([]), json!({}), 1);
    assert_reads("3.1.0", json!(false), json!(false), 0);
}

#[test]
fn examples_of_both_kinds() {
    assert_reads(
        "3.0.0",
        json!({"example": {"a": 1}}),
        json!({"examples": [{"a": 1}]}),
        0,
    );
    assert_reads(
        "3.1.0",
        json!({"example": 1, "examples": [2, 3]}),
        json!({"examples": [1, 2, 3]}),
        0,
    );
    assert_reads(
        "3.0.0",
        json!({"examples": {"one": {"value": 1}}, "example": null}),
        json!({"examples": [1]}),
        1,
    );
}

#[test]
fn discriminators() {
    assert_reads(
        "2.0",
        json!({"discriminator": "kind"}),
        json!({"discriminator": {"propertyName": "kind"}}),
        0,
    );
    assert_reads(
        "3.0.0",
        json!({"discriminator": {"propertyName": "kind", "mapping": {
            "b": "#/components/schemas/B", "c": "B", "d": "D",
        }}}),
        json!({"discriminator": {"propertyName": "kind", "mapping": {
            "b": "#/$defs/B", "c": "#/$defs/B",
        }, "lost": ["d"]}}),
        1,
    );
}

#[test]
fn keywords_of_later_drafts() {
    let from = json!({
        "const": 1, "if": {"type": "string"}, "then": false, "patternProperties": {"^a": {}},
        "prefixItems": [{}], "contains": {}, "minContains": 2, "dependentRequired": {"a": ["b"]},
        "unevaluatedProperties": false, "contentEncoding": "base64",
    });
    assert_reads("3.1.0", from.clone(), from, 0);
    assert_reads(
        "3.1.0",
        json!({"$dynamicRef": "#x", "$id": "y", "$comment": "z", "$anchor": "x"}),
        json!({}),
        1,
    );
    assert_reads(
        "2.0",
        json!({"dependencies": {"a": ["b"], "c": {"type": "object"}}}),
        json!({"dependentRequired": {"a": ["b"]}, "dependentSchemas": {"c": {"type": "object"}}}),
        0,
    );
}

#[test]
fn nesting_has_an_end() {
    let deep = (0..500).fold(json!({}), |inner, _| json!({"items": inner}));
    let (_, warnings) = schema("3.0.0", deep);
    assert_eq!(warnings.len(), 1);
    assert!(
        warnings[0]
            .ends_with("the schema is nested too deeply; this part of it is read as any value")
    );
}

#[test]
fn children_with_children_have_the_discriminator_of_their_parent() {
    let child = |of: &str| json!({"allOf": [{"$ref": format!("#/definitions/{of}")}]});
    let (document, _) = normalized(json!({"swagger": "2.0", "definitions": {
        "Fish": {"type": "object", "discriminator": "kind", "properties": {"kind": {"type": "string"}}},
        "Salmon": child("Fish"),
        "SmartSalmon": child("Salmon"),
        "Thing": {"type": "object"},
        "Stone": child("Thing"),
    }}));
    let discriminator = |name: &str| &document.schemas.definitions[name].value["discriminator"];
    for name in ["Fish", "Salmon"] {
        assert_eq!(
            *discriminator(name),
            json!({"propertyName": "kind"}),
            "{name}"
        );
    }
    for name in ["SmartSalmon", "Thing", "Stone"] {
        assert!(discriminator(name).is_null(), "{name}");
    }
}
