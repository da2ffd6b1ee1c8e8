//! Bodies that are items in a row (OpenAPI 3.2, "Sequential Media Types").

use crate::json::{Json, push_escaped};
use crate::request::value_shape::leaf_text;
use crate::violation::{Violation, ViolationList};

/// JSON Lines: each item on a line of its own.
pub(super) fn write_json_lines(value: Json) -> String {
    let lines = into_items(value)
        .into_iter()
        .map(|item| format!("{item}\n"));
    lines.collect()
}

/// A JSON text sequence: each item between a record separator and a line feed (RFC 7464, 2.2).
pub(super) fn write_json_records(value: Json) -> String {
    let records = into_items(value)
        .into_iter()
        .map(|item| format!("\u{1e}{item}\n"));
    records.collect()
}

/// Server-sent events (WHATWG HTML, "Interpreting an event stream"). An item is the object of an
/// event's fields, or its `data` alone.
pub(super) fn write_events(at: &str, value: Json) -> Result<String, Vec<Violation>> {
    let mut writer = EventWriter::default();
    for (index, item) in into_items(value).into_iter().enumerate() {
        match item {
            Json::Object(fields) => {
                for (name, value) in fields {
                    let mut pointer = format!("{at}/{index}/");
                    push_escaped(&mut pointer, &name);
                    writer.push_field(&name, value, pointer);
                }
            }
            other => writer.push_field("data", other, format!("{at}/{index}")),
        }
        writer.text.push('\n');
    }
    if writer.problems.is_empty() {
        Ok(writer.text)
    } else {
        Err(writer.problems.into_vec())
    }
}

fn into_items(value: Json) -> Vec<Json> {
    match value {
        Json::Array(items) => items,
        other => vec![other],
    }
}

#[derive(Default)]
struct EventWriter {
    text: String,
    problems: ViolationList,
}

impl EventWriter {
    fn push_field(&mut self, name: &str, value: Json, pointer: String) {
        let Some(text) = leaf_text(value) else {
            return;
        };
        if let Some(message) = find_field_problem(name, &text) {
            let message = message.to_owned();
            self.problems.push_with(|| Violation::new(pointer, message));
            return;
        }
        // A bare carriage return also ends a line of an event stream, so all line breaks become one kind.
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        for line in text.split('\n') {
            self.text.push_str(name);
            self.text.push_str(": ");
            self.text.push_str(line);
            self.text.push('\n');
        }
    }
}

/// Why a reader of the stream would not get the field as it is.
fn find_field_problem(name: &str, text: &str) -> Option<&'static str> {
    let is_line = |text: &str| !text.contains(['\r', '\n']);
    match name {
        _ if name.is_empty() || name.contains(':') || !is_line(name) => {
            Some("is not a field of a server-sent event")
        }
        "data" => None,
        _ if !is_line(text) => Some("contains a line break, which only the `data` of an event can"),
        "id" if text.contains('\0') => Some("contains the character U+0000, which no `id` can"),
        "retry" if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) => {
            Some("is not a number of milliseconds")
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn items_stand_in_a_row() {
        let value = json!([{"a": "x\ny"}, [1], null, "é"]);
        assert_eq!(
            write_json_lines(value.clone()),
            "{\"a\":\"x\\ny\"}\n[1]\nnull\n\"é\"\n"
        );
        assert_eq!(
            write_json_records(value),
            "\u{1e}{\"a\":\"x\\ny\"}\n\u{1e}[1]\n\u{1e}null\n\u{1e}\"é\"\n"
        );
        assert_eq!(write_json_lines(json!([])), "");
    }

    #[test]
    fn events_have_fields() {
        let value = json!([
            {"event": "add", "data": "a\r\nb\rc\n", "id": "1", "retry": 5, "none": null},
            {"data": {"n": 1}},
            " text",
        ]);
        assert_eq!(
            write_events("/body", value).as_deref(),
            Ok(
                "event: add\ndata: a\ndata: b\ndata: c\ndata: \nid: 1\nretry: 5\n\n\
                data: {\"n\":1}\n\ndata:  text\n\n"
            )
        );
    }

    #[test]
    fn what_would_make_other_events_is_refused() {
        for (item, pointer) in [
            (json!({"event": "a\ndata: b"}), "/body/0/event"),
            (json!({"id": "a\r"}), "/body/0/id"),
            (json!({"id": "a\u{0}"}), "/body/0/id"),
            (json!({"retry": 1.5}), "/body/0/retry"),
            (json!({"data: x\n\ndata": "y"}), "/body/0/data: x\n\ndata"),
            (json!({"": "comment"}), "/body/0/"),
        ] {
            let problems = write_events("/body", json!([item])).expect_err("is refused");
            assert_eq!(problems.len(), 1);
            assert_eq!(problems[0].pointer, pointer);
        }
    }
}
