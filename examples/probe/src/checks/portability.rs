//! What clients do not accept in a list of tools, by the compiler's own tables: a row for each limit that is broken.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use toolwright_codegen::clients::{CheckedTool, Finding, check as find};
use toolwright_codegen::{Client, Clients};

use super::report::{Report, Row, Verdict};
use super::text_of;
use crate::connection::excerpt;

/// Where the tables are documented.
const TABLES: &str = "the tables of toolwright, docs/portability.md";

pub(super) fn check_portability(
    server: &str,
    tools: &[Value],
    clients: Clients,
    report: &mut Report,
) {
    let none = Value::Object(serde_json::Map::new());
    let hints: Vec<Vec<&str>> = tools.iter().map(stated_hints).collect();
    let checked: Vec<CheckedTool<'_>> = tools
        .iter()
        .zip(&hints)
        .map(|(tool, hints)| CheckedTool {
            name: text_of(tool, "name").unwrap_or_default(),
            description: text_of(tool, "description").unwrap_or_default(),
            input: tool.get("inputSchema").unwrap_or(&none),
            // Before revision 2025-06-18 the title was an annotation.
            title: text_of(tool, "title")
                .or_else(|| text_of(&tool["annotations"], "title"))
                .unwrap_or_default(),
            hints,
        })
        .collect();
    let mut broken: BTreeMap<(&str, &str), Vec<Finding>> = BTreeMap::new();
    for client in clients.iter() {
        let findings = find(client, server, &checked);
        if findings.is_empty() {
            report.push(accepted(client, tools.len()));
        }
        for finding in findings {
            // What no client takes is one limit, which each of their tables has.
            let limit = (finding.limit.id, finding.limit.source);
            broken.entry(limit).or_default().push(finding);
        }
    }
    for findings in broken.values() {
        report.push(rejected(findings));
    }
}

/// The names of the hints that a tool states.
fn stated_hints(tool: &Value) -> Vec<&str> {
    let hints = tool.get("annotations").and_then(Value::as_object);
    let hints = hints.into_iter().flatten();
    let stated = hints.filter(|(_, value)| value.is_boolean());
    stated.map(|(name, _)| name.as_str()).collect()
}

fn accepted(client: Client, tools: usize) -> Row {
    Row {
        id: format!("portability.{client}"),
        checks: format!("the tools are within the known limits of {client}"),
        verdict: Verdict::Pass,
        evidence: format!("{tools} tools"),
        source: TABLES.to_owned(),
    }
}

/// The row of a limit that is broken, for some clients.
fn rejected(findings: &[Finding]) -> Row {
    let limit = findings.first().map(|finding| finding.limit);
    let clients: BTreeSet<Client> = findings.iter().map(|finding| finding.client).collect();
    let names: Vec<&str> = clients.iter().map(|client| client.name()).collect();
    let of_one = findings
        .iter()
        .filter(|it| Some(&it.client) == clients.first());
    let places = of_one.clone().count();
    let tools: BTreeSet<&str> = of_one.filter_map(|it| it.tool.as_deref()).collect();
    let counted = match (places, tools.len()) {
        (_, 0) => String::new(),
        (1, _) => "1 place: ".to_owned(),
        (places, 1) => format!("{places} places of 1 tool, such as "),
        (places, tools) => format!("{places} places of {tools} tools, such as "),
    };
    let example = findings.first().map(describe_finding).unwrap_or_default();
    let id = limit.map_or("", |limit| limit.id);
    Row {
        id: match names.as_slice() {
            [client] => format!("portability.{client}.{id}"),
            _ => format!("portability.{id}"),
        },
        checks: format!(
            "{}: {}",
            names.join(", "),
            limit.map_or("", |limit| limit.says)
        ),
        // MCP allows `$schema`, and the SDKs of most servers write it.
        verdict: match findings
            .iter()
            .all(|finding| finding.message == "`$schema`")
        {
            true => Verdict::Info,
            false => Verdict::Warn,
        },
        evidence: format!("{counted}{example}"),
        source: limit.map_or(TABLES, |limit| limit.source).to_owned(),
    }
}

fn describe_finding(finding: &Finding) -> String {
    let message = &finding.message;
    match (&finding.tool, finding.pointer.as_str()) {
        (None, _) => message.clone(),
        (Some(tool), "") => format!("{}: {message}", excerpt(tool)),
        (Some(tool), pointer) => format!("{} at {}: {message}", excerpt(tool), excerpt(pointer)),
    }
}
