/// Why a server stopped serving, or did not start.
///
/// ```
/// use toolwright::server::ServeError;
///
/// let in_use = std::io::Error::from(std::io::ErrorKind::AddrInUse);
/// let error = ServeError::from(in_use);
/// assert!(matches!(error, ServeError::Listener(_)), "{error}");
/// ```
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The client's first messages were not the start of an MCP session.
    #[error("the client did not start an MCP session: {0}")]
    Handshake(String),
    /// The server's own task failed.
    #[error("the server failed: {0}")]
    Task(String),
    /// The listener failed.
    #[error("the listener failed: {0}")]
    Listener(#[from] std::io::Error),
}
