use std::time::{Duration, Instant};

use crate::context::CallContext;
use crate::http::executor::request_trace::RequestTrace;
use crate::http::executor::retry::Attempts;
use crate::request::HttpRequest;
use crate::tool::Tool;

/// A call from its beginning to the end of its answer.
pub(super) struct UpstreamCall<'c> {
    pub(super) context: &'c CallContext,
    pub(super) tool: &'static Tool,
    /// The request, for people: `GET /pets/7`.
    pub(super) name: String,
    pub(super) attempts: Attempts,
    pub(super) trace: RequestTrace<'c>,
    started: Instant,
}

impl<'c> UpstreamCall<'c> {
    pub(super) fn begin_call(
        context: &'c CallContext,
        tool: &'static Tool,
        request: &HttpRequest,
        timeout: Duration,
    ) -> Self {
        Self {
            context,
            tool,
            name: format!("{} {}", request.method().as_str(), request.filled_path()),
            attempts: Attempts::with_timeout(timeout),
            trace: RequestTrace::begin_trace(context, tool),
            started: Instant::now(),
        }
    }

    /// What is left of the time that the call may take.
    pub(super) fn time_left(&self) -> Duration {
        self.attempts
            .timeout()
            .saturating_sub(self.started.elapsed())
    }

    /// The call is over.
    pub(super) fn finish_call(&self, is_error: bool) {
        self.trace.record_end(is_error, self.attempts.made());
        tracing::debug!(
            tool = self.tool.name,
            is_error,
            tries = self.attempts.made(),
            elapsed = ?self.started.elapsed(),
            "upstream call"
        );
    }
}
