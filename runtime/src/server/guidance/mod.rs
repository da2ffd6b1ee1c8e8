//! What to do about arguments that were rejected: which argument was meant or where it belongs, what the faulty ones have
//! to be, which tools return them, and a valid example. It takes the schema that the client was shown and nothing
//! else, so that it tells nothing of hidden arguments.

mod client_schema;
mod example;
mod example_scalars;
mod misplaced;
mod nested_names;
mod sent_arguments;

use std::fmt::Write as _;

use rmcp::model::JsonObject;

use crate::json::{Json, unescape_token, write_name};
use crate::outcome::Outcome;
use crate::preset;
use crate::read_only::ReadOnlyProperties;
use crate::tool_info::ToolInfo;
use crate::tools::Tools;
use crate::value_source::ValueSource;
use crate::violation::Violation;
use example::{ExampleRequest, example_arguments};
use misplaced::{explain_nested_arguments, explain_unknown_level};
use nested_names::suggest_nested_names;
pub(super) use sent_arguments::SentArguments;
use toolwright_inspect::suggest::{did_you_mean, suggest_names};

/// So many arguments are described at most, and each with so many bytes.
const MAX_DESCRIBED: usize = 5;
const MAX_DESCRIPTION_BYTES: usize = 400;

/// The names that were meant, the form of each faulty argument, and arguments that are valid: lines
/// to append to the violations, with the tools that return what faulty arguments take. `schema` is what the client was shown.
pub(super) fn explain_violations(
    tool: &ToolInfo,
    schema: &JsonObject,
    sent: &SentArguments,
    violations: &[Violation],
    sources: &[ValueSource],
) -> String {
    let none = JsonObject::new();
    let known = schema.get("properties").and_then(Json::as_object);
    let known = known.unwrap_or(&none);
    let mut text = String::new();
    let read_only = tool.read_only_properties();
    for hint in read_only.explain_violations(violations) {
        let _ = write!(text, "\n{hint}");
    }
    push_suggestions(&mut text, schema, known, sent, &read_only);
    let misplaced = explain_nested_arguments(known, sent, violations);
    let misspelled = match misplaced.is_empty() {
        true => suggest_nested_names(schema, violations, &read_only),
        false => Vec::new(),
    };
    for hint in misplaced.iter().chain(&misspelled).take(MAX_DESCRIBED) {
        let _ = write!(text, "\n{hint}");
    }
    let faulty = list_faulty(schema, violations);
    push_schemas(&mut text, known, &faulty, sources);
    push_example(&mut text, tool, schema, sent, &faulty);
    text
}

/// Arguments that are valid. An argument that something is wrong with and that they don't have is named, or a reader
/// would take it for one that is to be left out.
fn push_example(
    text: &mut String,
    tool: &ToolInfo,
    schema: &JsonObject,
    sent: &SentArguments,
    faulty: &[&str],
) {
    let is_shown = |example: &JsonObject| {
        let example = Json::Object(example.clone());
        example.to_string().len() <= MAX_DESCRIPTION_BYTES
            && preset::is_valid_with_presets(tool.call.presets, tool.input.check, example)
    };
    let make = |wanted: &[&str]| {
        example_arguments(ExampleRequest {
            schema,
            sent: sent.sent_names(),
            wanted,
            path: tool.upstream_operation.map_or("", |(_, path)| path),
        })
    };
    // With what was wrong, or with each of that alone, or without it.
    let each = faulty.iter().map(std::slice::from_ref);
    let mut wanted = [faulty].into_iter().chain(each).chain([&[][..]]);
    let Some(example) = wanted.find_map(|wanted| make(wanted).filter(is_shown)) else {
        return;
    };
    let left_out = faulty.iter().filter(|name| !example.contains_key(**name));
    let left_out: Vec<String> = left_out.map(|name| format!("`{name}`")).collect();
    let _ = match left_out.as_slice() {
        [] => write!(text, "\nFor example: {}", Json::Object(example)),
        names => write!(
            text,
            "\nFor example, without {}: {}",
            names.join(", "),
            Json::Object(example)
        ),
    };
}

/// Which tools return what the path of an operation takes, if the upstream has nothing by that name; else empty.
pub(super) fn explain_not_found(tools: &Tools, tool: &ToolInfo, outcome: &Outcome) -> String {
    if !is_not_found(outcome) {
        return String::new();
    }
    let path = tool.upstream_operation.map_or("", |(_, path)| path);
    let sources = tools.value_sources(tool);
    let in_path = sources
        .iter()
        .filter(|it| path.contains(&format!("{{{}}}", it.argument)));
    in_path
        .map(|source| format!(" {}", source.to_sentence()))
        .collect()
}

/// Whether the upstream has answered that there is no such thing.
pub(super) fn is_not_found(outcome: &Outcome) -> bool {
    let status = outcome.structured.as_ref().map(|error| &error["status"]);
    outcome.is_error && status.is_some_and(|status| *status == 404 || *status == 410)
}

/// For each argument that there is not, where it belongs, or those that may have been meant.
fn push_suggestions(
    text: &mut String,
    schema: &JsonObject,
    known: &JsonObject,
    sent: &SentArguments,
    read_only: &ReadOnlyProperties,
) {
    let unknown = sent.sent_names().iter();
    let unknown =
        unknown.filter(|name| !known.contains_key(*name) && !read_only.contains_property("", name));
    for name in unknown.take(MAX_DESCRIBED) {
        if let Some(hint) = explain_unknown_level(name, schema, known, sent) {
            let _ = write!(text, "\n{hint}");
            continue;
        }
        let missing = known
            .keys()
            .filter(|known| !sent.contains_name(known))
            .map(String::as_str);
        if let Some(question) = did_you_mean(suggest_names(name, missing)) {
            let name = write_name(name);
            let _ = write!(text, "\nThere is no argument {name}; {question}");
        }
    }
}

/// The first arguments that something is wrong with.
fn list_faulty<'s>(schema: &'s JsonObject, violations: &[Violation]) -> Vec<&'s str> {
    let mut faulty: Vec<&str> = Vec::new();
    for violation in violations {
        if let Some(name) = find_argument(violation, schema)
            && !faulty.contains(&name)
            && faulty.len() < MAX_DESCRIBED
        {
            faulty.push(name);
        }
    }
    faulty
}

/// What the faulty arguments have to be.
fn push_schemas(text: &mut String, known: &JsonObject, faulty: &[&str], sources: &[ValueSource]) {
    for name in faulty {
        let form = known.get(*name).map(Json::to_string).unwrap_or_default();
        if !form.is_empty() && form.len() <= MAX_DESCRIPTION_BYTES {
            let _ = write!(text, "\n`{name}` has the schema {form}");
        }
    }
    let returned = sources
        .iter()
        .filter(|it| faulty.contains(&it.argument.as_str()));
    let returned: Vec<String> = returned.map(ValueSource::to_sentence).collect();
    if !returned.is_empty() {
        let _ = write!(text, "\n{}", returned.join(" "));
    }
}

/// The argument that a violation is about; the one that is missing, where it is about all.
fn find_argument<'a>(violation: &Violation, schema: &'a JsonObject) -> Option<&'a str> {
    let name = match violation.pointer.split('/').nth(1) {
        Some(first) => unescape_token(first),
        None => violation.missing_property()?.to_owned(),
    };
    let properties = schema.get("properties").and_then(Json::as_object)?;
    let (name, _) = properties.get_key_value(&name)?;
    Some(name)
}

#[cfg(test)]
mod tests;
