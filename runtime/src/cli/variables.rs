//! All environment variables of a server: the one table behind `--help`, `--about` and the search for misspelt variables.
//!
//! A variable that is missing here is reported as unknown. Reading values is the job of `serving_options`, `access` and the
//! executor.

use std::collections::{BTreeMap, BTreeSet};

use super::serving_options::Serving;
use super::variable::{Group, Kind, Variable};
use super::{credential_variables, server_variables};
use crate::api::Api;
use crate::preset::PresetValue;
use crate::tool::Tool;
use crate::tools::Tools;

/// The names of all variables that a server reads under the prefixes of its APIs.
pub(super) fn variable_names(tools: &Tools) -> BTreeSet<String> {
    let variables =
        serving_variables(tools.first_api()).chain(tools.apis().flat_map(api_variables));
    let names = variables.flat_map(|variable| variable.all_names());
    names
        .chain(Serving::variable_names(tools.first_api()))
        .collect()
}

/// The variables of a server's first API, and those of the server.
pub(super) fn first_variables(api: &'static Api) -> impl Iterator<Item = Variable> {
    api_variables(api).chain(serving_variables(api))
}

/// A setting whose variable ends like this, with its meaning.
type Row = (&'static str, &'static str, Kind, Group);

/// The settings of an API's executor that are like an option, but for where the API is.
const API_SETTINGS: &[Row] = &[
    (
        "PATH_PREFIX",
        "As --path-prefix",
        Kind::Text,
        Group::Upstream,
    ),
    (
        "HEADERS",
        "As --header, one on each line, or a JSON object",
        Kind::Text,
        Group::Calls,
    ),
    ("CA_FILE", "As --ca-file", Kind::File, Group::Calls),
    (
        "CA_ONLY",
        "true: trust only these authorities",
        Kind::Switch,
        Group::Calls,
    ),
    ("TIMEOUT_SECS", "As --timeout", Kind::Number, Group::Calls),
    (
        "MAX_RETRIES",
        "As --max-retries",
        Kind::Number,
        Group::Calls,
    ),
    (
        "RETRY_ANY_METHOD",
        "true: retry all methods, because repeating any request is safe",
        Kind::Switch,
        Group::Calls,
    ),
    (
        "MAX_CONCURRENCY",
        "As --max-concurrency",
        Kind::Number,
        Group::Calls,
    ),
    (
        "RATE_LIMIT_RPM",
        "As --rate-limit-rpm",
        Kind::Number,
        Group::Calls,
    ),
    (
        "ALLOW_PATH_SLASH",
        "true: as --allow-path-slash",
        Kind::Switch,
        Group::Calls,
    ),
    (
        "MASK_RESULTS",
        "true: as --mask-results",
        Kind::Switch,
        Group::Calls,
    ),
    (
        "ALLOW_FILES",
        "As --allow-files, separated as in PATH",
        Kind::Directory,
        Group::Calls,
    ),
    (
        "ALLOW_URIS",
        "As --allow-uris, separated by spaces",
        Kind::Text,
        Group::Calls,
    ),
    (
        "MAX_FILE_BYTES",
        "As --max-file-bytes",
        Kind::Number,
        Group::Calls,
    ),
    (
        "ALLOW_MISSING_CREDENTIALS",
        "true: send calls without the credentials that the spec requires",
        Kind::Switch,
        Group::Credentials,
    ),
];

/// The settings of a server.
const SERVING_SETTINGS: &[Row] = &[
    (
        "ACCESS_TOKENS",
        "With http: accepted access tokens, separated by commas",
        Kind::Text,
        Group::Http,
    ),
    (
        "ACCESS_ISSUER",
        "With http: URL of an authorization server whose tokens are also accepted",
        Kind::Text,
        Group::Http,
    ),
    (
        "ACCESS_RESOURCE",
        "URL at which clients reach this server (default: where it listens)",
        Kind::Text,
        Group::Http,
    ),
    (
        "ACCESS_AUDIENCE",
        "Audience that these tokens must have (default: that URL)",
        Kind::Text,
        Group::Http,
    ),
    (
        "ACCESS_SCOPES",
        "Scopes that these tokens must have, separated by spaces",
        Kind::Text,
        Group::Http,
    ),
    ("OPEN", "true: as --open", Kind::Switch, Group::Http),
    (
        "CLIENT_RATE_LIMIT_RPM",
        "As --client-rate-limit-rpm",
        Kind::Number,
        Group::Http,
    ),
    ("MAX_CALLS", "As --max-calls", Kind::Number, Group::Server),
    (
        "STATE_KEY",
        "At least 32 random bytes that sign the state of calls that ask their client for input; must be the \
         same for all instances (default: random)",
        Kind::Text,
        Group::Http,
    ),
    (
        "TRUSTED_PROXIES",
        "As --trusted-proxy, separated by spaces",
        Kind::Text,
        Group::Http,
    ),
    ("DRAIN_SECS", "As --drain", Kind::Number, Group::Server),
    (
        "MAX_CONNECTIONS",
        "As --max-connections",
        Kind::Number,
        Group::Http,
    ),
    (
        "READ_ONLY",
        "true: as --read-only",
        Kind::Switch,
        Group::Tools,
    ),
    (
        "ONLY_TOOLS",
        "As --only-tool, separated by commas or spaces",
        Kind::Text,
        Group::Tools,
    ),
    (
        "ONLY_TAGS",
        "As --only-tag, separated by commas",
        Kind::Text,
        Group::Tools,
    ),
    ("LOG_FORMAT", "As --log-format", Kind::Text, Group::Server),
];

/// The settings of a server that are there with this feature.
const SESSION_SETTINGS: &[Row] = &[
    ("SESSIONS", "true: as --sessions", Kind::Switch, Group::Http),
    (
        "MAX_SESSIONS",
        "As --max-sessions",
        Kind::Number,
        Group::Http,
    ),
];

const BRIDGE_SETTINGS: &[Row] = &[("BRIDGE", "true: as --bridge", Kind::Switch, Group::Http)];

const METRICS_SETTINGS: &[Row] = &[(
    "METRICS_LISTEN",
    "As --metrics-listen",
    Kind::Text,
    Group::Server,
)];

const DISCOVERY_SETTINGS: &[Row] = &[
    ("TOOLS", "As --tools", Kind::Text, Group::Tools),
    (
        "DISCOVERY_PREFIX",
        "As --discovery-prefix",
        Kind::Text,
        Group::Tools,
    ),
    (
        "DISCOVERY_FORMAT",
        "As --discovery-format",
        Kind::Text,
        Group::Tools,
    ),
    (
        "DISCOVERY_READER",
        "true: as --discovery-reader",
        Kind::Switch,
        Group::Tools,
    ),
];

/// The settings that are secrets of the server itself.
const SERVING_SECRETS: [&str; 2] = ["ACCESS_TOKENS", "STATE_KEY"];

/// The variables of one API's executor.
pub(super) fn api_variables(api: &'static Api) -> impl Iterator<Item = Variable> {
    let settings = API_SETTINGS.iter().map(|row| to_variable(api, row));
    let presets = preset_variables(api.tools);
    let address = server_variables::url_variables(api).into_iter();
    let credentials = credential_variables::credential_variables(api);
    address.chain(settings).chain(credentials).chain(presets)
}

fn serving_variables(api: &'static Api) -> impl Iterator<Item = Variable> {
    let when = |has_feature: bool, rows: &'static [Row]| match has_feature {
        true => rows,
        false => &[],
    };
    SERVING_SETTINGS
        .iter()
        .chain(when(cfg!(feature = "sessions"), SESSION_SETTINGS))
        .chain(when(cfg!(feature = "bridge"), BRIDGE_SETTINGS))
        .chain(when(cfg!(feature = "metrics"), METRICS_SETTINGS))
        .chain(when(cfg!(feature = "discovery"), DISCOVERY_SETTINGS))
        .map(|row| {
            let variable = to_variable(api, row);
            match SERVING_SECRETS.contains(&row.0) {
                true => variable.mark_secret(),
                false => variable,
            }
        })
}

fn to_variable(api: &Api, (suffix, meaning, kind, group): &Row) -> Variable {
    let variable = Variable::new(api.variable(suffix), *meaning, *group).with_kind(*kind);
    match *suffix {
        // What a person may want of a server on their own machine.
        "READ_ONLY" => variable.mark_common(),
        _ => variable,
    }
}

/// The variables that arguments come from, and which arguments.
fn preset_variables(tools: &'static [Tool]) -> impl Iterator<Item = Variable> {
    let mut all: BTreeMap<&str, (BTreeSet<String>, Vec<&str>)> = BTreeMap::new();
    for tool in tools {
        for preset in tool.call.presets {
            if let PresetValue::Environment(name) = preset.value {
                let (arguments, tools) = all.entry(name).or_default();
                arguments.insert(preset.path.join("."));
                tools.push(tool.name);
            }
        }
    }
    all.into_iter().map(|(name, (arguments, mut tools))| {
        tools.dedup();
        let arguments: Vec<String> = arguments.into_iter().collect();
        let arguments = arguments.join(", ");
        let meaning = match tools.as_slice() {
            [one] => format!("The argument {arguments} of {one}"),
            [one, other] => format!("The argument {arguments} of {one} and {other}"),
            more => format!("The argument {arguments} of {} tools", more.len()),
        };
        Variable::new(name.to_owned(), meaning, Group::Arguments).mark_common()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::CallOptions;
    use crate::preset::Preset;
    use crate::request::Method;

    const TENANT: &[Preset] = &[Preset::environment(&["tenant"], "SHOP_TENANT")];
    const DEEP: &[Preset] = &[Preset::environment(&["filter", "shop"], "SHOP_TENANT")];

    const fn preset(name: &'static str, presets: &'static [Preset]) -> Tool {
        Tool::new(name, Method::Get, "/").call(CallOptions::DEFAULT.presets(presets))
    }

    static ONE: &[Tool] = &[preset("list", TENANT), preset("get", &[])];
    static TWO: &[Tool] = &[preset("list", TENANT), preset("get", DEEP)];
    static MORE: &[Tool] = &[
        preset("list", TENANT),
        preset("get", DEEP),
        preset("add", TENANT),
    ];

    #[test]
    fn it_says_which_argument_a_variable_is() {
        for (tools, expected) in [
            (ONE, "The argument tenant of list"),
            (TWO, "The argument filter.shop, tenant of list and get"),
            (MORE, "The argument filter.shop, tenant of 3 tools"),
        ] {
            let variables = preset_variables(tools);
            let described: Vec<(String, String)> = variables
                .map(|variable| (variable.name.clone(), variable.help_line()))
                .collect();
            assert_eq!(described, [("SHOP_TENANT".to_owned(), expected.to_owned())]);
        }
    }
}
