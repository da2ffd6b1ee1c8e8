//! The JSON-RPC errors that answer text which is not a message.

use std::borrow::Cow;

use rmcp::model::{ErrorCode, RequestId};
use serde::Deserialize;
use serde_json::error::Category;
use serde_json::{Value as Json, json};

use super::outline::Outline;
use crate::json_scan::MAX_REQUEST_VALUES;
use crate::rounded_integer::describe_rounded_integer;

/// Whether a text is a request to call a tool. What is wrong with its arguments is told to the model, which can correct them, by a
/// result (MCP 2025-11-25, "Tools", "Error Handling").
pub(in crate::server) fn is_tool_call(text: &[u8]) -> bool {
    #[derive(Deserialize)]
    struct Head<'t> {
        #[serde(borrow, default)]
        method: Cow<'t, str>,
    }
    serde_json::from_slice(text).is_ok_and(|head: Head<'_>| head.method == "tools/call")
}

/// The response to a call that has failed with this text.
pub(in crate::server) fn json_rpc_call_failure(id: Option<&Json>, text: &str) -> Json {
    let content = json!([{"type": "text", "text": text}]);
    json!({"jsonrpc": "2.0", "id": id, "result": {"content": content, "isError": true}})
}

/// Why a text is not a message, with the id of the request that it was meant to be.
#[derive(Debug, PartialEq)]
pub(in crate::server) struct Rejection {
    code: ErrorCode,
    message: String,
    id: Option<Json>,
    wants_no_answer: bool,
    /// Whether it is the result of a call, which a model reads, rather than an error of the protocol.
    is_call_result: bool,
}

impl Rejection {
    /// For a text that the parser of messages has rejected with `error`.
    pub(in crate::server) fn for_text(text: &[u8], error: &serde_json::Error) -> Self {
        let outline = Outline::from_text(text);
        let (code, message) = match error.classify() {
            // JSON, but of another form. serde's own message names rmcp's types, and may quote.
            Category::Data if outline.is_array() => (
                ErrorCode::INVALID_REQUEST,
                "batches are not supported: send each message on its own".to_owned(),
            ),
            Category::Data => (
                ErrorCode::INVALID_REQUEST,
                "not a JSON-RPC 2.0 message: a request has `jsonrpc`, `id` (a string or an \
                 integer), `method` and, if there are any, `params`"
                    .to_owned(),
            ),
            _ => (
                ErrorCode::PARSE_ERROR,
                format!("the message is not valid JSON: {error}"),
            ),
        };
        Self {
            code,
            message,
            wants_no_answer: outline.wants_no_answer(),
            id: outline.into_id(),
            is_call_result: false,
        }
    }

    /// For a line of more than `limit` bytes.
    pub(in crate::server) fn too_long(limit: usize, outline: Outline) -> Self {
        Self {
            code: ErrorCode::INVALID_REQUEST,
            message: format!("the message is longer than {limit} bytes"),
            wants_no_answer: outline.wants_no_answer(),
            id: outline.into_id(),
            is_call_result: false,
        }
    }

    /// For a text with more JSON values than a request may have.
    pub(super) fn too_many_values(text: &[u8], values: usize) -> Self {
        let outline = Outline::from_text(text);
        Self {
            code: ErrorCode::INVALID_REQUEST,
            message: format!(
                "the request has {values} JSON values, but at most {MAX_REQUEST_VALUES} are allowed: send \
                 less at once"
            ),
            wants_no_answer: outline.wants_no_answer(),
            id: outline.into_id(),
            is_call_result: false,
        }
    }

    /// For a text with an integer that would be sent as another number.
    pub(super) fn rounded_integer(text: &[u8], integer: &str) -> Self {
        let outline = Outline::from_text(text);
        Self {
            code: ErrorCode::INVALID_REQUEST,
            message: describe_rounded_integer(integer),
            wants_no_answer: outline.wants_no_answer(),
            id: outline.into_id(),
            is_call_result: is_tool_call(text),
        }
    }

    pub(super) fn too_many_messages(limit: usize) -> Self {
        Self {
            code: ErrorCode::INVALID_REQUEST,
            message: format!("a line contains more than {limit} messages: end each with a newline"),
            id: None,
            wants_no_answer: false,
            is_call_result: false,
        }
    }

    /// For a request with the id of another one that is still running.
    pub(in crate::server) fn id_in_use(id: RequestId) -> Self {
        Self {
            code: ErrorCode::INVALID_REQUEST,
            message: "a request with this id is still running: each request needs its own id"
                .to_owned(),
            id: Some(id.into_json_value()),
            wants_no_answer: false,
            is_call_result: false,
        }
    }

    /// For a request that arrives while the server ends.
    pub(in crate::server) fn server_ending(id: RequestId) -> Self {
        Self {
            code: ErrorCode(-32000),
            message: "the server is shutting down and accepts no more requests: nothing was done"
                .to_owned(),
            id: Some(id.into_json_value()),
            wants_no_answer: false,
            is_call_result: false,
        }
    }

    /// What is wrong, for the log.
    pub(in crate::server) fn message(&self) -> &str {
        &self.message
    }

    /// Whether the text was a notification or itself an answer, which JSON-RPC does not answer. Two
    /// programs that answered each other's broken answers would never stop.
    pub(in crate::server) fn wants_no_answer(&self) -> bool {
        self.wants_no_answer
    }

    /// The error response. Its `id` is `null` if none was found (JSON-RPC 2.0, section 5).
    pub(in crate::server) fn to_response(&self) -> Json {
        match self.is_call_result {
            true => json_rpc_call_failure(self.id.as_ref(), &self.message),
            false => json!({
                "jsonrpc": "2.0",
                "id": self.id,
                "error": {"code": self.code.0, "message": self.message},
            }),
        }
    }
}
