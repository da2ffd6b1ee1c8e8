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

/// Why a server does not take a key for the state of calls ([`Server::state_key`](crate::Server::state_key)).
///
/// ```
/// use toolwright::server::StateKeyError;
///
/// let error = StateKeyError::TooShort(6);
/// assert!(error.to_string().contains("has 6 bytes"), "{error}");
/// ```
#[derive(Debug, thiserror::Error)]
pub enum StateKeyError {
    /// It has fewer than 32 bytes, namely so many.
    #[error("the key has {0} bytes: use at least 32 random ones")]
    TooShort(usize),
    /// The server has a key.
    #[error("the server already has a key: set one before its first call")]
    AlreadySet,
}
