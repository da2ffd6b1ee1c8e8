use std::time::{Duration, Instant};

use crate::context::CallContext;
use crate::http::HttpRequest;
use crate::http::executor::retry::Tries;
use crate::http::executor::trace::Trace;
use crate::tool::Tool;

/// A call from its beginning to the end of its answer.
pub(super) struct Call<'c> {
    pub(super) context: &'c CallContext,
    pub(super) tool: &'static Tool,
    /// The request, for people: `GET /pets/7`.
    pub(super) name: String,
    pub(super) tries: Tries,
    pub(super) trace: Trace<'c>,
    started: Instant,
}

impl<'c> Call<'c> {
    pub(super) fn begin(
        context: &'c CallContext,
        tool: &'static Tool,
        request: &HttpRequest,
        timeout: Duration,
    ) -> Self {
        Self {
            context,
            tool,
            name: format!("{} {}", request.method().as_str(), request.filled_path()),
            tries: Tries::within(timeout),
            trace: Trace::begin(context, tool),
            started: Instant::now(),
        }
    }

    /// What is left of the time that the call may take.
    pub(super) fn left(&self) -> Duration {
        self.tries.timeout().saturating_sub(self.started.elapsed())
    }

    /// The call is over.
    pub(super) fn ends(&self, is_error: bool) {
        self.trace.ends(is_error, self.tries.made());
        tracing::debug!(
            tool = self.tool.name,
            is_error,
            tries = self.tries.made(),
            elapsed = ?self.started.elapsed(),
            "upstream call"
        );
    }
}
