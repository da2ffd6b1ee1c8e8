//! The client's side of a connection, as a server under test sees it: it declares no capabilities, answers pings, and
//! notes what it is notified of.

use std::sync::Arc;

use rmcp::ErrorData;
use rmcp::RoleClient;
use rmcp::model::{
    ClientCapabilities, ClientConfig, ClientResult, ErrorCode, Implementation, ProtocolVersion,
    ServerNotification, ServerRequest,
};
use rmcp::service::{NotificationContext, RequestContext, Service};
use tokio_util::sync::CancellationToken;

use super::journal::Journal;
use crate::api;

pub(crate) struct ProbeClient {
    journal: Arc<Journal>,
    /// Ends the connection.
    end: CancellationToken,
}

impl ProbeClient {
    pub(crate) fn new(journal: Arc<Journal>, end: CancellationToken) -> Self {
        Self { journal, end }
    }

    /// Ends the connection.
    fn end_for(&self, reason: String) {
        self.journal.note_end(reason);
        self.end.cancel();
    }
}

/// What the probe calls itself.
pub(crate) fn implementation() -> Implementation {
    Implementation::new(api::API.api().name, api::API.api().version)
}

impl Service<RoleClient> for ProbeClient {
    async fn handle_request(
        &self,
        request: ServerRequest,
        _: RequestContext<RoleClient>,
    ) -> Result<ClientResult, ErrorData> {
        if let Err(reason) = self.journal.note_request() {
            self.end_for(reason);
        }
        match request {
            ServerRequest::PingRequest(_) => Ok(ClientResult::empty(())),
            _ => Err(ErrorData::new(
                ErrorCode::METHOD_NOT_FOUND,
                "this client declares no capabilities, and answers nothing but pings",
                None,
            )),
        }
    }

    async fn handle_notification(
        &self,
        notification: ServerNotification,
        _: NotificationContext<RoleClient>,
    ) -> Result<(), ErrorData> {
        if matches!(
            notification,
            ServerNotification::ToolListChangedNotification(_)
        ) {
            self.journal.note_changed_tools();
        }
        if let Err(reason) = self.journal.note_notification() {
            self.end_for(reason);
        }
        Ok(())
    }

    fn get_info(&self) -> ClientConfig {
        // `initialize` sends this version; rmcp's default is the newest one, which has no `initialize`.
        ClientConfig::new(ClientCapabilities::default(), implementation())
            .with_protocol_version(ProtocolVersion::V_2025_11_25)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn initialize_asks_for_the_newest_version_that_has_it() {
        let client = ProbeClient::new(Arc::default(), CancellationToken::new());
        assert_eq!(client.get_info().protocol_version.as_str(), "2025-11-25");
    }
}
