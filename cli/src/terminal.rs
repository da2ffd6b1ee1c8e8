//! What other servers say, made safe to print: names, descriptions and errors may hold escape sequences
//! that a terminal obeys, characters that turn the direction of the text, and characters that nobody
//! sees but models read.

use std::fmt::Write as _;

use serde_json::{Map, Value};
use toolwright::inspection::ToolInfo;
use toolwright_codegen::diagnostics::escape_invisible;

/// A text of several lines.
pub(crate) fn escape_text(text: &str) -> String {
    escape_invisible(text).into_owned()
}

/// A name, which is part of a line: a line break in it would begin a line that looks like another tool.
pub(crate) fn escape_name(name: &str) -> String {
    let name = escape_invisible(name);
    match name.contains(['\n', '\t']) {
        true => name.replace('\n', r"\n").replace('\t', r"\t"),
        false => name.into_owned(),
    }
}

/// JSON with the escapes of JSON, so that it means the same as before. What is escaped stands in strings
/// only, as nothing else of JSON is beyond ASCII.
pub(crate) fn escape_json(json: &str) -> String {
    let mut escaped = String::with_capacity(json.len());
    for c in json.chars() {
        let text = c.to_string();
        if escape_invisible(&text) == text {
            escaped.push(c);
            continue;
        }
        for unit in c.encode_utf16(&mut [0; 2]) {
            // Writing to a string does not fail.
            let _ = write!(escaped, "\\u{unit:04x}");
        }
    }
    escaped
}

/// A tool with the names and texts of its schema as they may be printed.
pub(crate) fn escape_tool(tool: &ToolInfo) -> ToolInfo {
    ToolInfo {
        name: escape_name(&tool.name),
        description: escape_text(&tool.description),
        input_schema: tool.input_schema.as_ref().map(escape_schema),
    }
}

pub(crate) fn escape_schema(schema: &Value) -> Value {
    match schema {
        Value::String(text) => Value::String(escape_name(text)),
        Value::Array(items) => items.iter().map(escape_schema).collect(),
        Value::Object(members) => {
            let members = members.iter().map(|(key, value)| {
                let value = match value {
                    // Texts have several lines.
                    Value::String(text) if key == "description" => Value::String(escape_text(text)),
                    other => escape_schema(other),
                };
                (escape_name(key), value)
            });
            Value::Object(Map::from_iter(members))
        }
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn names_stay_on_their_line_and_texts_keep_theirs() {
        assert_eq!(
            escape_name("x\u{1b}[2J\ny\u{202e}"),
            r"x\u{1b}[2J\ny\u{202e}"
        );
        assert_eq!(
            escape_text("One.\n\tTwo\u{9b}1m.\r"),
            "One.\n\tTwo\\u{9b}1m.\\u{d}"
        );
        assert_eq!(escape_name("überprüfen 名前"), "überprüfen 名前");
    }

    #[test]
    fn json_means_the_same() {
        let value = json!({"a\u{7f}": "x\u{1b}\u{e0041}\u{202e}", "b": ["ü\n"]});
        let text = escape_json(&format!("{value:#}"));
        assert!(
            text.chars()
                .all(|c| c == '\n' || c == 'ü' || c.is_ascii() && !c.is_control())
        );
        assert_eq!(
            serde_json::from_str::<Value>(&text).expect("is JSON"),
            value
        );
    }

    #[test]
    fn schemas_are_escaped_at_every_depth() {
        let schema = json!({
            "description": "One.\nTwo\u{1b}.",
            "properties": {"a\u{1b}\n": {"enum": ["\u{1b}"], "$ref": "#/$defs/b\u{1b}"}},
            "$defs": {"b\u{1b}": {"items": [{"title": "\u{200b}\n"}]}},
        });
        let text = escape_schema(&schema).to_string();
        assert!(
            !text.contains("\\u001b") && !text.contains('\u{200b}'),
            "{text}"
        );
        let escaped = escape_schema(&schema);
        assert_eq!(escaped["description"], "One.\nTwo\\u{1b}.");
        assert_eq!(
            escaped["$defs"][r"b\u{1b}"]["items"][0]["title"],
            r"\u{200b}\n"
        );
    }
}
