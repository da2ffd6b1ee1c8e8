use super::{RecordedChange, RecordedVersion};
use crate::value::Json;

/// A version as a document has it. Its texts are leaked: a history is read once, and kept.
pub(super) fn read_version(version: Json) -> RecordedVersion {
    let tools = version["tools"].as_object().into_iter().flatten();
    let tools = tools.map(|(name, schema)| {
        let schema = (!schema.is_null()).then(|| leak(schema.to_string()));
        (leak(name.clone()), schema)
    });
    let changes = version["changes"].as_array().into_iter().flatten();
    RecordedVersion {
        version: read_text(&version["version"]),
        recorded: read_text(&version["recorded"]),
        tools: Box::leak(tools.collect()),
        changes: Box::leak(changes.map(read_change).collect()),
    }
}

fn read_change(change: &Json) -> RecordedChange {
    let tools = change["tools"].as_array().into_iter().flatten();
    RecordedChange {
        class: read_text(&change["class"]),
        tools: Box::leak(tools.map(read_text).collect()),
        text: leak(change["change"].to_string()),
    }
}

fn read_text(text: &Json) -> &'static str {
    leak(text.as_str().unwrap_or_default().to_owned())
}

fn leak(text: String) -> &'static str {
    Box::leak(text.into_boxed_str())
}
