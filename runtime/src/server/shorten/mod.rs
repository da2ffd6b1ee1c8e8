//! Results that are too long for a model's context.

mod cut;

use rmcp::model::JsonObject;

use crate::face::Face;
use crate::outcome::Outcome;
use crate::value::Json;

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

const MOST_NAMED: usize = 6;

/// Cuts a result that is longer than so many bytes, and says what is missing and how to ask for
/// less. JSON stays JSON of the same form: lists lose their last items, long strings their ends.
pub(super) fn shorten<'s>(
    outcome: &mut Outcome,
    limit: usize,
    tool: &Face,
    schema: impl FnOnce() -> Option<&'s JsonObject>,
) {
    if outcome.is_error || outcome.text.len() <= limit {
        return;
    }
    let length = outcome.text.len();
    let missing = match &mut outcome.structured {
        Some(value) => {
            let missing = cut::to(value, limit);
            outcome.text = value.to_string();
            missing
        }
        None => {
            let kept = cut::at_character(&outcome.text, limit);
            outcome.text.truncate(kept);
            format!("the first {kept} of {length} bytes are here")
        }
    };
    // The next page would skip what was cut of this one.
    outcome.notes.clear();
    outcome.notes.push(format!(
        "This result was cut, since it has {length} bytes: {missing}.{}",
        less(tool, schema())
    ));
}

/// How to ask for less.
fn less(tool: &Face, schema: Option<&JsonObject>) -> String {
    let properties = schema
        .and_then(|schema| schema.get("properties"))
        .and_then(Json::as_object);
    let names = properties.into_iter().flat_map(JsonObject::keys);
    let paging: Vec<String> = names
        .filter(|name| *name != tool.call.fields)
        .filter(|name| PAGING.contains(&name.to_ascii_lowercase().as_str()))
        .take(MOST_NAMED)
        .map(|name| format!("`{name}`"))
        .collect();
    let fields = tool.call.fields;
    match (paging.is_empty(), fields.is_empty()) {
        (true, true) => " Ask for something narrower.".to_owned(),
        (true, false) => format!(" Ask for less with `{fields}`, the paths of what you need."),
        (false, true) => format!(" Ask for less with {}.", paging.join(", ")),
        (false, false) => format!(
            " Ask for less with {}, or with `{fields}`, the paths of what you need.",
            paging.join(", ")
        ),
    }
}

#[cfg(test)]
mod tests;
