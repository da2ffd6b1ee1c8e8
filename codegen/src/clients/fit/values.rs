//! Removes keywords, formats and enum values that a client rejects, and says in the description
//! what they meant. Only texts for models are affected: validation still uses the spec's own
//! schema.

use serde_json::{Value, json};

use super::demands::Demands;
use super::notes::Notes;
use crate::schema::description_lists_value;
use crate::schema::keyword::{Object, declared_types};

/// Values of an `enum` that a note names.
const NAMED: usize = 20;

/// Bytes of the longest example that a note gives.
const LONGEST_EXAMPLE: usize = 80;

/// Strings in `enum`, or words instead of it.
pub(super) fn stringify_enum(object: &mut Object, notes: &mut Notes, demands: &Demands) {
    let Some(Value::Array(values)) = object.get("enum") else {
        return;
    };
    if !demands.string_enums || values.iter().all(Value::is_string) {
        return;
    }
    let described = object.get("description").and_then(Value::as_str);
    // Many specs repeat the values in the description already. Saying them again costs tokens in
    // every list of tools.
    if !described.is_some_and(|text| {
        values
            .iter()
            .all(|value| description_lists_value(text, value))
    }) {
        let mut named: Vec<String> = values.iter().take(NAMED).map(Value::to_string).collect();
        if values.len() > NAMED {
            named.push("…".to_owned());
        }
        notes.add_note(format!("one of {}", named.join(", ")));
    }
    // Without `enum`, an untyped schema would accept anything, and clients that demand a type would
    // reject it.
    let kind = values.first().map(value_type).unwrap_or("string");
    let same = values.iter().all(|value| self::value_type(value) == kind);
    object.shift_remove("enum");
    if same && !object.contains_key("type") {
        object.insert("type".to_owned(), json!(kind));
    }
}

fn value_type(value: &Value) -> &'static str {
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
pub(super) fn remove_keywords(object: &mut Object, notes: &mut Notes, demands: &Demands) {
    // An exclusive bound that is rejected becomes an inclusive one, which admits one value too
    // many. The note says so.
    for (exclusive, inclusive) in [
        ("exclusiveMinimum", "minimum"),
        ("exclusiveMaximum", "maximum"),
    ] {
        if !demands.admits_keyword(exclusive)
            && let Some(bound) = object.shift_remove(exclusive)
        {
            let side = if inclusive == "minimum" {
                "more"
            } else {
                "less"
            };
            notes.add_note(format!("{side} than {bound}"));
            object.entry(inclusive).or_insert(bound);
        }
    }
    let is_map = matches!(object.get("additionalProperties"), Some(Value::Object(_)));
    if is_map && !demands.admits_keyword("additionalProperties") {
        notes.add_note("with names of your choice");
    }
    note_annotations(object, notes, demands);
    object.retain(|keyword, _| demands.admits_keyword(keyword));
    let is_string = declared_types(object).contains(&"string");
    let format = object.get("format").and_then(Value::as_str);
    if let (true, Some(formats), Some(format)) = (is_string, demands.formats, format)
        && !formats.contains(&format)
    {
        notes.add_note(format!("format {format}"));
        object.shift_remove("format");
    }
    let is_array = declared_types(object).contains(&"array");
    if is_array && !object.contains_key("items") {
        object.insert("items".to_owned(), json!({}));
    }
}

/// Says in words what else helps to give a value: an example, that items differ, and that it is better not given.
fn note_annotations(object: &Object, notes: &mut Notes, demands: &Demands) {
    let lost = |keyword: &str| {
        let value = object.get(keyword)?;
        (!demands.admits_keyword(keyword)).then_some(value)
    };
    let examples = lost("examples").and_then(Value::as_array);
    if let Some(example) = examples.and_then(|examples| examples.first()) {
        let described = object.get("description").and_then(Value::as_str);
        let text = example.to_string();
        let bare = example.as_str().unwrap_or(&text);
        if text.len() <= LONGEST_EXAMPLE && !described.is_some_and(|it| it.contains(bare)) {
            notes.add_note(format!("for example {text}"));
        }
    }
    if lost("uniqueItems") == Some(&json!(true)) {
        notes.add_note("no item twice");
    }
    if lost("deprecated") == Some(&json!(true)) {
        notes.add_note("deprecated");
    }
}
