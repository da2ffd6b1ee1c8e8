//! Opens an `enum` that only names the values known today: AutoRest writes `x-ms-enum: {modelAsString: true}` beside it.
//! Such a schema becomes `anyOf` of the enum and its type, which is how specs without the extension (and TypeSpec, for
//! OpenAPI 3) write it, so all later stages know one form alone.

use serde_json::{Map, Value, json};

use super::constants::OF_AUTOREST;
use crate::schema::keyword::declared_types;

/// The values of an open enum, and their type. What the spec says of the values stays in the schema (`X_CONSTANTS`), beside
/// its description: models read both as one text, which repeats nothing.
pub(super) struct KnownValues {
    type_name: String,
    values: Vec<Value>,
}

/// Takes the values of an open enum out of a schema, so that its `default` may be another value.
pub(super) fn take_known_values(
    object: &Map<String, Value>,
    out: &mut Map<String, Value>,
) -> Option<KnownValues> {
    // A schema that has alternatives keeps its `enum`, since it cannot have a second `anyOf`.
    if !allows_other_values(object) || out.contains_key("anyOf") {
        return None;
    }
    let type_name = primitive_type(out)?;
    let Some(Value::Array(mut values)) = out.shift_remove("enum") else {
        return None;
    };
    // Null is a type of its own, and stays one.
    values.retain(|value| !value.is_null());
    Some(KnownValues { type_name, values })
}

/// Puts the values back, beside any other value of their type.
pub(super) fn add_known_values(out: &mut Map<String, Value>, known: KnownValues) {
    let mut alternatives = Vec::new();
    if !known.values.is_empty() {
        alternatives.push(json!({"type": known.type_name, "enum": known.values}));
    }
    let mut any_value = json!({"type": known.type_name});
    // `format` distinguishes `int32` from `int64`, so it belongs to the type.
    if let Some(format) = out.shift_remove("format") {
        any_value["format"] = format;
    }
    alternatives.push(any_value);
    if declared_types(out).contains(&"null") {
        alternatives.push(json!({"type": "null"}));
    }
    let place = out.keys().position(|key| key == "type").unwrap_or_default();
    out.shift_remove("type");
    out.shift_insert(place, "anyOf".to_owned(), Value::Array(alternatives));
}

/// Whether the values are those known today. The default of `modelAsString` is false
/// (<https://azure.github.io/autorest/extensions/#x-ms-enum>).
fn allows_other_values(object: &Map<String, Value>) -> bool {
    let extension = object.get(OF_AUTOREST);
    extension.and_then(|extension| extension.get("modelAsString")) == Some(&Value::Bool(true))
}

/// The one type besides null that a schema declares or its values have, if it has other values than those that an
/// `enum` could list in full.
fn primitive_type(out: &Map<String, Value>) -> Option<String> {
    let types = declared_types(out);
    let mut others = types.iter().filter(|name| **name != "null");
    match (others.next(), others.next()) {
        (Some(name @ &("string" | "integer" | "number")), None) => Some((*name).to_owned()),
        (None, _) if types.is_empty() && lists_only_strings(out) => Some("string".to_owned()),
        _ => None,
    }
}

fn lists_only_strings(out: &Map<String, Value>) -> bool {
    let values = out.get("enum").and_then(Value::as_array);
    values.is_some_and(|values| values.iter().all(Value::is_string))
}
