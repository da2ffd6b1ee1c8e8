//! Results that are too long for a model's context.

#[cfg(test)]
mod by_trees;
mod json_outline;
mod truncate_json;

use rmcp::model::JsonObject;

use super::call_result::{UNSTRUCTURED, lacks_promised_output};
use crate::char_boundary::floor_char_boundary;
use crate::http::{describe_unparsable, is_json_fault};
use crate::outcome::Outcome;
use crate::tool_info::ToolInfo;
use crate::tools::Tools;
use crate::value::{Json, Violation};

use truncate_json::TruncatedJson;

/// Names of arguments that ask for less, or for another part.
const PAGING: [&str; 32] = [
    "limit",
    "per_page",
    "perpage",
    "page_size",
    "pagesize",
    "max_results",
    "maxresults",
    "max_items",
    "top",
    "$top",
    "count",
    "size",
    "first",
    "rows",
    "page",
    "page_number",
    "page_token",
    "pagetoken",
    "offset",
    "skip",
    "$skip",
    "start",
    "cursor",
    "after",
    "before",
    "since",
    "starting_after",
    "filter",
    "fields",
    "select",
    "$select",
    "query",
];

const MAX_NAMED: usize = 6;

/// JSON that was cut as far as its form allows may have so many bytes whatever the limit is: it is
/// better than a text that ends anywhere.
const SMALLEST_RESULT: usize = 5_000;

/// What a client reads of an outcome: not too long, and an error in the form of the server.
///
/// The form comes last, since what it gives must not be cut: a client parses it. An error that has none of its own gets
/// half of the limit, as it is sent as text and as `structuredContent`. A success that has lost the structure which its
/// tool promises becomes an error (see `call_tool_result`), whose message says so in place of JSON without its end.
pub(super) fn limit_outcome(
    mut outcome: Outcome,
    limit: usize,
    called: CalledTool<'_>,
    schema: impl Fn() -> Option<JsonObject>,
) -> Outcome {
    let CalledTool {
        tools,
        tool,
        violations,
    } = called;
    if !tools.has_error_form() {
        truncate_outcome(&mut outcome, limit, tool, schema);
        return outcome;
    }
    let is_sent_as_it_is = |own: &Json| own.to_string().len() <= limit;
    let gets_form = outcome.is_error && !outcome.structured.as_ref().is_some_and(is_sent_as_it_is);
    let limit = if gets_form { limit / 2 } else { limit };
    let length = outcome.text.len();
    let was_structured = outcome.structured.is_some() || outcome.is_long_json;
    truncate_outcome(&mut outcome, limit, tool, &schema);
    if lacks_promised_output(tool, &outcome) {
        outcome.is_error = true;
        if was_structured {
            outcome.text = format!(
                "The result of {} was left out: it has {length} bytes, the limit is {limit}, and it cannot be \
                 truncated without losing its form.{}",
                tool.name,
                advise_smaller_request(tool, schema(), true)
            );
            outcome.notes.clear();
        } else {
            outcome.notes.push(UNSTRUCTURED.to_owned());
        }
    }
    tools.shape_error(tool.name, violations, outcome)
}

/// Whose outcome is concluded.
#[derive(Clone, Copy)]
pub(super) struct CalledTool<'c> {
    pub(super) tools: &'c Tools,
    pub(super) tool: &'c ToolInfo,
    /// Of the arguments.
    pub(super) violations: &'c [Violation],
}

/// Truncates a result that is longer than so many bytes, and says what is missing and how to ask for
/// less. JSON stays JSON of the same form: lists lose their last items, long strings their ends. If
/// that is not enough (an object with a hundred thousand members), its text is truncated.
///
/// A truncated result is sent once, as text. Only a tool with an output schema must send it as
/// `structuredContent` as well (MCP, "Output Schema"), and each then gets half of the limit.
pub(super) fn truncate_outcome(
    outcome: &mut Outcome,
    limit: usize,
    tool: &ToolInfo,
    schema: impl FnOnce() -> Option<JsonObject>,
) {
    if outcome.is_error {
        return truncate_error(outcome, limit);
    }
    if outcome.text.len() <= limit {
        return;
    }
    let length = outcome.text.len();
    let json = match outcome.structured.take() {
        Some(value) => Some(value.to_string()),
        None if outcome.is_long_json => Some(std::mem::take(&mut outcome.text)),
        None => None,
    };
    let is_json = json.is_some();
    let is_sent_twice = tool.output.is_some();
    let share = if is_sent_twice { limit / 2 } else { limit };
    let missing = match json.map(|json| shorten_json(json, share)) {
        Some(Ok(shorter)) => {
            outcome.text = shorter.text;
            let Some(missing) = shorter.missing else {
                outcome.structured = Some(shorter.value);
                return;
            };
            outcome.structured = is_sent_twice.then_some(shorter.value);
            missing
        }
        Some(Err(unshortened)) => {
            if outcome.is_long_json {
                outcome.text = unshortened.text;
            }
            outcome.notes.extend(unshortened.fault);
            truncate_text(&mut outcome.text, limit, length)
        }
        None => truncate_text(&mut outcome.text, limit, length),
    };
    // The next page would skip what was cut of this one.
    outcome.notes.retain(|note| is_json_fault(note));
    let is_json = is_json && outcome.notes.is_empty();
    outcome.notes.push(format!(
        "This result was truncated, because it has {length} bytes: {missing}.{}",
        advise_smaller_request(tool, schema(), is_json)
    ));
}

/// JSON that is short enough, and its text.
struct ShorterJson {
    text: String,
    value: Json,
    /// What is missing, in words; nothing is where a small result has nothing that could be left out.
    missing: Option<String>,
}

/// A text that cannot be made short enough in its form, or cannot be parsed as JSON.
struct Unshortened {
    text: String,
    /// Why it cannot be parsed, in a sentence.
    fault: Option<String>,
}

/// Truncates JSON.
///
/// # Errors
///
/// The text cannot be parsed as JSON, or cannot be made short enough.
fn shorten_json(json: String, limit: usize) -> Result<ShorterJson, Unshortened> {
    let TruncatedJson { value, missing } = match truncate_json::truncate_json(&json, limit) {
        Ok(truncated) => truncated,
        Err(error) => {
            return Err(Unshortened {
                text: json,
                fault: Some(describe_unparsable(&error)),
            });
        }
    };
    let text = value.to_string();
    match text.len() <= limit.max(SMALLEST_RESULT) {
        true => Ok(ShorterJson {
            text,
            value,
            missing,
        }),
        false => Err(Unshortened {
            text: json,
            fault: None,
        }),
    }
}

/// Truncates an error. What the upstream said is at its beginning, and the advice at its end is lost.
fn truncate_error(outcome: &mut Outcome, limit: usize) {
    let length = outcome.text.len();
    if length > limit {
        let missing = truncate_text(&mut outcome.text, limit, length);
        outcome
            .notes
            .push(format!("This error was truncated: {missing}."));
    }
    let structured = outcome.structured.as_ref();
    // The text says the same for people and models; the structure is a convenience that may go.
    if structured.is_some_and(|value| value.to_string().len() > limit) {
        outcome.structured = None;
    }
}

/// Truncates a text, frees what it no longer needs, and says what is missing of a result that had so
/// many bytes.
fn truncate_text(text: &mut String, limit: usize, length: usize) -> String {
    let kept = floor_char_boundary(text, limit);
    text.truncate(kept);
    text.shrink_to_fit();
    format!("the first {kept} of {length} bytes are here")
}

/// How to ask for less. Members can be selected of JSON that was parsed alone.
fn advise_smaller_request(tool: &ToolInfo, schema: Option<JsonObject>, is_json: bool) -> String {
    let properties = schema
        .as_ref()
        .and_then(|schema| schema.get("properties"))
        .and_then(Json::as_object);
    let names = properties.into_iter().flat_map(JsonObject::keys);
    let paging: Vec<String> = names
        // Named on its own below, since it takes paths and not a number.
        .filter(|name| *name != tool.call.fields)
        .filter(|name| PAGING.contains(&name.to_ascii_lowercase().as_str()))
        .take(MAX_NAMED)
        .map(|name| format!("`{name}`"))
        .collect();
    let fields = if is_json { tool.call.fields } else { "" };
    match (paging.is_empty(), fields.is_empty()) {
        (true, true) => " Request something narrower.".to_owned(),
        (true, false) => format!(" Request less with `{fields}`, the paths of what you need."),
        (false, true) => format!(" Request less with {}.", paging.join(", ")),
        (false, false) => format!(
            " Request less with {}, or with `{fields}`, the paths of what you need.",
            paging.join(", ")
        ),
    }
}

#[cfg(test)]
mod tests;
