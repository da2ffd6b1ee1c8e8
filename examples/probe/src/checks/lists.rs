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

const NO_ANSWERS: &str = "the server did not answer a request for a list";

/// Why a list cannot be had.
enum NoList {
    Refused(Exchange),
    Endless(String),
}

pub(super) async fn check_lists(session: &mut Session, report: &mut Report) -> Lists {
    let mut endless = Vec::new();
    let mut is_silent = false;
    let tools = check_kind(session, &TOOLS, &mut endless, &mut is_silent, report).await;
    let [resources, prompts] = &OTHERS;
    let resources = check_kind(session, resources, &mut endless, &mut is_silent, report).await;
    let prompts = check_kind(session, prompts, &mut endless, &mut is_silent, report).await;
    if is_silent && endless.is_empty() {
        report.skip(rule::PAGES_END, NO_ANSWERS);
    } else {
        report.judge(rule::PAGES_END, &endless, "tools, resources and prompts");
    }
    if is_silent {
        report.skip_the_rest(&[rule::STABLE_ORDER, rule::BAD_CURSOR], NO_ANSWERS);
    } else if session.capabilities.get("tools").is_some() {
        // An order cannot be compared in a list that does not end.
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
    is_silent: &mut bool,
    report: &mut Report,
) -> Vec<Value> {
    let is_declared = session
        .capabilities
        .get(kind.capability)
        .is_some_and(Value::is_object);
    let count = |items: &Vec<Value>| format!("{} {}", items.len(), kind.member);
    match (is_declared, request_list(session, kind).await) {
        (true, Ok(items)) => {
            report.pass(kind.rule, format!("declared, with {}", count(&items)));
            items
        }
        // An empty list for what a server does not have is as good as an error.
        (false, Ok(items)) if items.is_empty() => {
            report.pass(kind.rule, "not declared, and there are none");
            items
        }
        (false, Ok(items)) => {
            let evidence = format!("not declared, but {} lists {}", kind.method, count(&items));
            report.broken(kind.rule, evidence);
            items
        }
        // It says nothing about what the server has. The first list that is not answered is told, where it is due.
        (is_declared, Err(NoList::Refused(exchange)))
            if exchange.silence.is_some() && (*is_silent || !is_declared) =>
        {
            *is_silent = true;
            let shown = exchange.describe();
            report.skip(
                kind.rule,
                format!("{} is not answered: {shown}", kind.method),
            );
            Vec::new()
        }
        (false, Err(NoList::Refused(_))) => {
            report.pass(kind.rule, "not declared, and there are none");
            Vec::new()
        }
        (true, Err(NoList::Refused(exchange))) => {
            *is_silent = exchange.silence.is_some();
            let answered = match *is_silent {
                true => "is not answered:",
                false => "is answered with",
            };
            let shown = exchange.describe();
            report.broken(
                kind.rule,
                format!("declared, but {} {answered} {shown}", kind.method),
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

async fn request_list(session: &mut Session, kind: &Kind) -> Result<Vec<Value>, NoList> {
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
        // A server that gives the same cursor again would be asked for ever.
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
    let Ok(second) = request_list(session, &TOOLS).await else {
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
    // A report stays readable for servers with hundreds of tools.
    names.iter().take(10).collect()
}

async fn check_bad_cursor(session: &mut Session, report: &mut Report) {
    let exchange = session
        .request(TOOLS.method, json!({"cursor": "mcp-probe-no-such-cursor"}))
        .await;
    match exchange.error_code() {
        // Invalid params, as the section on pagination of MCP wants it.
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

#[cfg(all(test, unix))]
mod tests {
    use std::collections::BTreeMap;

    use super::super::report::Verdict;
    use super::super::wire::{Era, Wire};
    use super::*;
    use crate::Settings;
    use crate::connection::{CommandLine, Target};

    #[tokio::test]
    async fn a_server_that_dies_at_the_first_list_is_not_blamed_for_the_others() {
        let target = Target::Stdio(CommandLine {
            program: "sh".to_owned(),
            arguments: vec!["-c".to_owned(), "read line".to_owned()],
            environment: BTreeMap::new(),
        });
        let http = crate::probe::build_http_client().expect("can be built");
        let wire = Wire::open(&target, &Settings::default(), &http).expect("starts");
        let mut session = Session::new(wire, Era::Legacy);
        session.capabilities = json!({"tools": {}, "resources": {}, "prompts": {}});
        let mut report = Report::default();
        check_lists(&mut session, &mut report).await;
        let verdict = |rule: &Rule| {
            let row = report.rows.iter().find(|row| row.id == rule.id);
            row.map(|row| row.verdict)
        };
        assert_eq!(verdict(rule::TOOLS_CAPABILITY), Some(Verdict::Fail));
        for rule in [
            rule::RESOURCES_CAPABILITY,
            rule::PROMPTS_CAPABILITY,
            rule::PAGES_END,
            rule::STABLE_ORDER,
            rule::BAD_CURSOR,
        ] {
            assert_eq!(verdict(rule), Some(Verdict::Skip), "{}", rule.id);
        }
    }
}
