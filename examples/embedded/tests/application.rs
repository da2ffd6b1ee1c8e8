//! The application as its clients have it: an MCP client, and a browser that asks for its own route.

use std::net::SocketAddr;

use example_embedded::{Notebook, application};
use rmcp::ServiceExt as _;
use rmcp::model::CallToolRequestParams;
use rmcp::transport::StreamableHttpClientTransport;
use rmcp::transport::streamable_http_client::StreamableHttpClientTransportConfig;
use serde_json::json;
use tokio::net::TcpListener;
use toolwright::server::HttpConfig;

const TOKEN: &str = "0123456789abcdef";

/// Serves an empty notebook, and another one below `/nested`; the base URL.
async fn serve() -> String {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("can listen");
    let address = listener.local_addr().expect("has an address");
    let mut config = HttpConfig::listening_on(address);
    config.access_tokens.push(TOKEN);
    let routes = application(Notebook::default(), &config).expect("the names differ");
    let nested = application(Notebook::default(), &config).expect("the names differ");
    let routes = routes.nest("/nested", nested);
    let service = routes.into_make_service_with_connect_info::<SocketAddr>();
    tokio::spawn(async move { axum::serve(listener, service).await });
    format!("http://{address}")
}

#[tokio::test]
async fn a_note_of_a_model_is_shown_by_the_route() {
    let url = serve().await;
    let config = StreamableHttpClientTransportConfig::with_uri(format!("{url}/mcp"));
    let config = config.auth_header(TOKEN);
    let client = ().serve(StreamableHttpClientTransport::from_config(config)).await;
    let client = client.expect("the server answers");

    let tools = client.list_all_tools().await.expect("is a list");
    let names: Vec<&str> = tools.iter().map(|tool| &*tool.name).collect();
    assert_eq!(names, ["add_note"]);

    let arguments = json!({"text": "Buy milk"}).as_object().cloned();
    let mut call = CallToolRequestParams::new("add_note");
    call.arguments = arguments;
    let result = client.call_tool(call).await.expect("is answered");
    assert_ne!(result.is_error, Some(true), "{result:?}");

    let notes = reqwest::get(format!("{url}/notes")).await;
    let notes = notes.expect("is answered").text().await;
    assert_eq!(notes.expect("is text"), "Buy milk");
}

#[tokio::test]
async fn the_gate_is_before_the_tools_and_not_before_the_route() {
    let url = serve().await;
    let http = reqwest::Client::new();
    let status_of = async |path: &str, headers: &[(&str, &str)]| {
        let mut request = http.get(format!("{url}{path}"));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        request.send().await.expect("is answered").status().as_u16()
    };
    let token = format!("Bearer {TOKEN}");
    let token = ("Authorization", token.as_str());
    let foreign = ("Host", "notes.example.com");

    assert_eq!(status_of("/mcp", &[]).await, 401);
    assert_eq!(status_of("/nested/mcp", &[]).await, 401);
    assert_eq!(status_of("/mcp", &[token, foreign]).await, 403);
    assert_eq!(status_of("/healthz", &[]).await, 200);
    assert_eq!(status_of("/notes", &[foreign]).await, 200);
}
