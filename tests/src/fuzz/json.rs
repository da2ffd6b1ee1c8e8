//! The values within a value, each before what is in it.

use serde_json::Value;
use toolwright_codegen::source::pointer::escape;

/// How many there are, the value itself among them.
pub(super) fn count(value: &Value) -> usize {
    1 + match value {
        Value::Object(members) => members.values().map(count).sum(),
        Value::Array(items) => items.iter().map(count).sum(),
        _ => 0,
    }
}

/// The value with that number.
pub(super) fn nth_mut(value: &mut Value, mut index: usize) -> Option<&mut Value> {
    if index == 0 {
        return Some(value);
    }
    index -= 1;
    let inner: Box<dyn Iterator<Item = &mut Value>> = match value {
        Value::Object(members) => Box::new(members.values_mut()),
        Value::Array(items) => Box::new(items.iter_mut()),
        _ => return None,
    };
    for value in inner {
        let count = count(value);
        if index < count {
            return nth_mut(value, index);
        }
        index -= count;
    }
    None
}

/// The JSON pointer of the value with that number.
pub(super) fn pointer_of(value: &Value, mut index: usize) -> String {
    if index == 0 {
        return String::new();
    }
    index -= 1;
    let inner: Vec<(String, &Value)> = match value {
        Value::Object(members) => members
            .iter()
            .map(|(name, value)| (escape(name).into_owned(), value))
            .collect(),
        Value::Array(items) => items
            .iter()
            .enumerate()
            .map(|(at, value)| (at.to_string(), value))
            .collect(),
        _ => return String::new(),
    };
    for (step, value) in inner {
        let count = count(value);
        if index < count {
            return format!("/{step}{}", pointer_of(value, index));
        }
        index -= count;
    }
    String::new()
}
