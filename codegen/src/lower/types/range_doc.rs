//! What a schema allows, in the words of a comment: "1 to 100, default 20." Readers of the generated types see it at
//! the field, whose Rust type is wider than its schema. It takes the keywords of one schema and follows no further
//! reference than the one that the schema itself is.

use indexmap::IndexMap;
use serde_json::Value;

use crate::model::Definition;
use crate::schema::resolve_reference;

/// Bytes of a default that is shown; what is longer is no help in a comment.
const LONGEST_DEFAULT: usize = 40;

/// A field's documentation with the range and the default that its schema states.
pub(crate) fn with_range(
    doc: String,
    schema: &Value,
    definitions: &IndexMap<String, Definition>,
) -> String {
    let resolved = resolve_reference(schema, definitions);
    let parts = [
        describe_bounds(resolved),
        describe_count(resolved, ["minLength", "maxLength"], "character"),
        describe_count(resolved, ["minItems", "maxItems"], "item"),
        describe_default(schema).or_else(|| describe_default(resolved)),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    if parts.is_empty() {
        return doc;
    }
    let sentence = format!("{}.", capitalize(&parts.join(", ")));
    match doc.trim() {
        "" => sentence,
        // A short text goes on in its line; Markdown of several lines might be a list or code.
        doc if doc.ends_with(['.', '!', '?']) && !doc.contains('\n') => format!("{doc} {sentence}"),
        doc => format!("{doc}\n\n{sentence}"),
    }
}

fn describe_bounds(schema: &Value) -> Option<String> {
    let number = |keyword: &str| schema.get(keyword).filter(|value| value.is_number());
    let (least, most) = (number("minimum"), number("maximum"));
    let (above, below) = (number("exclusiveMinimum"), number("exclusiveMaximum"));
    match (least, most, above, below) {
        (Some(least), Some(most), None, None) => Some(format!("{least} to {most}")),
        (None, None, None, None) => None,
        (least, most, above, below) => {
            let bounds = [
                ("at least", least),
                ("more than", above),
                ("at most", most),
                ("less than", below),
            ];
            let bounds = bounds.into_iter().filter_map(|(words, bound)| {
                let bound = bound?;
                Some(format!("{words} {bound}"))
            });
            Some(bounds.collect::<Vec<_>>().join(" and "))
        }
    }
}

/// How long a text or a list may be. At least none says nothing.
fn describe_count(schema: &Value, [least, most]: [&str; 2], noun: &str) -> Option<String> {
    let count = |keyword: &str| schema.get(keyword).and_then(Value::as_u64);
    let least = count(least).filter(|least| *least > 0);
    let nouns = |count: u64| match count {
        1 => noun.to_owned(),
        _ => format!("{noun}s"),
    };
    Some(match (least, count(most)) {
        (Some(least), Some(most)) if least == most => format!("{least} {}", nouns(least)),
        (Some(least), Some(most)) => format!("{least} to {most} {}", nouns(most)),
        (Some(least), None) => format!("at least {least} {}", nouns(least)),
        (None, Some(most)) => format!("at most {most} {}", nouns(most)),
        (None, None) => return None,
    })
}

fn describe_default(schema: &Value) -> Option<String> {
    let text = match schema.get("default")? {
        Value::Number(number) => number.to_string(),
        Value::String(text) if text.is_empty() => "the empty string".to_owned(),
        Value::String(text) => format!("`{text}`"),
        other => format!("`{other}`"),
    };
    let is_plain = |c: char| !c.is_control() && c != '\u{2028}' && c != '\u{2029}';
    let is_shown = text.len() <= LONGEST_DEFAULT
        && text.chars().all(is_plain)
        && !(text.starts_with('`') && text.matches('`').count() > 2);
    is_shown.then(|| format!("default {text}"))
}

fn capitalize(text: &str) -> String {
    let mut chars = text.chars();
    match chars.next() {
        Some(first) => first.to_uppercase().chain(chars).collect(),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn doc_of(doc: &str, schema: Value) -> String {
        with_range(doc.to_owned(), &schema, &IndexMap::new())
    }

    #[test]
    fn a_field_says_what_its_schema_allows() {
        for (schema, expected) in [
            (
                json!({"minimum": 1, "maximum": 100, "default": 20}),
                "1 to 100, default 20.",
            ),
            (json!({"minimum": 0}), "At least 0."),
            (
                json!({"exclusiveMinimum": 0, "maximum": 1.5}),
                "More than 0 and at most 1.5.",
            ),
            (
                json!({"minLength": 1, "maxLength": 64}),
                "1 to 64 characters.",
            ),
            (
                json!({"minLength": 0, "maxLength": 1}),
                "At most 1 character.",
            ),
            (json!({"minItems": 2, "maxItems": 2}), "2 items."),
            (json!({"default": "name"}), "Default `name`."),
            (json!({"default": ""}), "Default the empty string."),
            (json!({"default": [1, 2]}), "Default `[1,2]`."),
            (json!({"default": "a`b"}), ""),
            (json!({"default": "x".repeat(100)}), ""),
            (json!({"minLength": 0}), ""),
            (json!(true), ""),
        ] {
            assert_eq!(doc_of("", schema), expected);
        }
    }

    #[test]
    fn it_follows_what_the_spec_says() {
        let schema = json!({"minimum": 1});
        assert_eq!(
            doc_of("At most so many.", schema.clone()),
            "At most so many. At least 1."
        );
        assert_eq!(
            doc_of("- a\n- b", schema.clone()),
            "- a\n- b\n\nAt least 1."
        );
        assert_eq!(doc_of("Limit", schema), "Limit\n\nAt least 1.");
    }
}
