//! A connection to a server under test: rmcp's client over HTTP or over the streams of a process, with a limit of time
//! for every request, and all that is known of why it does not work when it does not.

mod client;
mod counting;
mod describe;
mod journal;
mod line_reader;
mod listing;
mod opening;
mod process;
mod stdio;
mod target;

use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use chrono::{DateTime, Utc};
use rmcp::model::{
    CancelledNotificationParam, ClientRequest, ErrorCode, ErrorData, RequestId, ServerPeerInfo,
    ServerResult,
};
use rmcp::service::{Peer, PeerRequestOptions, RoleClient, RunningService, ServiceError};

pub(crate) use client::implementation;
pub(crate) use journal::{Closing, excerpt};
pub(crate) use line_reader::{Line, LineReader};
pub(crate) use listing::{ListKind, Listing};
pub use process::kill_remaining_processes;
pub(crate) use process::{Pipes, ServerProcess};
pub(crate) use target::{CommandLine, Endpoint, Target};

use client::ProbeClient;
use journal::Journal;
use process::lock;

use crate::Settings;
use crate::failure::{Failure, FailureKind};

/// How long the end of a session may take that nobody needs any more.
const CLOSING: Duration = Duration::from_secs(2);

/// How long the reason of a broken connection is waited for: the end of the server's process.
const REASON: Duration = Duration::from_millis(300);

/// An open connection, and what was counted on it.
pub(crate) struct Connection {
    pub(crate) target: Target,
    pub(crate) connected_at: DateTime<Utc>,
    pub(crate) tools_called: AtomicU64,
    pub(crate) resources_read: AtomicU64,
    pub(crate) prompts_retrieved: AtomicU64,
    settings: Settings,
    peer: Peer<RoleClient>,
    info: Arc<ServerPeerInfo>,
    running: Mutex<Option<RunningService<RoleClient, ProbeClient>>>,
    process: Option<ServerProcess>,
    journal: Arc<Journal>,
}

/// Why a request has no result.
pub(crate) enum RequestError {
    /// The server answered with an error.
    Answered(ErrorData),
    /// It did not answer, or not so that it can be understood.
    Failed(Failure),
}

impl Connection {
    /// What the server said of itself.
    pub(crate) fn server_info(&self) -> &ServerPeerInfo {
        &self.info
    }

    /// The server's name and version; empty if it has not told them.
    pub(crate) fn server_name_and_version(&self) -> [String; 2] {
        let server = self.info.server_info.as_ref();
        server.map_or_else(Default::default, |it| [it.name.clone(), it.version.clone()])
    }

    pub(crate) fn process_id(&self) -> Option<u32> {
        self.process.as_ref().map(|process| process.id)
    }

    /// Why the connection has ended, if it has.
    pub(crate) fn closing(&self) -> Option<Closing> {
        if !self.peer.is_transport_closed() {
            return None;
        }
        let noted = self.journal.closing();
        let mut closing = noted.unwrap_or_else(|| {
            self.journal.note_end("the transport is closed");
            Closing {
                reason: "the transport is closed".to_owned(),
                at: Utc::now(),
            }
        });
        if let Some(status) = self.process.as_ref().and_then(ServerProcess::exit_status) {
            closing.reason = format!("{}; the process has ended ({status})", closing.reason);
        }
        Some(closing)
    }

    pub(crate) fn stderr_tail(&self) -> Option<String> {
        self.process.as_ref().and_then(ServerProcess::stderr_tail)
    }

    /// Whether the server said that its tools have changed since this was last asked.
    pub(crate) fn take_changed_tools(&self) -> bool {
        self.journal.take_changed_tools()
    }

    /// Sends a request and waits for its result, as long as the settings allow.
    pub(crate) async fn request(
        &self,
        request: ClientRequest,
    ) -> Result<ServerResult, RequestError> {
        let limit = self.settings.request_timeout;
        let answering = async {
            let options = PeerRequestOptions::no_options();
            let handle = self.peer.send_cancellable_request(request, options).await?;
            let cancelling = CancelOnDrop {
                peer: &self.peer,
                request: Some(handle.id.clone()),
            };
            let answer = handle.await_response().await;
            cancelling.disarm();
            answer
        };
        match tokio::time::timeout(limit, answering).await {
            Err(_) => Err(RequestError::Failed(self.timeout_failure(limit))),
            Ok(Ok(result)) => {
                self.journal.note_answer();
                Ok(result)
            }
            Ok(Err(ServiceError::McpError(error))) if !is_malformed(&error) => {
                self.journal.note_answer();
                Err(RequestError::Answered(error))
            }
            Ok(Err(error)) => Err(RequestError::Failed(self.transport_failure(&error).await)),
        }
    }

    fn timeout_failure(&self, limit: Duration) -> Failure {
        let failure = Failure::new(
            FailureKind::Timeout,
            format!("the server did not answer within {} s", limit.as_secs_f64()),
        );
        self.with_evidence(failure).with_suggestion(
            "try again, give it more time with MCP_PROBE_REQUEST_TIMEOUT, or call disconnect and connect_to_server to \
             start anew",
        )
    }

    async fn transport_failure(&self, error: &ServiceError) -> Failure {
        let message = match error {
            ServiceError::McpError(error) => error.message.to_string(),
            ServiceError::TransportClosed => {
                // What the process dies of is seen a moment after its pipes are.
                if let Some(process) = &self.process {
                    process.wait_for_end(REASON).await;
                }
                let closing = self.closing();
                let reason = closing.map_or_else(|| error.to_string(), |closing| closing.reason);
                format!("the connection is closed: {reason}")
            }
            ServiceError::TransportSend(error) => {
                let reason = describe::describe_transport_error(&*error.error);
                format!("the request could not be sent or was not answered: {reason}")
            }
            error => format!("the server's answer cannot be understood: {error}"),
        };
        let failure = Failure::new(FailureKind::TransportError, message);
        self.with_evidence(failure).with_suggestion(
            "look at get_connection_status; to start anew, call disconnect and then connect_to_server",
        )
    }

    /// A failure with what is known beside it: standard error, the process's end, lines that are not messages.
    fn with_evidence(&self, failure: Failure) -> Failure {
        let status = self.process.as_ref().and_then(ServerProcess::exit_status);
        failure
            .with_some_detail("exit_status", status)
            .with_some_detail("stderr_tail", self.stderr_tail())
            .with_some_detail("not_json_rpc", self.journal.noise())
    }

    /// The failure of an answer that does not have the form of MCP.
    pub(crate) fn malformed(&self, what: &str, value: &serde_json::Value) -> Failure {
        let failure = Failure::new(FailureKind::TransportError, what)
            .with_detail("answer", excerpt(&value.to_string()));
        self.with_evidence(failure)
    }

    /// Ends the connection, and the process of a local server with all that it started. Says how the process ended.
    pub(crate) async fn close(&self) -> Option<String> {
        let running = lock(&self.running).take();
        if let Some(mut running) = running {
            // A session that cannot be ended properly is left behind.
            let _ = running.close_with_timeout(CLOSING).await;
        }
        self.process.as_ref()?.stop().await
    }

    pub(crate) fn count_one(counter: &AtomicU64) {
        counter.fetch_add(1, Ordering::Relaxed);
    }
}

fn is_malformed(error: &ErrorData) -> bool {
    let marked = error
        .data
        .as_ref()
        .and_then(|data| data.get(stdio::MALFORMED));
    error.code == ErrorCode::INVALID_REQUEST && marked.is_some()
}

/// Tells the server that nobody waits for a request any more, if this is dropped before the answer came.
struct CancelOnDrop<'p> {
    peer: &'p Peer<RoleClient>,
    request: Option<RequestId>,
}

impl CancelOnDrop<'_> {
    fn disarm(mut self) {
        self.request = None;
    }
}

impl Drop for CancelOnDrop<'_> {
    fn drop(&mut self) {
        let (Some(id), Ok(runtime)) = (self.request.take(), tokio::runtime::Handle::try_current())
        else {
            return;
        };
        let peer = self.peer.clone();
        let reason = Some("nobody waits for the answer any more".to_owned());
        let notification = CancelledNotificationParam::new(Some(id), reason);
        runtime.spawn(async move {
            // A server that does not read must not keep this for ever.
            let telling = peer.notify_cancelled(notification);
            let _ = tokio::time::timeout(CLOSING, telling).await;
        });
    }
}
