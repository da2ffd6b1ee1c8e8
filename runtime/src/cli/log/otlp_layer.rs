//! The log as a layer of `tracing-subscriber`, beside the layer that exports spans to OpenTelemetry.
//!
//! Only servers with the feature `otlp` contain it; all others use the log as their only subscriber.

use tracing::Event;
use tracing::Subscriber;
use tracing::span::{Attributes, Id, Record};
use tracing_subscriber::filter::{LevelFilter, filter_fn};
use tracing_subscriber::layer::{Context, Layer, SubscriberExt as _};
use tracing_subscriber::registry::{LookupSpan, Registry};

use super::Log;
use crate::otlp::Exporter;

/// The log beside an exporter of spans.
struct LogLayer(Log);

/// The log's own name for a span.
struct LogId(Id);

/// A subscriber that writes the log and exports the server's own spans, whatever the log's level.
pub(super) fn build_subscriber(log: Log, exporter: &Exporter) -> impl Subscriber + Send + Sync {
    let is_own =
        filter_fn(|metadata| metadata.is_span() && metadata.target().starts_with("toolwright"));
    let exported = tracing_opentelemetry::layer()
        .with_location(false)
        .with_threads(false)
        .with_tracked_inactivity(false)
        .with_tracer(exporter.tracer())
        .with_filter(is_own.with_max_level_hint(LevelFilter::INFO));
    let filter = log.filter.clone();
    let most = filter.max_level();
    let shown = filter_fn(move |metadata| filter.is_shown(metadata)).with_max_level_hint(most);
    Registry::default()
        .with(exported)
        .with(LogLayer(log).with_filter(shown))
}

fn find_log_id<S: Subscriber + for<'l> LookupSpan<'l>>(
    id: &Id,
    context: &Context<'_, S>,
) -> Option<Id> {
    let span = context.span(id)?;
    let extensions = span.extensions();
    Some(extensions.get::<LogId>()?.0.clone())
}

impl<S: Subscriber + for<'l> LookupSpan<'l>> Layer<S> for LogLayer {
    fn on_new_span(&self, attributes: &Attributes<'_>, id: &Id, context: Context<'_, S>) {
        let own = LogId(self.0.new_span(attributes));
        if let Some(span) = context.span(id) {
            span.extensions_mut().insert(own);
        }
    }

    fn on_record(&self, id: &Id, values: &Record<'_>, context: Context<'_, S>) {
        if let Some(own) = find_log_id(id, &context) {
            self.0.record(&own, values);
        }
    }

    fn on_event(&self, event: &Event<'_>, context: Context<'_, S>) {
        let parent = event
            .parent()
            .and_then(|parent| find_log_id(parent, &context));
        self.0.write_event(event, parent.as_ref());
    }

    fn on_enter(&self, id: &Id, context: Context<'_, S>) {
        if let Some(own) = find_log_id(id, &context) {
            self.0.enter(&own);
        }
    }

    fn on_exit(&self, id: &Id, context: Context<'_, S>) {
        if let Some(own) = find_log_id(id, &context) {
            self.0.exit(&own);
        }
    }

    fn on_close(&self, id: Id, context: Context<'_, S>) {
        if let Some(own) = find_log_id(&id, &context) {
            self.0.try_close(own);
        }
    }
}
