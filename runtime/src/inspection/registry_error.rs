use std::error::Error;
use std::sync::Arc;
use std::time::Duration;

use toolwright_inspect::ToolNotFound;

/// Why a registry has no schema. A copy is the same error: all that waited for a list get it.
///
/// ```
/// use toolwright::inspection::{RegistryError, SchemaRegistry};
///
/// # #[tokio::main(flavor = "current_thread")] async fn main() {
/// let registry = SchemaRegistry::builder().build();
/// let error = registry.get_schema_on("files", "read_file").await.unwrap_err();
/// assert!(matches!(error, RegistryError::NoServer { .. }));
/// # }
/// ```
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RegistryError {
    /// No server has a tool of that name.
    #[error(transparent)]
    NotFound(#[from] ToolNotFound),
    /// The registry has no server of that name.
    #[error("unknown server '{name}'; the servers are: {}", known.join(", "))]
    NoServer {
        /// The name that was asked for.
        name: String,
        /// The servers that there are.
        known: Vec<String>,
    },
    /// A server cannot be asked, or answers with an error.
    #[error("server '{server}' does not list its tools: {source}")]
    Unavailable {
        /// Name of the server.
        server: String,
        /// What happened.
        source: Arc<dyn Error + Send + Sync>,
    },
    /// A server does not answer.
    #[error("server '{server}' has not listed its tools within {} s", limit.as_secs_f32())]
    TimedOut {
        /// Name of the server.
        server: String,
        /// How long it had.
        limit: Duration,
    },
    /// The parts of a server's list have no end.
    #[error("server '{server}' lists its tools without end, with the cursor '{cursor}'")]
    Endless {
        /// Name of the server.
        server: String,
        /// Where that was noticed.
        cursor: String,
    },
}
