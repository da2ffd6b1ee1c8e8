//! The tracing span of an upstream request, and the figures of a call. Neither has arguments, bodies, headers or
//! URLs, since all of them may hold secrets.

use reqwest::{Request, Response};
use tracing::Span;
use tracing::field::Empty;

use crate::context::CallContext;
use crate::context::UpstreamStats;
use crate::tool::Tool;

/// What is told of a request: a span by OpenTelemetry's conventions for HTTP clients, and figures
/// for whoever made the call. Neither has arguments, bodies, headers or the URL, which may all hold
/// secrets.
#[derive(Debug)]
pub(super) struct RequestTrace<'c> {
    span: Span,
    context: &'c CallContext,
}

impl<'c> RequestTrace<'c> {
    pub(super) fn begin_trace(context: &'c CallContext, tool: &Tool) -> Self {
        let span = tracing::info_span!(
            target: "toolwright::http",
            "request",
            "otel.name" = format_args!("{} {}", tool.method.as_str(), tool.path),
            "otel.kind" = "client",
            "otel.status_code" = Empty,
            "http.request.method" = tool.method.as_str(),
            "url.template" = tool.path,
            "server.address" = Empty,
            "server.port" = Empty,
            "http.request.body.size" = Empty,
            "http.request.resend_count" = Empty,
            "http.response.status_code" = Empty,
            "http.response.body.size" = Empty,
            "error.type" = Empty,
        );
        Self { span, context }
    }

    pub(super) fn span(&self) -> Span {
        self.span.clone()
    }

    pub(super) fn context(&self) -> &'c CallContext {
        self.context
    }

    /// The request is about to be sent.
    pub(super) fn record_request(&self, request: &Request) {
        let body = request.body().and_then(reqwest::Body::as_bytes);
        let bytes = body.map_or(0, |body| body.len() as u64);
        self.context
            .with_upstream_stats(|traffic| traffic.request_bytes = bytes);
        if self.span.is_disabled() {
            return;
        }
        self.span.record("http.request.body.size", bytes);
        if let Some(host) = request.url().host_str() {
            self.span.record("server.address", host);
        }
        if let Some(port) = request.url().port_or_known_default() {
            self.span.record("server.port", port);
        }
    }

    /// There is a response.
    pub(super) fn record_response(&self, response: &Response) {
        let status = response.status().as_u16();
        self.context
            .with_upstream_stats(|traffic| traffic.status = Some(status));
        self.span.record("http.response.status_code", status);
    }

    /// There is none, or not all of it.
    pub(super) fn record_failure(&self, error: &reqwest::Error) {
        let kind = if error.is_timeout() {
            "timeout"
        } else if error.is_connect() {
            "connect"
        } else {
            // The value that OpenTelemetry reserves for errors without a name of their own.
            "_OTHER"
        };
        self.span.record("error.type", kind);
    }

    /// There was none in time.
    pub(super) fn record_timeout(&self) {
        self.span.record("error.type", "timeout");
    }

    /// Some of the body has come.
    pub(super) fn record_received(&self, bytes: usize) {
        self.context
            .with_upstream_stats(|traffic| traffic.response_bytes += bytes as u64);
    }

    /// The call is over, after so many requests.
    pub(super) fn record_end(&self, is_error: bool, tries: u32) {
        let UpstreamStats {
            status,
            response_bytes: received,
            ..
        } = self.context.with_upstream_stats(|traffic| {
            traffic.attempts = tries;
            // Every try sends the same body.
            traffic.request_bytes *= u64::from(tries);
            *traffic
        });
        if self.span.is_disabled() {
            return;
        }
        if status.is_some() {
            self.span.record("http.response.body.size", received);
        }
        if tries > 1 {
            self.span.record("http.request.resend_count", tries - 1);
        }
        if let Some(status) = status.filter(|status| *status >= 400) {
            self.span.record("error.type", status.to_string());
        }
        if is_error {
            self.span.record("otel.status_code", "ERROR");
        }
    }
}

/// Names the current span to the upstream (W3C Trace Context), if it is exported.
pub(super) fn propagate_trace_context(request: &mut Request) {
    #[cfg(feature = "otlp")]
    crate::otlp::inject_trace_context(request.headers_mut());
    #[cfg(not(feature = "otlp"))]
    let _ = request;
}
