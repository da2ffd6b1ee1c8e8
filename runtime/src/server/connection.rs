//! What a server knows of one connection: over stdio there is one, over HTTP one for each session. Stateless HTTP
//! has none, and nothing is changed here.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::handlers::LogThreshold;

/// The state of a connection.
#[derive(Debug, Default)]
pub(super) struct Connection {
    /// From which level on its client wants log messages.
    pub(super) log_threshold: LogThreshold,
    has_begun: AtomicBool,
}

impl Connection {
    /// Notes that the client has finished its handshake; `true` the first time.
    pub(super) fn mark_initialized(&self) -> bool {
        !self.has_begun.swap(true, Ordering::Relaxed)
    }
}
