//! Hints about arguments that are a level too high or too low: a property of a body that was sent beside it, or
//! arguments that were put into an object that the tool does not have. Names decide, since that is all that the schemas
//! and the call have in common.

use rmcp::model::JsonObject;

use super::client_schema::expand_schemas;
use super::sent_arguments::SentArguments;
use crate::json::{Json, quote_name, unescape_token, write_name};
use crate::violation::Violation;

/// How many names a hint has at most.
const MAX_NAMES: usize = 5;

/// Where an argument that the tool does not have belongs, if its name or the names in it say so.
pub(super) fn explain_unknown_level(
    name: &str,
    schema: &JsonObject,
    known: &JsonObject,
    sent: &SentArguments,
) -> Option<String> {
    let within: Vec<&str> = sent
        .members_of(name)
        .iter()
        .filter(|member| known.contains_key(*member) && !sent.contains_name(member))
        .map(String::as_str)
        .collect();
    if !within.is_empty() {
        let (subject, object) = match within.len() {
            1 => ("is an argument of its own", "it"),
            _ => ("are arguments of their own", "them"),
        };
        let names = join_names(&within, "and");
        return Some(format!(
            "There is no argument {}; {names} {subject}: send {object} without the object around {object}",
            write_name(name)
        ));
    }
    let holders: Vec<&str> = known
        .iter()
        .filter(|(_, holder)| has_property(holder, name, schema))
        .map(|(holder, _)| holder.as_str())
        .collect();
    let first = holders.first()?;
    let example = format!("{{{}: {{{}: …}}}}", quote_name(first), quote_name(name));
    let holders = join_names(&holders, "or");
    Some(format!(
        "There is no argument {}; it belongs in {holders}, for example {example}",
        write_name(name)
    ))
}

/// The arguments that were sent within another one: a violation says that the other one has no such property.
pub(super) fn explain_nested_arguments(
    known: &JsonObject,
    sent: &SentArguments,
    violations: &[Violation],
) -> Vec<String> {
    let is_of_argument = |violation: &&Violation| violation.pointer.matches('/').count() == 1;
    let mut hints = Vec::new();
    for violation in violations.iter().filter(is_of_argument) {
        let within = violation.unexpected_properties().iter();
        let within = within.filter(|name| known.contains_key(*name) && !sent.contains_name(name));
        for name in within.take(MAX_NAMES) {
            let around = unescape_token(&violation.pointer[1..]);
            hints.push(format!(
                "{} is an argument beside {}, not within it",
                write_name(name),
                write_name(&around)
            ));
        }
    }
    hints
}

/// Whether the objects that a schema describes have a property of that name.
fn has_property(schema: &Json, name: &str, root: &JsonObject) -> bool {
    let schemas = expand_schemas(root, schema.as_object().into_iter().collect());
    let mut properties = schemas
        .iter()
        .filter_map(|it| it.get("properties")?.as_object());
    properties.any(|properties| properties.contains_key(name))
}

/// Names in a sentence: `a`, `b` and `c`.
fn join_names(names: &[&str], last: &str) -> String {
    let quoted: Vec<String> = names
        .iter()
        .take(MAX_NAMES)
        .map(|name| write_name(name))
        .collect();
    match quoted.split_last() {
        Some((end, [])) => end.clone(),
        Some((end, start)) => format!("{} {last} {end}", start.join(", ")),
        None => String::new(),
    }
}
