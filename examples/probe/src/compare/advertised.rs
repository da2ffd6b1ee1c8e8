//! The tools of `tools/list` as a recorded list.

use serde_json::{Value, json};
use toolwright_codegen::history::{RecordedHints, RecordedList, RecordedTool};

/// A list of what a server advertises, or of what a file says that it does.
pub(crate) fn record_advertised(tools: &[Value]) -> RecordedList {
    RecordedList {
        version: "advertised".to_owned(),
        recorded: String::new(),
        tools: tools.iter().map(record_tool).collect(),
    }
}

fn record_tool(tool: &Value) -> RecordedTool {
    let text = |member: &str| tool.get(member).and_then(Value::as_str).map(str::to_owned);
    let hints = tool.get("annotations").cloned().unwrap_or_default();
    let hint = |name: &str| hints.get(name).and_then(Value::as_bool);
    let name = text("name").unwrap_or_default();
    let is_read_only = hint("readOnlyHint").unwrap_or(false);
    // Up to revision 2025-03-26, the title is an annotation.
    let title = text("title").or_else(|| Some(hints.get("title")?.as_str()?.to_owned()));
    RecordedTool {
        title: title.unwrap_or_default(),
        description: text("description").unwrap_or_default(),
        method: METHOD.to_owned(),
        path: path_of(&name),
        annotations: RecordedHints {
            read_only_hint: is_read_only,
            // The other hints mean something for tools that write only.
            destructive_hint: hint("destructiveHint").filter(|_| !is_read_only),
            idempotent_hint: is_read_only || hint("idempotentHint").unwrap_or(false),
        },
        input_schema: without_dialect(tool.get("inputSchema").unwrap_or(&json!({}))),
        output_schema: tool.get("outputSchema").map(without_dialect),
        name,
    }
}

/// Brings a list to the form of those that are made here: a server does not tell the operations behind its tools.
pub(super) fn without_operations(mut list: RecordedList) -> RecordedList {
    for tool in &mut list.tools {
        tool.method = METHOD.to_owned();
        tool.path = path_of(&tool.name);
        let hints = &mut tool.annotations;
        if hints.read_only_hint {
            hints.destructive_hint = None;
            hints.idempotent_hint = true;
        }
    }
    list
}

const METHOD: &str = "TOOL";

fn path_of(name: &str) -> String {
    format!("/{name}")
}

/// `$schema` says nothing about what a schema accepts.
fn without_dialect(schema: &Value) -> Value {
    let mut schema = schema.clone();
    if let Some(members) = schema.as_object_mut() {
        members.shift_remove("$schema");
    }
    schema
}
