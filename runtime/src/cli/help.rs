//! The text of `--help`, and the names of all options that a server has.
//!
//! The names are also what misspelt options are compared with, so an option that is missing here is reported as unknown.
//! Reading values is the job of `options`, `serving_options` and `upstream_options`; the variables are in `variables`.

use std::fmt::Write;
use std::net::SocketAddr;

use super::variable::Variable;
use super::variables;
use crate::api::Api;
use crate::http::{MAX_CONCURRENCY, MAX_FILE_BYTES, MAX_RETRIES, TIMEOUT};
use crate::server::MAX_CALLS;
use crate::tools::Tools;

/// Where the meanings of options begin in a line.
const MEANING_COLUMN: usize = 27;

// No line break after the quote: `\` before one removes the indentation of the next line, too.
const METRICS: &str = "  --metrics-listen ADDRESS Serve /metrics here, without a token. Otherwise, with http, it is beside
                           /mcp and needs the same token
";

const BRIDGE: &str = "  --bridge                 With http: serve the tools over plain HTTP, too, for clients that do
                           not speak MCP, with a web page at /
";

/// The options of discovery, with the mode that is the default of these tools.
fn discovery_options(tools: &Tools) -> String {
    let default = tools.mode();
    let format = tools.schema_format();
    let prefix = tools.prefix();
    let prefix = prefix.map_or(String::new(), |prefix| format!(" (default: {prefix})"));
    format!(
        "  --tools all|discovery|both|compact
                           Which tools are listed: one for each operation; three to find, look at
                           and call any of them; both; one for each with its signature alone
                           (default: {default})
  --discovery-prefix PREFIX
                           Prefix of the names of these three{prefix}
  --discovery-format nested|compact|full
                           How their schema provider describes an operation (default: {format})
  --discovery-reader       List a second executor that runs only read-only operations
"
    )
}

const SESSIONS: &str = "  --sessions               With http: keep sessions for clients of MCP before 2026-07-28; only tools
                           that ask their client for input need them
  --max-sessions N         Maximum number of open sessions (default: 1000)
";

const SOURCES: &str = "
* The value itself; or, in the variable with the suffix _FILE, the path of a file that contains it; or,
  with the suffix _COMMAND, a shell command that prints it, or JSON with `token` and `expires_at`.
";

/// What `--help` prints; `listen` is where the program listens unless told otherwise.
pub(super) fn help_text(tools: &Tools, program: &str, listen: SocketAddr) -> String {
    let mut text = options_text(tools, program, listen);
    push_variables(&mut text, &server_variables(tools.first_api()));
    for other in tools.apis().skip(1) {
        let _ = writeln!(text, "\nEnvironment of {}:", api_title(other));
        let variables = variables::api_variables(other);
        push_variables(
            &mut text,
            &variables.map(write_help_row).collect::<Vec<_>>(),
        );
    }
    text.push_str(SOURCES);
    text
}

/// Everything up to the variables.
fn options_text(tools: &Tools, program: &str, listen: SocketAddr) -> String {
    let api = tools.first_api();
    // The author of a binary can change defaults by the lookup of variables (`Tools::environment`).
    let default =
        |suffix: &str, own: String| tools.default_variable(&api.variable(suffix)).unwrap_or(own);
    format!(
        "{program} {version}: MCP server for {title}, {count} tools

Usage: {program} [OPTIONS]
{login}
Options:
  --transport stdio|http   How clients talk to it (default: stdio)
  --listen ADDRESS         With http: IP address and port to listen on; localhost:PORT or PORT alone
                           means the loopback interface (default: {listen})
  --open                   With http: allow calls without a token from everyone who can connect.
                           Otherwise, listening beyond loopback requires access tokens
  --allow-host HOST        With http: another accepted `Host` header; can be repeated
  --allow-origin ORIGIN    With http: a web origin whose pages may call the server; can be repeated
  --client-rate-limit-rpm N
                           With http: requests that a client may send in a minute
                           (default: any number)
  --trusted-proxy NETWORK  With http: proxies, for example 10.0.0.0/8, whose X-Forwarded-For header
                           is trusted; can be repeated
  --drain SECONDS          How long running calls may take to finish during shutdown; longer ones
                           end with an error (default: 5)
  --max-connections N      With http: maximum number of open connections; further ones get status
                           503 (default: three quarters of `ulimit -n`, at most 1000)
{sessions}{bridge}{metrics}  --upstream URL|builtin   Where calls are sent; overrides the base URL below. builtin: a mock
                           upstream inside the server that responds with examples
  --server WHICH           A server of the spec, by number, name, description or URL
                           (default: the first)
  --server-variable NAME=VALUE
                           A variable in the URL of a server; can be repeated
  --path-prefix PATH       Prefix for the path of every operation
  --header 'NAME: VALUE'   A header to send with every call, treated as secret; can be repeated
  --ca-file FILE           PEM file with certificate authorities to trust besides the system's
  --timeout SECONDS        How long a call may take (default: {timeout})
  --max-retries N          Retries of a failed request, if repeating it is safe
                           (default: {retries})
  --max-concurrency N      Maximum number of concurrent requests to the upstream; others wait
                           (default: {concurrency})
  --max-calls N            Maximum number of concurrent calls, including waiting ones; further
                           calls are rejected (default: {MAX_CALLS})
  --rate-limit-rpm N       Requests to the upstream in a minute (default: {rate})
  --pass-header NAME       With http: a header of the client's request to pass on to the upstream;
                           can be repeated
  --allow-path-slash       Allow / and \\ in path parameters; they are sent percent-encoded
  --mask-results           Mask credentials in successful results too, not only in errors
  --allow-files DIR        Allow uploads of files in this directory, by path; can be repeated
  --allow-uris ORIGIN      Allow uploads fetched from this origin, or with * from any public https
                           address; can be repeated
  --max-file-bytes N       Maximum size of all files of a call in bytes (default: {file_bytes})
  --max-result-bytes N     Truncate longer results and errors, with a note (default: 100000)
  --read-only              Serve only the tools that change nothing (readOnlyHint)
  --only-tool NAME         Serve only this tool; * is any text, ? any character; can be repeated
  --only-tag TAG           Serve only tools with this tag; * and ? as above; can be repeated
{discovery}  --log LEVEL              Log level: off, error, warn, info, debug or trace, on standard error
                           (default: RUST_LOG, or else warn with most of rmcp off)
  --log-format text|json   Format of the log (default: text)
  --list-tools             Print the tools as JSON and exit
  --about                  Print name, tools and settings as JSON for packages, and exit
  -h, --help               Print this and exit
  -V, --version            Print the version and exit

Environment:
",
        login = login_usage(tools, program),
        sessions = if cfg!(feature = "sessions") {
            SESSIONS
        } else {
            ""
        },
        bridge = if cfg!(feature = "bridge") { BRIDGE } else { "" },
        metrics = if cfg!(feature = "metrics") {
            METRICS
        } else {
            ""
        },
        discovery = if cfg!(feature = "discovery") {
            discovery_options(tools)
        } else {
            String::new()
        },
        version = api.version,
        title = api_title(api),
        count = tools.tool_names().count(),
        timeout = default("TIMEOUT_SECS", TIMEOUT.as_secs().to_string()),
        retries = default("MAX_RETRIES", MAX_RETRIES.to_string()),
        concurrency = default("MAX_CONCURRENCY", MAX_CONCURRENCY.to_string()),
        rate = default("RATE_LIMIT_RPM", "any number".to_owned()),
        file_bytes = default("MAX_FILE_BYTES", MAX_FILE_BYTES.to_string()),
    )
}

/// The variables of the server and its first API, and what each means. Those of other programs come last.
fn server_variables(api: &'static Api) -> Vec<(String, String)> {
    let mut variables: Vec<(String, String)> = variables::first_variables(api)
        .map(write_help_row)
        .collect();
    let mut push = |names: &str, meaning: &str| variables.push((names.into(), meaning.into()));
    push(
        "HTTP_PROXY, HTTPS_PROXY, ALL_PROXY, NO_PROXY",
        "Proxies, and hosts to reach without one (this machine always)",
    );
    if cfg!(feature = "bridge") {
        push(
            "HTTP_BRIDGE_HOST, HTTP_BRIDGE_PORT",
            "With --bridge: where to listen; --listen overrides them",
        );
        push("LOG_LEVEL", "With --bridge: as --log");
    }
    if cfg!(feature = "otlp") {
        push(
            "OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_…",
            "Where to send traces; all other variables of OpenTelemetry work too",
        );
    }
    variables
}

fn write_help_row(variable: Variable) -> (String, String) {
    (variable.name.clone(), variable.help_line())
}

/// What people call an API.
fn api_title(api: &Api) -> &str {
    if api.title.is_empty() {
        api.name
    } else {
        api.title
    }
}

/// The names of all options, without their dashes, as the text has them.
pub(super) fn option_names(text: &str) -> Vec<&str> {
    let options = text
        .lines()
        .filter_map(|line| line.trim_start().strip_prefix("--"));
    let mut names: Vec<&str> = options
        .map(|option| option.split([' ', ',']).next().unwrap_or_default())
        .collect();
    names.extend(["help", "version"]);
    names
}

/// What the text says about an option, on one line.
pub(super) fn option_meaning(text: &str, option: &str) -> Option<String> {
    let mut lines = text.lines().skip_while(|line| {
        let name = line.trim_start().strip_prefix("--");
        name.and_then(|name| name.split([' ', ',']).next()) != Some(option)
    });
    // A long option has its meaning on the next lines alone.
    let first = lines.next()?;
    let first = first.get(MEANING_COLUMN - 1..);
    let first = first.and_then(|rest| rest.strip_prefix(' '));
    let next = lines.take_while(|line| line.starts_with(&" ".repeat(MEANING_COLUMN)));
    let parts: Vec<&str> = first.into_iter().chain(next).map(str::trim).collect();
    Some(parts.join(" "))
}

/// The commands for APIs that people sign in to.
fn login_usage(tools: &Tools, program: &str) -> String {
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
    use crate::api::Api;

    fn help_of(tools: &Tools) -> String {
        help_text(tools, "pets-mcp", super::super::options::DEFAULT_LISTEN)
    }

    static API: Api = Api::new("pets").version("1");

    #[test]
    fn options_begin_in_one_column_and_their_meanings_in_another() {
        let help = help_of(&Tools::from_api(&API));
        let (_, options) = help.split_once("Options:\n").expect("has options");
        let (options, _) = options.split_once("\n\n").expect("has more");
        let mut count = 0;
        for line in options.lines() {
            let indentation = line.len() - line.trim_start().len();
            if line.trim_start().starts_with('-') {
                count += 1;
                assert_eq!(indentation, 2, "{line:?}");
                let meaning = line.get(26..28).unwrap_or_default();
                let is_apart = meaning.starts_with(' ') && !meaning.ends_with(' ');
                assert!(line.len() < 64 || is_apart, "{line:?}");
            } else {
                assert_eq!(indentation, 27, "{line:?}");
            }
            assert!(line.len() <= 100, "{line:?}");
        }
        assert!(count > 20, "{options}");
    }

    #[test]
    fn every_option_that_is_told_is_an_option() {
        for name in option_names(&help_of(&Tools::from_api(&API))) {
            let option = format!("--{name}");
            let parsed =
                super::super::options::parse_arguments(&mut lexopt::Parser::from_args([&option]));
            let is_unknown = matches!(parsed, Err(lexopt::Error::UnexpectedOption(_)));
            assert!(!is_unknown, "{option}");
        }
    }

    #[test]
    fn the_meaning_of_an_option_is_one_line() {
        let help = help_of(&Tools::from_api(&API));
        for (option, meaning) in [
            ("path-prefix", "Prefix for the path of every operation"),
            (
                "server",
                "A server of the spec, by number, name, description or URL (default: the first)",
            ),
            (
                "client-rate-limit-rpm",
                "With http: requests that a client may send in a minute (default: any number)",
            ),
            ("log-format", "Format of the log (default: text)"),
        ] {
            assert_eq!(option_meaning(&help, option).as_deref(), Some(meaning));
        }
        assert_eq!(option_meaning(&help, "pets"), None);
    }

    #[cfg(feature = "discovery")]
    #[test]
    fn the_default_format_is_that_of_the_program() {
        use crate::discovery::SchemaFormat;
        let tools = || Tools::from_api(&API);
        for (tools, expected) in [
            (tools(), "(default: nested)"),
            (
                tools().discovery_format(SchemaFormat::Full),
                "(default: full)",
            ),
        ] {
            let help = help_of(&tools);
            let line = help
                .lines()
                .find(|line| line.contains("describes an operation"));
            assert!(line.is_some_and(|line| line.ends_with(expected)), "{help}");
        }
    }

    #[test]
    fn changed_defaults_are_told_as_changed() {
        fn changed(name: &str) -> Option<String> {
            let value = match name {
                "PETS_TIMEOUT_SECS" => "7.5",
                "PETS_MAX_RETRIES" => "3",
                "PETS_RATE_LIMIT_RPM" => "100",
                "PETS_MAX_FILE_BYTES" => "1000",
                _ => return None,
            };
            Some(value.to_owned())
        }
        let line = |help: &str, option: &str| {
            let mut lines = help.lines().skip_while(|line| !line.contains(option));
            let first = lines.next().expect("is told").to_owned();
            first + lines.next().unwrap_or_default()
        };
        let own = help_of(&Tools::from_api(&API).environment(|_| None));
        let other = help_of(&Tools::from_api(&API).environment(changed));
        for (option, before, after) in [
            ("--timeout ", "(default: 30)", "(default: 7.5)"),
            ("--max-retries ", "(default: 2)", "(default: 3)"),
            (
                "--rate-limit-rpm ",
                "(default: any number)",
                "(default: 100)",
            ),
            (
                "--max-file-bytes ",
                "(default: 20971520)",
                "(default: 1000)",
            ),
        ] {
            assert!(line(&own, option).contains(before), "{own}");
            assert!(line(&other, option).contains(after), "{other}");
        }
    }
}
