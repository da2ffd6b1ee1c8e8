//! What the schema provider answers in brief, which is its default, and how a call asks for another form.

use serde_json::{Value as Json, json};
use toolwright::Tools;
use toolwright::discovery::Mode;

use crate::client::{Client, keys};
use crate::fixture;

const CALL: &str =
    "cms_endpoint_executor with this method and endpoint_path, and the parameters in request_data";

fn page() -> Json {
    json!({"tool_name": "get_page", "method": "GET", "endpoint_path": "/pages/{pageId}"})
}

fn page_with(others: Json) -> Json {
    let mut page = page();
    for (name, value) in others.as_object().unwrap() {
        page[name] = value.clone();
    }
    page
}

async fn brief_client() -> Client {
    Client::with_defaults(Tools::from_api(fixture::api())).await
}

#[tokio::test]
async fn an_endpoint_is_described_in_brief_by_default() {
    let mut client = brief_client().await;
    let answer = client.provider(page()).await;
    let expected = json!({
        "success": true,
        "tool_name": "get_page",
        "method": "GET",
        "endpoint_path": "/pages/{pageId}",
        "summary": "Reads a page with all its elements.",
        "parameters": ["- pageId (integer, required)", "- locale (string, optional)"],
    });
    for (name, value) in expected.as_object().unwrap() {
        assert_eq!(answer[name], *value, "{answer}");
    }
    assert_eq!(answer["call"], CALL);
    assert_eq!(
        client
            .provider(page_with(json!({"format": "nested"})))
            .await,
        answer
    );
}

#[tokio::test]
async fn a_call_chooses_the_form_and_the_output() {
    let mut client = brief_client().await;
    let full = client.provider(page_with(json!({"format": "full"}))).await;
    assert_eq!(full, Client::cms().await.provider(page()).await);
    let compact =
        page_with(json!({"format": "compact", "include_output": true, "max_tokens": null}));
    let compact = client.provider(compact).await;
    assert_eq!(
        compact["signature"],
        "get_page(pageId: integer, locale?: string)"
    );
    assert_eq!(compact["output_schema"], full["output_schema"]);
    let short = page_with(json!({"include_output": true, "max_tokens": "1"}));
    let short = client.provider(short).await;
    assert_eq!(short["parameters"], json!(["- pageId (integer, required)"]));
    let left_out = short["left_out"].as_str().unwrap();
    assert!(
        left_out.starts_with("the output schema, optional parameters"),
        "{left_out}"
    );
}

#[tokio::test]
async fn a_list_of_endpoints_has_one_form() {
    let mut client = brief_client().await;
    let mut full = page();
    full["format"] = json!("full");
    let asked = json!({"endpoints": [page(), full], "format": "compact"});
    let answer = client.provider(asked).await;
    let endpoints = answer["endpoints"].as_array().unwrap();
    assert!(endpoints[0]["signature"].is_string(), "{answer}");
    assert!(
        keys(&endpoints[1]).contains("execution_instructions"),
        "{answer}"
    );
}

#[tokio::test]
async fn what_is_wrong_with_the_form_is_said() {
    let mut client = brief_client().await;
    for (others, wrong) in [
        (
            json!({"format": "short"}),
            "format must be one of: nested, compact, full",
        ),
        (
            json!({"include_output": "yes"}),
            "include_output must be true or false",
        ),
        (
            json!({"max_tokens": 0}),
            "max_tokens must be a positive integer",
        ),
    ] {
        let error = client.provider(page_with(others)).await;
        assert_eq!(error["validation_errors"], json!([wrong]));
    }
}

#[tokio::test]
async fn full_answers_ignore_the_other_arguments() {
    let mut client = brief_client().await;
    let full = client.provider(page_with(json!({"format": "full"}))).await;
    // Some clients send every argument that has a default.
    let defaults = json!({"format": "full", "include_output": false, "max_tokens": 9});
    assert_eq!(client.provider(page_with(defaults)).await, full);
    let mut own = page();
    own["format"] = json!("full");
    let shared = json!({"endpoints": [own], "max_tokens": 9});
    assert_eq!(client.provider(shared).await["endpoints"], json!([full]));
    let part = page_with(json!({
        "format": "full", "include_output": false, "schema_pointer": "/properties/pageId",
    }));
    assert_eq!(client.provider(part).await["success"], true);
}

#[tokio::test]
async fn a_length_may_be_written_as_a_float() {
    let mut client = brief_client().await;
    let short = json!({"include_output": true, "max_tokens": 1.0});
    let short = client.provider(page_with(short)).await;
    assert_eq!(short["parameters"], json!(["- pageId (integer, required)"]));
}

#[tokio::test]
async fn the_arguments_are_listed() {
    let tools = brief_client().await.tools().await;
    let properties = tools[1]["inputSchema"]["properties"].as_object().unwrap();
    let names: Vec<_> = properties.keys().map(String::as_str).collect();
    let expected = "tool_name method endpoint_path format include_output max_tokens";
    assert_eq!(names.join(" "), expected);
}

#[tokio::test]
async fn a_server_without_an_executor_names_the_tool() {
    let tools = Tools::from_api(fixture::api()).listed_as(Mode::Compact);
    let answer = Client::with_defaults(tools).await.provider(page()).await;
    assert_eq!(answer["call"], "get_page with the parameters");
}
