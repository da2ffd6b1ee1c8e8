//! Checks of a server: whether it follows the protocol, and whether clients take its tools. They work on raw
//! connections of their own, so that they can send what is wrong and see what comes back as it is.

mod calls;
pub(crate) mod format;
mod http;
mod lifecycle;
mod lists;
mod messages;
mod portability;
mod report;
mod rule;
mod schemas;
mod session;
mod stdio;
mod wire;

use std::time::{Duration, Instant};

use serde_json::Value;
use toolwright_codegen::Clients;

pub(crate) use report::{Report, Row, Verdict};

use crate::Settings;
use crate::connection::Target;
use crate::failure::{Failure, FailureKind};
use lifecycle::Sessions;
use session::Session;
use wire::{Era, Wire};

/// How long all checks of a server may take.
const MAX_DURATION: Duration = Duration::from_secs(300);

/// Which tools may be called.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Calls {
    None,
    /// Those that are marked as such (`readOnlyHint`).
    #[default]
    ReadOnly,
    All,
}

/// What is checked, and how.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Options {
    pub(crate) calls: Calls,
    pub(crate) clients: Clients,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            calls: Calls::default(),
            clients: Clients::all(),
        }
    }
}

/// Opens connections to the server that is checked.
pub(crate) struct Checker<'c> {
    pub(crate) target: &'c Target,
    pub(crate) settings: &'c Settings,
    pub(crate) http: &'c reqwest::Client,
    pub(crate) options: Options,
}

impl Checker<'_> {
    /// Checks the server.
    ///
    /// # Errors
    ///
    /// It cannot be checked: nothing answers as an MCP server in any way.
    pub(crate) async fn run(&self) -> Result<Report, Failure> {
        self.run_within(MAX_DURATION).await
    }

    async fn run_within(&self, limit: Duration) -> Result<Report, Failure> {
        let started = Instant::now();
        let mut report = Report::default();
        let checked = tokio::time::timeout(limit, self.run_checks(&mut report)).await;
        match checked {
            Ok(checked) => {
                checked?;
                report.skip_the_rest(&self.rules(), "there was no occasion to check it");
            }
            Err(_) => {
                let reason = format!("the checks did not end within {} s", limit.as_secs());
                if report.rows.is_empty() {
                    return Err(Failure::new(FailureKind::Timeout, reason));
                }
                report.skip_the_rest(&self.rules(), &reason);
            }
        }
        report.server_url = self.target.server_url();
        report.sort(rule::ALL);
        report.duration = started.elapsed();
        Ok(report)
    }

    async fn run_checks(&self, report: &mut Report) -> Result<(), Failure> {
        let sessions = lifecycle::check_lifecycle(self, report).await?;
        let Sessions {
            mut main,
            mut legacy,
            name,
            version,
            versions,
        } = sessions;
        report.server = match version.as_str() {
            "" => name.clone(),
            version => format!("{name} {version}"),
        };
        report.versions = versions;
        messages::check_messages(&mut main, report).await;
        let lists = lists::check_lists(&mut main, report).await;
        calls::check_calls(&mut main, self.options.calls, &lists, report).await;
        schemas::check_schemas(&lists.tools, report);
        portability::check_portability(&name, &lists.tools, self.options.clients, report);
        messages::check_broken_json(&mut main, report).await;
        http::check_http(&mut main, legacy.as_mut(), report).await;
        let mut closed = Vec::new();
        for session in std::iter::once(main).chain(legacy) {
            judge_form(&session, report);
            closed.push(stdio::Closed::close(session).await);
        }
        stdio::check_stdio(&closed, report);
        Ok(())
    }

    /// Opens a connection. Nobody has introduced themselves yet.
    pub(crate) fn open(&self, era: Era) -> Result<Session, Failure> {
        let mut wire = Wire::open(self.target, self.settings, self.http)?;
        // A server may take its time to start.
        wire.set_wait(self.settings.connect_timeout);
        Ok(Session::new(wire, era))
    }

    /// Lets the requests behind the first one take as long as checks wait.
    pub(crate) fn has_started(&self, session: &mut Session) {
        let wait = self.settings.request_timeout.min(Duration::from_secs(10));
        session.wire.set_wait(wait);
    }

    /// The rules that are about the transport of this server.
    fn rules(&self) -> Vec<&'static rule::Rule> {
        let other = match self.target {
            Target::Http(_) => "stdio.",
            Target::Stdio(_) => "http.",
        };
        let rules = rule::ALL.iter().copied();
        rules.filter(|rule| !rule.id.starts_with(other)).collect()
    }
}

/// The rows about the form of all responses of a session. The first session that broke a rule is the one that counts.
fn judge_form(session: &Session, report: &mut Report) {
    let all = format!("{} responses", session.responses);
    let rows = [
        (rule::MESSAGE_FORM, &session.malformed),
        (rule::ID_ECHO, &session.wrong_ids),
    ];
    for (rule, wrong) in rows {
        report.judge_once(rule, wrong, &all);
    }
    if session.era == Era::Modern {
        report.judge_once(rule::RESULT_TYPE, &session.untyped, &all);
    }
}

/// The string in a member.
fn text_of<'v>(value: &'v Value, member: &str) -> Option<&'v str> {
    value.get(member)?.as_str()
}

/// A text of a server as it may be printed: without control characters, which a terminal would obey, and without those
/// that turn the direction of what follows.
pub(crate) fn printable(text: &str) -> String {
    let turns = |c: char| matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let shown = |c: char| match c.is_control() || turns(c) {
        true => ' ',
        false => c,
    };
    text.chars().map(shown).collect()
}

#[cfg(all(test, unix))]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::connection::CommandLine;

    /// Answers `initialize` and nothing else; then asks for ever, and reads nothing.
    const DEAF: &str = r#"read line
        case "$line" in *'"initialize"'*)
            echo '{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"deaf","version":"1"}}}';;
        esac
        while echo '{"jsonrpc":"2.0","id":"x","method":"ping"}'; do :; done"#;

    #[tokio::test]
    async fn checks_that_are_not_done_in_time_are_skipped_and_the_others_kept() {
        let target = Target::Stdio(CommandLine {
            program: "sh".to_owned(),
            arguments: vec!["-c".to_owned(), DEAF.to_owned()],
            environment: BTreeMap::new(),
        });
        let checker = Checker {
            target: &target,
            settings: &Settings::default(),
            http: &crate::probe::build_http_client().expect("can be built"),
            options: Options::default(),
        };
        let started = Instant::now();
        let report = checker.run_within(Duration::from_secs(5)).await;
        let report = report.expect("some checks are done");
        assert!(started.elapsed() < Duration::from_secs(7));
        let verdict = |rule: &rule::Rule| {
            let row = report.rows.iter().find(|row| row.id == rule.id);
            row.map(|row| (row.verdict, row.evidence.as_str()))
        };
        let introduced = verdict(rule::INITIALIZE).expect("has a row");
        assert_eq!(introduced.0, Verdict::Pass, "{introduced:?}");
        let skipped = (Verdict::Skip, "the checks did not end within 5 s");
        assert_eq!(verdict(rule::UNKNOWN_TOOL), Some(skipped));
    }
}
