//! What `benches -- throughput` is compared with: the one tool `get_issue` as somebody writes it
//! with rmcp and reqwest by hand, with rmcp's transport as fast as it gets. It checks nothing.
//!
//! `handwritten ADDRESS BASE_URL` listens on the address.

use std::sync::Arc;

use axum::Router;
use axum::serve::ListenerExt;
use reqwest::Client;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, ErrorCode, JsonObject,
    ListToolsResult, PaginatedRequestParams, ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::RequestContext;
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use rmcp::{ErrorData, RoleServer, ServerHandler};
use serde_json::{Value, json};
use tokio::net::TcpListener;

#[derive(Clone)]
struct Issues {
    client: Client,
    base: Arc<str>,
}

impl Issues {
    async fn get_issue(&self, arguments: &JsonObject) -> Option<Result<String, reqwest::Error>> {
        let owner = arguments.get("owner")?.as_str()?;
        let repo = arguments.get("repo")?.as_str()?;
        let number = arguments.get("number")?.as_i64()?;
        let url = format!("{}/repos/{owner}/{repo}/issues/{number}", self.base);
        let response = match self.client.get(url).send().await {
            Ok(response) => response,
            Err(error) => return Some(Err(error)),
        };
        Some(response.text().await)
    }
}

impl ServerHandler for Issues {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let Value::Object(schema) = json!({
            "type": "object",
            "required": ["owner", "repo", "number"],
            "properties": {
                "owner": {"type": "string"},
                "repo": {"type": "string"},
                "number": {"type": "integer"},
            },
        }) else {
            return Err(failure("the schema is not an object"));
        };
        let tool = Tool::new("get_issue", "GET an issue", Arc::new(schema));
        Ok(ListToolsResult::with_all_items(vec![tool]))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let arguments = request.arguments.unwrap_or_default();
        let text = match self.get_issue(&arguments).await {
            Some(Ok(text)) => text,
            Some(Err(error)) => return Err(failure(&error.to_string())),
            None => return Err(ErrorData::invalid_params("an argument is missing", None)),
        };
        let mut result = CallToolResult::success(vec![ContentBlock::text(text.as_str())]);
        result.structured_content = serde_json::from_str(&text).ok();
        Ok(CallToolResponse::Complete(result))
    }
}

fn failure(message: &str) -> ErrorData {
    ErrorData::new(ErrorCode::INTERNAL_ERROR, message.to_owned(), None)
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(address), Some(base)) = (arguments.next(), arguments.next()) else {
        return Err("usage: handwritten ADDRESS BASE_URL".into());
    };
    rustls::crypto::ring::default_provider()
        .install_default()
        .map_err(|_| "a provider is there already")?;
    let issues = Issues {
        client: Client::builder().tcp_nodelay(true).build()?,
        base: base.into(),
    };
    let transport = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true);
    let service = StreamableHttpService::new(
        move || Ok(issues.clone()),
        Arc::new(NeverSessionManager::default()),
        transport,
    );
    let listener = TcpListener::bind(address).await?;
    let listener = listener.tap_io(|stream| {
        let _ = stream.set_nodelay(true);
    });
    axum::serve(listener, Router::new().route_service("/mcp", service)).await?;
    Ok(())
}
