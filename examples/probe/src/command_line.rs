//! The command `mcp-probe check`: the checks of one server for a terminal or for CI.

use std::ffi::OsString;
use std::io::Write as _;
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{CommandFactory as _, Parser, ValueEnum};
use toolwright_codegen::{Client, Clients};

use crate::Settings;
use crate::checks::format::{to_json, to_junit, to_text};
use crate::checks::{Calls, Checker, Options, Report, Verdict, printable};
use crate::connection::{CommandLine, Target, kill_remaining_processes};
use crate::failure::Failure;
use crate::probe::build_http_client;

/// Exit code if a check failed.
const FAILED: u8 = 1;
/// Exit code if the server could not be checked.
const NOT_CHECKED: u8 = 2;

/// What `mcp-probe --help` says of the commands, before the options of the server.
const COMMANDS: &str = "\
mcp-probe tests MCP servers: as an MCP server whose tools connect to others, and as a command.

  mcp-probe check URL|COMMAND [ARGS]...   Check one server and end; see 'mcp-probe check --help'
  mcp-probe [OPTIONS]                     Serve the tools

Limits for the servers under test are environment variables: MCP_PROBE_CONNECT_TIMEOUT (seconds, 30),
MCP_PROBE_REQUEST_TIMEOUT (seconds, 60), MCP_PROBE_MAX_MESSAGE_BYTES (16777216), MCP_PROBE_MAX_PAGES (1000),
MCP_PROBE_COMMANDS (on; off: no local servers are started), MCP_PROBE_FILES (on; off: no files are read).

";

/// Check an MCP server against the protocol and the limits of common clients
///
/// The server is given by the URL of its MCP endpoint, or by the command that starts it, with its arguments:
///
///   mcp-probe check http://127.0.0.1:8000/mcp
///   mcp-probe check npx -y @modelcontextprotocol/server-everything
///
/// Options stand before a command, since all words behind it are its own; they may follow a URL.
#[derive(Debug, Parser)]
#[command(name = "mcp-probe check", bin_name = "mcp-probe check", version, verbatim_doc_comment, after_help = EXIT_CODES)]
struct CheckArguments {
    /// How the report is printed
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Which tools may be called to check their results: only those that are marked read-only (`readOnlyHint`), none,
    /// or all of them. Calls may change data, send mail or cost money: use `all` against test systems only
    #[arg(long, value_enum, default_value_t = CallsArgument::ReadOnly)]
    calls: CallsArgument,
    /// Check the tools against the limits of this client; may be given several times [default: all clients]
    #[arg(long, value_parser = parse_client)]
    client: Vec<Client>,
    /// What makes the exit code 1
    #[arg(long, value_enum, default_value_t = FailOn::Fail)]
    fail_on: FailOn,
    /// Show checks that passed or were skipped, too (text)
    #[arg(long)]
    all: bool,
    /// A header that is sent with every request to a URL, such as 'Authorization: Bearer …'; may be given several times
    #[arg(long, value_parser = parse_header)]
    header: Vec<Header>,
    /// An environment variable of the command, beside those of this process; may be given several times
    #[arg(long, value_name = "NAME=VALUE", value_parser = parse_variable)]
    env: Vec<Variable>,
    /// Seconds that the server may take until its first answer [default: MCP_PROBE_CONNECT_TIMEOUT, or 30]
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
    connect_timeout: Option<std::time::Duration>,
    /// The URL of the server, or the command that starts it
    #[arg(
        required = true,
        trailing_var_arg = true,
        allow_hyphen_values = true,
        value_name = "URL|COMMAND [ARGS]..."
    )]
    server: Vec<String>,
}

const EXIT_CODES: &str = "\
Verdicts:
  fail  a requirement (MUST) of the specification is broken
  warn  a recommendation (SHOULD) is not followed, or a client does not accept something
  info  worth knowing
  skip  not checked, for the reason that is told

Exit codes:
  0  no check failed (--fail-on warn: and none warned)
  1  a check failed
  2  the server could not be checked, or the command line is wrong";

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    /// A table for people
    Text,
    /// One JSON document
    Json,
    /// JUnit XML, for CI systems
    Junit,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum CallsArgument {
    None,
    ReadOnly,
    All,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum FailOn {
    /// Checks that failed
    Fail,
    /// Checks that failed or warned
    Warn,
}

#[derive(Clone, Debug)]
struct Header {
    name: String,
    value: String,
}

#[derive(Clone, Debug)]
struct Variable {
    name: String,
    value: String,
}

fn parse_client(text: &str) -> Result<Client, String> {
    let parsed: Result<Client, _> = text.parse();
    parsed.map_err(|error| error.to_string())
}

fn parse_header(text: &str) -> Result<Header, String> {
    let (name, value) = text
        .split_once(':')
        .ok_or("a header is `Name: value`, such as 'Authorization: Bearer …'")?;
    let (name, value) = (name.trim().to_owned(), value.trim().to_owned());
    let is_valid = reqwest::header::HeaderName::try_from(&name).is_ok()
        && reqwest::header::HeaderValue::try_from(&value).is_ok();
    match is_valid {
        true => Ok(Header { name, value }),
        false => Err(format!("`{name}` is not a header that can be sent")),
    }
}

fn parse_variable(text: &str) -> Result<Variable, String> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() => Ok(Variable {
            name: name.to_owned(),
            value: value.to_owned(),
        }),
        _ => Err("a variable is `NAME=VALUE`".to_owned()),
    }
}

fn parse_seconds(text: &str) -> Result<std::time::Duration, String> {
    let seconds: Option<f64> = text.parse().ok().filter(|it| (0.1..=86_400.0).contains(it));
    let seconds = seconds.ok_or("a number of seconds from 0.1 to 86400")?;
    Ok(std::time::Duration::from_secs_f64(seconds))
}

/// Runs the command that this process was started with; none if it is to serve.
pub fn run_command() -> Option<ExitCode> {
    let mut arguments = std::env::args_os().skip(1);
    let first = arguments.next()?;
    match first.to_str() {
        Some("check") => Some(check_from(arguments)),
        Some("--help" | "-h") => {
            // What follows is the help of the server.
            print(COMMANDS);
            None
        }
        _ => None,
    }
}

fn check_from(arguments: impl Iterator<Item = OsString>) -> ExitCode {
    match parse(arguments.collect()) {
        Ok(arguments) => run_check_command(arguments),
        Err(error) => {
            let is_asked = matches!(
                error.kind(),
                ErrorKind::DisplayHelp | ErrorKind::DisplayVersion
            );
            // Nobody may be listening to what it prints.
            let _ = error.print();
            ExitCode::from(if is_asked { 0 } else { NOT_CHECKED })
        }
    }
}

/// Reads the command line. Behind a command, all words are the command's; a URL has none, so options may follow it.
fn parse(words: Vec<OsString>) -> Result<CheckArguments, clap::Error> {
    let program = || std::iter::once(OsString::from("mcp-probe check"));
    let parsed = CheckArguments::try_parse_from(program().chain(words.iter().cloned()))?;
    let arguments = match parsed.server.as_slice() {
        [url, _, ..] if is_url(url) => {
            let (urls, options): (Vec<_>, Vec<_>) = words
                .into_iter()
                .partition(|word| word.to_str() == Some(url.as_str()));
            CheckArguments::try_parse_from(program().chain(options).chain(urls))?
        }
        _ => parsed,
    };
    let has_url = arguments.server.iter().any(|word| is_url(word));
    let problem = match () {
        () if has_url && arguments.server.len() > 1 => {
            "one server is checked at a time: a URL has no arguments"
        }
        () if has_url && !arguments.env.is_empty() => "--env is for a command, and there is a URL",
        () if !has_url && !arguments.header.is_empty() => {
            "--header is for a URL, and there is a command"
        }
        () => return Ok(arguments),
    };
    Err(CheckArguments::command().error(ErrorKind::ArgumentConflict, problem))
}

fn is_url(word: &str) -> bool {
    word.contains("://") && !word.starts_with('-')
}

fn run_check_command(arguments: CheckArguments) -> ExitCode {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    let runtime = match runtime {
        Ok(runtime) => runtime,
        Err(error) => return refuse(&format!("nothing can be asked: {error}")),
    };
    let (format, shows_all, fail_on) = (arguments.format, arguments.all, arguments.fail_on);
    let checked = runtime.block_on(async {
        tokio::select! {
            checked = run_checks(arguments) => Some(checked),
            () = wait_for_interruption() => None,
        }
    });
    // A name that is still looked up must not hold the command.
    runtime.shutdown_background();
    kill_remaining_processes();
    match checked {
        None => refuse("interrupted"),
        Some(Err(reason)) => refuse(&reason),
        Some(Ok(report)) => {
            print(&match format {
                Format::Text => to_text(&report, shows_all),
                Format::Json => format!("{:#}\n", to_json(&report)),
                Format::Junit => to_junit(&report),
            });
            let fails = match fail_on {
                FailOn::Fail => !report.has_passed(),
                FailOn::Warn => !report.has_passed() || report.count_verdict(Verdict::Warn) > 0,
            };
            ExitCode::from(if fails { FAILED } else { 0 })
        }
    }
}

async fn run_checks(arguments: CheckArguments) -> Result<Report, String> {
    let mut settings = Settings::from_environment().map_err(|error| error.to_string())?;
    if let Some(limit) = arguments.connect_timeout {
        settings.connect_timeout = limit;
    }
    let show = |failure: Failure| failure.to_string();
    let target = target_of(&arguments).map_err(show)?;
    let clients = match arguments.client.is_empty() {
        true => Clients::all(),
        false => arguments.client.iter().copied().collect(),
    };
    let checker = Checker {
        target: &target,
        settings: &settings,
        http: &build_http_client().map_err(show)?,
        options: Options {
            calls: match arguments.calls {
                CallsArgument::None => Calls::None,
                CallsArgument::ReadOnly => Calls::ReadOnly,
                CallsArgument::All => Calls::All,
            },
            clients,
        },
    };
    checker.run().await.map_err(show)
}

fn target_of(arguments: &CheckArguments) -> Result<Target, Failure> {
    let mut words = arguments.server.iter().cloned();
    let first = words.next().unwrap_or_default();
    if is_url(&first) {
        let headers = arguments.header.iter();
        let headers = headers.map(|header| (header.name.clone(), header.value.clone()));
        return Target::at_url(&first, headers.collect());
    }
    let variables = arguments.env.iter();
    Ok(Target::Stdio(CommandLine {
        program: first,
        arguments: words.collect(),
        environment: variables
            .map(|variable| (variable.name.clone(), variable.value.clone()))
            .collect(),
    }))
}

/// Resolves when somebody wants the command to end. Servers are in process groups of their own, so what a terminal
/// sends does not reach them.
async fn wait_for_interruption() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = terminate.recv() => return,
                _ = tokio::signal::ctrl_c() => return,
            }
        }
    }
    // Without a handler, the signal ends the process by itself.
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
}

fn refuse(reason: &str) -> ExitCode {
    eprintln!("mcp-probe check: {}", printable_lines(reason));
    ExitCode::from(NOT_CHECKED)
}

/// A text of several lines as a terminal may show it. What servers say is part of it, so lines behind the first one
/// are indented: none looks like a line of this program's own.
fn printable_lines(text: &str) -> String {
    let mut lines = text.split('\n');
    let mut shown = printable(lines.next().unwrap_or_default());
    for line in lines {
        let margin = if line.starts_with("  ") { "" } else { "  " };
        shown.push_str(&format!("\n{margin}{}", printable(line)));
    }
    shown
}

fn print(text: &str) {
    // Whoever reads the output may have read enough of it: `mcp-probe check … | head`.
    let _ = std::io::stdout().write_all(text.as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(words: &[&str]) -> Result<CheckArguments, String> {
        let words = words.iter().map(OsString::from).collect();
        parse(words).map_err(|error| error.to_string())
    }

    #[test]
    fn a_refusal_moves_no_cursor_and_keeps_its_lines() {
        let said = "it said \u{1b}]0;owned\u{7}\r\u{9b}2J\u{202e}x\nfail  me\n  help: look";
        let shown = "it said  ]0;owned   2J x\n  fail  me\n  help: look";
        assert_eq!(printable_lines(said), shown);
    }

    #[test]
    fn options_may_follow_a_url() {
        for words in [
            ["--format", "junit", "http://127.0.0.1:8000/mcp"],
            ["http://127.0.0.1:8000/mcp", "--format", "junit"],
        ] {
            let arguments = read(&words).expect("is right");
            assert_eq!(arguments.server, ["http://127.0.0.1:8000/mcp"]);
            assert!(matches!(arguments.format, Format::Junit));
        }
    }

    #[test]
    fn words_behind_a_command_are_its_own() {
        let arguments =
            read(&["--all", "npx", "-y", "server", "--format", "json"]).expect("is right");
        assert_eq!(
            arguments.server,
            ["npx", "-y", "server", "--format", "json"]
        );
        assert!(arguments.all && matches!(arguments.format, Format::Text));
    }

    #[test]
    fn what_does_not_go_together_is_rejected() {
        let wrong = |words: &[&str]| read(words).expect_err("is wrong");
        assert!(wrong(&["http://a/mcp", "http://b/mcp"]).contains("one server"));
        assert!(wrong(&["--env", "A=1", "http://a/mcp"]).contains("--env"));
        assert!(wrong(&["--header", "A: b", "server"]).contains("--header"));
        assert!(wrong(&["--header", "A", "http://a/mcp"]).contains("Name: value"));
        assert!(wrong(&["--client", "telnet", "http://a/mcp"]).contains("telnet"));
        assert!(wrong(&[]).contains("required"));
    }
}
