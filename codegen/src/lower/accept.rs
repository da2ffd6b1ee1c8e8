//! What an operation asks for that is not answered with JSON.

use indexmap::IndexSet;

use super::body::is_legal;
use super::response::{media_types, successes_and_default};
use crate::model::{is_json_media_type, media_type_essence};
use crate::normalize::{MediaType, Operation, Response};
use crate::schema::Schema;

const JSON: &str = "application/json";

/// How many media types a header names, or a caller may choose among.
const MOST: usize = 16;

/// The value of `Accept`; none where JSON is among what there is, which is asked for anyway, or
/// nothing is known.
pub(super) fn accept_header(operation: &Operation) -> Option<String> {
    let stated = media_types(operation);
    // Parameters say how the answer is written, and a server that compares names would miss them.
    let essences: IndexSet<String> = stated.into_iter().map(media_type_essence).collect();
    let has_json = essences
        .iter()
        .any(|essence| is_json_media_type(essence) || essence == "*/*");
    let legal: Vec<&str> = essences
        .iter()
        .map(String::as_str)
        .filter(|essence| is_legal(essence))
        .take(MOST)
        .collect();
    if has_json || legal.is_empty() {
        return None;
    }
    // A server that has none of these any more may send what it has instead of failing with 406 (RFC 9110,
    // section 15.5.7).
    Some(format!("{}, */*;q=0.5", legal.join(", ")))
}

/// The media types among which a caller may choose, where a response has several.
pub(super) fn media_type_choices(operation: &Operation, schemas: &[Schema]) -> Vec<String> {
    let responses = successes_and_default(operation).into_iter();
    let mut choices = responses.map(|response| response_choices(response, schemas));
    choices
        .find(|choices| choices.len() > 1)
        .unwrap_or_default()
}

/// The media types of a response that say something else than its JSON. What has the schema of the JSON and is
/// text as well is only another way to write it.
fn response_choices(response: &Response, schemas: &[Schema]) -> Vec<String> {
    let contents = response.content.iter();
    let contents: Vec<(String, &MediaType)> = contents
        .map(|(name, media)| (media_type_essence(name), media))
        .filter(|(essence, _)| is_legal(essence) && !essence.contains('*'))
        .collect();
    let schema = |media: &MediaType| Some(&media.schema?.find_in(schemas)?.value);
    let json = contents.iter().find(|(essence, _)| essence == JSON);
    let is_json_again = |(essence, media): &(String, &MediaType)| {
        let is_other = essence != JSON && is_structured(essence);
        is_other && json.is_some_and(|(_, json)| schema(json) == schema(media))
    };
    let others = contents.iter().filter(|content| !is_json_again(content));
    let mut choices: IndexSet<&String> = others.map(|(essence, _)| essence).collect();
    // The sort is stable: JSON comes first, all others keep the order of the spec.
    choices.sort_by_key(|essence| *essence != JSON);
    choices.into_iter().take(MOST).cloned().collect()
}

/// Whether a media type is a way to write any value.
fn is_structured(essence: &str) -> bool {
    let subtype = essence.split('/').nth(1).unwrap_or_default();
    let suffix = subtype.rsplit('+').next().unwrap_or_default();
    essence == "text/plain" || matches!(suffix, "json" | "xml" | "yaml" | "x-yaml")
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::diagnostics::Diagnostics;
    use crate::normalize::normalize;

    fn answered_with(responses: Value) -> Operation {
        let paths = json!({"/pets": {"get": {"responses": responses}}});
        let spec = json!({"openapi": "3.0.3", "paths": paths});
        let document = normalize(&spec, &mut Diagnostics::new()).expect("a spec");
        document
            .operations
            .into_iter()
            .next()
            .expect("an operation")
    }

    fn asked(responses: Value) -> Option<String> {
        accept_header(&answered_with(responses))
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

    #[test]
    fn what_differs_may_be_chosen() {
        let chosen =
            |names: &[&str]| media_type_choices(&answered_with(json!({"200": with(names)})), &[]);
        let none: [&str; 0] = [];
        assert_eq!(
            chosen(&["image/png", "image/jpeg"]),
            ["image/png", "image/jpeg"]
        );
        assert_eq!(
            chosen(&["application/PDF", "application/json"]),
            [JSON, "application/pdf"]
        );
        assert_eq!(
            chosen(&["text/plain", "application/json", "text/json"]),
            none
        );
        assert_eq!(
            chosen(&["application/xml", "application/json; charset=utf-8"]),
            none
        );
        assert_eq!(chosen(&["image/png", "image/*"]), none);
    }
}
