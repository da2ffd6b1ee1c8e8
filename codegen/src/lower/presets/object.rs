//! Changes to the properties of an object's schema.

use serde_json::{Map, Value};

use super::super::arguments::CONSTRAINTS;

/// Takes a property away.
pub(super) fn hide_property(holder: &mut Map<String, Value>, name: &str) {
    if let Some(properties) = holder.get_mut("properties").and_then(Value::as_object_mut) {
        properties.shift_remove(name);
    }
    not_required(holder, name);
    drop_constraints(holder, name);
}

/// Lets a property be left out.
pub(super) fn not_required(holder: &mut Map<String, Value>, name: &str) {
    if let Some(required) = holder.get_mut("required").and_then(Value::as_array_mut) {
        required.retain(|required| required != name);
        if required.is_empty() {
            holder.shift_remove("required");
        }
    }
}

/// Lets an argument be left out.
pub(super) fn make_optional(schema: &mut Value, name: &str) {
    if let Some(holder) = schema.as_object_mut() {
        not_required(holder, name);
    }
}

/// Sets a keyword of a property.
pub(super) fn set_keyword(
    holder: &mut Map<String, Value>,
    name: &str,
    keyword: &str,
    value: Value,
) {
    let properties = holder.get_mut("properties").and_then(Value::as_object_mut);
    let Some(property) = properties.and_then(|properties| properties.get_mut(name)) else {
        return;
    };
    if *property == Value::Bool(true) {
        *property = Value::Object(Map::new());
    }
    if let Some(property) = property.as_object_mut() {
        property.insert(keyword.to_owned(), value);
    }
}

/// Drops what says which properties may stand together, where it names this one: callers need not
/// know, and it holds all the same.
pub(super) fn drop_constraints(holder: &mut Map<String, Value>, name: &str) {
    holder.retain(|keyword, value| {
        !CONSTRAINTS.contains(&keyword.as_str()) || !argument_names(value, name)
    });
}

/// Whether what says which properties may stand together names this one.
pub(super) fn is_constrained(schema: &Value, name: &str) -> bool {
    CONSTRAINTS
        .iter()
        .filter_map(|keyword| schema.get(keyword))
        .any(|constraint| argument_names(constraint, name))
}

fn argument_names(value: &Value, name: &str) -> bool {
    match value {
        Value::String(text) => text == name,
        Value::Array(items) => items.iter().any(|item| argument_names(item, name)),
        Value::Object(members) => members
            .iter()
            .any(|(key, value)| key == name || argument_names(value, name)),
        _ => false,
    }
}

/// Gives a property another name, in its place.
pub(super) fn rename_property(schema: &mut Value, from: &str, to: &str) {
    if let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut) {
        let old = std::mem::take(properties);
        properties.extend(old.into_iter().map(|(name, value)| match name == from {
            true => (to.to_owned(), value),
            false => (name, value),
        }));
    }
    let required = schema.get_mut("required").and_then(Value::as_array_mut);
    for name in required.into_iter().flatten() {
        if name == from {
            *name = Value::from(to);
        }
    }
}
