//! MCP servers that run, or are started to be asked.

mod command;
mod error;
mod http;
mod limits;

use std::time::Duration;

use rmcp::model::ProtocolVersion;
use rmcp::service::{
    ClientInitializeError, ClientLifecycleMode, ClientServiceExt as _, RoleClient, RunningService,
};
use rmcp::transport::IntoTransport;
use toolwright::inspection::{SchemaRegistry, ToolInfo};

use limits::{Bounded, Deadline};

use crate::terminal::escape_name;

pub(crate) use command::list_tools_of_command;
pub(crate) use error::RemoteError;
pub(crate) use http::list_tools_at_url;

/// The tools of a server.
pub(crate) struct Listed {
    /// What it calls itself, or is called by.
    pub(crate) server: String,
    pub(crate) tools: Vec<ToolInfo>,
}

type Client = RunningService<RoleClient, ()>;

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

/// Asks for all tools of a server that is called so unless it has a name.
async fn list_tools(
    client: Client,
    called: &str,
    deadline: &Deadline,
) -> Result<Listed, RemoteError> {
    let info = client.peer_info();
    let own = info.as_ref().and_then(|info| info.server_info.as_ref());
    let own = own.map(|own| own.name.clone()).filter(|it| !it.is_empty());
    let server = own.unwrap_or_else(|| called.to_owned());
    let source = Bounded::new(client, deadline.progress());
    // The deadline is for all of it, and ends it first.
    let registry = SchemaRegistry::builder()
        .server(escape_name(&server), source)
        .fetch_timeout(Duration::MAX)
        .build();
    let tools = registry.tools().await?;
    Ok(Listed { server, tools })
}
