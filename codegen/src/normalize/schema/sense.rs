//! Keywords that no value can satisfy together.

use std::cmp::Ordering;

use serde_json::{Map, Value};

use super::super::context::Context;
use super::super::place::Place;
use crate::schema::compare_numbers;
use crate::schema::keyword::{declared_types, string_list};

/// Remarks on contradictions in a schema that was read; `object` is what it was read from.
pub(super) fn check_sense(
    cx: &mut Context<'_>,
    object: &Map<String, Value>,
    out: &Map<String, Value>,
    at: &Place<'_>,
) {
    check_bounds(cx, out, at);
    check_constants(cx, object, out, at);
    check_required(cx, out, at);
}

/// A lower bound, an upper bound, and whether one value may be both.
const BOUNDS: [(&str, &str, bool); 8] = [
    ("minimum", "maximum", true),
    ("minimum", "exclusiveMaximum", false),
    ("exclusiveMinimum", "maximum", false),
    ("exclusiveMinimum", "exclusiveMaximum", false),
    ("minLength", "maxLength", true),
    ("minItems", "maxItems", true),
    ("minProperties", "maxProperties", true),
    ("minContains", "maxContains", true),
];

fn check_bounds(cx: &mut Context<'_>, out: &Map<String, Value>, at: &Place<'_>) {
    let is_lower = |key: &String| key.starts_with("min") || key.starts_with("exclusiveMin");
    // Nearly all schemas end here, and a spec may have a million of them.
    if !out.keys().any(is_lower) {
        return;
    }
    for (low, high, meet) in BOUNDS {
        let (Some(Value::Number(least)), Some(Value::Number(most))) = (out.get(low), out.get(high))
        else {
            continue;
        };
        let is_empty = match compare_numbers(least, most) {
            Some(Ordering::Greater) => true,
            Some(Ordering::Equal) => !meet,
            _ => false,
        };
        if is_empty {
            let message = format!("no value satisfies both `{low}: {least}` and `{high}: {most}`");
            cx.warn(&at.key(low), message);
        }
    }
}

/// Values that are not of the type: nobody can send them.
fn check_constants(
    cx: &mut Context<'_>,
    object: &Map<String, Value>,
    out: &Map<String, Value>,
    at: &Place<'_>,
) {
    let declared = declared_types(out);
    let listed = match (out.get("enum"), out.get("const")) {
        (Some(Value::Array(values)), _) => ("enum", values.as_slice()),
        (_, Some(value)) => ("const", std::slice::from_ref(value)),
        _ => return,
    };
    if declared.is_empty() {
        return;
    }
    let flag = |key: &str| object.get(key) == Some(&Value::Bool(true));
    // Read from the original, because `nullable` has become a type by now.
    let nullable = flag("nullable") || flag("x-nullable");
    let (keyword, values) = listed;
    let strays: Vec<String> = values
        .iter()
        .filter(|value| !(value.is_null() && nullable))
        .filter(|value| !declared.iter().any(|name| is_of(value, name)))
        .map(|value| format!("`{value}`"))
        .collect();
    if let Some(first) = strays.first() {
        let others = match strays.len() {
            1 => String::new(),
            2 => " and another".to_owned(),
            several => format!(" and {} others", several - 1),
        };
        let declared = declared.join("` or `");
        let message = format!(
            "{first}{others} of `{keyword}` can never be sent, because the type is `{declared}`"
        );
        cx.warn(&at.key(keyword), message);
    }
}

fn is_of(value: &Value, name: &str) -> bool {
    match value {
        Value::Null => name == "null",
        Value::Bool(_) => name == "boolean",
        Value::String(_) => name == "string",
        Value::Array(_) => name == "array",
        Value::Object(_) => name == "object",
        Value::Number(number) => {
            let is_whole = number.as_f64().is_none_or(|number| number.fract() == 0.0);
            name == "number" || name == "integer" && is_whole
        }
    }
}

/// Names that must be there and cannot: `additionalProperties` knows the properties beside it
/// alone, not those of an `allOf`.
fn check_required(cx: &mut Context<'_>, out: &Map<String, Value>, at: &Place<'_>) {
    let is_closed = out.get("additionalProperties") == Some(&Value::Bool(false));
    let has_patterns = out
        .get("patternProperties")
        .and_then(Value::as_object)
        .is_some_and(|patterns| !patterns.is_empty());
    if !is_closed || has_patterns {
        return;
    }
    let properties = out.get("properties");
    for name in string_list(out, "required") {
        if properties.is_none_or(|properties| properties.get(name).is_none()) {
            let message = format!(
                "`{name}` is required but not declared in `properties`, and `additionalProperties: false` \
                 forbids it"
            );
            cx.warn(&at.key("required"), message);
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::super::super::testing::schema;

    /// What is said of a schema of OpenAPI 3.1, without its place.
    fn said(value: Value) -> Vec<String> {
        let warnings = schema("3.1.0", value).1;
        let message = |said: String| said.split_once(": ").map(|(_, message)| message.to_owned());
        warnings.into_iter().filter_map(message).collect()
    }

    #[test]
    fn bounds_that_exclude_each_other() {
        let none =
            |low: &str, high: &str| vec![format!("no value satisfies both `{low}` and `{high}`")];
        assert_eq!(
            said(json!({"minimum": 5, "maximum": 4.5})),
            none("minimum: 5", "maximum: 4.5")
        );
        assert_eq!(
            said(json!({"exclusiveMinimum": 5, "maximum": 5})),
            none("exclusiveMinimum: 5", "maximum: 5")
        );
        assert_eq!(
            said(json!({"minLength": 2, "maxLength": 1})),
            none("minLength: 2", "maxLength: 1")
        );
        assert!(said(json!({"minimum": 5, "maximum": 5, "minItems": 0, "maxItems": 0})).is_empty());
    }

    #[test]
    fn constants_that_are_not_of_the_type() {
        assert_eq!(
            said(json!({"type": "integer", "enum": [1, "a", null]})),
            ["`\"a\"` and another of `enum` can never be sent, because the type is `integer`"]
        );
        assert_eq!(
            said(json!({"type": ["string", "null"], "const": 5})),
            ["`5` of `const` can never be sent, because the type is `string` or `null`"]
        );
        for fine in [
            json!({"type": "integer", "enum": [1, 2.0]}),
            json!({"type": ["string", "null"], "enum": ["a", null]}),
            json!({"enum": [1, "a"]}),
        ] {
            assert!(said(fine).is_empty());
        }
        let nullable = json!({"type": "string", "nullable": true, "enum": ["a", null]});
        assert!(schema("3.0.0", nullable).1.is_empty());
    }

    #[test]
    fn required_names_that_are_forbidden() {
        let closed =
            json!({"required": ["a", "b"], "properties": {"a": {}}, "additionalProperties": false});
        assert_eq!(
            said(closed.clone()),
            [
                "`b` is required but not declared in `properties`, and `additionalProperties: false` \
                 forbids it"
            ]
        );
        let mut patterns = closed.clone();
        patterns["patternProperties"] = json!({"^b": {}});
        assert!(said(patterns).is_empty());
        let mut open = closed;
        open["additionalProperties"] = json!({});
        assert!(said(open).is_empty());
    }

    #[test]
    fn bounds_of_another_version() {
        let boolean = said(json!({"type": "integer", "minimum": 1, "exclusiveMinimum": true}));
        assert_eq!(
            boolean,
            [
                "`exclusiveMinimum` must be a number in OpenAPI 3.1; this boolean is read as in OpenAPI 3.0"
            ]
        );
        let draft4 = json!({"$schema": "http://json-schema.org/draft-04/schema#", "minimum": 1,
            "exclusiveMinimum": true});
        assert!(!said(draft4).iter().any(|said| said.contains("is a number")));
    }
}
