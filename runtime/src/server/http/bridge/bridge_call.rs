//! A call of a tool: its arguments as they came, and its result in the bridge's form.

use axum::body::Body;
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::Response;
use rmcp::ErrorData;
use rmcp::model::{CallToolResponse, CallToolResult, ContentBlock};
use serde_json::json;

use super::Bridge;
use super::answers::{BaseResponse, JsonAnswer};
use crate::json::describe_parser_limit;
use crate::server::call_request::CallRequest;
use crate::server::http::early_response::respond_early;
use crate::server::http::gate::Admitted;
use crate::server::http::intake;
use crate::value::Json;
use toolwright_inspect::suggest::suggest_names;

/// Longer names are not repeated.
const MAX_ECHO: usize = 100;

impl Bridge {
    pub(super) async fn call_tool(
        &self,
        mut head: Parts,
        body: Body,
        name: &str,
        _admitted: Admitted,
    ) -> Response {
        let Some(tool) = self.tools.find_tool(name) else {
            return respond_early(body, self.unknown_tool(name)).await;
        };
        let Some(_entered) = self.endpoint.admit_request() else {
            let rejected = self.endpoint.reject_surplus(body).await;
            return rejected.into_response_with(|message| failure_body(name, message));
        };
        let server = self.endpoint.server();
        let intake =
            intake::read_body(&head, body, self.endpoint.config(), &server.shared.memory).await;
        let intake = match intake {
            Ok(intake) => intake,
            Err(rejected) => {
                return rejected.into_response_with(|message| failure_body(name, message));
            }
        };
        let arguments = match parse_arguments(&intake.body) {
            Ok(arguments) => arguments,
            Err(message) => {
                return JsonAnswer::with_status(
                    StatusCode::BAD_REQUEST,
                    &failure_body(name, &message),
                );
            }
        };
        if let Some(violation) = self.find_violation(name, &arguments) {
            return JsonAnswer::ok(&BaseResponse::invalid(name, &violation.text));
        }
        let Json::Object(arguments) = arguments else {
            let error = "Validation error at 'root': the arguments are not an object";
            return JsonAnswer::ok(&BaseResponse::invalid(name, error));
        };
        head.extensions.insert(intake.memory);
        let answered = server
            .call_by_name(name, arguments, CallRequest::Bridge(&head))
            .await;
        write_answer(&tool.name, answered)
    }

    fn unknown_tool(&self, name: &str) -> Response {
        // With discovery, the tools of single operations exist, and other tools call them.
        #[cfg(feature = "discovery")]
        if let Some(discovered) = &self.endpoint.server().shared.discovered
            && let Some(unlisted) = discovered.explain_unlisted(name)
        {
            let mut body = failure_body(name, &unlisted.message);
            body["meta"]["did_you_mean"] = json!([unlisted.executor]);
            return JsonAnswer::with_status(StatusCode::NOT_FOUND, &body);
        }
        let shown: String = name.chars().take(MAX_ECHO).collect();
        let mut body = failure_body(name, &format!("Tool not found: {shown}"));
        let similar = suggest_names(name, self.tools.tool_names());
        if !similar.is_empty() {
            body["meta"]["did_you_mean"] = json!(similar);
        }
        JsonAnswer::with_status(StatusCode::NOT_FOUND, &body)
    }
}

/// The answer to a call that was not made or has failed; longer names of tools than there are are not repeated.
pub(super) fn failure_body(tool: &str, error: &str) -> Json {
    let shown: String = tool.chars().take(MAX_ECHO).collect();
    BaseResponse::failure(&shown, &[error.to_owned()])
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
    serde_json::from_slice(body).map_err(|error| describe_parse_error(&error))
}

fn describe_parse_error(error: &serde_json::Error) -> String {
    match describe_parser_limit(error) {
        Some(limit) => format!("The body {limit}."),
        None => format!("The body is not JSON: {error}. Send the arguments as an object."),
    }
}

/// The result of a call in the bridge's form.
fn write_answer(tool: &str, answered: Result<CallToolResponse, ErrorData>) -> Response {
    match answered {
        Ok(CallToolResponse::Complete(result)) if result.is_error == Some(true) => {
            let texts = result.content.into_iter().filter_map(text_of);
            JsonAnswer::ok(&BaseResponse::failure(tool, &texts.collect::<Vec<_>>()))
        }
        Ok(CallToolResponse::Complete(result)) => {
            JsonAnswer::ok(&BaseResponse::success(tool, describe_result(result)))
        }
        Ok(_) => {
            let message = "The tool needs more input, which can be sent only over MCP.";
            JsonAnswer::ok(&failure_body(tool, message))
        }
        Err(error) => JsonAnswer::with_status(
            StatusCode::INTERNAL_SERVER_ERROR,
            &failure_body(tool, &error.message),
        ),
    }
}

fn text_of(block: ContentBlock) -> Option<String> {
    match block {
        ContentBlock::Text(text) => Some(text.text),
        _ => None,
    }
}

/// A result: its texts as they are, other content as MCP has it, and what is structured.
fn describe_result(result: CallToolResult) -> Json {
    let content = result.content.into_iter().map(|block| match block {
        ContentBlock::Text(text) => Json::String(text.text),
        // Texts, bytes in Base64 and JSON are always JSON.
        other => serde_json::to_value(other).unwrap_or_default(),
    });
    let mut data = json!({"content": content.collect::<Vec<_>>()});
    if let Some(structured) = result.structured_content {
        data["structuredContent"] = structured;
    }
    data
}
