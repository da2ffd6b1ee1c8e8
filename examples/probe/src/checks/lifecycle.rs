//! How a server introduces itself, in both eras, and which versions it agrees on.

use serde_json::{Value, json};

use super::report::Report;
use super::rule;
use super::session::Session;
use super::wire::{Era, Exchange, LEGACY_VERSION, MODERN_VERSION, UNKNOWN_VERSION, modern_meta};
use super::{Checker, text_of};
use crate::failure::{Failure, FailureKind};

/// The sessions that the other checks work on.
pub(super) struct Sessions {
    /// In the newest era that the server knows.
    pub(super) main: Session,
    /// In the legacy era, if that is not the main one.
    pub(super) legacy: Option<Session>,
    /// What the server calls itself.
    pub(super) name: String,
    pub(super) version: String,
    pub(super) versions: Vec<String>,
}

/// What is about revision 2026-07-28 alone.
const OF_MODERN: [&rule::Rule; 2] = [rule::DISCOVER_UNKNOWN_VERSION, rule::RESULT_TYPE];

/// A session that has begun.
struct Begun {
    session: Session,
    answer: Value,
}

pub(super) async fn check_lifecycle(
    checker: &Checker<'_>,
    report: &mut Report,
) -> Result<Sessions, Failure> {
    // The older way first: a server that knows it answers at once, and one that does not rejects
    // it.
    let legacy = begin_legacy(checker, report).await?;
    let modern = begin_modern(checker, report, legacy.as_ref().err()).await?;
    let (legacy, refusal) = match legacy {
        Ok(begun) => (Some(begun), None),
        Err(exchange) => (None, Some(exchange)),
    };
    let described = modern.as_ref().or(legacy.as_ref());
    let server = described
        .map(|begun| server_of(&begun.answer))
        .unwrap_or_default();
    let own = |member: &str| text_of(&server, member).unwrap_or_default().to_owned();
    let mut versions = Vec::new();
    if let Some(legacy) = &legacy {
        versions.extend(text_of(&legacy.answer, "protocolVersion").map(str::to_owned));
    }
    if modern.is_some() {
        versions.push(MODERN_VERSION.to_owned());
    }
    let legacy = legacy.map(|begun| begun.session);
    let (main, legacy) = match (modern, legacy) {
        (Some(modern), legacy) => (modern.session, legacy),
        (None, Some(legacy)) => (legacy, None),
        (None, None) => {
            let answer = refusal
                .map(|exchange| exchange.describe())
                .unwrap_or_default();
            return Err(no_server(checker, &answer));
        }
    };
    if let Some(refusal) = refusal {
        let said = refusal.describe();
        report.skip(
            rule::INITIALIZE,
            format!("the server speaks without initialize only: {said}"),
        );
    }
    Ok(Sessions {
        main,
        legacy,
        name: own("name"),
        version: own("version"),
        versions,
    })
}

fn no_server(checker: &Checker<'_>, answer: &str) -> Failure {
    let server_url = checker.target.server_url();
    let message = format!("{server_url} does not answer as an MCP server: {answer}");
    Failure::new(FailureKind::ConnectionFailed, message).with_suggestion(
        "it has to answer `initialize` or `server/discover`; see whether the URL or the command is right",
    )
}

/// Begins a session with `initialize`, or gives the answer that is no result.
async fn begin_legacy(
    checker: &Checker<'_>,
    report: &mut Report,
) -> Result<Result<Begun, Exchange>, Failure> {
    let mut session = checker.open(Era::Legacy)?;
    let exchange = session.introduce(LEGACY_VERSION).await;
    checker.has_started(&mut session);
    let Some(answer) = exchange.result().cloned() else {
        let stderr = session.wire.stdio().and_then(|wire| wire.stderr_tail());
        session.wire.close().await;
        let mut exchange = exchange;
        if let (Some(silence), Some(stderr)) = (&mut exchange.silence, stderr) {
            silence.push_str(&format!("; its standard error: {stderr}"));
        }
        return Ok(Err(exchange));
    };
    judge_initialize(&answer, report);
    let agreed = text_of(&answer, "protocolVersion")
        .unwrap_or(LEGACY_VERSION)
        .to_owned();
    session.capabilities = answer.get("capabilities").cloned().unwrap_or_default();
    let confirmed = session.confirm(&agreed).await;
    if let Some(reply) = &confirmed.http {
        super::http::judge_accepted(reply, report);
    }
    check_same_version(checker, &agreed, report).await?;
    check_unknown_version(checker, report).await?;
    Ok(Ok(Begun { session, answer }))
}

fn judge_initialize(answer: &Value, report: &mut Report) {
    let mut wrong = Vec::new();
    let mut require = |is_there: bool, what: &str| {
        if !is_there {
            wrong.push(format!("the result has no {what}"));
        }
    };
    require(
        text_of(answer, "protocolVersion").is_some(),
        "`protocolVersion`",
    );
    require(
        answer.get("capabilities").is_some_and(Value::is_object),
        "object `capabilities`",
    );
    let server = answer.get("serverInfo").cloned().unwrap_or_default();
    require(text_of(&server, "name").is_some(), "`serverInfo.name`");
    require(
        text_of(&server, "version").is_some(),
        "`serverInfo.version`",
    );
    let otherwise = format!(
        "{} with version {}",
        describe_server(answer),
        text_of(answer, "protocolVersion").unwrap_or_default()
    );
    report.judge(rule::INITIALIZE, &wrong, otherwise);
}

/// The version that a server has answered with is one that it supports, so it must answer with it again.
async fn check_same_version(
    checker: &Checker<'_>,
    agreed: &str,
    report: &mut Report,
) -> Result<(), Failure> {
    let mut session = checker.open(Era::Legacy)?;
    let exchange = session.introduce(agreed).await;
    session.wire.close().await;
    match exchange
        .result()
        .and_then(|result| text_of(result, "protocolVersion"))
    {
        Some(same) if same == agreed => {
            report.pass(rule::SAME_VERSION, format!("{agreed} stays {agreed}"))
        }
        Some(other) => report.broken(
            rule::SAME_VERSION,
            format!("asked for {agreed}, which it had answered with, the server answers {other}"),
        ),
        None => report.broken(
            rule::SAME_VERSION,
            format!(
                "asked for {agreed}, the server answers {}",
                exchange.describe()
            ),
        ),
    }
    Ok(())
}

async fn check_unknown_version(checker: &Checker<'_>, report: &mut Report) -> Result<(), Failure> {
    let mut session = checker.open(Era::Legacy)?;
    let exchange = session.introduce(UNKNOWN_VERSION).await;
    session.wire.close().await;
    let version = exchange
        .result()
        .and_then(|result| text_of(result, "protocolVersion"));
    let shown = exchange.describe();
    match version {
        Some(UNKNOWN_VERSION) => report.broken(
            rule::UNKNOWN_VERSION,
            format!("the server agrees on {UNKNOWN_VERSION}, which does not exist"),
        ),
        Some(other) => report.pass(
            rule::UNKNOWN_VERSION,
            format!("{UNKNOWN_VERSION} becomes {other}"),
        ),
        None if exchange.error().is_some() => report.pass(rule::UNKNOWN_VERSION, shown),
        // Servers that take another version for a broken request may answer with a bare status.
        None if exchange
            .status()
            .is_some_and(|status| (400..500).contains(&status)) =>
        {
            report.deviation(rule::UNKNOWN_VERSION, shown);
        }
        None => report.broken(rule::UNKNOWN_VERSION, shown),
    }
    Ok(())
}

/// Begins a session with `server/discover`, if the server knows that.
async fn begin_modern(
    checker: &Checker<'_>,
    report: &mut Report,
    refused_legacy: Option<&Exchange>,
) -> Result<Option<Begun>, Failure> {
    let mut session = checker.open(Era::Modern)?;
    if refused_legacy.is_none() {
        // The server has started before; one that stays silent does not know this way.
        checker.has_started(&mut session);
    }
    let exchange = session.introduce(MODERN_VERSION).await;
    checker.has_started(&mut session);
    let supported = exchange
        .result()
        .and_then(|result| result.get("supportedVersions"));
    let is_modern = supported.is_some()
        // A modern server that does not support this very revision says which ones it does.
        || exchange.error_code() == Some(-32022);
    if !is_modern {
        session.wire.close().await;
        if refused_legacy.is_none() {
            let shown = exchange.describe();
            let reason =
                format!("the server speaks with initialize only (server/discover: {shown})");
            report.skip(rule::DISCOVER, reason);
            report.skip_the_rest(&OF_MODERN, "the server speaks with initialize only");
        }
        return Ok(None);
    }
    let Some(answer) = exchange.result().cloned() else {
        session.wire.close().await;
        report.note(
            rule::DISCOVER,
            format!(
                "the server does not speak {MODERN_VERSION}: {}",
                exchange.describe()
            ),
        );
        return Ok(None);
    };
    judge_discover(&answer, report);
    session.capabilities = answer.get("capabilities").cloned().unwrap_or_default();
    check_discover_unknown_version(&mut session, report).await;
    Ok(Some(Begun { session, answer }))
}

fn judge_discover(answer: &Value, report: &mut Report) {
    let supported = answer.get("supportedVersions").and_then(Value::as_array);
    let versions: Vec<&str> = supported
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    let mut wrong = Vec::new();
    if !versions.contains(&MODERN_VERSION) {
        wrong.push(format!(
            "the request of version {MODERN_VERSION} was answered, but `supportedVersions` has {versions:?}"
        ));
    }
    if !answer.get("capabilities").is_some_and(Value::is_object) {
        wrong.push("the result has no object `capabilities`".to_owned());
    }
    let otherwise = format!(
        "{} with versions {}",
        describe_server(answer),
        versions.join(", ")
    );
    report.judge(rule::DISCOVER, &wrong, otherwise);
}

async fn check_discover_unknown_version(session: &mut Session, report: &mut Report) {
    let mut message = session.message(json!("unknown-version"), "server/discover", json!({}));
    if let Some(parameters) = message.get_mut("params") {
        parameters["_meta"] = modern_meta(UNKNOWN_VERSION);
    }
    let exchange = match session.wire.http() {
        Some(http) => {
            let changes = super::wire::Changes {
                headers: &[("mcp-protocol-version", UNKNOWN_VERSION)],
                ..super::wire::Changes::default()
            };
            http.post(&message, &changes).await
        }
        None => session.wire.send(&message).await,
    };
    let supported = exchange
        .error()
        .and_then(|error| error.get("data")?.get("supported")?.as_array());
    match (exchange.error_code(), supported) {
        (Some(-32022), Some(versions)) => report.pass(
            rule::DISCOVER_UNKNOWN_VERSION,
            format!("error -32022, supported: {}", json!(versions)),
        ),
        (Some(-32022), None) => report.broken(
            rule::DISCOVER_UNKNOWN_VERSION,
            "error -32022 without `data.supported`",
        ),
        _ => report.broken(rule::DISCOVER_UNKNOWN_VERSION, exchange.describe()),
    }
}

/// What a server says it is, wherever the era has that.
fn server_of(answer: &Value) -> Value {
    let meta = answer
        .get("_meta")
        .and_then(|meta| meta.get("io.modelcontextprotocol/serverInfo"));
    answer
        .get("serverInfo")
        .or(meta)
        .cloned()
        .unwrap_or_default()
}

fn describe_server(answer: &Value) -> String {
    let server = server_of(answer);
    let name = text_of(&server, "name").unwrap_or("a server without a name");
    match text_of(&server, "version") {
        Some(version) => format!("{name} {version}"),
        None => name.to_owned(),
    }
}
