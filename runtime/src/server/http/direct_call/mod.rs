//! Calls of tools that are answered without rmcp.
//!
//! For each request without a session, rmcp runs a service with channels of its own, which take 43 KB for as long as the
//! call runs. Few calls need one: those whose handler asks the client for something, or tells it how far it is. The
//! others are answered here if they are [plain](PlainCall), with the same bytes. Whatever is not, or is
//! wrong, goes to rmcp, so that there is one place that knows the protocol's errors.

mod plain_call;
#[cfg(test)]
mod tests;

use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use rmcp::ErrorData;
use rmcp::model::{CallToolResponse, ServerJsonRpcMessage, ServerResult};

pub(in crate::server) use plain_call::PlainCall;

use crate::server::Server;
use crate::server::call_request::CallRequest;
use crate::server::tool_call::{MAX_ECHO, truncate_str};
use crate::tools::ToolRunner;

impl Server {
    /// Reads a request; none if rmcp must answer it. `has_sessions` says whether clients of earlier revisions must
    /// have one.
    pub(super) fn read_plain_call(
        &self,
        head: &Parts,
        body: &[u8],
        has_sessions: bool,
    ) -> Option<PlainCall> {
        let call = PlainCall::from_request(head, body)?;
        let needs_session = has_sessions && !call.is_modern();
        (!needs_session && !self.may_ask_client(&call.tool)).then_some(call)
    }

    /// Calls a tool, and writes the answer as rmcp does.
    pub(super) async fn answer_plain_call(&self, head: &Parts, mut call: PlainCall) -> Response {
        let arguments = std::mem::take(&mut call.arguments);
        let request = CallRequest::Plain { head, call: &call };
        let answered = self.call_by_name(&call.tool, arguments, request).await;
        write_answer(answered, call)
    }

    /// Whether the tool of a name may ask its client for something, or tell it something.
    fn may_ask_client(&self, name: &str) -> bool {
        let tools = &self.shared.tools;
        #[cfg(feature = "discovery")]
        if self.shared.discovered.is_some() {
            // One of these tools calls all others.
            return tools.have_handlers();
        }
        match tools.find_tool(name) {
            Some(found) => !matches!(found.runner, ToolRunner::Upstream(_)),
            // A name in another case may be that of any tool.
            None => tools.have_handlers(),
        }
    }
}

/// The result or the error of a call. Its status is always 200: it is told apart only for errors that rmcp finds.
fn write_answer(answered: Result<CallToolResponse, ErrorData>, call: PlainCall) -> Response {
    let message = match answered {
        Ok(response) => {
            let mut result = ServerResult::from(response);
            if !call.is_modern() {
                result.strip_result_type_for_legacy_peer();
            }
            ServerJsonRpcMessage::response(result, call.id)
        }
        Err(error) => {
            let id = call.id.to_string();
            let id = truncate_str(&id, MAX_ECHO);
            tracing::debug!(id, error = %error.message, "a call was answered with an error");
            ServerJsonRpcMessage::error(error, Some(call.id))
        }
    };
    match serde_json::to_vec(&message) {
        Ok(body) => ([(CONTENT_TYPE, "application/json")], body).into_response(),
        Err(error) => {
            tracing::error!(%error, "an answer cannot be written as JSON");
            StatusCode::INTERNAL_SERVER_ERROR.into_response()
        }
    }
}
