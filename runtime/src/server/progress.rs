//! Progress notifications of a running call, for clients that sent a progress token.
//!
//! A call that has reported numbers of its own (`report_progress`) is told of with these: value, total
//! and message. Any other call gets a heartbeat that counts seconds, because what remains to be done
//! is not known.

use std::convert::Infallible;
use std::time::Duration;

use rmcp::model::{ProgressNotificationParam, ProgressToken};
use tokio::time::Instant;

use super::call_request::CallRequest;
use crate::context::{CallContext, Report};
use crate::tool_info::ToolInfo;

/// How often a client that asked for it is told that a call is still running.
const HEARTBEAT: Duration = Duration::from_secs(3);
/// How soon it is told that a call has come further.
const POLL: Duration = Duration::from_millis(100);

/// What a second of a heartbeat counts for tools that are run by hand. These may report values of their
/// own later, which must be greater than all before (MCP, "Progress": the value MUST increase), so a
/// heartbeat leaves room for any scale.
const HANDLER_HEARTBEAT_STEP: f64 = 1e-6;

/// Tells a client how far its call has come, if it wants that.
pub(super) struct ProgressReporter<'t> {
    call: &'t CallContext,
    request: CallRequest<'t>,
    /// `None` if the client does not want to be told.
    subscription: Option<ProgressSubscription<'t>>,
}

struct ProgressSubscription<'t> {
    token: ProgressToken,
    pulse: ProgressState<'t>,
}

impl<'t> ProgressReporter<'t> {
    pub(super) fn new(tool: &'t ToolInfo, call: &'t CallContext, request: CallRequest<'t>) -> Self {
        let told = request.progress_token().map(|token| ProgressSubscription {
            token,
            pulse: ProgressState::start_now(tool),
        });
        Self {
            call,
            request,
            subscription: told,
        }
    }

    /// Sends progress notifications for as long as it is polled; never ends.
    pub(super) async fn report_progress(&mut self) -> Infallible {
        if self.subscription.is_none() {
            return std::future::pending().await;
        }
        loop {
            tokio::time::sleep(POLL).await;
            self.send_latest().await;
        }
    }

    /// Sends what a call has reported since the last notification, before its result goes out.
    pub(super) async fn send_final_report(&mut self) {
        if self.subscription.is_some() && self.call.latest_report() != Report::default() {
            // A client that does not read must not keep the call from ending.
            let sent = tokio::time::timeout(POLL, self.send_latest()).await;
            if sent.is_err() {
                tracing::debug!("the last report of a call was not sent: its client does not read");
            }
        }
    }

    async fn send_latest(&mut self) {
        let (Some(told), Some(mcp)) = (&mut self.subscription, self.request.mcp_context()) else {
            return;
        };
        let Some(notification) = told
            .pulse
            .next_notification(&told.token, self.call.latest_report())
        else {
            return;
        };
        if let Err(error) = mcp.peer.notify_progress(notification).await {
            tracing::debug!(%error, "a progress notification was not sent");
        }
    }
}

/// What a client was told last.
struct ProgressState<'t> {
    tool: &'t ToolInfo,
    started: Instant,
    told: Instant,
    last: Report,
    /// The last value that was sent.
    value: Option<f64>,
}

impl<'t> ProgressState<'t> {
    fn start_now(tool: &'t ToolInfo) -> Self {
        let now = Instant::now();
        Self {
            tool,
            started: now,
            told: now,
            last: Report::default(),
            value: None,
        }
    }

    /// The notification that is due, if one is.
    fn next_notification(
        &mut self,
        token: &ProgressToken,
        report: Report,
    ) -> Option<ProgressNotificationParam> {
        let (value, total) = match report.progress {
            Some(progress) => (progress.value, progress.total),
            None if self.last == report && self.told.elapsed() < HEARTBEAT => return None,
            None => (self.heartbeat_value(), None),
        };
        // MCP, "Progress": the value MUST increase with each notification.
        if self.value.is_some_and(|last| value <= last) {
            return None;
        }
        self.value = Some(value);
        self.told = Instant::now();
        let mut notification = ProgressNotificationParam::new(token.clone(), value);
        if let Some(total) = total {
            notification = notification.with_total(total);
        }
        let message = match report.message.as_str() {
            // Numbers speak for themselves.
            "" if report.progress.is_some() => None,
            "" => Some(self.waiting_message()),
            message => Some(message.to_owned()),
        };
        self.last = report;
        Some(match message {
            Some(message) => notification.with_message(message),
            None => notification,
        })
    }

    fn heartbeat_value(&self) -> f64 {
        let seconds = self.started.elapsed().as_secs_f64();
        match self.tool.upstream_operation {
            Some(_) => seconds,
            None => seconds * HANDLER_HEARTBEAT_STEP,
        }
    }

    fn waiting_message(&self) -> String {
        match self.tool.upstream_operation {
            Some((method, path)) => format!("waiting for {} {path}", method.as_str()),
            None => format!("{} is running", self.tool.name),
        }
    }
}
