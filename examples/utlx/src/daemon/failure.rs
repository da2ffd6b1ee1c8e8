//! What code a failed request has.

use serde_json::{Value, json};
use toolwright::SendError;

use crate::failure::{Failure, FailureCode};

/// The failure of a request that came to no response, or to one that nobody understands.
///
/// A response with another status is the dialect's to read; here it is judged by its status alone.
pub(super) fn from_send_error(error: &SendError, url: &str) -> Failure {
    let (code, advice) = match error {
        SendError::Connection { .. } => (
            FailureCode::DaemonConnection,
            format!(
                "There is no connection to the UTL-X daemon at {url}: start it, or set daemon.url (UTLX_DAEMON_URL)."
            ),
        ),
        SendError::Broken { .. } => (
            FailureCode::DaemonConnection,
            format!(
                "The UTL-X daemon at {url} closed the connection: it may have been stopped. Call again."
            ),
        ),
        SendError::Timeout { .. } => (
            FailureCode::Timeout,
            format!("The UTL-X daemon at {url} did not answer in time. Call again with less data."),
        ),
        SendError::Unreadable { .. } => (
            FailureCode::Internal,
            format!(
                "The answer of the UTL-X daemon at {url} is too large, or encoded in an unknown way."
            ),
        ),
        SendError::Decode(_) => (
            FailureCode::Internal,
            format!(
                "What answers at {url} does not speak the configured dialect of the UTL-X daemon: check daemon.url and \
                 daemon.dialect."
            ),
        ),
        SendError::Status(refusal) => from_status(refusal.status, url),
        _ => (
            FailureCode::Internal,
            format!("The request to the UTL-X daemon at {url} was not sent."),
        ),
    };
    let cause = first_lines(&error.to_string());
    Failure::new(code, advice).with_details(json!({"cause": cause}))
}

/// A status whose body says nothing.
fn from_status(status: u16, url: &str) -> (FailureCode, String) {
    match status {
        408 | 504 => (
            FailureCode::Timeout,
            format!("The UTL-X daemon at {url} did not finish in time (HTTP {status})."),
        ),
        429 | 502 | 503 => (
            FailureCode::DaemonConnection,
            format!(
                "The UTL-X daemon at {url} is not available now (HTTP {status}). Call again later."
            ),
        ),
        404 | 405 => (
            FailureCode::Internal,
            format!(
                "What answers at {url} has no such operation (HTTP {status}): check daemon.url and daemon.dialect."
            ),
        ),
        _ => (
            FailureCode::Internal,
            format!("The UTL-X daemon at {url} failed (HTTP {status})."),
        ),
    }
}

/// The body of a response with an error status, if it is an object of JSON.
pub(super) fn refusal_body(error: &SendError) -> Option<Value> {
    match error {
        SendError::Status(refusal) => refusal.json().filter(Value::is_object),
        _ => None,
    }
}

fn first_lines(text: &str) -> String {
    text.lines().take(5).collect::<Vec<_>>().join("\n")
}
