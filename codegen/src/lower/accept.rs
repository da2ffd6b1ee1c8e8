//! What an operation asks for that is not answered with JSON.

use indexmap::IndexSet;
use openapiv3::Operation;

use super::body::is_legal;
use super::response::media_types;
use super::stream::Form;

/// How many media types a header names.
const MOST: usize = 16;

/// The value of `Accept`; none where JSON is among what there is, which is asked for anyway, or
/// nothing is known.
pub(super) fn header(operation: &Operation) -> Option<String> {
    let stated = media_types(operation);
    let essences: IndexSet<String> = stated.into_iter().map(essence).collect();
    let has_json = essences
        .iter()
        .any(|essence| essence.contains("json") && !is_sequence(essence) || essence == "*/*");
    let legal: Vec<&str> = essences
        .iter()
        .map(String::as_str)
        .filter(|essence| is_legal(essence))
        .take(MOST)
        .collect();
    if has_json || legal.is_empty() {
        return None;
    }
    Some(format!("{}, */*;q=0.5", legal.join(", ")))
}

/// Parameters say how the answer is written, and a server that compares names would miss them.
fn essence(media_type: &str) -> String {
    let essence = media_type.split(';').next().unwrap_or_default();
    essence.trim().to_ascii_lowercase()
}

fn is_sequence(essence: &str) -> bool {
    Form::of(essence).is_some()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn asked(responses: Value) -> Option<String> {
        header(&serde_json::from_value(json!({"responses": responses})).unwrap())
    }

    fn with(media_types: &[&str]) -> Value {
        let content = media_types
            .iter()
            .map(|name| ((*name).to_owned(), json!({})));
        json!({"description": "", "content": content.collect::<serde_json::Map<_, _>>()})
    }

    #[test]
    fn what_is_not_json_is_asked_for() {
        for (names, expected) in [
            (&["text/csv"][..], Some("text/csv, */*;q=0.5")),
            (
                &["text/csv; charset=utf-8", "Application/PDF", "text/csv"],
                Some("text/csv, application/pdf, */*;q=0.5"),
            ),
            (&["text/event-stream"], Some("text/event-stream, */*;q=0.5")),
            (
                &["application/json-seq"],
                Some("application/json-seq, */*;q=0.5"),
            ),
            (&["image/*"], Some("image/*, */*;q=0.5")),
            (&["text/csv", "application/json"], None),
            (&["text/csv", "application/hal+json"], None),
            (&["text/plain", "*/*"], None),
            (&["text", "a b/c", "x/\r\n"], None),
            (&[], None),
        ] {
            assert_eq!(
                asked(json!({"200": with(names)})).as_deref(),
                expected,
                "{names:?}"
            );
        }
    }

    #[test]
    fn only_successes_count() {
        let json = with(&["application/json"]);
        let csv = with(&["text/csv"]);
        let csv_alone = json!({"200": csv, "204": with(&[]), "404": json, "default": json});
        assert_eq!(asked(csv_alone).as_deref(), Some("text/csv, */*;q=0.5"));
        assert_eq!(asked(json!({"200": csv, "202": json})), None);
        assert!(asked(json!({"default": csv})).is_some());
    }
}
