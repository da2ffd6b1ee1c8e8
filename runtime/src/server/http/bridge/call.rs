//! A call of a tool: a request to MCP, and its result in the bridge's form.

use axum::body::{Body, Bytes, to_bytes};
use axum::http::header::{
    ACCEPT, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, TRANSFER_ENCODING,
};
use axum::http::request::Parts;
use axum::http::{HeaderName, HeaderValue, Method, StatusCode, Uri};
use axum::response::Response;
use serde_json::json;

use super::Bridge;
use super::answers::{BaseResponse, JsonAnswer};
use crate::closest::closest;
use crate::server::http::body::respond_early;
use crate::server::http::gate::Admitted;
use crate::server::http::intake::{self, Intake};
use crate::value::Json;

/// The revision of MCP in which the bridge asks: one that has no `initialize`.
const REVISION: &str = "2026-07-28";

/// Longer names are not repeated.
const MAX_ECHO: usize = 100;

impl Bridge {
    pub(super) async fn call(
        &self,
        head: Parts,
        body: Body,
        name: &str,
        admitted: Admitted,
    ) -> Response {
        let Some(tool) = self.tools.find(name) else {
            return respond_early(body, self.unknown_tool(name)).await;
        };
        let Some(_entered) = self.endpoint.enter() else {
            let rejected = self.endpoint.reject_surplus(body).await;
            return rejected.into_response_with(|message| failure(name, message));
        };
        let server = self.endpoint.server();
        let intake = intake::read(&head, body, self.endpoint.config(), &server.shared.memory).await;
        let intake = match intake {
            Ok(intake) => intake,
            Err(rejected) => return rejected.into_response_with(|message| failure(name, message)),
        };
        let arguments = match parse_arguments(&intake.body) {
            Ok(arguments) => arguments,
            Err(message) => {
                return JsonAnswer::with(StatusCode::BAD_REQUEST, &failure(name, &message));
            }
        };
        if let Some(error) = self.find_violation(name, &arguments) {
            return JsonAnswer::ok(&BaseResponse::invalid(name, &error));
        }
        drop(arguments);
        let (head, intake) = mcp_request(head, &tool.name, intake);
        let response = self.endpoint.ask(head, intake, admitted).await;
        translate(&tool.name, response).await
    }

    fn unknown_tool(&self, name: &str) -> Response {
        let shown: String = name.chars().take(MAX_ECHO).collect();
        let mut body = failure(&shown, &format!("Tool not found: {shown}"));
        let similar = closest(name, self.tools.names());
        if !similar.is_empty() {
            body["meta"]["did_you_mean"] = json!(similar);
        }
        JsonAnswer::with(StatusCode::NOT_FOUND, &body)
    }
}

fn failure(tool: &str, error: &str) -> Json {
    BaseResponse::failure(tool, &[error.to_owned()])
}

/// The arguments in a body. A body without a byte is a call without arguments.
///
/// # Errors
///
/// It is not JSON.
pub(super) fn parse_arguments(body: &[u8]) -> Result<Json, String> {
    if body.trim_ascii().is_empty() {
        return Ok(json!({}));
    }
    serde_json::from_slice(body)
        .map_err(|error| format!("The body is not JSON: {error}. Send the arguments as an object."))
}

/// The request as MCP has it: its arguments are the body, as it came. What else the client said of itself stays, since
/// headers may be passed upstream, and traces go on.
fn mcp_request(mut head: Parts, tool: &str, intake: Intake) -> (Parts, Intake) {
    let arguments = match intake.body.trim_ascii() {
        b"" => b"{}",
        arguments => arguments,
    };
    let name = Json::from(tool);
    let mut message = format!(
        "{{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{{\"_meta\":{meta},\
         \"name\":{name},\"arguments\":",
        meta = json!({
            "io.modelcontextprotocol/protocolVersion": REVISION,
            "io.modelcontextprotocol/clientCapabilities": {},
            "io.modelcontextprotocol/clientInfo": {
                "name": "toolwright-bridge",
                "version": env!("CARGO_PKG_VERSION"),
            },
        }),
    )
    .into_bytes();
    message.extend_from_slice(arguments);
    message.extend_from_slice(b"}}");
    head.method = Method::POST;
    head.uri = Uri::from_static("/mcp");
    let headers = &mut head.headers;
    for name in [CONTENT_LENGTH, CONTENT_ENCODING, TRANSFER_ENCODING] {
        headers.remove(name);
    }
    let fixed = |text| HeaderValue::from_static(text);
    headers.insert(CONTENT_TYPE, fixed("application/json"));
    headers.insert(ACCEPT, fixed("application/json, text/event-stream"));
    headers.insert(
        HeaderName::from_static("mcp-protocol-version"),
        fixed(REVISION),
    );
    headers.insert(HeaderName::from_static("mcp-method"), fixed("tools/call"));
    // The name of a tool has the characters of a header.
    if let Ok(name) = HeaderValue::from_str(tool) {
        headers.insert(HeaderName::from_static("mcp-name"), name);
    }
    let body = Bytes::from(message);
    (head, Intake { body, ..intake })
}

/// MCP's answer in the bridge's form.
async fn translate(tool: &str, response: Response) -> Response {
    let status = response.status();
    // Results are truncated long before this; there is no other bound to state.
    let body = to_bytes(response.into_body(), usize::MAX).await;
    let answer: Option<Json> = body
        .ok()
        .and_then(|body| serde_json::from_slice(&body).ok());
    let Some(mut answer) = answer else {
        let message = format!("The server has not answered the call (status {status}).");
        return JsonAnswer::with(unexpected(status), &failure(tool, &message));
    };
    if let Some(error) = answer.pointer("/error/message").and_then(Json::as_str) {
        return JsonAnswer::with(unexpected(status), &failure(tool, error));
    }
    let result = answer["result"].take();
    if result["isError"] == true {
        let errors: Vec<String> = texts(&result).collect();
        return JsonAnswer::ok(&BaseResponse::failure(tool, &errors));
    }
    JsonAnswer::ok(&BaseResponse::success(tool, data(result)))
}

/// A fault is none that the bridge's document knows: 500, unless MCP's status already says that it is one.
fn unexpected(status: StatusCode) -> StatusCode {
    match status.is_client_error() || status.is_server_error() {
        true => status,
        false => StatusCode::INTERNAL_SERVER_ERROR,
    }
}

fn texts(result: &Json) -> impl Iterator<Item = String> {
    let content = result["content"].as_array();
    let texts = content
        .into_iter()
        .flatten()
        .filter_map(|block| block["text"].as_str());
    texts.map(str::to_owned)
}

/// A result: its texts as they are, other content as MCP has it, and what is structured.
fn data(mut result: Json) -> Json {
    let Json::Array(content) = result["content"].take() else {
        return json!({});
    };
    let content = content.into_iter().map(|mut block| match &block["text"] {
        Json::String(_) => block["text"].take(),
        _ => block,
    });
    let mut data = json!({"content": content.collect::<Vec<_>>()});
    if let Some(structured) = result.get_mut("structuredContent") {
        data["structuredContent"] = structured.take();
    }
    data
}
