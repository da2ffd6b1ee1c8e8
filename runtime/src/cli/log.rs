use std::fmt::{self, Write as _};
use std::io::Write as _;

use tracing::field::{Field, Visit};
use tracing::level_filters::LevelFilter;
use tracing::span::{Attributes, Id, Record};
use tracing::subscriber::Interest;
use tracing::{Event, Metadata, Subscriber};

/// Writes events to standard error, one on each line. Standard output belongs to the protocol.
///
/// `tracing-subscriber` would do the same at the cost of six more crates in every server.
struct Log {
    filter: Filter,
}

/// Starts logging. A process that logs already keeps what it has.
pub(super) fn start(filter: Filter) {
    let _ = tracing::subscriber::set_global_default(Log { filter });
}

/// Which events are shown: a level for everything, and levels for what comes from some crate or
/// module.
#[derive(Debug, PartialEq)]
pub(super) struct Filter {
    level: LevelFilter,
    targets: Vec<(String, LevelFilter)>,
}

/// What is shown where nobody asks for anything else. rmcp warns of what a client does, about which
/// whoever runs the server can do nothing; but for hosts and origins that are refused over HTTP.
const DEFAULT: &str = "warn,rmcp=off,rmcp::transport::streamable_http_server::tower=warn";

/// What `RUST_LOG` says.
pub(super) fn from_environment() -> Filter {
    let variable = std::env::var("RUST_LOG").unwrap_or_default();
    Filter::read(&variable)
        .or_else(|| Filter::read(DEFAULT))
        .unwrap_or_else(|| Filter::level(LevelFilter::WARN))
}

impl Filter {
    /// One level for everything.
    pub(super) fn level(level: LevelFilter) -> Self {
        Self {
            level,
            targets: Vec::new(),
        }
    }

    /// Levels and `target=level`, with commas between them; `None` where there is none of either.
    fn read(directives: &str) -> Option<Self> {
        let mut filter = Self::level(LevelFilter::WARN);
        let mut is_silent = true;
        for directive in directives.split(',') {
            match directive.split_once('=') {
                None => match level(directive) {
                    Some(level) => filter.level = level,
                    None => continue,
                },
                Some((target, name)) => match level(name) {
                    Some(level) => filter.targets.push((target.trim().to_owned(), level)),
                    None => continue,
                },
            }
            is_silent = false;
        }
        (!is_silent).then_some(filter)
    }

    /// The level of the longest target that an event's begins with.
    fn of(&self, target: &str) -> LevelFilter {
        let named = self
            .targets
            .iter()
            .filter(|(name, _)| {
                let rest = target.strip_prefix(name.as_str());
                rest.is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
            })
            .max_by_key(|(name, _)| name.len());
        named.map_or(self.level, |(_, level)| *level)
    }

    fn most(&self) -> LevelFilter {
        let levels = self.targets.iter().map(|(_, level)| *level);
        levels.fold(self.level, LevelFilter::max)
    }
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
        let target = metadata.target();
        let asked = self.filter.of(target);
        let limit = if target.starts_with("toolwright") {
            asked
        } else {
            asked.min(LevelFilter::INFO)
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
        Some(self.filter.most())
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
    fn a_target_has_a_level_of_its_own() {
        let filter = Filter::read("info, rmcp=off,rmcp::transport=error,nonsense,x=loud");
        let filter = filter.expect("has directives");
        assert_eq!(filter.of("toolwright::server"), LevelFilter::INFO);
        assert_eq!(filter.of("rmcp::service"), LevelFilter::OFF);
        assert_eq!(filter.of("rmcp::transport::io"), LevelFilter::ERROR);
        assert_eq!(filter.of("rmcpx"), LevelFilter::INFO);
        assert_eq!(filter.most(), LevelFilter::INFO);
        assert_eq!(Filter::read("nonsense,"), None);
    }

    #[test]
    fn the_protocol_is_silent_by_default() {
        let filter = Filter::read(DEFAULT).expect("has directives");
        assert_eq!(filter.of("rmcp::service"), LevelFilter::OFF);
        let refusals = "rmcp::transport::streamable_http_server::tower";
        assert_eq!(filter.of(refusals), LevelFilter::WARN);
        assert_eq!(filter.of("toolwright"), LevelFilter::WARN);
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
