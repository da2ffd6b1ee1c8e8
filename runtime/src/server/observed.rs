//! Observes a call from its start to its end: its span, its line in the log, and its metrics.
//!
//! Only figures and the tool's name are recorded, never arguments or results. A call that is dropped counts as cancelled.

use std::time::Instant;

use tracing::Span;
use tracing::field::Empty;

use super::call_request::CallRequest;
use super::metrics::Metrics;
use crate::context::CallContext;

/// How a call ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CallEnd {
    Done,
    /// The upstream refused or failed.
    Failed,
    /// The arguments were wrong.
    Invalid,
    /// The client must be asked for something, and calls again.
    InputRequired,
    /// The client cancelled it or left.
    Cancelled,
}

impl CallEnd {
    pub(super) fn as_str(self) -> &'static str {
        match self {
            Self::Done => "ok",
            Self::Failed => "error",
            Self::Invalid => "invalid",
            Self::InputRequired => "input_required",
            Self::Cancelled => "cancelled",
        }
    }
}

/// A call while it runs, for logs, traces and metrics: which tool it is of, and figures, but
/// nothing of what it says. A call that is dropped is one that was cancelled.
#[derive(Debug)]
pub(super) struct ObservedCall<'c> {
    metrics: &'c Metrics,
    tool: &'static str,
    /// The tool of the operation that it calls, where that is another one.
    operation: Option<&'static str>,
    call: &'c CallContext,
    span: Span,
    started: Instant,
    has_ended: bool,
}

impl<'c> ObservedCall<'c> {
    pub(super) fn start_observing(
        metrics: &'c Metrics,
        tool: &'static str,
        call: &'c CallContext,
        request: CallRequest<'_>,
    ) -> Self {
        metrics.count_call_start();
        Self {
            metrics,
            tool,
            operation: None,
            call,
            span: open_span(tool, request),
            started: Instant::now(),
            has_ended: false,
        }
    }

    pub(super) fn span(&self) -> Span {
        self.span.clone()
    }

    /// Says that what was called calls the operation of that tool.
    #[cfg(feature = "discovery")]
    pub(super) fn set_operation(&mut self, operation: &'static str) {
        self.operation = Some(operation);
        self.span.record("toolwright.operation", operation);
    }

    pub(super) fn end_call(&mut self, end: CallEnd) {
        if self.has_ended {
            return;
        }
        self.has_ended = true;
        let seconds = self.started.elapsed().as_secs_f64();
        let traffic = self.call.with_upstream_stats(|traffic| *traffic);
        self.metrics
            .count_call_end(self.tool, end, seconds, &traffic);
        if let Some(operation) = self.operation {
            self.metrics.count_operation_end(operation, end, seconds);
        }
        let error = match end {
            // A question to the client is a step of a call, and must not raise the rate of errors.
            CallEnd::Done | CallEnd::InputRequired => None,
            CallEnd::Failed | CallEnd::Invalid => Some("tool_error"),
            CallEnd::Cancelled => Some("cancelled"),
        };
        if let Some(error) = error {
            self.span.record("error.type", error);
            self.span.record("otel.status_code", "ERROR");
        }
        self.span.record("toolwright.outcome", end.as_str());
        let message = if end == CallEnd::Cancelled {
            "cancelled"
        } else {
            "called"
        };
        tracing::info!(
            target: "toolwright::server",
            parent: &self.span,
            tool = self.tool,
            operation = self.operation,
            is_error = error.is_some(),
            outcome = end.as_str(),
            seconds,
            status = traffic.status,
            tries = traffic.attempts,
            request_bytes = traffic.request_bytes,
            response_bytes = traffic.response_bytes,
            "{message}"
        );
    }
}

impl Drop for ObservedCall<'_> {
    fn drop(&mut self) {
        self.end_call(CallEnd::Cancelled);
    }
}

/// A span by OpenTelemetry's conventions for MCP servers.
fn open_span(tool: &str, request: CallRequest<'_>) -> Span {
    let http = request.http_head();
    let version = request.protocol_version();
    // `parent: None`: a call is a trace of its own unless its client names one, not a part of the transport's span.
    let span = tracing::info_span!(
        target: "toolwright::server",
        parent: None,
        "tools/call",
        "otel.name" = format_args!("tools/call {tool}"),
        "otel.kind" = "server",
        "otel.status_code" = Empty,
        "mcp.method.name" = "tools/call",
        "mcp.protocol.version" = version.as_ref().map(|version| version.as_str()),
        "gen_ai.operation.name" = "execute_tool",
        "gen_ai.tool.name" = tool,
        "network.transport" = if http.is_some() { "tcp" } else { "pipe" },
        "toolwright.operation" = Empty,
        "toolwright.outcome" = Empty,
        "error.type" = Empty,
    );
    #[cfg(feature = "otlp")]
    {
        crate::otlp::continue_from(&span, request.meta(), http.map(|parts| &parts.headers));
    }
    span
}
