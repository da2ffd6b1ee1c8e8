//! Log events as JSON, one object on each line, for log collectors.

use std::time::SystemTime;

use serde_json::{Map, json};
use tracing::Level;

use super::fields::Fields;
use super::spans::Span;
use crate::rfc3339::format_rfc3339;
use crate::value::Json;

/// An event as an object: `timestamp` (RFC 3339, UTC), `level`, `target`, `message`, `fields`, and
/// `spans` from the outermost to the innermost, each with its `name`. What is empty is left out.
pub(super) fn format_line(level: Level, target: &str, fields: &Fields, spans: &[Span]) -> String {
    let mut object = Map::new();
    object.insert(
        "timestamp".to_owned(),
        format_rfc3339(SystemTime::now()).into(),
    );
    object.insert("level".to_owned(), level.as_str().into());
    object.insert("target".to_owned(), target.into());
    if let Some(message) = fields.message() {
        object.insert("message".to_owned(), message.clone());
    }
    let others = fields_to_json(fields);
    if !others.is_empty() {
        object.insert("fields".to_owned(), others.into());
    }
    if !spans.is_empty() {
        let spans: Vec<Json> = spans.iter().map(span_to_json).collect();
        object.insert("spans".to_owned(), spans.into());
    }
    format!("{}\n", Json::Object(object))
}

fn span_to_json(span: &Span) -> Json {
    let mut object = fields_to_json(&span.fields);
    // The name comes last here, so a field that is also called `name` cannot replace it.
    object.shift_insert(0, "name".to_owned(), json!(span.name));
    Json::Object(object)
}

fn fields_to_json(fields: &Fields) -> Map<String, Json> {
    let members = fields.without_message();
    members
        .map(|(name, value)| ((*name).to_owned(), value.clone()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_one_line_of_json_whatever_is_in_it() {
        let mut fields = Fields::default();
        let hostile = "a\n{\"level\":\"forged\"}\u{1b}\u{0}\"\\ü\u{2028}";
        fields.set_field("message", Json::from(hostile));
        fields.set_field("level", Json::from(hostile));
        fields.set_field("seconds", Json::from(0.25));
        fields.set_field("otel.name", Json::from("for another"));
        let line = format_line(Level::INFO, "toolwright::server", &fields, &[]);
        assert_eq!(line.matches('\n').count(), 1);
        assert!(line.ends_with('\n') && !line.contains('\u{1b}'));
        let mut read: Json = serde_json::from_str(&line).expect("is JSON");
        let stamp = read["timestamp"].take();
        assert!(stamp.as_str().is_some_and(|stamp| stamp.ends_with('Z')));
        assert_eq!(
            read,
            json!({
                "timestamp": null, "level": "INFO", "target": "toolwright::server",
                "message": hostile, "fields": {"level": hostile, "seconds": 0.25},
            })
        );
    }
}
