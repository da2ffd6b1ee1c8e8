//! The tools as text that people review: each with what a client is shown of it.

use std::fmt::Write as _;

use serde_json::Value;

use super::{ListedTool, Report};

impl Report {
    /// The tools as the server lists them (name, title, hints, description, input and output schema),
    /// as the text that the runtime's `tool_list` makes of them: a first snapshot of it can be
    /// written where nothing of the server is built yet.
    pub fn tool_list(&self) -> String {
        let mut tools: Vec<&ListedTool> = self.tools.iter().collect();
        tools.sort_by_key(|tool| &tool.name);
        tools
            .into_iter()
            .map(|tool| tool.clone().review_text())
            .collect()
    }
}

impl ListedTool {
    /// The part of [`Report::tool_list`] that is about this tool.
    pub(crate) fn review_text(self) -> String {
        let name = &self.name;
        let mut text = match self.by_hand {
            true => format!("{name} (by hand)\n"),
            false => format!("{name} ({} {})\n", self.method, self.path),
        };
        if !self.title.is_empty() {
            // Writing to a string does not fail.
            let _ = writeln!(text, "  title: {}", self.title);
        }
        for (hint, value) in self.annotations.hints_json() {
            let _ = writeln!(text, "  {hint}: {value}");
        }
        add_indented(&mut text, self.shown_description());
        add_schema(&mut text, "input", self.input_schema);
        if let Some(output) = self.output_schema {
            add_schema(&mut text, "output", output);
        }
        text.push('\n');
        text
    }
}

fn add_schema(text: &mut String, what: &str, mut schema: Value) {
    if let Some(Value::Object(definitions)) = schema.get_mut("$defs") {
        definitions.sort_keys();
    }
    let _ = writeln!(text, "  {what}:");
    add_indented(text, &format!("{schema:#}"));
}

fn add_indented(text: &mut String, lines: &str) {
    for line in lines.lines().map(str::trim_end) {
        if !line.is_empty() {
            text.push_str("    ");
            text.push_str(line);
        }
        text.push('\n');
    }
}
