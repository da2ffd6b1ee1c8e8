//! Errors of rmcp's client in words, with their causes.

use std::error::Error;

use rmcp::service::ClientInitializeError;
use rmcp::transport::streamable_http_client::StreamableHttpError;

/// Why there is no connection.
pub(super) fn describe_refusal(refusal: &ClientInitializeError) -> String {
    match refusal {
        ClientInitializeError::TransportError { error, .. } => {
            describe_transport_error(&*error.error)
        }
        ClientInitializeError::LegacyFallbackFailed { discover, fallback } => format!(
            "server/discover: {}; initialize: {}",
            describe_refusal(discover),
            describe_refusal(fallback)
        ),
        ClientInitializeError::JsonRpcError(error) => {
            format!(
                "the server answered with error {}: {}",
                error.code.0, error.message
            )
        }
        error => with_causes(error),
    }
}

/// What is wrong with a transport.
pub(super) fn describe_transport_error(error: &(dyn Error + Send + Sync + 'static)) -> String {
    // It does not name its source.
    match http_error(error) {
        Some(StreamableHttpError::Client(error)) => with_causes(error),
        _ => with_causes(error),
    }
}

/// Whether the server has answered the introduction with an error of its own.
pub(super) fn is_answer(refusal: &ClientInitializeError) -> bool {
    match refusal {
        ClientInitializeError::JsonRpcError(error) => !super::is_malformed(error),
        ClientInitializeError::LegacyFallbackFailed { fallback, .. } => is_answer(fallback),
        _ => false,
    }
}

/// Whether nobody listens at the URL, so that another try in another way makes no sense.
pub(super) fn is_unreachable(refusal: &ClientInitializeError) -> bool {
    let ClientInitializeError::TransportError { error, .. } = refusal else {
        return false;
    };
    match http_error(&*error.error) {
        Some(StreamableHttpError::Client(error)) => error.is_connect() || error.is_redirect(),
        Some(StreamableHttpError::AuthRequired(_) | StreamableHttpError::InsufficientScope(_)) => {
            true
        }
        _ => false,
    }
}

fn http_error<'e>(
    error: &'e (dyn Error + Send + Sync + 'static),
) -> Option<&'e StreamableHttpError<reqwest::Error>> {
    error.downcast_ref()
}

/// An error and its causes, each once.
fn with_causes(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(error) = source {
        let cause = error.to_string();
        if !text.contains(&cause) {
            text = format!("{text}: {cause}");
        }
        source = error.source();
    }
    text
}
