use serde_json::json;

use super::super::testing::{normalized, schema, warnings};
use super::*;

#[test]
fn a_misspelt_name_is_near_to_one() {
    let near = |key| find_misspelled(key, SCHEMA.iter().copied());
    for (key, name) in [
        ("propertis", "properties"),
        ("additional_properties", "additionalProperties"),
        ("readonly", "readOnly"),
        ("tpye", "type"),
        ("ref", "$ref"),
        ("requried", "required"),
        ("minLenght", "minLength"),
        ("descripton", "description"),
    ] {
        assert_eq!(near(key), Some(name));
    }
    for key in [
        "note", "name", "value", "options", "types2", "optional", "form", "text",
    ] {
        assert_eq!(near(key), None, "{key}");
    }
    assert_eq!(
        find_misspelled("operationID", OPERATION.iter().copied()),
        Some("operationId")
    );
    assert_eq!(
        find_misspelled("response", OPERATION.iter().copied()),
        Some("responses")
    );
}

#[test]
fn each_object_is_told_where_it_is_misspelt() {
    let operation = json!({
        "opertionId": "a",
        "parameters": [{"name": "q", "in": "query", "schema": {"typ": "string", "formta": "date"}, "requierd": true}],
        "requestBody": {"content": {"application/json": {"shcema": {}}}, "requird": true},
        "responses": {"200": {"descripton": "ok"}},
    });
    let (_, diagnostics) = normalized(json!({
        "openapi": "3.0.3",
        "servers": [{"url": "/", "varables": {}}],
        "componets": {},
        "paths": {"/x": {"post": operation}},
    }));
    let said = warnings(&diagnostics);
    let said: Vec<&str> = said
        .iter()
        .filter(|said| said.contains("did you mean"))
        .map(String::as_str)
        .collect();
    assert_eq!(
        said,
        [
            "/componets: `componets` is ignored; did you mean `components`?",
            "/servers/0/varables: `varables` is ignored; did you mean `variables`?",
            "/paths/~1x/post/parameters/0/requierd: `requierd` is ignored; did you mean `required`?",
            "/paths/~1x/post/opertionId: `opertionId` is ignored; did you mean `operationId`?",
            "/paths/~1x/post/parameters/0/schema/formta: `formta` is ignored; did you mean `format`?",
            "/paths/~1x/post/requestBody/requird: `requird` is ignored; did you mean `required`?",
            "/paths/~1x/post/requestBody/content/application~1json/shcema: `shcema` is ignored; did you mean `schema`?",
            "/paths/~1x/post/responses/200/descripton: `descripton` is ignored; did you mean `description`?",
        ]
    );
}

#[test]
fn a_key_beside_the_one_that_it_is_near_to_is_told_too() {
    let both = json!({"type": "string", "example": "a", "exmaple": "b"});
    let said = "`exmaple` is ignored, and `example` beside it is used; is it a misspelling?";
    let said = format!("/components/schemas/A/exmaple: {said}");
    assert_eq!(schema("3.1.0", both).1, [said]);
}
