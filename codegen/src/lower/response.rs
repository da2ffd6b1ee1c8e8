use indexmap::IndexMap;
use openapiv3::{MediaType, Operation, ReferenceOr, Response, StatusCode};
use serde_json::Value;

use super::parameter::lifted;
use crate::model::{Answer, Definition};
use crate::normalize::Schema;
use crate::schema::example;

/// The first success response of an operation and its status.
fn success(operation: &Operation) -> Option<(u16, &Response)> {
    let by_status = operation.responses.responses.iter();
    let mut successes: Vec<(u16, &Response)> = by_status
        .filter_map(|(status, response)| Some((success_status(status)?, item(response)?)))
        .collect();
    successes.sort_by_key(|(status, _)| *status);
    let default = operation.responses.default.as_ref().and_then(item);
    successes
        .into_iter()
        .next()
        .or_else(|| Some((200, default?)))
}

fn success_status(status: &StatusCode) -> Option<u16> {
    match status {
        StatusCode::Code(code @ 200..=299) => Some(*code),
        StatusCode::Range(2) => Some(200),
        _ => None,
    }
}

fn item<T>(reference: &ReferenceOr<T>) -> Option<&T> {
    match reference {
        ReferenceOr::Item(item) => Some(item),
        ReferenceOr::Reference { .. } => None,
    }
}

/// The JSON content of a response, if it has one.
fn json(response: &Response) -> Option<(&str, &MediaType)> {
    let is_json = |name: &str| name.contains("json") || name.contains('*');
    let exact = response.content.get_key_value("application/json");
    exact
        .or_else(|| response.content.iter().find(|(name, _)| is_json(name)))
        .map(|(name, media)| (name.as_str(), media))
}

/// The schema of the success response, where it is JSON.
pub(super) fn output<'a>(operation: &Operation, schemas: &'a [Schema]) -> Option<&'a Value> {
    let (_, response) = success(operation)?;
    let (_, media) = json(response)?;
    let index = lifted(media.schema.as_ref()?)?;
    Some(&schemas.get(index)?.value)
}

/// What the built-in upstream answers.
pub(super) fn answer(
    operation: &Operation,
    schemas: &[Schema],
    definitions: &IndexMap<String, Definition>,
) -> Answer {
    let Some((status, response)) = success(operation) else {
        return empty(200);
    };
    if let Some((name, media)) = json(response) {
        let content_type = if name.contains('*') {
            "application/json"
        } else {
            name
        };
        return Answer {
            status,
            content_type: content_type.to_owned(),
            body: json_example(media, schemas, definitions).to_string(),
        };
    }
    match response.content.iter().next() {
        Some((name, media)) => Answer {
            status,
            content_type: name.clone(),
            body: text_example(media),
        },
        None => empty(status),
    }
}

fn empty(status: u16) -> Answer {
    Answer {
        status,
        content_type: String::new(),
        body: String::new(),
    }
}

fn stated(media: &MediaType) -> Option<&Value> {
    let first = media.examples.values().next().and_then(item);
    media
        .example
        .as_ref()
        .or_else(|| first.and_then(|example| example.value.as_ref()))
}

fn json_example(
    media: &MediaType,
    schemas: &[Schema],
    definitions: &IndexMap<String, Definition>,
) -> Value {
    if let Some(value) = stated(media) {
        return value.clone();
    }
    let index = media.schema.as_ref().and_then(lifted);
    match index.and_then(|index| schemas.get(index)) {
        Some(schema) => example(&schema.value, definitions),
        None => Value::Object(serde_json::Map::new()),
    }
}

fn text_example(media: &MediaType) -> String {
    match stated(media) {
        Some(Value::String(text)) => text.clone(),
        Some(other) => other.to_string(),
        None => "example".to_owned(),
    }
}
