//! `consumes` and `produces`.

use serde_json::{Map, Value};

use super::super::context::Context;
use super::super::fields;
use super::super::media_types;
use super::super::place::Place;

/// The operation's own list, else that of the document; empty where neither has one.
pub(super) fn read_media_types(
    cx: &mut Context<'_>,
    key: &str,
    object: &Map<String, Value>,
    root: &Map<String, Value>,
    at: &Place<'_>,
) -> Vec<String> {
    // An empty list of the operation overrides that of the document (Swagger 2.0, "Operation
    // Object", `consumes`).
    if object.get(key).is_some_and(|value| !value.is_null()) {
        return read_type_list(cx, key, object, at);
    }
    read_type_list(cx, key, root, &Place::ROOT)
}

fn read_type_list(
    cx: &mut Context<'_>,
    key: &str,
    object: &Map<String, Value>,
    at: &Place<'_>,
) -> Vec<String> {
    let mut types: Vec<String> = match object.get(key) {
        Some(Value::Array(values)) => {
            let texts = values.iter().filter_map(Value::as_str);
            texts.map(|text| text.trim().to_owned()).collect()
        }
        Some(Value::String(text)) => vec![text.trim().to_owned()],
        Some(Value::Null) | None => Vec::new(),
        Some(other) => {
            fields::report_wrong_type(cx, key, "a list", other, "is ignored", at);
            Vec::new()
        }
    };
    types.retain(|text| !text.is_empty());
    for text in &types {
        media_types::check_media_type(cx, text, &at.key(key));
    }
    types
}
