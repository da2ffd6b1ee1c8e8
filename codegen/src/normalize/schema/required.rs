//! `required` of an object, also in the form of draft 3, where each property says it of itself.

use std::collections::HashSet;

use serde_json::{Map, Value};

use super::super::context::Context;
use super::super::fields;
use super::super::place::Place;

/// `required`: distinct strings.
pub(super) fn read_required(cx: &mut Context<'_>, value: &Value, at: &Place<'_>) -> Option<Value> {
    let values = match value {
        Value::Array(values) => values,
        Value::Bool(_) => {
            cx.warn(
                at,
                "`required` must be a list of property names; this boolean is read as being about \
                the property itself",
            );
            return None;
        }
        Value::String(name) => {
            cx.warn(
                at,
                "`required` must be a list, not a string; it is read as a list with one element",
            );
            return Some(Value::Array(vec![name.clone().into()]));
        }
        other => {
            let kind = fields::json_kind(other);
            cx.warn(
                at,
                format!("`required` must be a list, not {kind}; it is ignored"),
            );
            return None;
        }
    };
    let mut seen = HashSet::with_capacity(values.len());
    let names: Vec<Value> = values
        .iter()
        .filter(|value| value.as_str().is_some_and(|name| seen.insert(name)))
        .cloned()
        .collect();
    if names.len() < values.len() {
        cx.warn(
            at,
            "`required` must be a list of distinct strings; other elements are ignored",
        );
    }
    (!names.is_empty()).then_some(Value::Array(names))
}

/// Adds the properties that say `required: true` of themselves.
pub(super) fn add_marked(object: &Map<String, Value>, out: &mut Map<String, Value>) {
    let Some(Value::Object(properties)) = object.get("properties") else {
        return;
    };
    for (name, property) in properties {
        if property.get("required") != Some(&Value::Bool(true)) {
            continue;
        }
        let required = out
            .entry("required")
            .or_insert_with(|| Value::Array(Vec::new()));
        if let Value::Array(names) = required
            && !names.iter().any(|known| known == name)
        {
            names.push(name.clone().into());
        }
    }
}
