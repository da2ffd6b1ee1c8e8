//! Enums that name the values known today, and allow others.

use super::*;

fn open_enum(more: Value) -> Value {
    let mut schema = json!({"type": "string", "enum": ["a", "b"], "x-ms-enum": {"name": "Letter", "modelAsString": true}});
    let members = more.as_object().expect("an object").clone();
    schema.as_object_mut().expect("an object").extend(members);
    schema
}

/// What becomes of an open enum with these members, without the extension itself.
fn opened(version: &str, more: Value) -> Value {
    let (mut value, warnings) = schema(version, open_enum(more));
    assert_eq!(warnings, Vec::<String>::new());
    value
        .as_object_mut()
        .expect("an object")
        .shift_remove("x-ms-enum");
    value
}

#[test]
fn an_enum_modeled_as_a_string_allows_other_strings() {
    let listed = json!({"type": "string", "enum": ["a", "b"]});
    let any = json!({"type": "string"});
    assert_eq!(opened("2.0", json!({})), json!({"anyOf": [listed, any]}));
    let beside = json!({"description": "D", "maxLength": 9, "default": "c"});
    assert_eq!(
        opened("2.0", beside),
        json!({"anyOf": [listed, any], "description": "D", "maxLength": 9, "default": "c"})
    );
    let nothing = json!({"type": "null"});
    for (version, nullable) in [
        ("3.0.0", json!({"nullable": true, "enum": ["a", "b", null]})),
        ("3.1.0", json!({"type": ["string", "null"]})),
    ] {
        assert_eq!(
            opened(version, nullable),
            json!({"anyOf": [listed, any, nothing]})
        );
    }
}

#[test]
fn what_is_said_of_known_values_stays_beside_the_description() {
    let values = json!([{"value": "a", "description": "The first."}]);
    let extension = json!({"modelAsString": true, "values": values});
    let constants = json!([{"const": "a", "description": "The first."}]);
    assert_eq!(
        opened("2.0", json!({ "x-ms-enum": extension })),
        json!({
            "anyOf": [{"type": "string", "enum": ["a", "b"]}, {"type": "string"}],
            "x-constants": constants,
        })
    );
}

#[test]
fn other_values_have_the_type_of_the_known_ones() {
    assert_eq!(
        opened(
            "2.0",
            json!({"type": "integer", "format": "int32", "enum": [1, 2]})
        ),
        json!({"anyOf": [{"type": "integer", "enum": [1, 2]}, {"type": "integer", "format": "int32"}]})
    );
    let (untyped, _) = schema(
        "3.0.0",
        json!({"enum": ["a"], "x-ms-enum": {"modelAsString": true}}),
    );
    assert_eq!(
        untyped["anyOf"],
        json!([{"type": "string", "enum": ["a"]}, {"type": "string"}])
    );
}

#[test]
fn an_enum_is_closed_by_default() {
    for extension in [json!({"name": "Letter"}), json!({"modelAsString": false})] {
        let value = opened("2.0", json!({ "x-ms-enum": extension }));
        assert_eq!(value, json!({"type": "string", "enum": ["a", "b"]}));
    }
}

#[test]
fn the_extension_may_stand_in_a_parameter() {
    let listed = json!({"type": "string", "enum": ["a", "b"]});
    let extension = json!({"modelAsString": true});
    let parameter = json!({"name": "x", "in": "query", "x-ms-enum": extension, "schema": listed});
    let operation = json!({"parameters": [parameter], "responses": {"204": {"description": ""}}});
    let root = json!({"openapi": "3.0.0", "paths": {"/x": {"get": operation}}});
    let (document, diagnostics) = normalized(root);
    assert_eq!(warnings(&diagnostics), Vec::<String>::new());
    assert_eq!(
        document.schemas.lifted[0].value["anyOf"],
        json!([listed, {"type": "string"}])
    );
}
