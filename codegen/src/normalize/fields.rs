//! The members of an object, read for what they should be.

use serde_json::{Map, Value};

use super::context::Context;
use super::place::Place;

/// What a value is, for a sentence.
pub(crate) fn json_kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

/// A string; numbers and booleans, which YAML makes of unquoted text, are read as one.
pub(super) fn read_text(
    cx: &mut Context<'_>,
    object: &Map<String, Value>,
    key: &str,
    at: &Place<'_>,
) -> Option<String> {
    match object.get(key)? {
        Value::String(text) => Some(text.clone()),
        Value::Null => None,
        // `version: 1.0` and `description: 404` are common in YAML, and what is meant is certain.
        value @ (Value::Number(_) | Value::Bool(_)) => {
            report_wrong_type(cx, key, "a string", value, "is read as a string", at);
            Some(value.to_string())
        }
        value => {
            report_wrong_type(cx, key, "a string", value, "is ignored", at);
            None
        }
    }
}

/// A boolean; the strings `"true"` and `"false"` are read as one.
pub(super) fn read_flag(
    cx: &mut Context<'_>,
    object: &Map<String, Value>,
    key: &str,
    at: &Place<'_>,
) -> Option<bool> {
    match object.get(key)? {
        Value::Bool(flag) => Some(*flag),
        Value::Null => None,
        value => {
            let read = value
                .as_str()
                .and_then(|text| text.to_ascii_lowercase().parse().ok());
            let then = if read.is_some() {
                "is read as a string"
            } else {
                "is ignored"
            };
            report_wrong_type(cx, key, "a boolean", value, then, at);
            read
        }
    }
}

pub(super) fn read_object<'v>(
    cx: &mut Context<'_>,
    object: &'v Map<String, Value>,
    key: &str,
    at: &Place<'_>,
) -> Option<&'v Map<String, Value>> {
    match object.get(key)? {
        Value::Object(inner) => Some(inner),
        value => {
            report_wrong_type(cx, key, "an object", value, "is ignored", at);
            None
        }
    }
}

pub(super) fn read_list<'v>(
    cx: &mut Context<'_>,
    object: &'v Map<String, Value>,
    key: &str,
    at: &Place<'_>,
) -> Option<&'v Vec<Value>> {
    match object.get(key)? {
        Value::Array(list) => Some(list),
        value => {
            report_wrong_type(cx, key, "a list", value, "is ignored", at);
            None
        }
    }
}

/// Copies `x-*`.
pub(super) fn copy_extensions(from: &Map<String, Value>, to: &mut Map<String, Value>) {
    for (key, value) in from {
        if key.starts_with("x-") {
            to.insert(key.clone(), value.clone());
        }
    }
}

/// Copies strings.
pub(super) fn copy_texts(
    cx: &mut Context<'_>,
    from: &Map<String, Value>,
    to: &mut Map<String, Value>,
    keys: &[&str],
    at: &Place<'_>,
) {
    for key in keys {
        if let Some(text) = read_text(cx, from, key, at) {
            to.insert((*key).to_owned(), Value::String(text));
        }
    }
}

/// Copies booleans.
pub(super) fn copy_flags(
    cx: &mut Context<'_>,
    from: &Map<String, Value>,
    to: &mut Map<String, Value>,
    keys: &[&str],
    at: &Place<'_>,
) {
    for key in keys {
        if let Some(flag) = read_flag(cx, from, key, at) {
            to.insert((*key).to_owned(), Value::Bool(flag));
        }
    }
}

/// Says that a member is not what it should be.
pub(super) fn report_wrong_type(
    cx: &mut Context<'_>,
    key: &str,
    expected: &str,
    value: &Value,
    then: &str,
    at: &Place<'_>,
) {
    cx.warn(
        &at.key(key),
        format!(
            "`{key}` must be {expected}, not {}; it {then}",
            json_kind(value)
        ),
    );
}
