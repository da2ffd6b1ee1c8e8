//! Which log events are shown: the directives of `RUST_LOG` (`info,rmcp=off`), or a level for everything.
//!
//! The syntax is the part of `env_logger`'s that people use: levels, and `target=level`. A filter only decides; writing
//! is in `log`.

use tracing::Metadata;
use tracing::level_filters::LevelFilter;

/// Which events are shown: a level for everything, and levels for what comes from some crate or
/// module.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::cli) struct Filter {
    level: LevelFilter,
    targets: Vec<(String, LevelFilter)>,
}

/// What is shown where nobody asks for anything else. rmcp warns of what a client does, about which
/// whoever runs the server can do nothing; but for hosts and origins that are refused over HTTP.
const DEFAULT: &str = "warn,rmcp=off,rmcp::transport::streamable_http_server::tower=warn";

impl Filter {
    /// What `RUST_LOG` says.
    pub(in crate::cli) fn from_environment() -> Self {
        let variable = std::env::var("RUST_LOG").unwrap_or_default();
        Self::parse_directives(&variable)
            .or_else(|| Self::parse_directives(DEFAULT))
            .unwrap_or_else(|| Self::for_level(LevelFilter::WARN))
    }

    /// One level for everything.
    pub(in crate::cli) fn for_level(level: LevelFilter) -> Self {
        Self {
            level,
            targets: Vec::new(),
        }
    }

    /// One level for everything but rmcp, of which as much is shown as by default.
    pub(in crate::cli) fn for_own_code(level: LevelFilter) -> Self {
        let default = Self::parse_directives(DEFAULT).unwrap_or_else(|| Self::for_level(level));
        Self { level, ..default }
    }

    /// Levels and `target=level`, with commas between them; `None` where there is none of either.
    fn parse_directives(directives: &str) -> Option<Self> {
        let mut filter = Self::for_level(LevelFilter::WARN);
        let mut is_silent = true;
        for directive in directives.split(',') {
            match directive.split_once('=') {
                None => match parse_level(directive) {
                    Some(level) => filter.level = level,
                    None => continue,
                },
                Some((target, name)) => match parse_level(name) {
                    Some(level) => filter.targets.push((target.trim().to_owned(), level)),
                    None => continue,
                },
            }
            is_silent = false;
        }
        (!is_silent).then_some(filter)
    }

    /// The level of the longest target that an event's begins with.
    fn level_for_target(&self, target: &str) -> LevelFilter {
        let named = self
            .targets
            .iter()
            .filter(|(name, _)| {
                // `rmcp` must match `rmcp::service` but not the crate `rmcp_extra`.
                let rest = target.strip_prefix(name.as_str());
                rest.is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
            })
            .max_by_key(|(name, _)| name.len());
        named.map_or(self.level, |(_, level)| *level)
    }

    /// rmcp formats whole tool lists at DEBUG, and credentials pass through the HTTP client: of
    /// other crates nothing below INFO is shown, and no span.
    pub(super) fn is_shown(&self, metadata: &Metadata<'_>) -> bool {
        let target = metadata.target();
        let asked = self.level_for_target(target);
        let is_own = target.starts_with("toolwright");
        let limit = if is_own {
            asked
        } else {
            asked.min(LevelFilter::INFO)
        };
        (is_own || metadata.is_event()) && *metadata.level() <= limit
    }

    /// The most that anything is shown of.
    pub(super) fn max_level(&self) -> LevelFilter {
        let levels = self.targets.iter().map(|(_, level)| *level);
        levels.fold(self.level, LevelFilter::max)
    }
}

/// The level of that name.
pub(in crate::cli) fn parse_level(name: &str) -> Option<LevelFilter> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knows_the_levels() {
        assert_eq!(parse_level(" Info "), Some(LevelFilter::INFO));
        assert_eq!(parse_level("rmcp=debug"), None);
    }

    #[test]
    fn a_target_has_a_level_of_its_own() {
        let filter =
            Filter::parse_directives("info, rmcp=off,rmcp::transport=error,nonsense,x=loud");
        let filter = filter.expect("has directives");
        assert_eq!(
            filter.level_for_target("toolwright::server"),
            LevelFilter::INFO
        );
        assert_eq!(filter.level_for_target("rmcp::service"), LevelFilter::OFF);
        assert_eq!(
            filter.level_for_target("rmcp::transport::io"),
            LevelFilter::ERROR
        );
        assert_eq!(filter.level_for_target("rmcpx"), LevelFilter::INFO);
        assert_eq!(filter.max_level(), LevelFilter::INFO);
        assert_eq!(Filter::parse_directives("nonsense,"), None);
    }

    #[test]
    fn the_protocol_is_silent_by_default() {
        let filter = Filter::parse_directives(DEFAULT).expect("has directives");
        assert_eq!(filter.level_for_target("rmcp::service"), LevelFilter::OFF);
        let refusals = "rmcp::transport::streamable_http_server::tower";
        assert_eq!(filter.level_for_target(refusals), LevelFilter::WARN);
        assert_eq!(filter.level_for_target("toolwright"), LevelFilter::WARN);
    }
}
