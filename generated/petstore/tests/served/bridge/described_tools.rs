//! Tools, their schemas, their history and the OpenAPI document, as the bridge shows them.

use serde_json::{Value, json};
use tempfile::TempDir;

use super::client::{get, post, start};
use crate::server::HttpServer;

#[test]
fn n6_tools_have_their_schemas_and_n8_their_parameters_say_whether_they_are_required() {
    let server = start(&[]);
    let tools = get(&server, "/tools").json();
    let tools = tools.as_array().expect("is a list");
    assert_eq!(tools.len(), 12);
    let get_pet = tools.iter().find(|tool| tool["name"] == "get_pet");
    let get_pet = get_pet.expect("is there");
    assert_eq!(get_pet["description"], "Show one pet");
    assert_eq!(get_pet["inputSchema"]["required"], json!(["petId"]));
    let parameters = get(&server, "/tools?format=openapi").json();
    let parameters = parameters.as_array().expect("is a list");
    let names = |tools: &[Value]| {
        tools
            .iter()
            .map(|tool| tool["name"].clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(names(parameters), names(tools));
    for (tool, described) in tools.iter().zip(parameters) {
        let properties = tool["inputSchema"]["properties"]
            .as_object()
            .expect("is an object");
        let required = tool["inputSchema"]["required"].as_array();
        let described = described["parameters"].as_object().expect("is an object");
        assert!(properties.keys().eq(described.keys()));
        for (name, parameter) in described {
            let expected = required.is_some_and(|required| required.contains(&json!(name)));
            assert_eq!(parameter["required"], expected, "{name}");
        }
    }
    let refused = get(&server, "/tools?format=xml");
    assert_eq!(refused.status, 400);
    assert_eq!(
        refused.json()["error"],
        "format 'xml' is not one of openapi; leave it out for JSON Schema"
    );
}

/// What changed from version 0.9.0 to 1.0.0 of `history/`.
#[test]
fn versions_of_a_tool_say_what_changed_between_them() {
    let server = start(&[]);
    let versions = get(&server, "/tools/create_pet/versions").json();
    assert_eq!(versions["tool_name"], "create_pet");
    let [first, second] = versions["versions"].as_array().expect("a list").as_slice() else {
        panic!("{versions}");
    };
    assert_eq!(
        (&first["version"], &first["change"], &first["class"]),
        (&json!("0.9.0"), &json!("added"), &Value::Null)
    );
    assert_eq!(first["inputSchema"]["required"], json!(["name"]));
    assert_eq!(
        (&second["version"], &second["change"], &second["class"]),
        (&json!("1.0.0"), &json!("changed"), &json!("breaking"))
    );
    assert_eq!(second["inputSchema"]["required"], json!(["name", "kind"]));
    assert_eq!(
        second["changes"][0],
        json!({
            "rule": "enum-values-added", "class": "additive", "security": true, "in": "arguments",
            "subject": "kind", "was": null, "is": "\"fish\"",
        })
    );

    let unchanged = get(&server, "/tools/get_pet/versions").json();
    assert_eq!(unchanged["versions"][1]["change"], "unchanged");
    assert_eq!(unchanged["versions"][1].get("inputSchema"), None);
    let added = get(&server, "/tools/upload_photo/versions").json();
    assert_eq!(added["versions"].as_array().map(Vec::len), Some(1));
    assert_eq!(added["versions"][0]["changes"][0]["rule"], "tool-added");
    let unknown = get(&server, "/tools/no_such_tool/versions");
    assert_eq!(unknown.status, 404);
    assert_eq!(unknown.json()["error"], "Tool 'no_such_tool' not found");
}

#[test]
fn the_history_has_the_changes_of_all_tools_that_are_shown() {
    let server = start(&[]);
    let answer = get(&server, "/debug/tools/history");
    assert!(answer.header("etag").is_some());
    let history = answer.json();
    assert_eq!(history["versions"][0]["tools"], 11);
    let second = &history["versions"][1];
    assert_eq!(
        (&second["api"], &second["tools"]),
        (&json!("petstore"), &json!(12))
    );
    assert_eq!(
        second["summary"],
        json!({"breaking": 1, "additive": 3, "neutral": 1})
    );
    assert_eq!(
        second["changes"][0]["tools"],
        json!(["list_pets", "list_orders"])
    );
    assert_eq!(second["changes"][0]["rule"], "bound-widened");

    // Of tools that are not shown, nothing is said.
    let server = start(&["--read-only"]);
    let history = get(&server, "/debug/tools/history");
    assert!(!history.body.contains("create_pet"), "{}", history.body);
    assert!(history.body.contains("list_pets"));
    assert_eq!(get(&server, "/tools/create_pet/versions").status, 404);
}

#[test]
fn n9_the_document_has_an_operation_for_each_tool() {
    let server = start(&[]);
    let document = get(&server, "/mcp/openapi.json").json();
    assert_eq!(document["openapi"], "3.0.0");
    assert_eq!(document["info"]["title"], "Petstore - MCP Tools API");
    assert_eq!(
        document["paths"].as_object().map(|paths| paths.len()),
        Some(12)
    );
    let operation = &document["paths"]["/tools/create_pet"]["post"];
    assert_eq!(operation["operationId"], "call_tool_create_pet");
    assert_eq!(operation["tags"], json!(["pets"]));
    let known = &document["components"]["schemas"];
    assert!(known["BaseResponse"].is_object());
}

/// Uploads may name files where `--allow-files` is set, so that what the compiler has made of them does not hold. All
/// else has to be the same, made at build time or at run time.
#[test]
fn what_the_compiler_says_is_what_the_server_would_say() {
    let folder = TempDir::new().expect("a folder");
    let folder = folder.path().to_str().expect("is UTF-8");
    let (compiled, made) = (start(&[]), start(&["--allow-files", folder]));
    let documents = |server: &HttpServer| {
        let mut document = get(server, "/mcp/openapi.json").json();
        let upload = document["paths"]["/tools/upload_photo"].take();
        document["servers"].take();
        (document, upload)
    };
    let ((compiled_document, compiled_upload), (made_document, made_upload)) =
        (documents(&compiled), documents(&made));
    assert_eq!(compiled_document, made_document);
    assert!(!compiled_upload.to_string().contains(folder));
    assert!(made_upload.to_string().contains(folder));
    let parameters = |server| {
        let tools = get(server, "/tools?format=openapi").json();
        let tools = tools.as_array().cloned().expect("is a list");
        let tools = tools
            .into_iter()
            .filter(|tool| tool["name"] != "upload_photo");
        tools.collect::<Vec<_>>()
    };
    assert_eq!(parameters(&compiled), parameters(&made));
}

#[test]
fn n18_and_n19_schemas_are_shown_and_compared() {
    let server = start(&[]);
    let shown = get(&server, "/debug/tools/schema?tool_name=delete_pet").json();
    assert_eq!(shown["json_schema"]["type"], "object");
    assert_eq!(
        shown["validation_info"],
        json!({"required_fields": ["petId"], "optional_fields": ["X-Reason"], "total_parameters": 2})
    );
    assert_eq!(shown["openapi_format"]["petId"]["required"], true);
    let compared = post(
        &server,
        "/debug/tools/diff?tool1=get_pet&tool2=delete_pet",
        &Value::Null,
    );
    assert_eq!(
        compared.json()["properties"],
        json!({
            "common": ["petId"],
            "only_in_tool1": [],
            "only_in_tool2": ["X-Reason"],
            "total_tool1": 1,
            "total_tool2": 2,
        })
    );
}
