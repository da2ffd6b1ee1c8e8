//! The forms of the bridge's answers.

use axum::body::{Bytes, to_bytes};
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use axum::http::request::Parts;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde_json::json;

use crate::memory::RequestMemory;
use crate::value::Json;

/// The texts of the gate are shorter.
const MAX_REJECTION: usize = 4_096;

/// An answer with a JSON value as its body.
pub(super) struct JsonAnswer;

impl JsonAnswer {
    pub(super) fn ok(body: &Json) -> Response {
        Self::with_status(StatusCode::OK, body)
    }

    /// An answer whose body is JSON already.
    pub(super) fn ok_text(body: String) -> Response {
        ([(CONTENT_TYPE, "application/json")], body).into_response()
    }

    /// The same of a body that repeats what the client has sent: it has a part in the memory of the request until it
    /// has gone out, however slowly the client reads.
    pub(super) fn ok_text_within(body: String, memory: RequestMemory) -> Response {
        struct Held(
            String,
            #[expect(dead_code, reason = "held, not read")] RequestMemory,
        );
        impl AsRef<[u8]> for Held {
            fn as_ref(&self) -> &[u8] {
                self.0.as_bytes()
            }
        }
        let body = Bytes::from_owner(Held(body, memory));
        ([(CONTENT_TYPE, "application/json")], body).into_response()
    }

    pub(super) fn with_status(status: StatusCode, body: &Json) -> Response {
        let headers = [(CONTENT_TYPE, "application/json")];
        (status, headers, body.to_string()).into_response()
    }

    /// What a request is rejected with before it reaches an endpoint, in the form that the endpoint has: the gate, which
    /// has other callers, says it as a text.
    pub(super) async fn from_rejection(
        rejected: Response,
        write: impl FnOnce(&str) -> Json,
    ) -> Response {
        let (mut head, body) = rejected.into_parts();
        let text = to_bytes(body, MAX_REJECTION).await.unwrap_or_default();
        let body = write(String::from_utf8_lossy(&text).trim_end());
        head.headers.remove(CONTENT_LENGTH);
        let json = HeaderValue::from_static("application/json");
        head.headers.insert(CONTENT_TYPE, json);
        Response::from_parts(head, body.to_string().into())
    }

    /// The form of errors where no tool is called.
    pub(super) fn error_body(message: &str) -> Json {
        json!({ "error": message })
    }

    /// A request that cannot be answered as it is.
    pub(super) fn bad_request(message: &str) -> Response {
        Self::with_status(StatusCode::BAD_REQUEST, &Self::error_body(message))
    }
}

/// What every call of a tool is answered with.
pub(super) struct BaseResponse;

impl BaseResponse {
    pub(super) fn success(tool: &str, data: Json) -> Json {
        json!({"ok": true, "data": data, "meta": {"tool": tool}, "errors": []})
    }

    pub(super) fn failure(tool: &str, errors: &[String]) -> Json {
        json!({"ok": false, "data": {}, "meta": {"tool": tool}, "errors": errors})
    }

    /// The arguments are not valid, so the tool was not called.
    pub(super) fn invalid(tool: &str, error: &str) -> Json {
        let meta = json!({"tool": tool, "validation": "failed"});
        json!({"ok": false, "data": {}, "meta": meta, "errors": [error]})
    }
}

/// Whether the server is there and takes calls.
pub(super) fn health_response(is_ending: bool) -> Response {
    if is_ending {
        let body = json!({"status": "unavailable", "mcp_server": "ending"});
        return JsonAnswer::with_status(StatusCode::SERVICE_UNAVAILABLE, &body);
    }
    JsonAnswer::ok(&json!({"status": "healthy", "mcp_server": "initialized"}))
}

/// The value of a parameter in the query of a URL; of several with the name, the first.
pub(super) fn query_parameter(head: &Parts, name: &str) -> Option<String> {
    let query = head.uri.query().unwrap_or_default();
    let mut pairs = form_urlencoded::parse(query.as_bytes());
    pairs.find_map(|(key, value)| (key == name).then(|| value.into_owned()))
}
