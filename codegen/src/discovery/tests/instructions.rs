//! C30 to C35 and C38: how the executor is called.

use serde_json::{Value, json};

use super::{added, keys, names};
use crate::discovery::testing::answer_of;

#[test]
fn c30_instructions_have_these_keys() {
    let instructions = &added()["execution_instructions"];
    assert_eq!(
        keys(instructions),
        [
            "next_tool",
            "overview",
            "parameter_guidance",
            "example_call",
            "validation_notes",
        ]
    );
    assert_eq!(instructions["next_tool"], "cms_endpoint_executor");
}

#[test]
fn c31_the_overview_has_six_lines() {
    assert_eq!(
        added()["execution_instructions"]["overview"],
        "Execute POST request to /sites/{site}/pages\n\
         Description: Adds a page\n\
         Method: Create new resource\n\
         Requires body data: Yes\n\
         Total parameters: 7\n\
         Required parameters: 2"
    );
}

#[test]
fn c32_c33_guidance_says_how_each_parameter_is_given() {
    let guidance = &added()["execution_instructions"]["parameter_guidance"];
    assert_eq!(
        guidance["required"],
        json!([
            {
                "name": "site",
                "type": "string",
                "description": "No description provided",
                "format": null,
                "example": "example_value",
            },
            {
                "name": "title",
                "type": "string",
                "description": "What it is called.",
                "format": null,
                "example": "Home",
            },
        ])
    );
    let optional = &guidance["optional"];
    assert_eq!(
        names(optional),
        ["locale", "born", "tags", "views", "extra"]
    );
    assert_eq!(optional[1]["format"], "date");
    assert_eq!(optional[3]["format"], "int32");
    assert_eq!(optional[4]["type"], "string", "of which nothing is known");
}

#[test]
fn c34_guidance_names_the_parameters_of_the_path() {
    assert_eq!(
        added()["execution_instructions"]["parameter_guidance"]["path_params"],
        json!([{"name": "site", "placeholder": "{site}", "description": "Path parameter: site"}])
    );
}

#[test]
fn c35_the_body_has_all_but_the_path() {
    let structure = &added()["execution_instructions"]["parameter_guidance"]["body_structure"];
    assert_eq!(structure["type"], "object");
    assert_eq!(
        keys(&structure["properties"]),
        ["locale", "born", "title", "tags", "views", "extra"]
    );
    assert_eq!(structure["required"], json!(["title"]));
    let answer = answer_of("delete", "/pages", json!({"responses": {}}));
    let guidance = &answer["execution_instructions"]["parameter_guidance"];
    assert_eq!(guidance["body_structure"], Value::Null);
}

#[test]
fn c38_notes_are_in_this_order() {
    assert_eq!(
        added()["execution_instructions"]["validation_notes"],
        json!([
            "Path parameters will be automatically interpolated into the URL",
            "Body parameters will be sent as JSON in the request body",
            "This endpoint has complex object/array parameters - review the schema carefully",
            "2 parameters are required for this endpoint",
        ])
    );
    let answer = answer_of("get", "/pages", json!({"responses": {}}));
    assert_eq!(
        answer["execution_instructions"]["validation_notes"],
        json!(["Parameters will be sent as query parameters"])
    );
    let one = json!({"responses": {}, "parameters": [
        {"name": "q", "in": "query", "required": true, "type": "string"},
    ]});
    let answer = answer_of("get", "/pages", one);
    assert_eq!(
        answer["execution_instructions"]["validation_notes"][1],
        "1 parameters are required for this endpoint"
    );
}
