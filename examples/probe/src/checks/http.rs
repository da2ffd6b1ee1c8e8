//! What the HTTP transport demands: origins, statuses, headers and sessions.

use serde_json::json;

use super::report::Report;
use super::rule::{self, Rule};
use super::session::Session;
use super::wire::{Changes, Era, Exchange, HttpReply, UNKNOWN_VERSION};

const FOREIGN_ORIGIN: &str = "http://mcp-probe-origin.example";
const FOREIGN_HOST: &str = "mcp-probe-host.example";

/// A notification was posted.
pub(super) fn judge_accepted(reply: &HttpReply, report: &mut Report) {
    let shown = format!(
        "notifications/initialized is answered with status {}",
        reply.status
    );
    match reply.status {
        202 if reply.body.trim().is_empty() => report.pass(rule::ACCEPTED, "status 202"),
        202 => report.broken(rule::ACCEPTED, format!("{shown} and a body")),
        400.. => report.deviation(rule::ACCEPTED, shown),
        _ => report.broken(rule::ACCEPTED, shown),
    }
}

pub(super) async fn check_http(
    main: &mut Session,
    legacy: Option<&mut Session>,
    report: &mut Report,
) {
    if main.wire.http().is_none() {
        return;
    }
    check_any(main, report).await;
    if main.era == Era::Modern {
        check_modern(main, report).await;
    }
    let legacy = match legacy {
        Some(legacy) => Some(legacy),
        None if main.era == Era::Legacy => Some(main),
        None => None,
    };
    if let Some(legacy) = legacy {
        check_legacy(legacy, report).await;
    }
}

/// A harmless request of the session's era, with changes.
async fn post(session: &mut Session, changes: &Changes<'_>) -> Exchange {
    let method = match session.era {
        Era::Legacy => "ping",
        Era::Modern => "server/discover",
    };
    let message = session.message(json!("probe-http"), method, json!({}));
    match session.wire.http() {
        Some(http) => http.post(&message, changes).await,
        None => Exchange::default(),
    }
}

async fn check_any(session: &mut Session, report: &mut Report) {
    let is_local = session.wire.http().is_some_and(|http| http.is_local());
    let usual = post(session, &Changes::default()).await;
    let content_type = usual.http.as_ref().map(|reply| reply.content_type.clone());
    let content_type = content_type.unwrap_or_default();
    let is_right = ["application/json", "text/event-stream"]
        .iter()
        .any(|allowed| content_type.split(';').next().map(str::trim) == Some(allowed));
    match is_right {
        true => report.pass(rule::CONTENT_TYPE, content_type),
        false => report.broken(
            rule::CONTENT_TYPE,
            format!("`{content_type}`, {}", usual.describe()),
        ),
    }

    let foreign = Changes {
        headers: &[("origin", FOREIGN_ORIGIN)],
        ..Changes::default()
    };
    let exchange = post(session, &foreign).await;
    let shown = format!(
        "Origin: {FOREIGN_ORIGIN} is answered with {}",
        status_of(&exchange)
    );
    match exchange.status() {
        Some(403) => report.pass(rule::ORIGIN, shown),
        Some(400..) => report.deviation(rule::ORIGIN, shown),
        Some(_) if is_local => report.broken(rule::ORIGIN, shown),
        // Which origins are foreign is for the operator of a public server to say.
        _ => report.note(rule::ORIGIN, shown),
    }

    if is_local {
        let foreign = Changes {
            headers: &[("host", FOREIGN_HOST)],
            ..Changes::default()
        };
        let exchange = post(session, &foreign).await;
        let shown = format!(
            "Host: {FOREIGN_HOST} is answered with {}",
            status_of(&exchange)
        );
        match exchange.status() {
            Some(400..) => report.pass(rule::HOST, shown),
            _ => report.broken(rule::HOST, shown),
        }
    } else {
        report.skip(rule::HOST, "the server is not on this machine");
    }

    let no_streams = Changes {
        headers: &[("accept", "application/json")],
        ..Changes::default()
    };
    let exchange = post(session, &no_streams).await;
    let content_type = exchange
        .http
        .as_ref()
        .map(|reply| reply.content_type.clone());
    let shown = format!(
        "Accept: application/json is answered with {}",
        status_of(&exchange)
    );
    match content_type.is_some_and(|it| it.starts_with("text/event-stream")) {
        true => report.broken(rule::ACCEPT, format!("{shown} and an event stream")),
        false => report.pass(rule::ACCEPT, shown),
    }
}

async fn check_modern(session: &mut Session, report: &mut Report) {
    let cases: [(&Rule, (&'static str, &str)); 2] = [
        (
            rule::VERSION_MISMATCH,
            ("mcp-protocol-version", super::wire::LEGACY_VERSION),
        ),
        (rule::METHOD_MISMATCH, ("mcp-method", "tools/list")),
    ];
    for (rule, header) in cases {
        let changes = Changes {
            headers: &[header],
            ..Changes::default()
        };
        let exchange = post(session, &changes).await;
        let shown = exchange.describe();
        match (exchange.status(), exchange.error_code()) {
            (Some(400), Some(-32020)) => report.pass(rule, shown),
            // It is rejected, if not in these words: a server of both eras may take the header for the other era.
            (Some(400..500), _) => report.deviation(rule, shown),
            _ => report.broken(rule, shown),
        }
    }
}

async fn check_legacy(session: &mut Session, report: &mut Report) {
    check_get(session, report).await;
    check_version_header(session, report).await;
    check_session(session, report).await;
}

async fn check_get(session: &mut Session, report: &mut Report) {
    let Some(http) = session.wire.http() else {
        return;
    };
    let exchange = http.get().await;
    let content_type = exchange
        .http
        .as_ref()
        .map(|reply| reply.content_type.clone());
    let content_type = content_type.unwrap_or_default();
    let shown = format!("{}, `{content_type}`", status_of(&exchange));
    match exchange.status() {
        Some(405) => report.pass(rule::GET, "status 405"),
        Some(200) if content_type.starts_with("text/event-stream") => report.pass(rule::GET, shown),
        Some(200..300) => report.broken(rule::GET, shown),
        Some(_) => report.deviation(rule::GET, shown),
        // The head of a stream may come with its first event.
        None => report.note(rule::GET, exchange.describe()),
    }
}

async fn check_version_header(session: &mut Session, report: &mut Report) {
    let agreed = session.wire.http().and_then(|http| http.version.clone());
    let agreed = agreed.unwrap_or_default();
    // The header came with this revision; versions are dates, which sort as texts.
    if agreed.as_str() < "2025-06-18" {
        return report.skip(
            rule::VERSION_HEADER,
            format!("revision {agreed} does not have the header"),
        );
    }
    let unsupported = Changes {
        headers: &[("mcp-protocol-version", UNKNOWN_VERSION)],
        ..Changes::default()
    };
    let exchange = post(session, &unsupported).await;
    let shown = format!(
        "MCP-Protocol-Version: {UNKNOWN_VERSION} is answered with {}",
        exchange.describe()
    );
    match exchange.status() {
        Some(400) => report.pass(rule::VERSION_HEADER, shown),
        Some(401..) => report.deviation(rule::VERSION_HEADER, shown),
        _ => report.broken(rule::VERSION_HEADER, shown),
    }
}

async fn check_session(session: &mut Session, report: &mut Report) {
    const REASON: &str = "the server has no sessions";
    let Some(http) = session.wire.http() else {
        return;
    };
    let Some(id) = http.session.clone() else {
        report.skip_the_rest(
            &[
                rule::SESSION_ID,
                rule::SESSION_REQUIRED,
                rule::SESSION_ENDED,
            ],
            REASON,
        );
        return;
    };
    match id
        .as_bytes()
        .iter()
        .all(|byte| (0x21..=0x7e).contains(byte))
    {
        true => report.pass(rule::SESSION_ID, format!("{} characters", id.len())),
        false => report.broken(rule::SESSION_ID, format!("{id:?}")),
    }
    let anonymous = Changes {
        without: Some("mcp-session-id"),
        ..Changes::default()
    };
    let exchange = post(session, &anonymous).await;
    let shown = format!(
        "a request without Mcp-Session-Id is answered with {}",
        status_of(&exchange)
    );
    match exchange.status() {
        Some(400) => report.pass(rule::SESSION_REQUIRED, shown),
        Some(401..) => report.note(rule::SESSION_REQUIRED, shown),
        _ => report.broken(rule::SESSION_REQUIRED, shown),
    }
    let Some(http) = session.wire.http() else {
        return;
    };
    let ended = http.end_session().await;
    if !ended.is_some_and(|status| (200..300).contains(&status)) {
        let status = ended.map_or("no answer".to_owned(), |status| format!("status {status}"));
        let shown = format!(
            "the server does not let clients end sessions: DELETE is answered with {status}"
        );
        return report.skip(rule::SESSION_ENDED, shown);
    }
    let id = id.to_str().unwrap_or_default().to_owned();
    let late = Changes {
        headers: &[("mcp-session-id", &id)],
        ..Changes::default()
    };
    let exchange = post(session, &late).await;
    let shown = format!(
        "a request after DELETE is answered with {}",
        status_of(&exchange)
    );
    match exchange.status() {
        Some(404) => report.pass(rule::SESSION_ENDED, shown),
        Some(400..) => report.deviation(
            rule::SESSION_ENDED,
            format!("{shown}; clients begin a new session at 404 only"),
        ),
        _ => report.broken(rule::SESSION_ENDED, shown),
    }
}

fn status_of(exchange: &Exchange) -> String {
    match (exchange.status(), &exchange.silence) {
        (Some(status), _) => format!("status {status}"),
        (None, Some(silence)) => silence.clone(),
        (None, None) => "nothing".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(status: u16, body: &str) -> &'static str {
        let mut report = Report::default();
        let reply = HttpReply {
            status,
            body: body.to_owned(),
            ..HttpReply::default()
        };
        judge_accepted(&reply, &mut report);
        let row = report.rows.first().expect("there is a row");
        row.verdict.name()
    }

    #[test]
    fn a_notification_is_accepted_with_202_and_nothing_else() {
        assert_eq!(verdict(202, ""), "pass");
        assert_eq!(verdict(202, "{}"), "fail");
        assert_eq!(verdict(200, ""), "fail");
        assert_eq!(verdict(204, ""), "fail");
        assert_eq!(verdict(400, ""), "warn");
    }
}
