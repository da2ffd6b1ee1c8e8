//! The schemas inside a schema.

use serde_json::{Map, Value};

use super::super::context::Context;
use super::super::fields;
use super::super::place::Place;

/// Says that a keyword has a value of the wrong kind and is left out.
fn report_ignored(cx: &mut Context<'_>, key: &str, expected: &str, value: &Value, at: &Place<'_>) {
    let kind = fields::json_kind(value);
    cx.warn(
        at,
        format!("`{key}` must be {expected}, not {kind}; it is ignored"),
    );
}

pub(super) fn read_child(
    cx: &mut Context<'_>,
    key: &str,
    value: &Value,
    at: &Place<'_>,
) -> Option<Value> {
    if matches!(value, Value::Object(_) | Value::Bool(_)) {
        return Some(super::read_schema(cx, value, at));
    }
    report_ignored(cx, key, "a schema", value, at);
    None
}

/// Where a boolean is legal in every version.
pub(super) fn schema_or_flag(
    cx: &mut Context<'_>,
    key: &str,
    value: &Value,
    at: &Place<'_>,
) -> Option<Value> {
    match value {
        Value::Bool(_) => Some(value.clone()),
        Value::String(text) if text == "true" || text == "false" => {
            cx.warn(
                at,
                format!(
                    "`{key}` must be a boolean or a schema, not a string; it is read as a boolean"
                ),
            );
            Some(Value::Bool(text == "true"))
        }
        other => read_child(cx, key, other, at),
    }
}

pub(super) fn read_map(
    cx: &mut Context<'_>,
    key: &str,
    value: &Value,
    at: &Place<'_>,
) -> Option<Value> {
    let Value::Object(schemas) = value else {
        report_ignored(cx, key, "an object", value, at);
        return None;
    };
    let mut out = Map::with_capacity(schemas.len());
    for (name, schema) in schemas {
        out.insert(name.clone(), super::read_schema(cx, schema, &at.key(name)));
    }
    Some(Value::Object(out))
}

/// A list of schemas; what is none is left out, as an empty list is.
pub(super) fn read_list(
    cx: &mut Context<'_>,
    key: &str,
    value: &Value,
    at: &Place<'_>,
) -> Option<Value> {
    let mut out = Vec::new();
    match value {
        Value::Array(schemas) => {
            for (index, schema) in schemas.iter().enumerate() {
                let at = at.index(index);
                if matches!(schema, Value::Object(_) | Value::Bool(_)) {
                    out.push(super::read_schema(cx, schema, &at));
                } else {
                    let kind = fields::json_kind(schema);
                    cx.warn(
                        &at,
                        format!(
                            "an element of `{key}` must be a schema, not {kind}; it is ignored"
                        ),
                    );
                }
            }
            if out.is_empty() {
                cx.warn(at, format!("`{key}` is empty; it is ignored"));
            }
        }
        Value::Object(_) => {
            cx.warn(
                at,
                format!(
                    "`{key}` must be a list, not an object; it is read as a list with one element"
                ),
            );
            out.push(super::read_schema(cx, value, at));
        }
        other => report_ignored(cx, key, "a list", other, at),
    }
    (!out.is_empty()).then_some(Value::Array(out))
}
