//! Describes a schema in a few words for the columns "was" and "is": `integer (int32)`, `Pet`, `"cat" | "dog"`.

use serde_json::Value;

use crate::schema::keyword::{declared_types, referenced_key};

/// How many characters of a value are shown.
const MAX_LINE_LENGTH: usize = 120;

/// How many values are shown.
const MAX_LISTED_VALUES: usize = 12;

/// A schema in a few words: `integer (int32)`, `Pet`, `"cat" | "dog"`.
pub(in crate::diff) fn describe_schema(schema: &Value) -> String {
    truncate_line(&describe_levels(schema, 3))
}

fn describe_levels(schema: &Value, levels: usize) -> String {
    let object = match schema {
        Value::Bool(false) => return "nothing".to_owned(),
        Value::Object(object) => object,
        _ => return "any value".to_owned(),
    };
    if let Some(key) = referenced_key(schema) {
        return key.to_owned();
    }
    if levels == 0 {
        return "…".to_owned();
    }
    if let Some(value) = object.get("const") {
        return value.to_string();
    }
    if let Some(Value::Array(values)) = object.get("enum") {
        return describe_list(values);
    }
    for (keyword, between) in [("oneOf", " | "), ("anyOf", " | "), ("allOf", " & ")] {
        if let Some(Value::Array(all)) = object.get(keyword) {
            let all: Vec<String> = all
                .iter()
                .map(|one| describe_levels(one, levels - 1))
                .collect();
            return all.join(between);
        }
    }
    let names: Vec<String> = declared_types(object)
        .into_iter()
        .map(
            |name| match (name, object.get("format"), object.get("items")) {
                ("array", _, Some(items)) => {
                    format!("array of {}", describe_levels(items, levels - 1))
                }
                (name, Some(Value::String(format)), _) if name != "null" => {
                    format!("{name} ({format})")
                }
                (name, ..) => name.to_owned(),
            },
        )
        .collect();
    if names.is_empty() && object.contains_key("properties") {
        return "object".to_owned();
    }
    match names.is_empty() {
        true => "any value".to_owned(),
        false => names.join(" or "),
    }
}

/// Values or schemas in a row.
pub(in crate::diff) fn describe_list<'v>(values: impl IntoIterator<Item = &'v Value>) -> String {
    let shown: Vec<String> = values
        .into_iter()
        .map(|value| match value {
            Value::Object(_) => describe_schema(value),
            value => value.to_string(),
        })
        .collect();
    let more = shown.len().saturating_sub(MAX_LISTED_VALUES);
    let mut text = shown[..shown.len() - more].join(" | ");
    if more > 0 {
        text.push_str(&format!(" | … {more} more"));
    }
    text
}

/// A text of one line that is not too long.
pub(in crate::diff) fn truncate_line(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(MAX_LINE_LENGTH) {
        Some((end, _)) => format!("{}…", line[..end].trim_end()),
        None => line,
    }
}
