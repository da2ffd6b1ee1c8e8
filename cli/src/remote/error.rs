//! Why the tools of another server cannot be listed, with what to do about it. Turns the nested
//! errors of rmcp and reqwest into one line without repetition. The caller escapes the text,
//! because parts of it may come from the server.

use std::error::Error;
use std::process::ExitStatus;
use std::time::Duration;

use rmcp::service::ClientInitializeError;
use rmcp::transport::streamable_http_client::StreamableHttpError;
use thiserror::Error as ThisError;
use toolwright::inspection::RegistryError;

/// Why a server does not answer.
#[derive(Debug, ThisError)]
pub(crate) enum RemoteError {
    #[error("cannot connect to a server: {0}")]
    Runtime(std::io::Error),
    #[error(
        "`{command}` cannot be started: {error}\n  help: write a program and its arguments after `--`"
    )]
    Start {
        command: String,
        error: std::io::Error,
    },
    #[error(
        "`{command}` ended before it responded ({status})\n  help: it must be an MCP server on standard \
         input and output; its own messages are above"
    )]
    Ended { command: String, status: ExitStatus },
    #[error("`{command}` does not respond as an MCP server: {why}")]
    Odd { command: String, why: String },
    #[error(
        "no MCP server responds at {url}: {why}\n  help: check that it runs, and that this is its endpoint, \
         for example http://127.0.0.1:8000/mcp. Pass a token with --header 'Authorization: Bearer …'"
    )]
    Silent { url: String, why: String },
    #[error(
        "`{server}` has not responded within {} s, while waiting for {waiting_for}\n  help: allow more time \
         with --timeout SECONDS",
        limit.as_secs()
    )]
    TimedOut {
        server: String,
        limit: Duration,
        waiting_for: String,
    },
    #[error("`{server}` did not answer {asked}: {why}")]
    Failed {
        server: String,
        asked: String,
        why: String,
    },
    #[error("`{0}` is not a valid header")]
    Header(String),
    #[error(transparent)]
    Registry(#[from] RegistryError),
}

/// Why there is no connection, in words.
pub(super) fn describe_refusal(refusal: &ClientInitializeError) -> String {
    match refusal {
        ClientInitializeError::TransportError { error, .. } => {
            describe_transport_error(&*error.error)
        }
        error => join_sources(error),
    }
}

fn describe_transport_error(error: &(dyn Error + Send + Sync + 'static)) -> String {
    // It names no source.
    match error.downcast_ref() {
        Some(StreamableHttpError::<reqwest::Error>::Client(error)) => join_sources(error),
        _ => join_sources(error),
    }
}

/// An error and what it comes from, without what is said twice.
fn join_sources(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(error) = source {
        let said = error.to_string();
        // Many errors print their source themselves, so that a plain chain would say the same thing
        // twice.
        if !text.contains(&said) {
            text = format!("{text}: {said}");
        }
        source = error.source();
    }
    text
}
