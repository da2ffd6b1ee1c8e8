use serde_json::{Value as Json, json};
use toolwright::Tools;
use toolwright::discovery::SchemaFormat;

use crate::client::{Client, keys};
use crate::fixture;

/// What a call with these arguments is refused with.
async fn wrong(arguments: Json) -> Vec<String> {
    let mut client = Client::cms().await;
    let error = client.provider(arguments).await;
    assert_eq!(error["error"], "Invalid input", "{error}");
    serde_json::from_value(error["validation_errors"].clone()).unwrap()
}

const TOOL: &str = "tool_name is required and must be a string";
const METHOD: &str = "method must be one of: GET, POST, PUT, DELETE, PATCH";
const PATH: &str = "endpoint_path is required and must be a string";
const SLASH: &str = "endpoint_path must start with '/'";

fn page() -> Json {
    json!({"tool_name": "get_page", "method": "GET", "endpoint_path": "/pages/{pageId}"})
}

fn page_with(name: &str, value: Json) -> Json {
    let mut page = page();
    page[name] = value;
    page
}

fn page_without(name: &str) -> Json {
    let mut page = page();
    page.as_object_mut().unwrap().remove(name);
    page
}

#[tokio::test]
async fn c1_c2_it_is_listed() {
    let tools = Client::cms().await.tools().await;
    let tool = tools
        .iter()
        .find(|tool| tool["name"] == "cms_schema_provider")
        .unwrap();
    assert_eq!(
        tool["description"],
        "Provide endpoint schemas and execution instructions based on LLM selection"
    );
    assert_eq!(
        tool["inputSchema"],
        json!({
            "type": "object",
            "properties": {
                "tool_name": {"type": "string", "description": "Selected tool name from endpoint listing"},
                "method": {"type": "string", "enum": ["GET", "POST", "PUT", "DELETE", "PATCH"]},
                "endpoint_path": {"type": "string", "description": "Selected endpoint path"},
            },
            "required": ["tool_name", "method", "endpoint_path"],
        })
    );
    assert_eq!(
        tool["annotations"],
        json!({"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": false})
    );
}

#[tokio::test]
async fn c3_c44_a_known_endpoint_is_answered() {
    let mut client = Client::cms().await;
    let answer = client.provider(page()).await;
    assert_eq!(
        keys(&answer),
        "success endpoint_info input_schema output_schema parameter_info execution_instructions"
    );
    assert_eq!(
        answer["endpoint_info"],
        json!({
            "tool_name": "get_page", "method": "GET", "endpoint_path": "/pages/{pageId}",
            "description": "d",
        })
    );
    assert_eq!(
        answer["input_schema"]["property_count"], 0,
        "a piece is in its place"
    );
    assert_eq!(client.provider(page()).await, answer, "and stays the same");
}

#[tokio::test]
async fn c30_c37_the_executor_has_its_name() {
    let instructions = "execution_instructions";
    let mut client = Client::cms().await;
    let answer = client.provider(page()).await;
    assert_eq!(answer[instructions]["next_tool"], "cms_endpoint_executor");
    let tools = Tools::from_api(fixture::api()).discovery_prefix("shop");
    let answer = Client::of(tools)
        .await
        .object("shop_schema_provider", page())
        .await;
    assert_eq!(
        answer[instructions]["example_call"]["tool_name"],
        "shop_endpoint_executor"
    );
}

#[tokio::test]
async fn c4_no_arguments_are_an_error_of_the_protocol() {
    let mut client = Client::cms().await;
    for arguments in [
        json!({}),
        json!({"tool_name": null, "method": [], "endpoint_path": {"a": 1}}),
        json!({"endpoints": 7}),
        json!({"endpoints": [7]}),
        json!({"tool_name": "x", "method": "GET", "endpoint_path": "/\u{0}"}),
    ] {
        assert_eq!(client.provider(arguments).await["success"], false);
    }
}

#[tokio::test]
async fn c5_a_tool_name_is_needed() {
    for value in [json!(""), json!("  "), json!(7), Json::Null] {
        assert_eq!(wrong(page_with("tool_name", value)).await, [TOOL]);
    }
    assert_eq!(wrong(page_without("tool_name")).await, [TOOL]);
}

#[tokio::test]
async fn c6_a_method_is_one_of_five() {
    for value in [
        json!(""),
        json!("HEAD"),
        json!("FETCH"),
        json!(7),
        json!(["GET"]),
    ] {
        assert_eq!(wrong(page_with("method", value)).await, [METHOD]);
    }
    assert_eq!(wrong(page_without("method")).await, [METHOD]);
}

#[tokio::test]
async fn c6_methods_of_endpoints_join_the_five() {
    let tools = Tools::from_api(fixture::api()).and(fixture::second_api());
    let mut client = Client::of(tools).await;
    let schema = &client.tools().await[1]["inputSchema"];
    let methods = json!(["GET", "POST", "PUT", "DELETE", "PATCH", "HEAD"]);
    assert_eq!(schema["properties"]["method"]["enum"], methods);
    let head = json!({"tool_name": "probe_news", "method": "head", "endpoint_path": "/pages"});
    assert_eq!(client.provider(head).await["success"], true);
}

#[tokio::test]
async fn c7_a_path_is_needed() {
    for value in [json!(""), json!(" "), json!(7)] {
        assert_eq!(wrong(page_with("endpoint_path", value)).await, [PATH]);
    }
    assert_eq!(wrong(page_without("endpoint_path")).await, [PATH]);
}

#[tokio::test]
async fn c8_a_path_begins_with_a_slash() {
    assert_eq!(
        wrong(page_with("endpoint_path", json!("pages"))).await,
        [SLASH]
    );
    let mut client = Client::cms().await;
    let padded = page_with("endpoint_path", json!("  /pages/{pageId}"));
    let answer = client.provider(padded).await;
    assert_eq!(answer["success"], true, "it is trimmed before");
}

#[tokio::test]
async fn c9_all_faults_are_told_in_order() {
    let error = Client::cms()
        .await
        .provider(json!({"endpoint_path": "pages"}))
        .await;
    assert_eq!(error["message"], "Input validation failed");
    assert_eq!(error["validation_errors"], json!([TOOL, METHOD, SLASH]));
}

#[tokio::test]
async fn c10_c11_arguments_are_brought_into_form() {
    let mut client = Client::cms().await;
    let loose = json!({
        "tool_name": " get_page ", "method": "get", "endpoint_path": " /pages/{pageId} ",
    });
    assert_eq!(client.provider(loose).await, client.provider(page()).await);
}

#[tokio::test]
async fn slips_of_case_and_slashes_are_accepted_if_they_mean_one_endpoint() {
    let mut client = Client::cms().await;
    let whole = client.provider(page()).await;
    for (name, value) in [
        ("tool_name", "Get_Page"),
        ("endpoint_path", "/Pages/{pageId}/"),
        ("endpoint_path", "//pages/{pageID}"),
    ] {
        let answer = client.provider(page_with(name, json!(value))).await;
        assert_eq!(answer, whole, "{value}");
    }
}

#[tokio::test]
async fn the_endpoint_that_is_likely_meant_is_suggested_first() {
    let mut client = Client::cms().await;
    for (tool, method, path, meant) in [
        ("page_get", "GET", "/pages/{pageId}", "get_page"),
        ("create_page", "POST", "/page", "create_page"),
        ("get_page", "POST", "/pages/{pageId}", "get_page"),
        ("pages_create", "POST", "/cms/v1", "create_page"),
    ] {
        let asked = json!({"tool_name": tool, "method": method, "endpoint_path": path});
        let error = client.provider(asked).await;
        let first = &error["suggestions"][0];
        assert_eq!(first["type"], "likely_match", "{tool}");
        assert_eq!(first["message"], "Found endpoints that are probably meant:");
        assert_eq!(first["endpoints"][0]["tool_name"], meant, "{error}");
    }
}

#[tokio::test]
async fn c11_c12_all_three_have_to_fit() {
    let mut client = Client::cms().await;
    for (name, value, message) in [
        ("tool_name", "get_user", "GET /pages/{pageId} (get_user)"),
        ("method", "patch", "PATCH /pages/{pageId} (get_page)"),
        ("endpoint_path", "/pages", "GET /pages (get_page)"),
    ] {
        let error = client.provider(page_with(name, json!(value))).await;
        assert_eq!(
            error["message"],
            format!("No endpoint found matching: {message}")
        );
    }
}

#[tokio::test]
async fn c13_to_c17_what_has_a_part_of_it_is_suggested() {
    let mut client = Client::cms().await;
    let error = client.provider(page_with("method", json!("POST"))).await;
    let page = json!({
        "tool_name": "get_page", "method": "GET", "endpoint_path": "/pages/{pageId}",
        "description": "Reads a page with all its elements.",
    });
    let suggestions = error["suggestions"].as_array().unwrap();
    assert_eq!(suggestions[0]["type"], "likely_match");
    let suggestions = &suggestions[1..];
    assert_eq!(
        suggestions[0],
        json!({
            "type": "tool_name_match",
            "message": "Found endpoints with same tool name but different method/path:",
            "endpoints": [page],
        })
    );
    assert_eq!(suggestions[1]["type"], "method_match");
    assert_eq!(
        suggestions[1]["message"],
        "Found endpoints with same method but different tool/path:"
    );
    assert_eq!(suggestions[1]["endpoints"][0]["tool_name"], "create_page");
    assert_eq!(suggestions[2]["type"], "path_match");
    assert_eq!(
        suggestions[2]["message"],
        "Found endpoints with same path but different tool/method:"
    );
    let of_path = suggestions[2]["endpoints"].as_array().unwrap();
    let names: Vec<_> = of_path
        .iter()
        .map(|it| it["tool_name"].as_str().unwrap())
        .collect();
    assert_eq!(
        names,
        ["delete_page", "get_page", "replace_page"],
        "the first three"
    );
}

#[tokio::test]
async fn c14_the_first_three_of_a_method() {
    let mut client = Client::cms().await;
    let unknown = json!({"tool_name": "x", "method": "GET", "endpoint_path": "/x"});
    let error = client.provider(unknown).await;
    let suggestions = error["suggestions"].as_array().unwrap();
    assert_eq!(
        suggestions.len(),
        1,
        "groups without endpoints are left out"
    );
    let endpoints = suggestions[0]["endpoints"].as_array().unwrap();
    let names: Vec<_> = endpoints
        .iter()
        .map(|it| it["tool_name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["get_page", "get_user", "list_assets"]);
}

#[tokio::test]
async fn c16_nothing_is_suggested_where_nothing_fits() {
    let mut client = Client::of(Tools::from_api(fixture::empty_api())).await;
    let error = client.provider(page()).await;
    assert_eq!(error["suggestions"], json!([]));
}

#[tokio::test]
async fn c39_to_c42_errors_have_their_forms() {
    let mut client = Client::cms().await;
    let error = client.provider(json!({})).await;
    assert_eq!(
        error,
        json!({
            "success": false, "error": "Invalid input", "message": "Input validation failed",
            "validation_errors": [TOOL, METHOD, PATH],
            "suggestion": "Please check the required parameters and try again",
        })
    );
    let error = client.provider(page_with("tool_name", json!("x"))).await;
    assert_eq!(keys(&error), "success error message suggestions help");
    assert_eq!(error["error"], "Endpoint not found");
    assert_eq!(
        error["help"],
        "Use cms_endpoint_lister to see all available endpoints"
    );
    let broken = json!({"tool_name": "broken", "method": "PATCH", "endpoint_path": "/broken"});
    assert_eq!(
        client.provider(broken).await,
        json!({
            "success": false, "error": "Schema retrieval failed",
            "message": "Unable to retrieve endpoint schema and instructions",
            "suggestion": "Please verify the endpoint details and try again",
        })
    );
}

#[tokio::test]
async fn several_endpoints_are_answered_at_once() {
    let mut client = Client::cms().await;
    let pages = json!({"tool_name": "list_pages", "method": "GET", "endpoint_path": "/pages"});
    let unknown = json!({"tool_name": "x", "method": "GET", "endpoint_path": "/x"});
    let one = client.provider(page()).await;
    let other = client.provider(pages.clone()).await;
    let error = client.provider(unknown.clone()).await;
    let beside = page_with("endpoints", json!([pages, unknown]));
    let answer = client.provider(beside).await;
    assert_eq!(
        answer,
        json!({"success": true, "endpoints": [one, other, error]})
    );
    let alone = client.provider(json!({"endpoints": [pages]})).await;
    assert_eq!(alone["endpoints"], json!([other]));
    let none = client.provider(json!({"endpoints": [unknown]})).await;
    assert_eq!(none, json!({"success": false, "endpoints": [error]}));
    let many = vec![pages; 21];
    let error = client.provider(json!({"endpoints": many})).await;
    assert_eq!(error["error"], "Invalid input");
}

#[tokio::test]
async fn a_small_answer_stays_whole_whatever_the_limit() {
    let tools = Tools::from_api(fixture::api()).discovery_format(SchemaFormat::Full);
    let server = toolwright::Server::from_tools(tools, []).unwrap();
    let mut client = Client::start(server.max_result_bytes(300)).await;
    let result = client.call("cms_schema_provider", page()).await;
    assert_eq!(result["isError"], false);
    assert!(serde_json::from_str::<Json>(crate::client::text(&result)).is_ok());
    assert_eq!(result["content"].as_array().map(Vec::len), Some(1));
}
