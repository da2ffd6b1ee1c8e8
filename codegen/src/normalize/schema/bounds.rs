//! `minimum` and its kind.

use serde_json::{Map, Number, Value};

use super::super::context::Context;
use super::super::fields;
use super::super::place::Place;
use super::super::reference;
use crate::schema::resources::Draft;

/// A bound, inclusive or exclusive, in the form where both are numbers.
pub(super) fn read_bounds(
    cx: &mut Context<'_>,
    object: &Map<String, Value>,
    key: &str,
    out: &mut Map<String, Value>,
    at: &Place<'_>,
) {
    let Some(value) = object.get(key) else {
        return;
    };
    let Some(exclusive) = exclusive_of(key) else {
        return exclusive_bound(cx, object, key, out, at);
    };
    // Draft 4 and OpenAPI 3.0 have a boolean that makes the bound beside it exclusive. That bound
    // is written under the exclusive keyword then, and only there.
    if object.get(exclusive) == Some(&Value::Bool(true)) {
        return;
    }
    if let Some(number) = read_number(cx, key, value, &at.key(key)) {
        out.insert(key.to_owned(), Value::Number(number));
    }
}

/// The keyword that makes an inclusive bound exclusive.
fn exclusive_of(key: &str) -> Option<&'static str> {
    match key {
        "minimum" => Some("exclusiveMinimum"),
        "maximum" => Some("exclusiveMaximum"),
        _ => None,
    }
}

fn exclusive_bound(
    cx: &mut Context<'_>,
    object: &Map<String, Value>,
    key: &str,
    out: &mut Map<String, Value>,
    at: &Place<'_>,
) {
    let Some(value) = object.get(key) else {
        return;
    };
    let inclusive = if key == "exclusiveMinimum" {
        "minimum"
    } else {
        "maximum"
    };
    let place = at.key(key);
    if value.is_boolean() && has_numbers(cx, at) {
        let version = cx.version.name();
        cx.warn(
            &place,
            format!(
                "`{key}` must be a number in {version}; this boolean is read as in OpenAPI 3.0"
            ),
        );
    }
    let bound = match value {
        Value::Bool(false) => None,
        Value::Bool(true) => match object.get(inclusive) {
            Some(bound) => read_number(cx, inclusive, bound, &at.key(inclusive)),
            None => {
                cx.warn(
                    &place,
                    format!("`{key}` has no effect without `{inclusive}`; it is ignored"),
                );
                None
            }
        },
        value => {
            if !cx.version.has_json_schema() && value.is_number() {
                let version = cx.version.name();
                cx.warn(
                    &place,
                    format!("`{key}` must be a boolean in {version}; this number is read as in JSON Schema"),
                );
            }
            read_number(cx, key, value, &place)
        }
    };
    if let Some(bound) = bound {
        out.insert(key.to_owned(), Value::Number(bound));
    }
}

/// Whether exclusive bounds are numbers at a place, as they are from draft 6 of JSON Schema on.
fn has_numbers(cx: &Context<'_>, at: &Place<'_>) -> bool {
    let draft = reference::draft_at(&cx.documents, &at.to_pointer());
    cx.version.has_json_schema() && draft != Some(Draft::Four)
}

pub(super) fn multiple_of(cx: &mut Context<'_>, value: &Value, at: &Place<'_>) -> Option<Value> {
    let number = read_number(cx, "multipleOf", value, at)?;
    if number.as_f64().is_some_and(|number| number > 0.0) {
        return Some(Value::Number(number));
    }
    cx.warn(at, "`multipleOf` must be greater than 0; it is ignored");
    None
}

/// `minLength` and its kind.
pub(super) fn read_count(
    cx: &mut Context<'_>,
    key: &str,
    value: &Value,
    at: &Place<'_>,
) -> Option<Value> {
    let number = read_number(cx, key, value, at)?;
    if let Some(count) = read_integer(&number) {
        return Some(count.into());
    }
    cx.warn(
        at,
        format!("`{key}` must be an integer of at least 0; it is ignored"),
    );
    None
}

fn read_integer(number: &Number) -> Option<u64> {
    if let Some(count) = number.as_u64() {
        return Some(count);
    }
    let float = number.as_f64()?;
    // Integers above 2^53 are not exact as floats, and no count in a spec is that large.
    let exact = float >= 0.0 && float.fract() == 0.0 && float < 2f64.powi(53);
    exact.then_some(float as u64)
}

/// A number, or a string that is one.
fn read_number(cx: &mut Context<'_>, key: &str, value: &Value, at: &Place<'_>) -> Option<Number> {
    match value {
        Value::Number(number) => Some(number.clone()),
        Value::String(text) => {
            let number = serde_json::from_str::<Number>(text.trim()).ok();
            let then = match number {
                Some(_) => "it is read as a number",
                None => "it is ignored",
            };
            cx.warn(
                at,
                format!("`{key}` must be a number, not a string; {then}"),
            );
            number
        }
        other => {
            let kind = fields::json_kind(other);
            cx.warn(
                at,
                format!("`{key}` must be a number, not {kind}; it is ignored"),
            );
            None
        }
    }
}
