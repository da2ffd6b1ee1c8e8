use serde_json::{Value, json};

use super::demands::Demands;
use super::notes::Notes;
use crate::schema::description_lists_value;
use crate::schema::keyword::{Object, declared_types};

/// Values of an `enum` that a note names.
const NAMED: usize = 20;

/// Strings in `enum`, or words instead of it.
pub(super) fn strings(object: &mut Object, notes: &mut Notes, demands: &Demands) {
    let Some(Value::Array(values)) = object.get("enum") else {
        return;
    };
    if !demands.string_enums || values.iter().all(Value::is_string) {
        return;
    }
    let described = object.get("description").and_then(Value::as_str);
    if !described.is_some_and(|text| {
        values
            .iter()
            .all(|value| description_lists_value(text, value))
    }) {
        let mut named: Vec<String> = values.iter().take(NAMED).map(Value::to_string).collect();
        if values.len() > NAMED {
            named.push("…".to_owned());
        }
        notes.add(format!("one of {}", named.join(", ")));
    }
    let kind = values.first().map(kind).unwrap_or("string");
    let same = values.iter().all(|value| self::kind(value) == kind);
    object.shift_remove("enum");
    if same && !object.contains_key("type") {
        object.insert("type".to_owned(), json!(kind));
    }
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::Bool(_) => "boolean",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
        Value::String(_) | Value::Null => "string",
    }
}

/// No keyword and no format that a client refuses.
pub(super) fn keywords(object: &mut Object, notes: &mut Notes, demands: &Demands) {
    for (exclusive, inclusive) in [
        ("exclusiveMinimum", "minimum"),
        ("exclusiveMaximum", "maximum"),
    ] {
        if !demands.admit(exclusive)
            && let Some(bound) = object.shift_remove(exclusive)
        {
            let side = if inclusive == "minimum" {
                "more"
            } else {
                "less"
            };
            notes.add(format!("{side} than {bound}"));
            object.entry(inclusive).or_insert(bound);
        }
    }
    let is_map = matches!(object.get("additionalProperties"), Some(Value::Object(_)));
    if is_map && !demands.admit("additionalProperties") {
        notes.add("with names of your choice");
    }
    object.retain(|keyword, _| demands.admit(keyword));
    let is_string = declared_types(object).contains(&"string");
    let format = object.get("format").and_then(Value::as_str);
    if let (true, Some(formats), Some(format)) = (is_string, demands.formats, format)
        && !formats.contains(&format)
    {
        notes.add(format!("format {format}"));
        object.shift_remove("format");
    }
    let is_array = declared_types(object).contains(&"array");
    if is_array && !object.contains_key("items") {
        object.insert("items".to_owned(), json!({}));
    }
}
