use std::time::SystemTime;

use serde_json::{Map, json};
use tracing::Level;

use super::fields::Fields;
use super::spans::Span;
use crate::rfc3339::format_rfc3339;
use crate::value::Json;

/// An event as an object: `timestamp` (RFC 3339, UTC), `level`, `target`, `message`, `fields`, and
/// `spans` from the outermost to the innermost, each with its `name`. What is empty is left out.
pub(super) fn line(level: Level, target: &str, fields: &Fields, spans: &[Span]) -> String {
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
    let others = members(fields);
    if !others.is_empty() {
        object.insert("fields".to_owned(), others.into());
    }
    if !spans.is_empty() {
        let spans: Vec<Json> = spans.iter().map(of_span).collect();
        object.insert("spans".to_owned(), spans.into());
    }
    format!("{}\n", Json::Object(object))
}

fn of_span(span: &Span) -> Json {
    let mut object = members(&span.fields);
    object.shift_insert(0, "name".to_owned(), json!(span.name));
    Json::Object(object)
}

fn members(fields: &Fields) -> Map<String, Json> {
    let members = fields.others();
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
        fields.push("message", Json::from(hostile));
        fields.push("level", Json::from(hostile));
        fields.push("seconds", Json::from(0.25));
        fields.push("otel.name", Json::from("for another"));
        let line = line(Level::INFO, "toolwright::server", &fields, &[]);
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
