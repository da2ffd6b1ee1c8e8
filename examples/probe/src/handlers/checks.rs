//! The tool that checks a server.

use toolwright::{Call, ToolError};
use toolwright_codegen::{Client, Clients};

use super::{describe_connection, to_count};
use crate::Probe;
use crate::api::types::{
    CheckResult, CheckResultVerdict, Metadata, RunChecksBody, RunChecksBodyCalls,
    RunChecksBodyClientItem, RunChecksResponse, VerdictCounts,
};
use crate::api::{self, handlers};
use crate::checks::{Calls, Checker, Options, Report, Row, Verdict};
use crate::clock::Stopwatch;

impl handlers::RunChecks for Probe {
    async fn run_checks(
        &self,
        request: api::RunChecks,
        call: &Call<'_>,
    ) -> Result<RunChecksResponse, ToolError> {
        let stopwatch = Stopwatch::start();
        let options = read_options(request.body);
        let checking = async {
            let connection = self.connection()?;
            call.report(format!("checking {}", connection.target.server_url()));
            let checker = Checker {
                target: &connection.target,
                settings: self.settings(),
                http: self.http()?,
                options,
            };
            let report = checker.run().await?;
            Ok((connection, report))
        };
        let (connection, report) = checking
            .await
            .map_err(|failure| self.report(failure, stopwatch))?;
        Ok(RunChecksResponse {
            success: true,
            connection: describe_connection(&connection),
            passed: report.has_passed(),
            counts: describe_counts(&report),
            checks: report.rows.into_iter().map(describe_row).collect(),
            metadata: Metadata {
                request_time_ms: stopwatch.elapsed_ms(),
            },
        })
    }
}

fn read_options(body: Option<RunChecksBody>) -> Options {
    let body = body.unwrap_or_default();
    let clients = body.clients.filter(|clients| !clients.is_empty());
    Options {
        calls: match body.calls {
            Some(RunChecksBodyCalls::None) => Calls::None,
            Some(RunChecksBodyCalls::All) => Calls::All,
            Some(RunChecksBodyCalls::ReadOnly) | None => Calls::ReadOnly,
        },
        clients: clients.map_or_else(Clients::all, |clients| {
            clients.iter().map(read_client).collect()
        }),
    }
}

fn read_client(client: &RunChecksBodyClientItem) -> Client {
    match client {
        RunChecksBodyClientItem::Claude => Client::Claude,
        RunChecksBodyClientItem::Openai => Client::OpenAi,
        RunChecksBodyClientItem::Gemini => Client::Gemini,
        RunChecksBodyClientItem::Cursor => Client::Cursor,
        RunChecksBodyClientItem::Vscode => Client::VsCode,
        RunChecksBodyClientItem::AppStores => Client::AppStores,
    }
}

fn describe_counts(report: &Report) -> VerdictCounts {
    let of = |verdict| to_count(report.count_verdict(verdict));
    VerdictCounts {
        pass: of(Verdict::Pass),
        fail: of(Verdict::Fail),
        warn: of(Verdict::Warn),
        info: of(Verdict::Info),
        skip: of(Verdict::Skip),
    }
}

fn describe_row(row: Row) -> CheckResult {
    CheckResult {
        id: row.id,
        checks: row.checks,
        verdict: match row.verdict {
            Verdict::Pass => CheckResultVerdict::Pass,
            Verdict::Fail => CheckResultVerdict::Fail,
            Verdict::Warn => CheckResultVerdict::Warn,
            Verdict::Info => CheckResultVerdict::Info,
            Verdict::Skip => CheckResultVerdict::Skip,
        },
        evidence: row.evidence,
        source: row.source,
    }
}
