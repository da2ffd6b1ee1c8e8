//! `enum` of a schema: without duplicates, with values of the declared type, and on the items of a list if it names
//! those.

use std::collections::HashSet;

use serde_json::{Map, Number, Value};

use super::super::context::Context;
use super::super::fields;
use super::super::place::Place;
use crate::schema::X_CONSTANTS;

/// `enum` without duplicates.
pub(super) fn read_enum(cx: &mut Context<'_>, value: &Value, at: &Place<'_>) -> Option<Value> {
    let Value::Array(values) = value else {
        let kind = fields::json_kind(value);
        cx.warn(
            at,
            format!("`enum` must be a list, not {kind}; it is ignored"),
        );
        return None;
    };
    if values.is_empty() {
        cx.warn(at, "`enum` is empty; it is ignored");
        return None;
    }
    let distinct = drop_duplicates(values);
    if distinct.len() < values.len() {
        cx.warn(
            at,
            "`enum` contains a value more than once; the duplicates are ignored",
        );
    }
    Some(Value::Array(distinct))
}

fn drop_duplicates(values: &[Value]) -> Vec<Value> {
    let mut seen = HashSet::with_capacity(values.len());
    values
        .iter()
        .filter(|value| seen.insert(value.to_string()))
        .cloned()
        .collect()
}

/// Brings `enum` and `type` together where no value could ever satisfy both.
pub(super) fn fit_to_type(cx: &mut Context<'_>, out: &mut Map<String, Value>, at: &Place<'_>) {
    let Some(Value::String(declared)) = out.get("type") else {
        return;
    };
    let declared = declared.clone();
    let Some(values) = out.get_mut("enum").and_then(Value::as_array_mut) else {
        return;
    };
    if declared == "array" {
        if !values.iter().any(Value::is_array) {
            move_to_items(cx, out, at);
        }
        return;
    }
    let mut changed = false;
    for value in values {
        if let Some(meant) = convert_value(&declared, value) {
            *value = meant;
            changed = true;
        }
    }
    if changed {
        cx.warn(
            &at.key("enum"),
            format!("values of `enum` are not of type `{declared}`; they are converted to it"),
        );
    }
}

/// A value as the declared type would have it written, where that is another value.
pub(super) fn convert_value(declared: &str, value: &Value) -> Option<Value> {
    match (declared, value) {
        ("string", Value::Number(_) | Value::Bool(_)) => Some(Value::String(value.to_string())),
        ("integer", Value::String(text)) => text.parse::<i64>().ok().map(Value::from),
        ("number", Value::String(text)) => text
            .parse::<f64>()
            .ok()
            .and_then(Number::from_f64)
            .map(Value::Number),
        ("boolean", Value::String(text)) => text.parse::<bool>().ok().map(Value::Bool),
        _ => None,
    }
}

/// `enum` of a list that names its elements.
fn move_to_items(cx: &mut Context<'_>, out: &mut Map<String, Value>, at: &Place<'_>) {
    let place = at.key("enum");
    let Some(values) = out.shift_remove("enum") else {
        return;
    };
    let constants = out.shift_remove_entry(X_CONSTANTS);
    match out.get_mut("items").and_then(Value::as_object_mut) {
        Some(items) if !items.contains_key("enum") && !items.contains_key("$ref") => {
            items.insert("enum".into(), values);
            items.extend(constants);
            cx.warn(
                &place,
                "the type is a list, but `enum` contains no lists; it is applied to the elements of the list",
            );
        }
        _ => cx.warn(
            &place,
            "the type is a list, but `enum` contains no lists; it is ignored: if it is about the elements, move \
             it to `items`",
        ),
    }
}
