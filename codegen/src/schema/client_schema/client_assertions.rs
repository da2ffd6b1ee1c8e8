//! Reduces keywords that hold no schemas to forms that clients accept: one spelling for what can be said in
//! several, and none that restricts nothing. It knows nothing of subschemas, which `client_schema` visits.

use indexmap::IndexSet;
use serde_json::{Value, json};

use crate::schema::ecma_regex;
use crate::schema::keyword::{Object, declared_types};

/// Characters of a pattern; a model can't use longer ones.
const LONGEST_PATTERN: usize = 300;

/// One form for what can be said in several.
pub(super) fn normalize_assertions(object: &Object) -> Object {
    let mut object = object.clone();
    if let Some(value) = object.shift_remove("const") {
        object.insert("enum".to_owned(), Value::Array(vec![value]));
    }
    // `format: byte` is OpenAPI 3.0's spelling, and Gemini's `Schema` has no `contentEncoding`.
    if object.get("contentEncoding") == Some(&json!("base64")) {
        object.entry("format").or_insert_with(|| json!("byte"));
    }
    if let Some(Value::Array(first)) = object.get("prefixItems")
        // Boolean schemas are not accepted by every client; the bound of the length says the same.
        && object.get("items") == Some(&Value::Bool(false))
    {
        let length = first.len() as u64;
        let most = object.get("maxItems").and_then(Value::as_u64);
        let most = most.map_or(length, |most| most.min(length));
        object.insert("maxItems".to_owned(), most.into());
        object.insert("items".to_owned(), json!({}));
    }
    if !object.contains_key("type") {
        let implied = [("properties", "object"), ("items", "array")]
            .iter()
            .find(|(keyword, _)| object.contains_key(*keyword));
        if let Some((_, name)) = implied {
            // First in the object, where people and models look for it; `insert` would put it last.
            object.shift_insert(0, "type".to_owned(), json!(name));
        }
    }
    let types: Vec<String> = declared_types(&object)
        .into_iter()
        .map(str::to_owned)
        .collect();
    if !types.is_empty() {
        object.retain(|keyword, _| {
            let about = applicable_types(keyword);
            about.is_empty() || types.iter().any(|name| about.contains(&name.as_str()))
        });
    }
    object
}

/// The types of values that a keyword is about; none where it is about all.
pub(crate) fn applicable_types(keyword: &str) -> &'static [&'static str] {
    match keyword {
        "minLength" | "maxLength" | "pattern" => &["string"],
        "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" | "multipleOf" => {
            &["number", "integer"]
        }
        "items" | "prefixItems" | "contains" | "minItems" | "maxItems" | "uniqueItems"
        | "minContains" | "maxContains" | "unevaluatedItems" => &["array"],
        "properties"
        | "patternProperties"
        | "additionalProperties"
        | "propertyNames"
        | "required"
        | "minProperties"
        | "maxProperties"
        | "dependentRequired"
        | "dependentSchemas"
        | "unevaluatedProperties" => &["object"],
        _ => &[],
    }
}

/// The value of a keyword that holds no schemas, if it restricts anything.
pub(super) fn client_assertion(keyword: &str, value: &Value) -> Option<Value> {
    let count = || value.is_u64();
    let kept = match keyword {
        "type" => {
            return match value {
                Value::Array(names) if names.len() == 1 => names.first().cloned(),
                // An empty list would accept nothing (JSON Schema requires at least one type), and
                // no author means that.
                Value::Array(names) if names.is_empty() => None,
                other => Some(other.clone()),
            };
        }
        "enum" | "required" => return distinct_values(value.as_array()?),
        "minLength" | "minItems" | "minProperties" => count() && value != &json!(0),
        "maxLength" | "maxItems" | "maxProperties" | "minContains" | "maxContains" => count(),
        // Generators write the range of the programming language's type, which tells a model nothing.
        "minimum" => value.is_number() && value != &json!(i32::MIN) && value != &json!(i64::MIN),
        "maximum" => {
            value.is_number()
                && ![json!(i32::MAX), json!(i64::MAX), json!(u64::MAX)].contains(value)
        }
        "exclusiveMinimum" | "exclusiveMaximum" => value.is_number(),
        "multipleOf" => value.as_f64().is_some_and(|step| step > 0.0),
        "uniqueItems" => value == &Value::Bool(true),
        "pattern" => {
            let pattern = value.as_str()?;
            pattern.chars().count() <= LONGEST_PATTERN
                && ecma_regex::translate_checked(pattern).is_ok()
        }
        "format" => value.as_str().is_some_and(|format| !format.is_empty()),
        "dependentRequired" => value.is_object(),
        _ => false,
    };
    kept.then(|| value.clone())
}

fn distinct_values(values: &[Value]) -> Option<Value> {
    let all: IndexSet<&Value> = values.iter().collect();
    (!all.is_empty()).then(|| all.into_iter().cloned().collect())
}

/// Adds what clients insist on.
pub(super) fn add_required_items(object: &mut Object) {
    // OpenAI and Gemini reject an array schema without `items`.
    if declared_types(object).contains(&"array") && !object.contains_key("items") {
        object.insert("items".to_owned(), json!({}));
    }
}
