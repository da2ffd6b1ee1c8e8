//! A server whose operator serves some of its tools only, listed one by one and by discovery.

use std::sync::Arc;

use serde_json::{Value as Json, json};
use toolwright::discovery::{Endpoints, Mode};
use toolwright::generated::{Annotations, InputSchema, Method, Schema, start_own_tool};
use toolwright::{Api, Call, HttpExecutor, OwnTool, Server, ToolError, Tools};

use crate::client::{Client, text};
use crate::fixture;
use crate::upstream::Upstream;

static INPUT: InputSchema = InputSchema::new("{\"type\":\"object\"}", Schema::ANY);

const fn own_tool(name: &'static str, method: Method) -> OwnTool<()> {
    OwnTool {
        name,
        title: "",
        description: "One of the program's own.",
        annotations: Annotations::of(method),
        input: || &INPUT,
        output: None,
        start: |(), fields, call| start_own_tool(fields, move |_: Json| done(call)),
    }
}

async fn done(_: &Call<'_>) -> Result<String, ToolError> {
    Ok("done".to_owned())
}

static OWN: [OwnTool<()>; 2] = [
    own_tool("look", Method::Get),
    own_tool("change", Method::Post),
];

const READING: &str = "get_page get_user list_assets list_pages";

/// The fixture's API with tags: what the compiler writes into `Tool::tags`.
fn tagged() -> &'static Api {
    fixture::tagged_api()
}

fn cms() -> Tools {
    Tools::from_api(tagged()).and_own(Arc::new(()), &OWN)
}

fn listed(tools: Tools) -> Tools {
    tools.listed_as(Mode::All)
}

async fn names(tools: Tools) -> String {
    Client::of(listed(tools)).await.tool_names().await
}

fn error(tools: Tools) -> String {
    Server::from_tools(tools, []).unwrap_err().to_string()
}

async fn to(upstream: &Upstream, tools: Tools) -> Client {
    let builder = HttpExecutor::builder(tagged()).environment(|_| None);
    let executor = builder.base_url(upstream.base_url()).build().unwrap();
    Client::start(Server::from_tools(tools, [executor]).unwrap()).await
}

#[tokio::test]
async fn what_is_left_out_is_neither_listed_nor_callable() {
    for (tools, expected) in [
        (cms().read_only(), format!("{READING} look")),
        (
            cms().only_tools(["*_page", "change"]),
            "create_page delete_page get_page replace_page change".to_owned(),
        ),
        (
            cms().only_tools(["*_page*"]).read_only(),
            "get_page list_pages".to_owned(),
        ),
        (
            cms().read_only().only_tools(["*_page*"]),
            "get_page list_pages".to_owned(),
        ),
        (cms().only_tags(["assets"]), "list_assets".to_owned()),
        (
            cms().only_tags(["p?ges"]).only_tools(["get_*", "delete_*"]),
            "delete_page get_page".to_owned(),
        ),
        // A restriction applies to what was added before it.
        (
            Tools::from_api(tagged())
                .only_tags(["assets"])
                .and_own(Arc::new(()), &OWN),
            "list_assets look change".to_owned(),
        ),
        (
            Tools::new("x", "1")
                .and(Tools::from_api(tagged()).only_tags(["assets"]))
                .and_own(Arc::new(()), &OWN),
            "list_assets look change".to_owned(),
        ),
    ] {
        assert_eq!(names(tools).await, expected);
    }
    let upstream = Upstream::ok().await;
    let mut client = to(&upstream, listed(cms().read_only())).await;
    for tool in ["delete_page", "change"] {
        let params = json!({"name": tool, "arguments": {"pageId": 7}});
        let answer = client.answer("tools/call", params).await;
        let message = answer["error"]["message"].as_str().unwrap();
        assert!(
            message.starts_with(&format!("unknown tool: {tool}")),
            "{message}"
        );
        assert!(
            !message.contains("create_page"),
            "it does not exist either: {message}"
        );
    }
    assert!(upstream.received().is_empty());
    assert_eq!(client.call("look", json!({})).await["isError"], false);
}

#[tokio::test]
async fn what_matches_nothing_is_an_error_at_the_start() {
    for (tools, expected) in [
        (
            cms().only_tools(["get_pge"]),
            "no tool has a name that matches 'get_pge' (`--only-tool`); did you mean `get_page`",
        ),
        (
            cms().only_tools(["get_page", "zzzzzz*"]),
            "matches 'zzzzzz*' (`--only-tool`); `--list-tools` prints all tools",
        ),
        (
            cms().only_tags(["asset"]),
            "no tool has a tag that matches 'asset' (`--only-tag`); did you mean `assets`?",
        ),
        (
            cms().only_tags(["assets"]).only_tools(["delete_page"]),
            "no tool has a name that matches 'delete_page'",
        ),
        (
            cms().only_tools(["delete_page"]).read_only(),
            "no tool is left to serve",
        ),
        (
            Tools::new("x", "1").and(cms().only_tools(["nothing"])),
            "matches 'nothing'",
        ),
    ] {
        let error = error(tools);
        assert!(error.contains(expected), "{error}");
    }
}

#[tokio::test]
async fn discovery_knows_only_what_is_served() {
    let upstream = Upstream::ok().await;
    let mut client = to(&upstream, cms().listed_as(Mode::Discovery).read_only()).await;
    assert_eq!(
        client.tool_names().await,
        "cms_endpoint_lister cms_schema_provider cms_endpoint_executor look"
    );
    let executor = client.tools().await[2].take();
    assert_eq!(executor["annotations"]["readOnlyHint"], true, "{executor}");

    let list = client.lister(json!({})).await;
    assert_eq!(list["total_endpoints"], 4, "{list}");
    assert!(!list.to_string().contains("DELETE /"), "{list}");
    let found = client.lister(json!({"search_term": "delete page"})).await;
    assert!(!found.to_string().contains("delete_page"), "{found}");

    let asked =
        json!({"tool_name": "delete_page", "method": "DELETE", "endpoint_path": "/pages/{pageId}"});
    let provided = client.call("cms_schema_provider", asked.clone()).await;
    assert_eq!(provided["isError"], true);
    let answer = text(&provided);
    assert!(
        answer.contains("No endpoint found matching: DELETE"),
        "{answer}"
    );
    assert!(!answer.contains("\"delete_page\""), "{answer}");
    let endpoints = Endpoints::from_tools(cms().read_only());
    assert!(
        endpoints
            .answer("delete_page", "DELETE", "/pages/{pageId}")
            .is_err()
    );
    assert!(
        endpoints
            .answer("get_page", "GET", "/pages/{pageId}")
            .is_ok()
    );

    for path in ["/pages/{pageId}", "/pages/7"] {
        let asked =
            json!({"method": "DELETE", "endpoint_path": path, "request_data": {"pageId": 7}});
        let result = client.executor(asked).await;
        assert_eq!(result["_meta"]["errorType"], "not_found", "{result}");
        let suggestions = text(&result).split_once("Suggestions: ");
        assert!(
            suggestions.is_none_or(|(_, suggested)| !suggested.contains("DELETE")),
            "{result}"
        );
    }
    let direct = json!({"name": "delete_page", "arguments": {"pageId": 7}});
    let answer = client.answer("tools/call", direct).await;
    assert!(
        answer["error"]["message"]
            .as_str()
            .unwrap()
            .starts_with("unknown tool")
    );
    assert!(upstream.received().is_empty());

    let asked = json!({"method": "GET", "endpoint_path": "/pages/7"});
    assert_eq!(client.executor(asked).await["isError"], false);
    assert_eq!(upstream.received().len(), 1);
}

#[tokio::test]
async fn a_reader_runs_read_only_operations_and_no_others() {
    let upstream = Upstream::ok().await;
    let reading = || {
        Tools::from_api(tagged())
            .listed_as(Mode::Discovery)
            .discovery_reader(true)
    };
    let mut client = to(&upstream, reading()).await;
    assert_eq!(
        client.tool_names().await,
        "cms_endpoint_lister cms_schema_provider cms_endpoint_executor cms_endpoint_reader"
    );
    let tools = client.tools().await;
    let (executor, reader) = (&tools[2], &tools[3]);
    assert_eq!(
        executor["annotations"],
        json!({"readOnlyHint": false, "destructiveHint": true, "idempotentHint": false, "openWorldHint": true})
    );
    assert_eq!(reader["annotations"]["readOnlyHint"], true);
    assert_eq!(
        reader["inputSchema"]["properties"]["method"]["enum"],
        json!(["GET"])
    );

    let asked = json!({"method": "GET", "endpoint_path": "/pages/7"});
    let result = client.call("cms_endpoint_reader", asked.clone()).await;
    assert_eq!(result["isError"], false, "{result}");
    assert_eq!(client.executor(asked).await["isError"], false);
    assert_eq!(upstream.received().len(), 2);

    for validated in [true, false] {
        let asked = json!({
            "method": "DELETE", "endpoint_path": "/pages/7", "validation_required": validated,
        });
        let result = client.call("cms_endpoint_reader", asked).await;
        assert_eq!(result["isError"], true);
        assert_eq!(
            text(&result),
            "DELETE /pages/{pageId} is not read-only, so cms_endpoint_reader does not call it: call \
             cms_endpoint_executor instead"
        );
    }
    assert_eq!(upstream.received().len(), 2);

    // The provider names the tool that calls the endpoint.
    for (tool, method, runner) in [
        ("get_page", "GET", "cms_endpoint_reader"),
        ("delete_page", "DELETE", "cms_endpoint_executor"),
    ] {
        let asked =
            json!({"tool_name": tool, "method": method, "endpoint_path": "/pages/{pageId}"});
        let provided = client.provider(asked.clone()).await;
        let call = provided["call"].as_str().unwrap();
        assert!(call.starts_with(&format!("{runner} with ")), "{call}");
        let mut asked = asked;
        asked["format"] = json!("full");
        let provided = client.provider(asked).await;
        assert_eq!(
            provided["execution_instructions"]["next_tool"], runner,
            "{provided}"
        );
    }
    let error = error(reading().listed_as(Mode::Compact));
    assert!(
        error.contains("`--discovery-reader` needs the executor"),
        "{error}"
    );
}
