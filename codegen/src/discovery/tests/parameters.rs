//! C23 to C29: the parameters and the method.

use serde_json::json;

use super::{added, names};
use crate::discovery::testing::{answer_of, answers};

#[test]
fn c23_total_parameters_is_the_number_of_properties() {
    assert_eq!(added()["parameter_info"]["total_parameters"], 7);
}

#[test]
fn c24_required_parameters_are_in_the_order_of_required() {
    let answer = added();
    let info = &answer["parameter_info"]["required_parameters"];
    assert_eq!(names(info), ["site", "title"]);
    assert_eq!(info[1]["type"], "string");
    assert_eq!(info[1]["description"], "What it is called.");
}

#[test]
fn c24_a_required_name_that_is_unknown_is_a_name_alone() {
    let body =
        json!({"type": "object", "properties": {"a": {"type": "string"}}, "required": ["b"]});
    let operation = json!({"parameters": [
        {"name": "page", "in": "body", "required": true, "schema": body},
    ], "responses": {}});
    let answer = answer_of("post", "/pages", operation);
    let info = &answer["parameter_info"];
    assert_eq!(info["required_parameters"], json!([{"name": "b"}]));
    assert_eq!(names(&info["optional_parameters"]), ["a"]);
}

#[test]
fn c25_optional_parameters_are_in_the_order_of_their_declaration() {
    let answer = added();
    let info = &answer["parameter_info"]["optional_parameters"];
    assert_eq!(names(info), ["locale", "born", "tags", "views", "extra"]);
    assert_eq!(
        info[1],
        json!({"name": "born", "type": "string", "format": "date"})
    );
}

#[test]
fn c26_path_parameters_have_their_place() {
    assert_eq!(
        added()["parameter_info"]["path_parameters"],
        json!([{"name": "site", "placeholder": "{site}", "position": 7}])
    );
    let answer = answer_of("get", "/pages", json!({"responses": {}}));
    assert_eq!(answer["parameter_info"]["path_parameters"], json!([]));
}

#[test]
fn c27_types_are_counted_and_complex_ones_listed() {
    assert_eq!(
        added()["parameter_info"]["type_analysis"],
        json!({
            "type_counts": {"string": 4, "array": 1, "integer": 1, "unknown": 1},
            "complex_types": [{
                "name": "tags",
                "type": "array",
                "schema": {"type": "array", "items": {"type": "string"}},
            }],
            "has_complex_types": true,
        })
    );
}

#[test]
fn c27_a_definition_is_of_its_own_type() {
    let tree = json!({"type": "object", "properties": {"sub": {"$ref": "#/definitions/Tree"}}});
    let body = json!({"type": "object", "properties": {"tree": {"$ref": "#/definitions/Tree"}}});
    let paths = json!({"/trees": {"post": {"responses": {}, "parameters": [
        {"name": "body", "in": "body", "required": true, "schema": body},
    ]}}});
    let answers = answers(&paths, &json!({"Tree": tree}));
    assert_eq!(
        answers[0]["input_schema"]["properties"]["tree"]["$ref"],
        "#/$defs/Tree"
    );
    let analysis = &answers[0]["parameter_info"]["type_analysis"];
    assert_eq!(analysis["type_counts"], json!({"object": 1}));
    assert_eq!(names(&analysis["complex_types"]), ["tree"]);
}

#[test]
fn c28_c29_the_method_is_described() {
    let info = &added()["parameter_info"];
    assert_eq!(info["requires_body"], true);
    assert_eq!(info["method_info"]["description"], "Create new resource");
    let answer = answer_of(
        "head",
        "/pages",
        json!({"x-mcp": {"enabled": true}, "responses": {}}),
    );
    let info = &answer["parameter_info"];
    assert_eq!(info["requires_body"], false);
    assert_eq!(info["method_info"]["description"], "Unknown method");
}

#[test]
fn what_values_mean_is_told() {
    let values = json!({"type": "integer", "enum": [0, 1], "x-enum-varnames": ["Waiting", "Done"],
        "x-enum-descriptions": ["Not yet looked at.", "No more to do."]});
    let mut state = values.clone();
    state["name"] = json!("state");
    state["in"] = json!("query");
    let body = json!({"type": "object", "properties": {"next": {"$ref": "#/definitions/State"}}});
    let operation = json!({"parameters": [
        state,
        {"name": "page", "in": "body", "schema": body},
    ], "responses": {"200": {"description": "It", "schema": {"$ref": "#/definitions/State"}}}});
    let paths = json!({"/pages": {"post": operation}});
    let answer = &answers(&paths, &json!({"State": values}))[0];
    let list = "- `0`: Waiting. Not yet looked at.\n- `1`: Done. No more to do.";
    let told = &answer["parameter_info"]["optional_parameters"];
    assert_eq!(told[0]["description"], list);
    assert_eq!(told[1]["description"], list);
    let properties = &answer["input_schema"]["properties"];
    assert_eq!(properties["state"]["description"], list);
    assert_eq!(properties["next"]["description"], list);
    assert_eq!(answer["output_schema"]["description"], list);
}
