//! What a client is told whose `Host` or `Origin` is not allowed. rmcp rejects such a request without
//! saying what would allow it; this names the option, in the response and in the log, since most of
//! them come from an operator who has just put a proxy in front of the server.

use axum::body::{Body, to_bytes};
use axum::http::header::{HOST, ORIGIN};
use axum::http::request::Parts;
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};

/// The headers of a request that it can be rejected for.
pub(super) struct RequestNames {
    host: Option<HeaderValue>,
    origin: Option<HeaderValue>,
}

/// More of a header is not repeated.
const MAX_CHARS: usize = 200;

/// rmcp's own texts are shorter.
const MAX_BYTES: usize = 1024;

impl RequestNames {
    pub(super) fn from_head(head: &Parts) -> Self {
        let header = |name: HeaderName| head.headers.get(name).cloned();
        let authority = || HeaderValue::from_str(head.uri.authority()?.as_str()).ok();
        Self {
            host: header(HOST).or_else(authority),
            origin: header(ORIGIN),
        }
    }

    /// The answer to a request of a web page that is not allowed to send any.
    pub(super) fn reject_origin(&self) -> Response {
        let origin = printable_header(self.origin.as_ref());
        let message = format!(
            "This server does not accept requests of web pages from the origin '{origin}'. If the \
             page is yours, start the server with --allow-origin {origin}."
        );
        forbidden_response(&message)
    }

    /// rmcp's answer, with another text where it rejects a host or an origin.
    pub(super) async fn explain_rejection(&self, response: Response) -> Response {
        if response.status() != StatusCode::FORBIDDEN {
            return response;
        }
        let (head, body) = response.into_parts();
        let Ok(text) = to_bytes(body, MAX_BYTES).await else {
            return head.status.into_response();
        };
        match text.as_ref() {
            b"Forbidden: Host header is not allowed" => reject_host(self.host.as_ref()),
            b"Forbidden: Origin header is not allowed" => self.reject_origin(),
            _ => Response::from_parts(head, Body::from(text)),
        }
    }
}

/// The answer to a request for a host that is not allowed.
pub(super) fn reject_host(host: Option<&HeaderValue>) -> Response {
    let host = printable_header(host);
    let message = format!(
        "This server does not accept requests for the host '{host}'. If clients call it by this \
         name, start it with --allow-host {host}."
    );
    forbidden_response(&message)
}

/// The answer to a request that has several `Host` headers (RFC 9112, section 3.2).
pub(super) fn reject_several_hosts() -> Response {
    let message =
        "The request has more than one Host header, so servers could disagree about its host.";
    tracing::warn!("{message}");
    (StatusCode::BAD_REQUEST, format!("{message}\n")).into_response()
}

fn forbidden_response(message: &str) -> Response {
    tracing::warn!("{message}");
    (StatusCode::FORBIDDEN, format!("{message}\n")).into_response()
}

/// A header as it may stand in a text: a value with anything but visible ASCII is not repeated.
fn printable_header(value: Option<&HeaderValue>) -> String {
    let text = value.and_then(|value| value.to_str().ok()).unwrap_or("?");
    text.chars().take(MAX_CHARS).collect()
}
