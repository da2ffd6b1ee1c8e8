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
        let mut text = String::new();
        for tool in tools {
            add_tool(&mut text, tool);
        }
        text
    }
}

fn add_tool(text: &mut String, tool: &ListedTool) {
    let name = &tool.name;
    // Writing to a string does not fail.
    let _ = match tool.by_hand {
        true => writeln!(text, "{name} (by hand)"),
        false => writeln!(text, "{name} ({} {})", tool.method, tool.path),
    };
    if !tool.title.is_empty() {
        let _ = writeln!(text, "  title: {}", tool.title);
    }
    for (hint, value) in tool.annotations.hints_json() {
        let _ = writeln!(text, "  {hint}: {value}");
    }
    add_indented(text, tool.shown_description());
    add_schema(text, "input", &tool.input_schema);
    if let Some(output) = &tool.output_schema {
        add_schema(text, "output", output);
    }
    text.push('\n');
}

fn add_schema(text: &mut String, what: &str, schema: &Value) {
    let mut schema = schema.clone();
    if let Some(Value::Object(definitions)) = schema.get_mut("$defs") {
        definitions.sort_keys();
    }
    let _ = writeln!(text, "  {what}:");
    add_indented(text, &format!("{schema:#}"));
}

fn add_indented(text: &mut String, lines: &str) {
    for line in lines.lines() {
        let _ = writeln!(text, "{}", format!("    {line}").trim_end());
    }
}
