//! MCP servers that run, or are started to be asked.

mod command;
mod error;
mod http;

use std::time::Duration;

use rmcp::model::ProtocolVersion;
use rmcp::service::{
    ClientInitializeError, ClientLifecycleMode, ClientServiceExt as _, RoleClient, RunningService,
};
use rmcp::transport::IntoTransport;
use toolwright::inspection::{SchemaRegistry, ToolInfo};

pub(crate) use command::of_command;
pub(crate) use error::RemoteError;
pub(crate) use http::at_url;

/// How long a server has for its first answer: it may have much to start.
const PATIENCE: Duration = Duration::from_secs(30);

/// The tools of a server.
pub(crate) struct Listed {
    /// What it calls itself, or is called by.
    pub(crate) server: String,
    pub(crate) tools: Vec<ToolInfo>,
}

type Client = RunningService<RoleClient, ()>;

/// Why there is no connection.
enum Refusal {
    /// No answer came in time.
    Late,
    Error(Box<ClientInitializeError>),
}

/// Runs until a server was asked.
fn block_on<T>(asking: impl Future<Output = Result<T, RemoteError>>) -> Result<T, RemoteError> {
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    let runtime = runtime.enable_all().build().map_err(RemoteError::Runtime)?;
    runtime.block_on(asking)
}

/// Introduces itself, in the newest way that the server knows.
async fn connect<T, E, A>(transport: T) -> Result<Client, Refusal>
where
    T: IntoTransport<RoleClient, E, A>,
    E: std::error::Error + Send + Sync + 'static,
{
    let lifecycle = ClientLifecycleMode::Auto {
        preferred_versions: vec![ProtocolVersion::LATEST],
        legacy_version: None,
    };
    let connecting = ().serve_with_lifecycle(transport, lifecycle);
    let connected = tokio::time::timeout(PATIENCE, connecting).await;
    let connected = connected.map_err(|_| Refusal::Late)?;
    connected.map_err(|error| Refusal::Error(Box::new(error)))
}

/// Asks for all tools of a server that is called so unless it has a name.
async fn list(client: Client, called: &str) -> Result<Listed, RemoteError> {
    let info = client.peer_info();
    let own = info.as_ref().and_then(|info| info.server_info.as_ref());
    let own = own.map(|own| own.name.clone()).filter(|it| !it.is_empty());
    let server = own.unwrap_or_else(|| called.to_owned());
    let registry = SchemaRegistry::of(server.as_str(), client);
    let tools = registry.tools().await?;
    Ok(Listed { server, tools })
}
