use std::error::Error;
use std::process::ExitStatus;
use std::time::Duration;

use rmcp::service::ClientInitializeError;
use rmcp::transport::streamable_http_client::StreamableHttpError;
use thiserror::Error as ThisError;
use toolwright::inspection::RegistryError;

/// Why a server is not described.
#[derive(Debug, ThisError)]
pub(crate) enum RemoteError {
    #[error("nothing can be asked: {0}")]
    Runtime(std::io::Error),
    #[error(
        "`{command}` cannot be started: {error}\n  help: behind `--` stands a program and its arguments"
    )]
    Start {
        command: String,
        error: std::io::Error,
    },
    #[error(
        "`{command}` ended before it answered ({status})\n  \
         help: it has to be an MCP server on its standard streams; what it says of itself is above"
    )]
    Ended { command: String, status: ExitStatus },
    #[error("`{command}` does not answer as an MCP server: {why}")]
    Odd { command: String, why: String },
    #[error(
        "no MCP server answers at {url}: {why}\n  \
         help: does it run, and is that its endpoint, such as http://127.0.0.1:8000/mcp? \
         A token is given with --header 'Authorization: Bearer …'"
    )]
    Silent { url: String, why: String },
    #[error(
        "`{server}` has not answered within {} s: it was waiting for {waiting_for}\n  \
         help: --timeout SECONDS gives it more time",
        limit.as_secs()
    )]
    TimedOut {
        server: String,
        limit: Duration,
        waiting_for: String,
    },
    #[error("`{0}` is no header that can be sent")]
    Header(String),
    #[error(transparent)]
    Registry(#[from] RegistryError),
}

/// Why there is no connection, in words.
pub(super) fn describe_refusal(refusal: &ClientInitializeError) -> String {
    match refusal {
        ClientInitializeError::TransportError { error, .. } => of_transport(&*error.error),
        error => chain(error),
    }
}

fn of_transport(error: &(dyn Error + Send + Sync + 'static)) -> String {
    // It names no source.
    match error.downcast_ref() {
        Some(StreamableHttpError::<reqwest::Error>::Client(error)) => chain(error),
        _ => chain(error),
    }
}

/// An error and what it comes from, without what is said twice.
fn chain(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(error) = source {
        let said = error.to_string();
        if !text.contains(&said) {
            text = format!("{text}: {said}");
        }
        source = error.source();
    }
    text
}
