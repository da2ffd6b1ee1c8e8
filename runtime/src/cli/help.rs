use std::fmt::Write;

use super::options::DEFAULT_LISTEN;
use crate::api::Api;
use crate::http::{MAX_FILE_BYTES, TIMEOUT};
use crate::security::{SecurityKind, SecurityScheme};

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

Options:
  --transport stdio|http   How clients talk to it (default: stdio)
  --listen ADDRESS         With http: where to listen (default: {DEFAULT_LISTEN})
  --allow-host HOST        With http: another name it may be called by; can be repeated
  --allow-origin ORIGIN    With http: a web origin that may call it; can be repeated
  --upstream URL|builtin   Where calls go, instead of the base URL below; builtin: an
                           upstream inside the server that answers with examples
  --timeout SECONDS        How long a call may take (default: {timeout})
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
    let name = api.name.to_ascii_uppercase();
    push_variable(&mut text, &format!("{name}_BASE_URL"), &default);
    let tokens = "With http: tokens that open this server, separated by commas";
    push_variable(&mut text, &super::access_token_variable(api), tokens);
    for (suffix, meaning) in [
        ("TIMEOUT_SECS", "As --timeout"),
        ("ALLOW_FILES", "As --allow-files, directories as in PATH"),
        (
            "ALLOW_URIS",
            "As --allow-uris, origins with spaces between them",
        ),
        ("MAX_FILE_BYTES", "As --max-file-bytes"),
    ] {
        push_variable(&mut text, &format!("{name}_{suffix}"), meaning);
    }
    for scheme in api.security {
        push_scheme(&mut text, scheme);
    }
    text
}

fn push_scheme(text: &mut String, scheme: &SecurityScheme) {
    let SecurityScheme { name, env, .. } = scheme;
    match scheme.kind {
        SecurityKind::ApiKey(..) => push_variable(text, env, &format!("API key ({name})")),
        SecurityKind::Bearer | SecurityKind::OAuth2(_) | SecurityKind::OpenIdConnect(_) => {
            push_variable(text, env, &format!("Access token ({name})"));
        }
        SecurityKind::MutualTls => {}
        SecurityKind::Basic => {
            push_variable(
                text,
                &format!("{env}_USERNAME"),
                &format!("User name ({name})"),
            );
            push_variable(
                text,
                &format!("{env}_PASSWORD"),
                &format!("Password ({name})"),
            );
        }
    }
}

fn push_variable(text: &mut String, variable: &str, meaning: &str) {
    let _ = writeln!(text, "  {variable:<24} {meaning}");
}
