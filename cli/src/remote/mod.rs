//! MCP servers that run, or are started to be asked.

mod command;
mod error;
mod http;
mod limits;
mod session;

use std::ffi::OsString;
use std::time::Duration;

use rmcp::model::ProtocolVersion;
use rmcp::service::{
    ClientInitializeError, ClientLifecycleMode, ClientServiceExt as _, RoleClient, RunningService,
};
use rmcp::transport::IntoTransport;

use limits::{Bounded, Deadline};

pub(crate) use error::RemoteError;
pub(crate) use session::{DescribedTools, Session};

/// Where a server is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ServerAddress<'a> {
    /// At a URL, which is sent these headers.
    Url(&'a str, Vec<(&'a str, &'a str)>),
    /// It is started by a program with its arguments.
    Command(&'a [OsString]),
}

type Client = RunningService<RoleClient, ()>;

/// Asks a server. It has the time `limit` to connect and to answer, until the session gives it the time anew.
pub(crate) fn ask_server<T>(
    address: &ServerAddress<'_>,
    limit: Duration,
    ask: impl AsyncFnOnce(Session) -> Result<T, RemoteError>,
) -> Result<T, RemoteError> {
    match address {
        ServerAddress::Url(url, headers) => http::ask_url(url, headers, limit, ask),
        ServerAddress::Command(words) => command::ask_command(words, limit, ask),
    }
}

/// Runs until a server was asked.
fn block_on<T>(asking: impl Future<Output = Result<T, RemoteError>>) -> Result<T, RemoteError> {
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    let runtime = runtime.enable_all().build().map_err(RemoteError::Runtime)?;
    let result = runtime.block_on(asking);
    // A name that is still looked up must not hold the command.
    runtime.shutdown_background();
    result
}

/// Introduces itself, in the newest way that the server knows.
async fn connect<T, E, A>(transport: T) -> Result<Client, Box<ClientInitializeError>>
where
    T: IntoTransport<RoleClient, E, A>,
    E: std::error::Error + Send + Sync + 'static,
{
    // Servers of revision 2026-07-28 know no `initialize`, and older ones nothing else. rmcp tries
    // the newer way and falls back.
    let lifecycle = ClientLifecycleMode::Auto {
        preferred_versions: vec![ProtocolVersion::LATEST],
        legacy_version: None,
    };
    let connected = ().serve_with_lifecycle(transport, lifecycle).await;
    connected.map_err(Box::new)
}
