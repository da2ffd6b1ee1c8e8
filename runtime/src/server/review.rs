//! The tools of a server as a text that people review.

use std::fmt::Write as _;

use rmcp::model::{JsonObject, Tool as ListedTool};

use super::listing::listed;
use super::ways::Ways;
use crate::api::Api;

/// The tools as clients see them (name, title, hints, description, input and output schema), as a text
/// in which a change is a few lines: what [`assert_tools!`](crate::assert_tools) keeps. In the order of
/// their names; without ways to name files, which the operator opens.
pub fn tool_list(api: &'static Api) -> String {
    let ways = Ways::default();
    let tools = api
        .by_name
        .iter()
        .map(|index| &api.tools[usize::from(*index)]);
    let mut text = String::new();
    for tool in tools {
        let place = format!("{} {}", tool.method.as_str(), tool.path);
        add(&mut text, &listed(api, tool, &ways), &place);
    }
    text
}

fn add(text: &mut String, tool: &ListedTool, place: &str) {
    let name = &tool.name;
    // Writing to a string does not fail.
    let _ = writeln!(text, "{name} ({place})");
    if let Some(title) = &tool.title {
        let _ = writeln!(text, "  title: {title}");
    }
    let hints = tool.annotations.as_ref();
    let hints = hints.and_then(|hints| serde_json::to_value(hints).ok());
    for (hint, value) in hints
        .as_ref()
        .and_then(|hints| hints.as_object())
        .into_iter()
        .flatten()
    {
        let _ = writeln!(text, "  {hint}: {value}");
    }
    indented(text, tool.description.as_deref().unwrap_or_default());
    schema(text, "input", &tool.input_schema);
    if let Some(output) = &tool.output_schema {
        schema(text, "output", output);
    }
    text.push('\n');
}

fn schema(text: &mut String, what: &str, schema: &JsonObject) {
    let schema = serde_json::to_string_pretty(schema).unwrap_or_default();
    let _ = writeln!(text, "  {what}:");
    indented(text, &schema);
}

fn indented(text: &mut String, lines: &str) {
    for line in lines.lines() {
        let _ = writeln!(text, "{}", format!("    {line}").trim_end());
    }
}
