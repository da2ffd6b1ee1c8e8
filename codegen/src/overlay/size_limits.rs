use serde_json::Value;

use crate::source::{MAX_DEPTH, MAX_VALUES};

/// Whether so many copies of a value more would be more than any spec has.
pub(super) fn would_exceed_value_limit(root: &Value, update: &Value, copies: usize) -> bool {
    let added = count_values(update).saturating_mul(copies);
    count_values(root).saturating_add(added) > MAX_VALUES
}

/// Whether a value is nested deeper than any spec is.
pub(super) fn is_too_deep(value: &Value) -> bool {
    fn deeper(value: &Value, left: usize) -> bool {
        let Some(left) = left.checked_sub(1) else {
            return true;
        };
        match value {
            Value::Object(members) => members.values().any(|value| deeper(value, left)),
            Value::Array(items) => items.iter().any(|value| deeper(value, left)),
            _ => false,
        }
    }
    deeper(value, MAX_DEPTH)
}

fn count_values(value: &Value) -> usize {
    1 + match value {
        Value::Object(members) => members.values().map(count_values).sum(),
        Value::Array(items) => items.iter().map(count_values).sum(),
        _ => 0,
    }
}
