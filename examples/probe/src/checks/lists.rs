//! The lists of a server against what it declares, and their parts.

use std::collections::HashSet;

use serde_json::{Value, json};

use super::report::Report;
use super::rule::{self, Rule};
use super::session::Session;
use super::text_of;
use super::wire::Exchange;

/// Parts of one list.
const MAX_PAGES: usize = 200;

/// Something that servers list.
struct Kind {
    capability: &'static str,
    method: &'static str,
    member: &'static str,
    rule: &'static Rule,
}

const TOOLS: Kind = Kind {
    capability: "tools",
    method: "tools/list",
    member: "tools",
    rule: rule::TOOLS_CAPABILITY,
};

const OTHERS: [Kind; 2] = [
    Kind {
        capability: "resources",
        method: "resources/list",
        member: "resources",
        rule: rule::RESOURCES_CAPABILITY,
    },
    Kind {
        capability: "prompts",
        method: "prompts/list",
        member: "prompts",
        rule: rule::PROMPTS_CAPABILITY,
    },
];

/// What a server lists.
#[derive(Default)]
pub(super) struct Lists {
    pub(super) tools: Vec<Value>,
    pub(super) resources: Vec<Value>,
    pub(super) prompts: Vec<Value>,
}

/// Why a list cannot be had.
enum NoList {
    Refused(Exchange),
    Endless(String),
}

pub(super) async fn check(session: &mut Session, report: &mut Report) -> Lists {
    let mut endless = Vec::new();
    let tools = check_kind(session, &TOOLS, &mut endless, report).await;
    let [resources, prompts] = &OTHERS;
    let resources = check_kind(session, resources, &mut endless, report).await;
    let prompts = check_kind(session, prompts, &mut endless, report).await;
    report.judge(rule::PAGES_END, &endless, "tools, resources and prompts");
    if session.capabilities.get("tools").is_some() {
        if endless.is_empty() {
            check_order(session, &tools, report).await;
        }
        check_bad_cursor(session, report).await;
    }
    Lists {
        tools,
        resources,
        prompts,
    }
}

/// The items of a list; none if it cannot be had.
async fn check_kind(
    session: &mut Session,
    kind: &Kind,
    endless: &mut Vec<String>,
    report: &mut Report,
) -> Vec<Value> {
    let is_declared = session
        .capabilities
        .get(kind.capability)
        .is_some_and(Value::is_object);
    let count = |items: &Vec<Value>| format!("{} {}", items.len(), kind.member);
    match (is_declared, list(session, kind).await) {
        (true, Ok(items)) => {
            report.pass(kind.rule, format!("declared, with {}", count(&items)));
            items
        }
        (false, Ok(items)) if items.is_empty() => {
            report.pass(kind.rule, "not declared, and there are none");
            items
        }
        (false, Ok(items)) => {
            let evidence = format!("not declared, but {} lists {}", kind.method, count(&items));
            report.broken(kind.rule, evidence);
            items
        }
        (false, Err(NoList::Refused(_))) => {
            report.pass(kind.rule, "not declared, and there are none");
            Vec::new()
        }
        (true, Err(NoList::Refused(exchange))) => {
            let shown = exchange.describe();
            report.broken(
                kind.rule,
                format!("declared, but {} is answered with {shown}", kind.method),
            );
            Vec::new()
        }
        (_, Err(NoList::Endless(why))) => {
            endless.push(format!("{}: {why}", kind.method));
            report.skip(kind.rule, "its list does not end");
            Vec::new()
        }
    }
}

async fn list(session: &mut Session, kind: &Kind) -> Result<Vec<Value>, NoList> {
    let mut items = Vec::new();
    let mut seen = HashSet::new();
    let mut parameters = json!({});
    loop {
        let exchange = session.request(kind.method, parameters).await;
        let result = exchange.result();
        let Some(part) = result.and_then(|result| result.get(kind.member)?.as_array()) else {
            return Err(NoList::Refused(exchange));
        };
        items.extend(part.iter().cloned());
        let Some(cursor) = result.and_then(|result| text_of(result, "nextCursor")) else {
            return Ok(items);
        };
        if !seen.insert(cursor.to_owned()) {
            let items = items.len();
            return Err(NoList::Endless(format!(
                "the cursor {cursor:?} comes back, after {items} items"
            )));
        }
        if seen.len() == MAX_PAGES {
            let items = items.len();
            return Err(NoList::Endless(format!(
                "there are still more after {MAX_PAGES} parts with {items} items"
            )));
        }
        parameters = json!({ "cursor": cursor });
    }
}

async fn check_order(session: &mut Session, first: &[Value], report: &mut Report) {
    let names = |tools: &[Value]| -> Vec<String> {
        let names = tools.iter().filter_map(|tool| text_of(tool, "name"));
        names.map(str::to_owned).collect()
    };
    let Ok(second) = list(session, &TOOLS).await else {
        return report.broken(rule::STABLE_ORDER, "the second list cannot be had");
    };
    match names(first) == names(&second) {
        true => report.pass(rule::STABLE_ORDER, format!("{} tools, twice", second.len())),
        false => report.broken(
            rule::STABLE_ORDER,
            format!(
                "first {:?}, then {:?}",
                shorten(&names(first)),
                shorten(&names(&second))
            ),
        ),
    }
}

fn shorten(names: &[String]) -> Vec<&String> {
    names.iter().take(10).collect()
}

async fn check_bad_cursor(session: &mut Session, report: &mut Report) {
    let exchange = session
        .request(TOOLS.method, json!({"cursor": "mcp-probe-no-such-cursor"}))
        .await;
    match exchange.error_code() {
        Some(-32602) => report.pass(rule::BAD_CURSOR, exchange.describe()),
        None if exchange.result().is_some() => {
            report.broken(
                rule::BAD_CURSOR,
                "the cursor is ignored: the answer is a list",
            );
        }
        _ => report.broken(rule::BAD_CURSOR, exchange.describe()),
    }
}
