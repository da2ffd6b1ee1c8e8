//! C3, C18 to C22 and C44: what an answer has, and its schemas.

use serde_json::json;

use super::{add_page, added, keys};
use crate::discovery::testing::{answer_of, answers, model};

#[test]
fn c3_an_answer_has_these_keys() {
    let answer = added();
    assert_eq!(
        keys(&answer),
        [
            "success",
            "endpoint_info",
            "input_schema",
            "output_schema",
            "parameter_info",
            "execution_instructions",
        ]
    );
    assert_eq!(answer["success"], true);
    assert_eq!(
        answer["endpoint_info"],
        json!({
            "tool_name": "post_sites_by_site_pages",
            "method": "POST",
            "endpoint_path": "/sites/{site}/pages",
            "description": "Adds a page",
        })
    );
}

#[test]
fn c20_both_schemas_are_normalised() {
    let answer = added();
    let input = &answer["input_schema"];
    assert_eq!(input["type"], "object");
    assert_eq!(
        keys(&input["properties"]),
        ["site", "locale", "born", "title", "tags", "views", "extra"]
    );
    assert_eq!(input["required"], json!(["site", "title"]));
    assert_eq!(input["description"], "");
    assert_eq!(input["property_count"], 7);
    assert_eq!(input["required_count"], 2);
    assert_eq!(input["optional_count"], 5);
    let output = &answer["output_schema"];
    assert_eq!(keys(&output["properties"]), ["id", "title"]);
    assert_eq!(output["required"], json!(["id"]));
    assert_eq!(output["optional_count"], 1);
}

#[test]
fn c18_without_a_response_schema_the_output_is_an_object() {
    let answer = answer_of("get", "/pages", json!({"responses": {}}));
    let output = &answer["output_schema"];
    assert_eq!(output["type"], "object");
    assert_eq!(output["properties"], json!({}));
    assert_eq!(output["property_count"], 0);
}

#[test]
fn c20_a_list_in_a_response_is_a_list() {
    let items = json!({"type": "array", "items": {"type": "string"}});
    let operation = json!({"responses": {"200": {"description": "OK", "schema": items}}});
    let output = &answer_of("get", "/pages", operation)["output_schema"];
    assert_eq!(output["type"], "array");
    assert_eq!(output["items"], items["items"]);
}

#[test]
fn c20_a_response_that_contains_itself_has_its_definitions() {
    let node = json!({"type": "object", "properties": {
        "children": {"type": "array", "items": {"$ref": "#/definitions/Node"}},
    }});
    let list = json!({"type": "array", "items": {"$ref": "#/definitions/Node"}});
    let paths =
        json!({"/nodes": {"get": {"responses": {"200": {"description": "OK", "schema": list}}}}});
    let answers = answers(&paths, &json!({"Node": node}));
    let output = &answers[0]["output_schema"];
    assert_eq!(output["type"], "array");
    assert_eq!(output["items"]["$ref"], "#/$defs/Node");
    assert_eq!(output["$defs"]["Node"]["type"], "object");
}

#[test]
fn c22_required_names_without_a_property_are_warned_of() {
    let open = json!({"type": "object", "required": ["a", "b"], "properties": {"a": {}}});
    let also = json!({"allOf": [{"$ref": "#/definitions/Open"}, {"required": ["c"]}]});
    let paths = json!({"/pages": {"put": {
        "parameters": [{"name": "page", "in": "body", "required": true, "schema": also}],
        "responses": {"200": {"description": "OK", "schema": {"$ref": "#/definitions/Open"}}},
    }}});
    let model = model(&paths, &json!({"Open": open}));
    let remarks = model.diagnostics().iter().map(|it| it.message.as_str());
    let remarks: Vec<&str> = remarks.collect();
    let expected = [
        "body requires `c`",
        "body requires `b`",
        "response requires `b`",
    ];
    assert_eq!(remarks.len(), expected.len(), "{remarks:#?}");
    for said in expected {
        assert!(
            remarks.iter().any(|it| it.contains(said)),
            "{said}: {remarks:#?}"
        );
    }
}

#[test]
fn c44_answers_depend_on_the_endpoint_alone() {
    let alone = added();
    let paths = json!({
        "/others": {"get": add_page()},
        "/sites/{site}/pages": {"post": add_page()},
    });
    let answers = answers(&paths, &json!({}));
    assert_eq!(answers[1], alone);
}
