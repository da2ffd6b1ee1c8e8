use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use super::options::DEFAULT_LISTEN;
use super::{servers, variables};
use crate::api::Api;
use crate::http::{MAX_FILE_BYTES, MAX_RETRIES, TIMEOUT};
use crate::preset::PresetValue;
use crate::security::SecurityKind;
use crate::tool::Tool;
use crate::tools::Tools;

const METRICS: &str = "\
  --metrics-listen ADDRESS Where /metrics is, for whoever reaches it; with http, it is beside /mcp
                           otherwise, for whoever may call the tools
";

const DISCOVERY: &str = "\
  --tools all|discovery|both|compact
                           Which tools are listed: one for each operation; three to find, look at
                           and call any of them; both; one for each with its signature alone
                           (default: discovery, if the first API was compiled for it)
  --discovery-prefix PREFIX
                           What the names of these three begin with
  --discovery-reader       Beside the executor, list one that runs read-only operations only
";

const SOURCES: &str = "
* The value itself; or in a variable that ends in _FILE, the path of a file with the value; or in
  one that ends in _COMMAND, a command of the shell that prints the value, or JSON with `token` and
  `expires_at`.
";

/// What `--help` prints.
pub(super) fn text(tools: &Tools, program: &str) -> String {
    let api = tools.first();
    let title = if api.title.is_empty() {
        api.name
    } else {
        api.title
    };
    let mut text = format!(
        "{program} {version}: MCP server for {title}, {count} tools

Usage: {program} [OPTIONS]
{login}
Options:
  --transport stdio|http   How clients talk to it (default: stdio)
  --listen ADDRESS         With http: where to listen (default: {DEFAULT_LISTEN})
  --allow-host HOST        With http: another name it may be called by; can be repeated
  --allow-origin ORIGIN    With http: a web origin that may call it; can be repeated
  --client-rate-limit-rpm N
                           With http: how many requests a client may send in a minute
                           (default: any number)
  --trusted-proxy NETWORK  With http: a proxy, 10.0.0.0/8, whose X-Forwarded-For says which client
                           asks; can be repeated
  --drain SECONDS          With http: how long requests may go on when the server is to end
                           (default: 5)
{metrics}  --upstream URL|builtin   Where calls go, instead of the base URL below; builtin: an
                           upstream inside the server that answers with examples
  --server WHICH           Which of the spec's servers: its number, its name or description, or
                           its URL (default: the first)
  --server-variable NAME=VALUE
                           A variable in the URL of a server; can be repeated
  --path-prefix PATH       Stands before the path of every operation
  --header 'NAME: VALUE'   A header for every call, which is kept secret; can be repeated
  --ca-file FILE           PEM file with authorities to trust beside the system's
  --timeout SECONDS        How long a call may take (default: {timeout})
  --max-retries N          How often a request that failed is sent again, if that does no harm
                           (default: {retries})
  --max-concurrency N      How many requests may be under way at once (default: any number)
  --rate-limit-rpm N       How many requests may be sent in a minute (default: any number)
  --pass-header NAME       With http: a header of the client's request that goes upstream;
                           can be repeated
  --allow-path-slash       Let path parameters contain / and \\, which go out percent-encoded
  --mask-results           Mask credentials in successful results too, not only in errors
  --allow-files DIR        Let uploads be files of this directory, by their path; can be repeated
  --allow-uris ORIGIN      Let uploads be fetched from this origin, or with * from any public https
                           address; can be repeated
  --max-file-bytes N       How large the files of a call may be together (default: {MAX_FILE_BYTES})
  --max-result-bytes N     Longer results are cut, and say so (default: 100000)
  --read-only              Serve only the tools that change nothing (readOnlyHint)
  --only-tool NAME         Serve only this tool; * is any text, ? any character; can be repeated
  --only-tag TAG           Serve only the tools with this tag; the same; can be repeated
{discovery}  --log LEVEL              off, error, warn, info, debug or trace, to standard error
                           (default: what RUST_LOG says, or warn with little of rmcp)
  --log-format text|json   How it is written there (default: text)
  --list-tools             Print the tools as JSON and exit
  -h, --help               Print this and exit
  -V, --version            Print the version and exit

Environment:
",
        login = login(tools, program),
        metrics = if cfg!(feature = "metrics") {
            METRICS
        } else {
            ""
        },
        discovery = if cfg!(feature = "discovery") {
            DISCOVERY
        } else {
            ""
        },
        version = api.version,
        count = tools.names().count(),
        timeout = TIMEOUT.as_secs(),
        retries = MAX_RETRIES,
    );
    let mut variables: Vec<_> = of_api(api).chain(of_server(api)).collect();
    variables.push((
        "HTTP_PROXY, HTTPS_PROXY, ALL_PROXY, NO_PROXY".to_owned(),
        "Proxies, and hosts that need none; this machine never does".to_owned(),
    ));
    if cfg!(feature = "otlp") {
        variables.push((
            "OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_…".to_owned(),
            "Where traces are sent, and all else that OpenTelemetry has variables for".to_owned(),
        ));
    }
    push_variables(&mut text, &variables);
    for other in tools.apis().skip(1) {
        let title = if other.title.is_empty() {
            other.name
        } else {
            other.title
        };
        let _ = writeln!(text, "\nEnvironment of {title}:");
        push_variables(&mut text, &of_api(other).collect::<Vec<_>>());
    }
    let mut schemes = tools.apis().flat_map(|api| api.security);
    if schemes.any(|scheme| scheme.kind != SecurityKind::MutualTls) {
        text.push_str(SOURCES);
    }
    text
}

/// The settings of an API's executor that are like an option, but for where the API is.
const OF_API: [(&str, &str); 14] = [
    ("PATH_PREFIX", "As --path-prefix"),
    ("HEADERS", "As --header, a line each or an object of JSON"),
    ("CA_FILE", "As --ca-file"),
    ("CA_ONLY", "true: trust these authorities only"),
    ("TIMEOUT_SECS", "As --timeout"),
    ("MAX_RETRIES", "As --max-retries"),
    (
        "RETRY_ANY_METHOD",
        "true: send any request again, as nothing bad comes of doing it twice",
    ),
    ("MAX_CONCURRENCY", "As --max-concurrency"),
    ("RATE_LIMIT_RPM", "As --rate-limit-rpm"),
    ("ALLOW_PATH_SLASH", "true: as --allow-path-slash"),
    ("MASK_RESULTS", "true: as --mask-results"),
    ("ALLOW_FILES", "As --allow-files, directories as in PATH"),
    (
        "ALLOW_URIS",
        "As --allow-uris, origins with spaces between them",
    ),
    ("MAX_FILE_BYTES", "As --max-file-bytes"),
];

/// The settings of a server.
const OF_SERVER: [(&str, &str); 12] = [
    (
        "ACCESS_TOKENS",
        "With http: tokens that open this server, separated by commas",
    ),
    (
        "ACCESS_ISSUER",
        "With http: URL of an authorization server whose tokens open this server, too",
    ),
    (
        "ACCESS_RESOURCE",
        "URL at which clients reach this server (default: where it listens)",
    ),
    (
        "ACCESS_AUDIENCE",
        "What these tokens name as their audience (default: that URL)",
    ),
    (
        "ACCESS_SCOPES",
        "Scopes that they have to have, separated by spaces",
    ),
    ("CLIENT_RATE_LIMIT_RPM", "As --client-rate-limit-rpm"),
    (
        "TRUSTED_PROXIES",
        "As --trusted-proxy, with spaces between them",
    ),
    ("DRAIN_SECS", "As --drain"),
    ("READ_ONLY", "true: as --read-only"),
    (
        "ONLY_TOOLS",
        "As --only-tool, separated by commas or spaces",
    ),
    ("ONLY_TAGS", "As --only-tag, separated by commas"),
    ("LOG_FORMAT", "As --log-format"),
];

fn of_api(api: &'static Api) -> impl Iterator<Item = (String, String)> {
    let settings = OF_API.into_iter();
    let settings = settings.map(|(suffix, meaning)| (api.variable(suffix), meaning.to_owned()));
    let presets = presets(api.tools);
    let schemes = api.security.iter();
    let credentials = schemes.flat_map(|scheme| variables::of(scheme));
    let address = servers::variables(api).into_iter();
    address.chain(settings).chain(credentials).chain(presets)
}

/// The variables that arguments come from, and which arguments.
fn presets(tools: &'static [Tool]) -> impl Iterator<Item = (String, String)> {
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
        (name.to_owned(), meaning)
    })
}

fn of_server(api: &'static Api) -> impl Iterator<Item = (String, String)> {
    let metrics = cfg!(feature = "metrics").then_some(("METRICS_LISTEN", "As --metrics-listen"));
    let discovery = [
        ("TOOLS", "As --tools"),
        ("DISCOVERY_PREFIX", "As --discovery-prefix"),
        ("DISCOVERY_READER", "true: as --discovery-reader"),
    ];
    let discovery = discovery.into_iter();
    let discovery = discovery.filter(|_| cfg!(feature = "discovery"));
    let settings = OF_SERVER.into_iter().chain(metrics).chain(discovery);
    settings.map(|(suffix, meaning)| (api.variable(suffix), meaning.to_owned()))
}

/// The commands for APIs that people sign in to.
fn login(tools: &Tools, program: &str) -> String {
    let mut schemes = tools.apis().flat_map(|api| api.security);
    if !schemes.any(|scheme| scheme.has_login()) {
        return String::new();
    }
    format!(
        "       {program} login [SCHEME] [--device] [--port PORT] [--no-browser] [--upstream URL]
       {program} logout [SCHEME]

  login saves tokens for the server, in a file that only you can read; logout removes them
"
    )
}

/// A line for each variable, their meanings below each other.
fn push_variables(text: &mut String, variables: &[(String, String)]) {
    const NARROWEST: usize = 24;
    const WIDEST: usize = 40;
    let widths = variables.iter().map(|(name, _)| name.len());
    let width = widths.filter(|width| *width <= WIDEST).max();
    let width = width.unwrap_or_default().max(NARROWEST);
    for (variable, meaning) in variables {
        let _ = writeln!(text, "  {variable:<width$} {meaning}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::CallOptions;
    use crate::preset::Preset;
    use crate::testing::tool;
    use crate::tool::Method;

    const TENANT: &[Preset] = &[Preset::environment(&["tenant"], "SHOP_TENANT")];
    const DEEP: &[Preset] = &[Preset::environment(&["filter", "shop"], "SHOP_TENANT")];

    const fn preset(name: &'static str, presets: &'static [Preset]) -> Tool {
        Tool {
            name,
            call: CallOptions::DEFAULT.presets(presets),
            ..tool(Method::Get, "/")
        }
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
            let told: Vec<(String, String)> = presets(tools).collect();
            assert_eq!(told, [("SHOP_TENANT".to_owned(), expected.to_owned())]);
        }
    }
}
