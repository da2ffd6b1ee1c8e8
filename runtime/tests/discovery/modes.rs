use serde_json::{Value as Json, json};
use std::sync::Arc;

use toolwright::discovery::Mode;
use toolwright::generated::{Annotations, InputSchema, Method, Schema, start_own_tool};
use toolwright::{Call, OwnTool, Server, ToolError, Tools};

use crate::client::{Client, text};
use crate::fixture;

static INPUT: InputSchema = InputSchema::new("{\"type\":\"object\"}", Schema::ANY);

const fn named(name: &'static str) -> OwnTool<()> {
    OwnTool {
        name,
        title: "",
        description: "Says what time it is.",
        annotations: Annotations::of(Method::Get),
        input: || &INPUT,
        output: None,
        start: |(), fields, call| start_own_tool(fields, move |_: Json| time(call)),
    }
}

async fn time(call: &Call<'_>) -> Result<String, ToolError> {
    call.report("looking");
    Ok("late".to_owned())
}

static OWN: [OwnTool<()>; 1] = [named("time")];
static CLASHING: [OwnTool<()>; 1] = [named("cms_schema_provider")];

const THREE: &str = "cms_endpoint_lister cms_schema_provider cms_endpoint_executor";
const ALL: &str = "broken create_page delete_page get_page get_user list_assets list_pages \
                   replace_page";

fn cms() -> Tools {
    Tools::from_api(fixture::api())
}

#[tokio::test]
async fn three_tools_are_listed_unless_it_is_said_otherwise() {
    assert_eq!(Client::cms().await.tool_names().await, THREE);
    let plain = Tools::from_api(fixture::plain_api());
    assert_eq!(Client::of(plain).await.tool_names().await, ALL);
    for (mode, expected) in [
        (Mode::All, ALL.to_owned()),
        (Mode::Discovery, THREE.to_owned()),
        (Mode::Both, format!("{THREE} {ALL}")),
        (Mode::Compact, format!("cms_schema_provider {ALL}")),
    ] {
        let mut client = Client::of(cms().listed_as(mode)).await;
        assert_eq!(client.tool_names().await, expected, "{mode}");
    }
}

#[tokio::test]
async fn what_has_no_endpoint_is_listed_beside_them() {
    let tools = cms().and_own(Arc::new(()), &OWN);
    let mut client = Client::of(tools).await;
    assert_eq!(client.tool_names().await, format!("{THREE} time"));
    assert_eq!(client.call("time", json!({})).await["isError"], false);
}

#[tokio::test]
async fn a_hidden_tool_is_refused_with_a_hint() {
    let mut client = Client::cms().await;
    let arguments = json!({"name": "get_page", "arguments": {"pageId": 7}});
    let answer = client.answer("tools/call", arguments.clone()).await;
    assert_eq!(answer["error"]["code"], -32602);
    assert_eq!(
        answer["error"]["message"],
        "get_page is not called by its name on this server: call cms_endpoint_executor with the \
         method GET, the endpoint_path /pages/{pageId} and its arguments as request_data"
    );
    let unknown = client
        .answer("tools/call", json!({"name": "getPage"}))
        .await;
    assert_eq!(
        unknown["error"]["message"],
        "unknown tool: getPage; did you mean `get_page`? `get_page` is GET /pages/{pageId}. Find endpoints with cms_endpoint_lister, see how one is called with \
         cms_schema_provider, and call it with cms_endpoint_executor."
    );
    let by_case = client
        .answer("tools/call", json!({"name": "Cms_Endpoint_Lister"}))
        .await;
    assert!(by_case["error"].is_null(), "{by_case}");
    for mode in [Mode::All, Mode::Both, Mode::Compact] {
        let mut client = Client::of(cms().listed_as(mode)).await;
        let answer = client.answer("tools/call", arguments.clone()).await;
        assert!(answer["error"].is_null(), "{mode}: {answer}");
    }
    let mut client = Client::of(cms().listed_as(Mode::All)).await;
    let unknown = client
        .answer("tools/call", json!({"name": "cms_schema_provider"}))
        .await;
    assert!(!unknown["error"].is_null(), "there is no discovery");
}

#[cfg(feature = "bridge")]
#[tokio::test]
async fn a_hidden_tool_is_not_found_over_the_bridge_with_the_same_hint() {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    use tokio::net::{TcpListener, TcpStream};

    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let server = Server::from_tools(cms(), []).unwrap();
    let config = toolwright::server::HttpConfig {
        bridge: true,
        ..toolwright::server::HttpConfig::default()
    };
    tokio::spawn(async move { server.serve_http(listener, &config).await });
    let mut stream = TcpStream::connect(address).await.unwrap();
    let request = format!(
        "POST /tools/get_page HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{{}}"
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 404 "), "{answer}");
    let (_, body) = answer.split_once("\r\n\r\n").unwrap();
    assert_eq!(
        serde_json::from_str::<Json>(body).unwrap(),
        json!({
            "ok": false,
            "data": {},
            "meta": {"tool": "get_page", "did_you_mean": ["cms_endpoint_executor"]},
            "errors": [
                "get_page is not called by its name on this server: call cms_endpoint_executor with the method GET, \
                 the endpoint_path /pages/{pageId} and its arguments as request_data"
            ],
        })
    );
}

#[tokio::test]
async fn clients_are_told_how_to_begin() {
    let hello = Client::cms().await.hello;
    let instructions = hello["instructions"].as_str().unwrap();
    assert!(instructions.starts_with("Pages and assets.\n\nFind endpoints with "));
    let hello = Client::of(cms().listed_as(Mode::Both)).await.hello;
    assert_eq!(hello["instructions"], "Pages and assets.");
}

#[tokio::test]
async fn compact_tools_have_their_signatures() {
    let mut client = Client::of(cms().listed_as(Mode::Compact)).await;
    let tools = client.tools().await;
    assert_eq!(
        tools[4],
        json!({
            "name": "get_page",
            "description": "get_page(pageId: integer, locale?: string) - GET /pages/{pageId}",
            "inputSchema": {"type": "object"},
            "annotations": {
                "readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true,
            },
        })
    );
    let result = client
        .call("get_page", json!({"pageId": "x", "lokale": "de"}))
        .await;
    let text = crate::client::text(&result);
    assert!(
        text.contains("did you mean `locale`?"),
        "the whole schema is known: {text}"
    );
}

#[tokio::test]
async fn the_prefix_is_the_servers() {
    let mut client = Client::of(cms().discovery_prefix("my-site")).await;
    assert_eq!(
        client.tool_names().await,
        "my-site_endpoint_lister my-site_schema_provider my-site_endpoint_executor"
    );
    let lister = &client.tools().await[0];
    assert!(
        lister["description"]
            .as_str()
            .unwrap()
            .contains("available MY SITE endpoints")
    );
    let second = Tools::from_api(fixture::plain_api()).and(fixture::second_api());
    let mut client = Client::of(second.listed_as(Mode::Discovery)).await;
    let names = client.tool_names().await;
    assert!(names.starts_with("news_endpoint_lister "), "{names}");
    assert!(
        names.ends_with(ALL),
        "what cannot be found otherwise is listed: {names}"
    );
}

#[test]
fn what_cannot_be_served_is_said() {
    let error = |tools: Tools| Server::from_tools(tools, []).unwrap_err().to_string();
    let plain = Tools::from_api(fixture::plain_api());
    assert_eq!(
        error(plain.listed_as(Mode::Discovery)),
        "the mode `discovery` has no tools to list: compile the API with the setting `discovery`, and \
         build the server with the feature `discovery` of the crate `toolwright`"
    );
    assert_eq!(
        error(cms().discovery_prefix("my site")),
        "'my site' cannot begin the names of the tools of discovery: a prefix has 1 to 46 letters \
         of ASCII, digits, `_` and `-`"
    );
    assert_eq!(
        error(cms().and_own(Arc::new(()), &CLASHING)),
        "the tool 'cms_schema_provider' has the name of a discovery tool: set another prefix with \
         `--discovery-prefix`, or list the tools one by one with `--tools all`"
    );
    assert!(
        Server::from_tools(
            cms().and_own(Arc::new(()), &CLASHING).listed_as(Mode::All),
            []
        )
        .is_ok()
    );
}

#[test]
fn reviews_show_every_operation() {
    let list = toolwright::tool_list(fixture::api());
    assert!(list.contains("get_page (GET /pages/{pageId})"), "{list}");
    assert!(!list.contains("cms_endpoint_lister"));
}

/// Those of the executor, whether an endpoint was called or not. The lister and the provider answer in their own JSON.
#[tokio::test]
async fn errors_of_endpoints_have_the_form_of_the_server() {
    let tools = || {
        cms().error_form(|failure| {
            let violations = failure.violations.len();
            json!({"of": failure.tool, "violations": violations, "why": failure.message})
        })
    };
    let mut client = Client::of(tools()).await;
    for (endpoint_path, request_data, of, violations) in [
        ("/nothing", json!({}), "cms_endpoint_executor", 0),
        ("/pages/{pageId}", json!({"pageId": "seven"}), "get_page", 1),
        ("/pages/{pageId}", json!({"pageId": 7}), "get_page", 0),
    ] {
        let call =
            json!({"method": "GET", "endpoint_path": endpoint_path, "request_data": request_data});
        let result = client.executor(call).await;
        assert_eq!(result["isError"], true, "{result}");
        let form = &result["structuredContent"];
        assert_eq!(form["of"], of, "{result}");
        assert_eq!(form["violations"], violations, "{result}");
        assert_ne!(form["why"], "", "{result}");
        assert_eq!(text(&result), form.to_string());
        assert_eq!(result["_meta"]["success"], false, "{result}");
    }
    let unknown = json!({"tool_name": "no", "method": "GET", "endpoint_path": "/nothing"});
    assert_eq!(client.provider(unknown).await["success"], false);
}
