//! What a server says on standard error. Standard output belongs to the protocol.

mod fields;
mod filter;
mod json;
#[cfg(feature = "otlp")]
mod otlp_layer;
mod spans;
mod text;

use std::io::Write as _;
use std::sync::OnceLock;

use tracing::span::{Attributes, Id, Record};
use tracing::subscriber::Interest;
use tracing::{Event, Level, Metadata, Subscriber};

use crate::value::Json;
use fields::Fields;
pub(super) use filter::{Filter, parse_level};
use spans::Spans;

/// How an event is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Format {
    /// Level, target, message and fields, for people.
    #[default]
    Text,
    /// An object, with the time and the fields of the spans around it.
    Json,
}

/// Writes events to standard error, one on each line.
///
/// `tracing-subscriber` would do the same at the cost of six more crates in every server.
struct Log {
    filter: Filter,
    format: Format,
    spans: Spans,
}

static FORMAT: OnceLock<Format> = OnceLock::new();

/// Starts logging. A process that logs already keeps what it has.
pub(super) fn start_logging(filter: Filter, format: Format) {
    let _ = tracing::subscriber::set_global_default(new_log(filter, format));
}

/// Starts logging and exporting spans.
#[cfg(feature = "otlp")]
pub(super) fn start_logging_with_exporter(
    exporter: &crate::otlp::Exporter,
    filter: Filter,
    format: Format,
) {
    let both = otlp_layer::build_subscriber(new_log(filter, format), exporter);
    let _ = tracing::subscriber::set_global_default(both);
}

fn new_log(filter: Filter, format: Format) -> Log {
    let _ = FORMAT.set(format);
    Log {
        filter,
        format,
        spans: Spans::default(),
    }
}

/// Says where the server listens, whatever the level.
pub(super) fn announce_address(url: &str) {
    write_announcement(
        Level::INFO,
        &format!("listening on {url}"),
        "",
        &[("url", url)],
    );
}

/// Says what a server over stdio waits for, whatever the level.
pub(super) fn announce_waiting() {
    let message = "waiting for an MCP client on standard input; clients start this program themselves. Press \
                   Ctrl-D to end, see --help for the configuration, or serve HTTP with --transport http";
    write_announcement(Level::INFO, message, "", &[]);
}

/// Says why the server ends, whatever the level.
pub(super) fn report_fatal_error(program: &str, error: &str) {
    write_announcement(Level::ERROR, error, &format!("{program}: "), &[]);
}

fn write_announcement(level: Level, message: &str, prefix: &str, fields: &[(&'static str, &str)]) {
    let line = match FORMAT.get().copied().unwrap_or_default() {
        Format::Text => format!("{prefix}{message}\n"),
        Format::Json => {
            let mut said = Fields::default();
            said.set_field("message", Json::from(message));
            for (name, value) in fields {
                said.set_field(name, Json::from(*value));
            }
            json::format_line(level, "toolwright", &said, &[])
        }
    };
    let _ = std::io::stderr().write_all(line.as_bytes());
}

impl Log {
    /// Writes an event in the spans that this thread is in, or in those that it names.
    fn write_event(&self, event: &Event<'_>, parent: Option<&Id>) {
        let metadata = event.metadata();
        let mut fields = Fields::default();
        event.record(&mut fields);
        let spans = match parent {
            Some(parent) => self.spans.span_with_ancestors(parent),
            None => self.spans.current_spans(),
        };
        let (level, target) = (*metadata.level(), metadata.target());
        let line = match self.format {
            Format::Text => text::format_line(level, target, &fields, &spans),
            Format::Json => json::format_line(level, target, &fields, &spans),
        };
        let _ = std::io::stderr().write_all(line.as_bytes());
    }
}

impl Subscriber for Log {
    fn register_callsite(&self, metadata: &'static Metadata<'static>) -> Interest {
        if self.filter.is_shown(metadata) {
            Interest::always()
        } else {
            Interest::never()
        }
    }

    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        self.filter.is_shown(metadata)
    }

    fn max_level_hint(&self) -> Option<tracing::level_filters::LevelFilter> {
        Some(self.filter.max_level())
    }

    fn event(&self, event: &Event<'_>) {
        self.write_event(event, event.parent());
    }

    fn new_span(&self, attributes: &Attributes<'_>) -> Id {
        self.spans.open_span(attributes)
    }

    fn record(&self, id: &Id, values: &Record<'_>) {
        self.spans.record_values(id, values);
    }

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn enter(&self, id: &Id) {
        spans::enter_span(id);
    }

    fn exit(&self, id: &Id) {
        spans::exit_span(id);
    }

    fn clone_span(&self, id: &Id) -> Id {
        self.spans.add_user(id);
        id.clone()
    }

    fn try_close(&self, id: Id) -> bool {
        self.spans.close_span(&id)
    }
}
