use std::fmt::Write;

use super::options::DEFAULT_LISTEN;
use super::variables;
use crate::api::Api;
use crate::http::{MAX_FILE_BYTES, TIMEOUT};
use crate::security::SecurityKind;

const SOURCES: &str = "
* The value itself; or in a variable that ends in _FILE, the path of a file with the value; or in
  one that ends in _COMMAND, a command of the shell that prints the value, or JSON with `token` and
  `expires_at`.
";

/// What `--help` prints.
pub(super) fn text(api: &Api, program: &str) -> String {
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
  --upstream URL|builtin   Where calls go, instead of the base URL below; builtin: an
                           upstream inside the server that answers with examples
  --timeout SECONDS        How long a call may take (default: {timeout})
  --pass-header NAME       With http: a header of the client's request that goes upstream;
                           can be repeated
  --allow-files DIR        Let uploads be files of this directory, by their path; can be repeated
  --allow-uris ORIGIN      Let uploads be fetched from this origin, or with * from any public https
                           address; can be repeated
  --max-file-bytes N       How large the files of a call may be together (default: {MAX_FILE_BYTES})
  --max-result-bytes N     Longer results are cut, and say so (default: 100000)
  --log LEVEL              off, error, warn, info, debug or trace, to standard error
                           (default: what RUST_LOG says, or warn with little of rmcp)
  --list-tools             Print the tools as JSON and exit
  -h, --help               Print this and exit
  -V, --version            Print the version and exit

Environment:
",
        login = login(api, program),
        version = api.version,
        count = api.tools.len(),
        timeout = TIMEOUT.as_secs(),
    );
    let default = match api.servers.first() {
        Some(server) => format!(
            "Base URL of the upstream (default: {})",
            server.with_defaults()
        ),
        None => "Base URL of the upstream; the spec names none".to_owned(),
    };
    let mut variables = vec![(api.variable("BASE_URL"), default)];
    for (suffix, meaning) in [
        (
            "ACCESS_TOKENS",
            "With http: tokens that open this server, separated by commas",
        ),
        ("TIMEOUT_SECS", "As --timeout"),
        ("ALLOW_FILES", "As --allow-files, directories as in PATH"),
        (
            "ALLOW_URIS",
            "As --allow-uris, origins with spaces between them",
        ),
        ("MAX_FILE_BYTES", "As --max-file-bytes"),
    ] {
        variables.push((api.variable(suffix), meaning.to_owned()));
    }
    let schemes = api.security.iter();
    variables.extend(schemes.flat_map(|scheme| variables::of(scheme)));
    push_variables(&mut text, &variables);
    let mut schemes = api.security.iter();
    if schemes.any(|scheme| scheme.kind != SecurityKind::MutualTls) {
        text.push_str(SOURCES);
    }
    text
}

/// The commands for APIs that people sign in to.
fn login(api: &Api, program: &str) -> String {
    if !api.security.iter().any(|scheme| scheme.has_login()) {
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
    let width = variables.iter().map(|(name, _)| name.len()).max();
    let width = width.unwrap_or_default().max(NARROWEST);
    for (variable, meaning) in variables {
        let _ = writeln!(text, "  {variable:<width$} {meaning}");
    }
}
