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
    /// Whether its transport writes lists of tools in the place of their stand-ins.
    pub(super) writes_lists: bool,
}

impl Connection {
    /// One whose transport writes lists of tools.
    pub(super) fn with_written_lists() -> Self {
        Self {
            writes_lists: true,
            ..Self::default()
        }
    }

    /// Notes that the client has finished its handshake; `true` the first time.
    pub(super) fn mark_initialized(&self) -> bool {
        !self.has_begun.swap(true, Ordering::Relaxed)
    }
}
