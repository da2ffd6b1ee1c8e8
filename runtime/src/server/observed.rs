use std::time::Instant;

use tracing::Span;
use tracing::field::Empty;

use super::call_request::CallRequest;
use super::metrics::Metrics;
use crate::context::CallContext;

/// How a call ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
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

impl End {
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
pub(super) struct Observed<'c> {
    metrics: &'c Metrics,
    tool: &'static str,
    /// The tool of the operation that it calls, where that is another one.
    operation: Option<&'static str>,
    call: &'c CallContext,
    span: Span,
    started: Instant,
    has_ended: bool,
}

impl<'c> Observed<'c> {
    pub(super) fn begin(
        metrics: &'c Metrics,
        tool: &'static str,
        call: &'c CallContext,
        request: CallRequest<'_>,
    ) -> Self {
        metrics.begun();
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
    pub(super) fn calls(&mut self, operation: &'static str) {
        self.operation = Some(operation);
        self.span.record("toolwright.operation", operation);
    }

    pub(super) fn end(&mut self, end: End) {
        if self.has_ended {
            return;
        }
        self.has_ended = true;
        let seconds = self.started.elapsed().as_secs_f64();
        let traffic = self.call.with_upstream_stats(|traffic| *traffic);
        self.metrics.ended(self.tool, end, seconds, &traffic);
        if let Some(operation) = self.operation {
            self.metrics.ended_within(operation, end, seconds);
        }
        let error = match end {
            End::Done | End::InputRequired => None,
            End::Failed | End::Invalid => Some("tool_error"),
            End::Cancelled => Some("cancelled"),
        };
        if let Some(error) = error {
            self.span.record("error.type", error);
            self.span.record("otel.status_code", "ERROR");
        }
        self.span.record("toolwright.outcome", end.as_str());
        let message = if end == End::Cancelled {
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

impl Drop for Observed<'_> {
    fn drop(&mut self) {
        self.end(End::Cancelled);
    }
}

/// A span by OpenTelemetry's conventions for MCP servers.
fn open_span(tool: &str, request: CallRequest<'_>) -> Span {
    let http = request.http_head();
    let version = request.protocol_version();
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
        let meta = request.mcp_context().map(|context| &context.meta);
        crate::otlp::continue_from(&span, meta, http.map(|parts| &parts.headers));
    }
    span
}
