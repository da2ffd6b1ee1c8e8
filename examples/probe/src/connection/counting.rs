//! A transport that counts the answers that go out. rmcp answers each request on a task of its own, and all of them
//! wait for a server that asks and does not read: [`ProbeClient`](super::client::ProbeClient) counts what comes in, and
//! ends the connection when too many wait.

use std::sync::Arc;

use rmcp::RoleClient;
use rmcp::model::JsonRpcMessage;
use rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;

use super::journal::Journal;

pub(super) struct CountingTransport<T> {
    inner: T,
    journal: Arc<Journal>,
}

impl<T> CountingTransport<T> {
    pub(super) fn new(inner: T, journal: Arc<Journal>) -> Self {
        Self { inner, journal }
    }
}

impl<T: Transport<RoleClient>> Transport<RoleClient> for CountingTransport<T> {
    type Error = T::Error;

    fn send(
        &mut self,
        message: TxJsonRpcMessage<RoleClient>,
    ) -> impl Future<Output = Result<(), T::Error>> + Send + 'static {
        let is_answer = matches!(
            message,
            JsonRpcMessage::Response(_) | JsonRpcMessage::Error(_)
        );
        let journal = Arc::clone(&self.journal);
        let sending = self.inner.send(message);
        async move {
            let sent = sending.await;
            if is_answer {
                journal.note_sent_answer();
            }
            sent
        }
    }

    fn receive(&mut self) -> impl Future<Output = Option<RxJsonRpcMessage<RoleClient>>> + Send {
        self.inner.receive()
    }

    fn close(&mut self) -> impl Future<Output = Result<(), T::Error>> + Send {
        self.inner.close()
    }
}
