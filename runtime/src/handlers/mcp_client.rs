//! What a call knows of the MCP client that made it: how it can be asked, and which log messages it wants.

use std::sync::atomic::{AtomicU8, Ordering};

use axum::http::request::Parts;
use rmcp::RoleServer;
use rmcp::model::ProtocolVersion;
use rmcp::service::RequestContext;

use super::client_log::LogLevel;

/// Marks the head of an HTTP request that belongs to a session which the server keeps (MCP before 2026-07-28,
/// "Session management"), by the session's name.
#[derive(Clone, Debug)]
pub(crate) struct InSession(pub(crate) String);

/// Whether a request is of revision 2026-07-28, which has no `initialize` and no requests from servers, or of a
/// later one.
pub(crate) fn is_modern(context: &RequestContext<RoleServer>) -> bool {
    context.protocol_version() >= Some(ProtocolVersion::V_2026_07_28)
}

/// The client of a call that came by MCP.
#[derive(Clone, Copy)]
pub(crate) struct McpClient<'a> {
    pub(crate) context: &'a RequestContext<RoleServer>,
    /// From which level on it wants log messages, as it has said for the connection. `None` if the server
    /// does not declare `logging`.
    pub(crate) log_threshold: Option<&'a LogThreshold>,
    /// How many calls of the server may wait for their clients.
    pub(crate) max_waiting: usize,
}

impl McpClient<'_> {
    /// Whether it speaks a revision in which servers send no requests, but end a round with them.
    pub(crate) fn is_asked_in_rounds(&self) -> bool {
        is_modern(self.context)
    }

    /// Whether it can be asked for anything at all, by what it declares.
    pub(crate) fn can_be_asked(&self) -> bool {
        let capabilities = self.context.client_capabilities();
        capabilities.is_some_and(|it| {
            it.elicitation.is_some() || it.sampling.is_some() || it.roots.is_some()
        })
    }

    /// Whether a response to a request finds its way back to this call: over stdio, and within a session.
    /// Over stateless HTTP, a response would be a request of its own that belongs to nobody.
    pub(crate) fn can_respond(&self) -> bool {
        let Some(head) = self.context.extensions.get::<Parts>() else {
            return true;
        };
        // A request that says its revision itself is served without its session.
        let is_served_alone = self.context.meta.protocol_version().is_some();
        !is_served_alone && head.extensions.get::<InSession>().is_some()
    }

    /// The name of its session over HTTP; empty over stdio.
    pub(crate) fn session_id(&self) -> &str {
        let head = self.context.extensions.get::<Parts>();
        let session = head.and_then(|head| head.extensions.get());
        session.map_or("", |InSession(name)| name)
    }

    /// Whether it wants a log message of that level.
    pub(crate) fn wants_log(&self, level: LogLevel) -> bool {
        let Some(threshold) = self.log_threshold else {
            return false;
        };
        if !self.is_asked_in_rounds() {
            return threshold.accepts_level(level);
        }
        // Since 2026-07-28 each request says what it wants, and one that does not say so wants none.
        let asked = self.context.meta.log_level().map(LogLevel::from_mcp);
        asked.is_some_and(|asked| level >= asked)
    }
}

/// From which level on the client of a connection wants log messages: all, until it says so.
#[derive(Debug, Default)]
pub(crate) struct LogThreshold(AtomicU8);

impl LogThreshold {
    pub(crate) fn set_level(&self, level: LogLevel) {
        self.0.store(level as u8, Ordering::Relaxed);
    }

    fn accepts_level(&self, level: LogLevel) -> bool {
        level as u8 >= self.0.load(Ordering::Relaxed)
    }
}
