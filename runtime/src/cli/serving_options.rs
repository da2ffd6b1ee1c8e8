//! Options that the operator of a server sets: log format, limits, the bridge, sessions, and which tools are served.
//!
//! Each one has a command-line option and an environment variable, and one table says both; the option overrides the
//! variable. A restriction (`--read-only`, `--only-tool`, `--only-tag`) that is empty is an error, never "no restriction".

use std::net::SocketAddr;
use std::num::{NonZeroU32, NonZeroUsize};
use std::time::Duration;

use super::log::Format;
use super::option_values::{invalid_value, parse_listen_address};
use crate::api::Api;
use crate::discovery_table::SchemaFormat;
use crate::http::parse_switch;
use crate::server::Network;
use crate::tools::{Mode, Tools};

/// What whoever operates a server sets: what it says of itself, and how much of it a client gets.
/// What is `None` is not set.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Serving {
    pub(super) log_format: Option<Format>,
    pub(super) drain: Option<Duration>,
    /// Connections that may be open at once.
    pub(super) max_connections: Option<NonZeroUsize>,
    /// Requests that a client may send in a minute.
    pub(super) client_rate: Option<NonZeroU32>,
    /// Calls that may run at once.
    pub(super) max_calls: Option<NonZeroUsize>,
    pub(super) trusted_proxies: Option<Vec<Network>>,
    pub(super) metrics_listen: Option<SocketAddr>,
    /// Whether there is the REST bridge beside MCP.
    pub(super) bridge: Option<bool>,
    /// Whether sessions are kept for clients of revisions before 2026-07-28.
    pub(super) sessions: Option<bool>,
    /// Sessions that may be open at once.
    pub(super) max_sessions: Option<NonZeroUsize>,
    /// Which tools are listed.
    pub(super) tools: Option<Mode>,
    pub(super) discovery_prefix: Option<String>,
    /// How the schema provider describes operations.
    pub(super) discovery_format: Option<SchemaFormat>,
    /// Whether discovery has a second executor, for reading.
    pub(super) discovery_reader: Option<bool>,
    /// Whether only tools are served that change nothing.
    pub(super) read_only: Option<bool>,
    /// Patterns of the names of tools to serve.
    pub(super) only_tools: Option<Vec<String>>,
    /// Patterns of the tags of tools to serve.
    pub(super) only_tags: Option<Vec<String>>,
}

type ReadSetting = fn(&mut Serving, &str) -> Result<(), lexopt::Error>;

type Switch = fn(&mut Serving, bool);

/// The options without a value, and the ends of the names of their variables.
const SWITCHES: &[(&str, &str, Switch)] = &[
    ("bridge", "BRIDGE", |serving, on| serving.bridge = Some(on)),
    ("sessions", "SESSIONS", |serving, on| {
        serving.sessions = Some(on)
    }),
    ("read-only", "READ_ONLY", |serving, on| {
        serving.read_only = Some(on)
    }),
    ("discovery-reader", "DISCOVERY_READER", |serving, on| {
        serving.discovery_reader = Some(on);
    }),
];

/// The ends of the names of the variables that narrow what a server does.
pub(super) const RESTRICTIONS: [&str; 3] = ["READ_ONLY", "ONLY_TOOLS", "ONLY_TAGS"];

/// The options, and the ends of the names of the variables that stand for them.
const SETTINGS: &[(&str, &str, ReadSetting)] = &[
    ("log-format", "LOG_FORMAT", |serving, text| {
        serving.log_format = Some(match text {
            "text" => Format::Text,
            "json" => Format::Json,
            _ => return Err(invalid_value(text, "`text` or `json`")),
        });
        Ok(())
    }),
    ("drain", "DRAIN_SECS", |serving, text| {
        let seconds = text.parse().ok().map(Duration::try_from_secs_f64);
        let Some(Ok(time)) = seconds else {
            return Err(invalid_value(text, "a number of seconds"));
        };
        serving.drain = Some(time);
        Ok(())
    }),
    ("max-connections", "MAX_CONNECTIONS", |serving, text| {
        let most = text.parse();
        let most = most.map_err(|_| invalid_value(text, "a number greater than 0"))?;
        serving.max_connections = Some(most);
        Ok(())
    }),
    (
        "client-rate-limit-rpm",
        "CLIENT_RATE_LIMIT_RPM",
        |serving, text| {
            let rate = text.parse();
            serving.client_rate =
                Some(rate.map_err(|_| invalid_value(text, "a number greater than 0"))?);
            Ok(())
        },
    ),
    ("max-calls", "MAX_CALLS", |serving, text| {
        let calls = text.parse();
        serving.max_calls =
            Some(calls.map_err(|_| invalid_value(text, "a number greater than 0"))?);
        Ok(())
    }),
    ("max-sessions", "MAX_SESSIONS", |serving, text| {
        let sessions = text.parse();
        serving.max_sessions =
            Some(sessions.map_err(|_| invalid_value(text, "a number greater than 0"))?);
        Ok(())
    }),
    ("trusted-proxy", "TRUSTED_PROXIES", |serving, text| {
        let networks = text.split([',', ' ']).filter(|network| !network.is_empty());
        for network in networks {
            let read = network.parse();
            let read = read
                .map_err(|_| invalid_value(network, "an IP address or a network, as 10.0.0.0/8"))?;
            serving.trusted_proxies.get_or_insert_default().push(read);
        }
        Ok(())
    }),
    ("metrics-listen", "METRICS_LISTEN", |serving, text| {
        serving.metrics_listen = Some(parse_listen_address(text)?);
        Ok(())
    }),
    ("tools", "TOOLS", |serving, text| {
        let mode = text.parse();
        let expected = "`all`, `discovery`, `both` or `compact`";
        serving.tools = Some(mode.map_err(|_| invalid_value(text, expected))?);
        Ok(())
    }),
    ("discovery-prefix", "DISCOVERY_PREFIX", |serving, text| {
        serving.discovery_prefix = Some(text.to_owned());
        Ok(())
    }),
    ("discovery-format", "DISCOVERY_FORMAT", |serving, text| {
        let format = text.parse();
        let expected = "`nested`, `compact` or `full`";
        serving.discovery_format = Some(format.map_err(|_| invalid_value(text, expected))?);
        Ok(())
    }),
    ("only-tool", "ONLY_TOOLS", |serving, text| {
        let names = parse_list(
            text,
            &[',', ' '],
            "the name of a tool, or a pattern, for example list_*",
        )?;
        serving.only_tools.get_or_insert_default().extend(names);
        Ok(())
    }),
    // A tag may contain spaces.
    ("only-tag", "ONLY_TAGS", |serving, text| {
        let tags = parse_list(text, &[','], "a tag, or a pattern, for example admin*")?;
        serving.only_tags.get_or_insert_default().extend(tags);
        Ok(())
    }),
];

/// The items of a list, at least one: an empty restriction must not pass for none.
fn parse_list(
    text: &str,
    separators: &[char],
    expected: &'static str,
) -> Result<Vec<String>, lexopt::Error> {
    let items = text.split(separators).map(str::trim);
    let items: Vec<String> = items
        .filter(|item| !item.is_empty())
        .map(str::to_owned)
        .collect();
    match items.is_empty() {
        true => Err(invalid_value(text, expected)),
        false => Ok(items),
    }
}

/// The value of a variable of the environment; none where it is not set, or empty. An empty restriction is an
/// error: a template without a value leaves it behind, and the server would do more than its operator means.
fn read_variable(variable: &str, suffix: &str) -> Result<Option<String>, String> {
    let Some(value) = std::env::var_os(variable) else {
        return Ok(None);
    };
    let value = value.into_string();
    let value = value.map_err(|_| format!("{variable} is set to a value that is not UTF-8"))?;
    match value.trim() {
        "" if RESTRICTIONS.contains(&suffix) => Err(format!(
            "{variable} is set but empty. Give it a value, or unset it."
        )),
        "" => Ok(None),
        value => Ok(Some(value.to_owned())),
    }
}

impl Serving {
    /// What that option without a value switches on, if it is one of these.
    pub(super) fn find_switch(option: &str) -> Option<Switch> {
        let mut switches = SWITCHES.iter();
        switches.find_map(|(name, _, switch)| (*name == option).then_some(*switch))
    }

    /// How the value of that option is read, if it is one of these.
    pub(super) fn find_setting(option: &str) -> Option<ReadSetting> {
        let mut settings = SETTINGS.iter();
        settings.find_map(|(name, _, read)| (*name == option).then_some(*read))
    }

    /// The variables that it reads, also those of features that are off: to set one is an error then,
    /// or changes nothing, but it is not misspelt.
    pub(super) fn variable_names(api: &Api) -> impl Iterator<Item = String> {
        let settings = SETTINGS.iter();
        settings.map(move |(_, suffix, _)| api.variable(suffix))
    }

    /// What is not set here as the environment has it.
    pub(super) fn or_environment(self, api: &Api) -> Result<Self, String> {
        let mut around = Self::default();
        for (_, suffix, read) in SETTINGS {
            let variable = api.variable(suffix);
            if let Some(value) = read_variable(&variable, suffix)? {
                read(&mut around, &value).map_err(|error| format!("{variable}: {error}"))?;
            }
        }
        for (_, suffix, set) in SWITCHES {
            let variable = api.variable(suffix);
            if let Some(value) = read_variable(&variable, suffix)? {
                let is_on = parse_switch(&value)
                    .ok_or_else(|| invalid_value(&value, "`true` or `false`"))
                    .map_err(|error| format!("{variable}: {error}"))?;
                set(&mut around, is_on);
            }
        }
        Ok(Self {
            log_format: self.log_format.or(around.log_format),
            drain: self.drain.or(around.drain),
            max_connections: self.max_connections.or(around.max_connections),
            client_rate: self.client_rate.or(around.client_rate),
            max_calls: self.max_calls.or(around.max_calls),
            trusted_proxies: self.trusted_proxies.or(around.trusted_proxies),
            metrics_listen: self.metrics_listen.or(around.metrics_listen),
            bridge: self.bridge.or(around.bridge),
            sessions: self.sessions.or(around.sessions),
            max_sessions: self.max_sessions.or(around.max_sessions),
            tools: self.tools.or(around.tools),
            discovery_prefix: self.discovery_prefix.or(around.discovery_prefix),
            discovery_format: self.discovery_format.or(around.discovery_format),
            discovery_reader: self.discovery_reader.or(around.discovery_reader),
            read_only: self.read_only.or(around.read_only),
            only_tools: self.only_tools.or(around.only_tools),
            only_tags: self.only_tags.or(around.only_tags),
        })
    }

    /// The tools, narrowed and listed as is set here.
    pub(super) fn restrict_tools(&self, mut tools: Tools) -> Tools {
        if let Some(mode) = self.tools {
            tools = tools.listed_as(mode);
        }
        // Names and tags first, so that a misspelt one is compared with all tools.
        if let Some(patterns) = &self.only_tools {
            tools = tools.only_tools(patterns.iter().map(String::as_str));
        }
        if let Some(patterns) = &self.only_tags {
            tools = tools.only_tags(patterns.iter().map(String::as_str));
        }
        if self.read_only == Some(true) {
            tools = tools.read_only();
        }
        if let Some(reader) = self.discovery_reader {
            tools = tools.discovery_reader(reader);
        }
        if let Some(format) = self.discovery_format {
            tools = tools.discovery_format(format);
        }
        match &self.discovery_prefix {
            Some(prefix) => tools.discovery_prefix(prefix),
            None => tools,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(option: &str, value: &str) -> Result<Serving, String> {
        let mut serving = Serving::default();
        let read = Serving::find_setting(option).expect("is one of these");
        read(&mut serving, value).map_err(|error| error.to_string())?;
        Ok(serving)
    }

    #[test]
    fn reads_its_options() {
        let expected = Serving {
            drain: Some(Duration::from_millis(500)),
            ..Serving::default()
        };
        assert_eq!(read("drain", "0.5"), Ok(expected));
        let json = read("log-format", "json").map(|serving| serving.log_format);
        assert_eq!(json, Ok(Some(Format::Json)));
        let proxies = read("trusted-proxy", "10.0.0.0/8, ::1").map(|it| it.trusted_proxies);
        assert_eq!(
            proxies.map(|proxies| proxies.map_or(0, |it| it.len())),
            Ok(2)
        );
        let tools = read("tools", "both").map(|serving| serving.tools);
        assert_eq!(tools, Ok(Some(Mode::Both)));
        let prefix = read("discovery-prefix", "shop").map(|serving| serving.discovery_prefix);
        assert_eq!(prefix, Ok(Some("shop".to_owned())));
        assert!(Serving::find_setting("listen").is_none());
        // Also of a server without the feature `metrics`, which then says that it was built without.
        let address = read("metrics-listen", "8033").map(|serving| serving.metrics_listen);
        assert_eq!(address, Ok("127.0.0.1:8033".parse().ok()));
        let names = read("only-tool", "list_*, get_pet").map(|serving| serving.only_tools);
        let expected = ["list_*", "get_pet"].map(str::to_owned).to_vec();
        assert_eq!(names, Ok(Some(expected)));
        let tags = read("only-tag", "Pet store,news").map(|serving| serving.only_tags);
        let expected = ["Pet store", "news"].map(str::to_owned).to_vec();
        assert_eq!(tags, Ok(Some(expected)));
        let mut serving = Serving::default();
        Serving::find_switch("read-only").expect("is one")(&mut serving, true);
        assert_eq!(
            (serving.read_only, serving.discovery_reader),
            (Some(true), None)
        );
        assert!(Serving::find_switch("tools").is_none());
    }

    #[test]
    fn says_what_it_expects() {
        for (option, value, expected) in [
            ("log-format", "xml", "`text` or `json`"),
            ("drain", "-1", "a number of seconds"),
            ("drain", "soon", "a number of seconds"),
            ("max-connections", "0", "a number greater than 0"),
            ("only-tool", " , ", "the name of a tool"),
            ("only-tag", ",", "a tag"),
            ("tools", "some", "`all`, `discovery`, `both` or `compact`"),
            ("discovery-format", "short", "`nested`, `compact` or `full`"),
            ("client-rate-limit-rpm", "0", "greater than 0"),
            ("max-calls", "0", "greater than 0"),
            ("trusted-proxy", "10.0.0.0/33", "an IP address or a network"),
        ] {
            let error = read(option, value).expect_err("is wrong");
            assert!(error.contains(expected), "{option} {value}: {error}");
        }
    }
}
