//! Traces for OpenTelemetry: spans are exported by OTLP over HTTP, and are part of the traces of
//! whoever calls.

mod sender;

use std::time::Duration;

use opentelemetry::propagation::{Extractor, TextMapPropagator};
use opentelemetry::trace::TracerProvider;
use opentelemetry_http::{HeaderExtractor, HeaderInjector};
use opentelemetry_otlp::{SpanExporter, WithHttpConfig};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::propagation::TraceContextPropagator;
use opentelemetry_sdk::trace::{SdkTracer, SdkTracerProvider};
use reqwest::header::{HeaderMap, HeaderValue};
use rmcp::model::RequestMetaObject;
use tokio::runtime::Handle;
use tracing::Span;
use tracing_opentelemetry::OpenTelemetrySpanExt;

use crate::api::Api;
use sender::Sender;

/// How long the last spans may take to be sent.
const FLUSH: Duration = Duration::from_secs(5);

/// Sends spans to a collector, in batches.
#[derive(Debug)]
pub(crate) struct Exporter(SdkTracerProvider);

impl Exporter {
    /// One that does as OpenTelemetry's variables say; `None` where they name no collector. Requests
    /// are sent by `runtime`.
    pub(crate) fn from_environment(api: &Api, runtime: &Handle) -> Result<Option<Self>, String> {
        if !is_wanted() {
            return Ok(None);
        }
        let sender = Sender::new(runtime.clone());
        let exporter = SpanExporter::builder().with_http().with_http_client(sender);
        let exporter = exporter
            .build()
            .map_err(|error| format!("cannot export spans: {error}"))?;
        let provider = SdkTracerProvider::builder()
            .with_batch_exporter(exporter)
            .with_resource(service_resource(api));
        Ok(Some(Self(provider.build())))
    }

    pub(crate) fn tracer(&self) -> SdkTracer {
        self.0.tracer("toolwright")
    }

    /// Sends what has not been sent.
    pub(crate) async fn flush_spans(self) {
        let ended = tokio::task::spawn_blocking(move || self.0.shutdown_with_timeout(FLUSH));
        if let Ok(Err(error)) = ended.await {
            tracing::warn!(%error, "the last spans were not exported");
        }
    }
}

fn env_variable(name: &str) -> Option<String> {
    let value = std::env::var(name).ok()?;
    (!value.trim().is_empty()).then_some(value)
}

/// Whether a collector is named. The standard's default, a collector on this machine, has to be
/// asked for with `OTEL_TRACES_EXPORTER=otlp`.
fn is_wanted() -> bool {
    let exporter = env_variable("OTEL_TRACES_EXPORTER");
    let is_disabled = env_variable("OTEL_SDK_DISABLED").is_some_and(|value| value == "true");
    match exporter.as_deref() {
        _ if is_disabled => false,
        // Only `otlp` is built in; other exporters of the standard (`console`, `zipkin`) export nothing.
        Some("otlp") => true,
        Some(_) => false,
        None => [
            "OTEL_EXPORTER_OTLP_ENDPOINT",
            "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT",
        ]
        .iter()
        .any(|name| env_variable(name).is_some()),
    }
}

/// What the spans are of, as far as the variables do not say.
fn service_resource(api: &Api) -> Resource {
    let attributes = env_variable("OTEL_RESOURCE_ATTRIBUTES").unwrap_or_default();
    let resource = Resource::builder();
    if env_variable("OTEL_SERVICE_NAME").is_some() || attributes.contains("service.name=") {
        return resource.build();
    }
    resource
        .with_service_name(format!("{}-mcp", api.name.replace('_', "-")))
        .build()
}

/// Makes `span` part of the trace that the client names: in the call's `_meta`, which MCP reserves
/// for it, or in the header of its HTTP request.
pub(crate) fn continue_from(
    span: &Span,
    meta: Option<&RequestMetaObject>,
    headers: Option<&HeaderMap>,
) {
    if span.is_disabled() {
        return;
    }
    let propagator = TraceContextPropagator::new();
    let traced = meta.filter(|meta| meta.get_traceparent().is_some());
    let context = match (traced, headers) {
        (Some(meta), _) => propagator.extract(&CallMeta(meta)),
        (None, Some(headers)) => propagator.extract(&HeaderExtractor(headers)),
        (None, None) => return,
    };
    // Fails for spans that nobody exports.
    let _ = span.set_parent(context);
}

const TRACESTATE: &str = "tracestate";

/// Names the current span to whoever gets a request with these headers.
pub(crate) fn inject_trace_context(headers: &mut HeaderMap) {
    let context = Span::current().context();
    TraceContextPropagator::new().inject_context(&context, &mut HeaderInjector(headers));
    if headers.get(TRACESTATE).is_some_and(HeaderValue::is_empty) {
        headers.remove(TRACESTATE);
    }
}

struct CallMeta<'m>(&'m RequestMetaObject);

impl Extractor for CallMeta<'_> {
    fn get(&self, key: &str) -> Option<&str> {
        match key {
            "traceparent" => self.0.get_traceparent(),
            "tracestate" => self.0.get_tracestate(),
            _ => None,
        }
    }

    fn keys(&self) -> Vec<&str> {
        vec!["traceparent", "tracestate"]
    }
}
