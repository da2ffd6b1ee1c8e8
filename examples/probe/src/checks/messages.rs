//! Messages that are unusual or wrong: ids, pings, unknown methods, notifications, what is not JSON.

use serde_json::{Value, json};

use super::report::Report;
use super::rule;
use super::session::Session;
use super::wire::{Changes, Era, Exchange, Wire};

const UNKNOWN_METHOD: &str = "probe/no-such-method";

pub(super) async fn check_messages(session: &mut Session, report: &mut Report) {
    check_ids(session).await;
    check_ping(session, report).await;
    check_unknown_method(session, report).await;
    check_notification(session, report).await;
}

/// A request that every server of the era answers.
async fn ask(session: &mut Session, id: Value) -> Exchange {
    match session.era {
        Era::Legacy => session.request_with_id(id, "ping", json!({})).await,
        Era::Modern => {
            session
                .request_with_id(id, "server/discover", json!({}))
                .await
        }
    }
}

/// Ids of every kind that JSON-RPC and MCP allow. The session notes those that come back as others.
async fn check_ids(session: &mut Session) {
    for id in [
        json!("probe-id"),
        json!("17"),
        json!(0),
        json!(4_294_967_297_i64),
    ] {
        ask(session, id).await;
    }
}

async fn check_ping(session: &mut Session, report: &mut Report) {
    if session.era == Era::Modern {
        return report.skip(rule::PING, "revision 2026-07-28 has no ping");
    }
    let exchange = session.request("ping", json!({})).await;
    match exchange.result().and_then(Value::as_object) {
        Some(result) if result.is_empty() => report.pass(rule::PING, "an empty result"),
        Some(_) => report.deviation(rule::PING, exchange.describe()),
        None => report.broken(rule::PING, exchange.describe()),
    }
}

async fn check_unknown_method(session: &mut Session, report: &mut Report) {
    let exchange = session.request(UNKNOWN_METHOD, json!({})).await;
    let shown = exchange.describe();
    match exchange.error_code() {
        Some(-32601) => {
            report.pass(rule::UNKNOWN_METHOD, &shown);
            report.pass(rule::ANSWERED, &shown);
        }
        Some(_) => {
            report.broken(rule::UNKNOWN_METHOD, &shown);
            report.pass(rule::ANSWERED, &shown);
        }
        None => {
            report.skip(rule::UNKNOWN_METHOD, "there was no error");
            report.broken(rule::ANSWERED, &shown);
        }
    }
    if session.era == Era::Modern
        && let Some(status) = exchange.status()
    {
        match (status, exchange.error_code()) {
            (404, Some(-32601)) => report.pass(rule::METHOD_404, shown),
            _ => report.broken(rule::METHOD_404, shown),
        }
    }
}

async fn check_notification(session: &mut Session, report: &mut Report) {
    if session.era == Era::Modern && matches!(session.wire, Wire::Http(_)) {
        let reason = "revision 2026-07-28 has no notifications of clients over HTTP";
        return report.skip(rule::NOTIFICATION, reason);
    }
    let notification = json!({"jsonrpc": "2.0", "method": "notifications/probe/unknown"});
    let sent = session.wire.notify(&notification).await;
    if let Some(reply) = &sent.http {
        let answer = serde_json::from_str::<Value>(&reply.body).ok();
        let is_answered = reply.status < 400
            && answer.is_some_and(|answer| {
                answer.get("result").is_some() || answer.get("error").is_some()
            });
        match is_answered {
            true => report.broken(rule::NOTIFICATION, sent.describe()),
            false => report.pass(rule::NOTIFICATION, sent.describe()),
        }
        return;
    }
    // What answers the notification comes before the answer to this.
    ask(session, json!("after-notification")).await;
    let unasked = session
        .wire
        .stdio()
        .map(|wire| std::mem::take(&mut wire.unasked));
    match unasked.unwrap_or_default().first() {
        Some(answer) => report.broken(rule::NOTIFICATION, answer.to_string()),
        None => report.pass(
            rule::NOTIFICATION,
            "no answer to notifications/probe/unknown",
        ),
    }
}

/// The last check of a connection: not every server survives it.
pub(super) async fn check_broken_json(session: &mut Session, report: &mut Report) {
    const BROKEN: &str = r#"{"jsonrpc": "2.0", "id": 1, "method": "#;
    if let Some(http) = session.wire.http() {
        let changes = Changes {
            body: Some(BROKEN),
            ..Changes::default()
        };
        let exchange = http.post(&Value::Null, &changes).await;
        let shown = exchange.describe();
        let code = exchange.http.as_ref().and_then(|reply| {
            let answer: Value = serde_json::from_str(&reply.body).ok()?;
            answer.get("error")?.get("code")?.as_i64()
        });
        match exchange.status() {
            Some(status) if status >= 400 => report.pass(rule::BROKEN_BODY, &shown),
            _ => report.broken(rule::BROKEN_BODY, &shown),
        }
        judge_code(code.or(exchange.error_code()), &shown, report);
        let after = ask(session, json!("after-broken-json")).await;
        return judge_survival(&after, report);
    }
    let Some(stdio) = session.wire.stdio() else {
        return;
    };
    stdio.unasked.clear();
    stdio.write(BROKEN).await;
    let after = ask(session, json!("after-broken-json")).await;
    let unasked = session
        .wire
        .stdio()
        .map(|wire| std::mem::take(&mut wire.unasked));
    // A late answer to a call that was not waited for any longer may come now as well.
    let is_about_it = |answer: &Value| {
        let id = answer.get("id");
        answer.get("error").is_some() && id.is_none_or(|id| id.is_null() || *id == json!(1))
    };
    let answer = unasked.unwrap_or_default().into_iter().find(is_about_it);
    match answer {
        Some(answer) => {
            let code = answer
                .get("error")
                .and_then(|error| error.get("code")?.as_i64());
            judge_code(code, &answer.to_string(), report);
        }
        None => report.note(
            rule::BROKEN_JSON,
            "no answer, as with most servers over stdio",
        ),
    }
    judge_survival(&after, report);
}

fn judge_code(code: Option<i64>, shown: &str, report: &mut Report) {
    match code {
        Some(-32700) => report.pass(rule::BROKEN_JSON, shown),
        _ => report.broken(rule::BROKEN_JSON, shown),
    }
}

fn judge_survival(after: &Exchange, report: &mut Report) {
    match after.response.is_some() {
        true => report.pass(rule::SURVIVES, "the next request is answered"),
        false => report.broken(
            rule::SURVIVES,
            format!("the next request: {}", after.describe()),
        ),
    }
}
