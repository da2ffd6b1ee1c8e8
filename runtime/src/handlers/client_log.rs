//! Log messages of handlers to the client (MCP, "Logging").

// rmcp marks logging as deprecated, as revision 2026-07-28 does. Clients of all revisions still show it.
#![expect(deprecated)]

use rmcp::model::{LoggingLevel, LoggingMessageNotificationParam};

use super::Call;
use crate::value::Json;

/// How severe a log message is: the levels of syslog (RFC 5424, section 6.2.1), the least severe first.
///
/// ```
/// use toolwright::LogLevel;
///
/// assert!(LogLevel::Warning > LogLevel::Info);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum LogLevel {
    /// Of use to whoever debugs the server.
    Debug,
    /// What happens in the normal course of things.
    Info,
    /// Normal, but worth to be noticed.
    Notice,
    /// Something may go wrong.
    Warning,
    /// Something went wrong.
    Error,
    /// A part of the server does not work.
    Critical,
    /// Somebody must act at once.
    Alert,
    /// Nothing works.
    Emergency,
}

impl LogLevel {
    pub(crate) fn from_mcp(level: LoggingLevel) -> Self {
        match level {
            LoggingLevel::Debug => Self::Debug,
            LoggingLevel::Info => Self::Info,
            LoggingLevel::Notice => Self::Notice,
            LoggingLevel::Warning => Self::Warning,
            LoggingLevel::Error => Self::Error,
            LoggingLevel::Critical => Self::Critical,
            LoggingLevel::Alert => Self::Alert,
            LoggingLevel::Emergency => Self::Emergency,
        }
    }

    fn into_mcp(self) -> LoggingLevel {
        match self {
            Self::Debug => LoggingLevel::Debug,
            Self::Info => LoggingLevel::Info,
            Self::Notice => LoggingLevel::Notice,
            Self::Warning => LoggingLevel::Warning,
            Self::Error => LoggingLevel::Error,
            Self::Critical => LoggingLevel::Critical,
            Self::Alert => LoggingLevel::Alert,
            Self::Emergency => LoggingLevel::Emergency,
        }
    }
}

impl Call<'_> {
    /// Sends a log message to the client: a text, or JSON. Credentials of executors are not masked in it.
    ///
    /// The message is sent if the server declares logging ([`Tools::with_logging`](crate::Tools::with_logging))
    /// and the client wants messages of that level. Clients before revision 2026-07-28 say so for their
    /// connection (`logging/setLevel`), and get all messages until then. Later ones say so with each call,
    /// and get none without. A message that cannot be delivered is dropped: a call does not fail for it.
    ///
    /// ```
    /// use toolwright::{Call, LogLevel};
    ///
    /// /// In a handler.
    /// async fn feed(call: &Call<'_>, pet: &str) {
    ///     call.log(LogLevel::Info, format!("feeding {pet}")).await;
    /// }
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() {
    /// # let context = toolwright::CallContext::default();
    /// # feed(&Call::new(&context, &[]), "Rex").await;
    /// # }
    /// ```
    pub async fn log(&self, level: LogLevel, data: impl Into<Json>) {
        let Some(client) = self.client else {
            return;
        };
        if !client.wants_log(level) {
            return;
        }
        let message = LoggingMessageNotificationParam::new(level.into_mcp(), data.into());
        if let Err(error) = client.context.peer.notify_logging_message(message).await {
            tracing::debug!(%error, "a log message was not sent to the client");
        }
    }
}
