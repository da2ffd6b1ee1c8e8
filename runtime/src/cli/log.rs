use std::fmt::{self, Write as _};
use std::io::Write as _;

use tracing::field::{Field, Visit};
use tracing::level_filters::LevelFilter;
use tracing::span::{Attributes, Id, Record};
use tracing::subscriber::Interest;
use tracing::{Event, Metadata, Subscriber};

/// Writes events to standard error, one on each line. Standard output belongs to the protocol.
///
/// `tracing-subscriber` would do the same at the cost of seven more crates in every server.
struct Log {
    level: LevelFilter,
}

/// Starts logging. A process that logs already keeps what it has.
pub(super) fn start(level: LevelFilter) {
    let _ = tracing::subscriber::set_global_default(Log { level });
}

/// The level in `RUST_LOG`, as far as it has one for everything; otherwise warnings.
pub(super) fn from_environment() -> LevelFilter {
    let variable = std::env::var("RUST_LOG").unwrap_or_default();
    variable
        .split(',')
        .find_map(level)
        .unwrap_or(LevelFilter::WARN)
}

/// The level of that name.
pub(super) fn level(name: &str) -> Option<LevelFilter> {
    let named = match name.trim().to_ascii_lowercase().as_str() {
        "off" => LevelFilter::OFF,
        "error" => LevelFilter::ERROR,
        "warn" => LevelFilter::WARN,
        "info" => LevelFilter::INFO,
        "debug" => LevelFilter::DEBUG,
        "trace" => LevelFilter::TRACE,
        _ => return None,
    };
    Some(named)
}

impl Log {
    /// rmcp formats whole tool lists at DEBUG, and credentials pass through the HTTP client: of
    /// other crates nothing below INFO is shown.
    fn shows(&self, metadata: &Metadata<'_>) -> bool {
        let ours = metadata.target().starts_with("toolwright");
        let limit = if ours {
            self.level
        } else {
            self.level.min(LevelFilter::INFO)
        };
        metadata.is_event() && *metadata.level() <= limit
    }
}

impl Subscriber for Log {
    fn register_callsite(&self, metadata: &'static Metadata<'static>) -> Interest {
        if self.shows(metadata) {
            Interest::always()
        } else {
            Interest::never()
        }
    }

    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        self.shows(metadata)
    }

    fn max_level_hint(&self) -> Option<LevelFilter> {
        Some(self.level)
    }

    fn event(&self, event: &Event<'_>) {
        let metadata = event.metadata();
        let mut line = Line(format!("{:>5} {}:", metadata.level(), metadata.target()));
        event.record(&mut line);
        line.0.push('\n');
        let _ = std::io::stderr().write_all(line.0.as_bytes());
    }

    // Spans are never shown, so none is ever made.

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}

struct Line(String);

impl Line {
    fn push(&mut self, field: &Field, value: fmt::Arguments<'_>) {
        let start = self.0.len();
        let _ = match field.name() {
            "message" => write!(self.0, " {value}"),
            name => write!(self.0, " {name}={value}"),
        };
        self.escape_from(start);
    }

    /// A value must not be able to pass for a line of its own.
    fn escape_from(&mut self, start: usize) {
        let tail = self.0.split_off(start);
        for character in tail.chars() {
            if character.is_control() {
                self.0.extend(character.escape_default());
            } else {
                self.0.push(character);
            }
        }
    }
}

impl Visit for Line {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        self.push(field, format_args!("{value:?}"));
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.push(field, format_args!("{value}"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knows_the_levels() {
        assert_eq!(level(" Info "), Some(LevelFilter::INFO));
        assert_eq!(level("rmcp=debug"), None);
    }

    #[test]
    fn keeps_an_event_on_its_line() {
        let mut line = Line(String::new());
        line.0.push_str("tool:");
        let start = line.0.len();
        line.0.push_str(" a\nERROR forged\u{1b}[31m ü");
        line.escape_from(start);
        assert_eq!(line.0, "tool: a\\nERROR forged\\u{1b}[31m ü");
    }
}
