//! Lets references lead to unions instead of the schemas that have descendants, but not those by which a schema extends
//! another one.

use std::collections::HashMap;

use serde_json::{Value, json};

use super::STATED_VALUE;
use super::union::definition_reference;
use crate::schema::keyword::{object_referenced_key, schemas_in_keyword_mut};

/// Redirects the references of a schema that stands somewhere, its own among them.
pub(super) fn redirect_schema(schema: &mut Value, keys: &HashMap<String, String>) {
    if let Value::Object(object) = schema
        && let Some(key) = object_referenced_key(object).and_then(|key| keys.get(key))
    {
        object.insert("$ref".to_owned(), json!(definition_reference(key)));
    }
    redirect_within(schema, keys);
}

/// Redirects the references in a schema, but not its own, nor those to what it extends or lists as tagged alternatives.
pub(super) fn redirect_within(schema: &mut Value, keys: &HashMap<String, String>) {
    let is_extension = !is_wrapper(schema);
    let Value::Object(object) = schema else {
        return;
    };
    let is_tagged = object.contains_key("discriminator");
    for (keyword, value) in object.iter_mut() {
        let is_kept = match keyword.as_str() {
            "allOf" => is_extension,
            "oneOf" | "anyOf" => is_tagged,
            _ => false,
        };
        for inner in schemas_in_keyword_mut(keyword, value) {
            match is_kept {
                true => redirect_within(inner, keys),
                false => redirect_schema(inner, keys),
            }
        }
    }
}

/// Whether a schema is a reference in an `allOf`, since nothing may stand beside it in OpenAPI 3.0, rather than another kind of what
/// it refers to.
pub(super) fn is_wrapper(schema: &Value) -> bool {
    let members = schema.get("allOf").and_then(Value::as_array);
    let is_one = members.is_some_and(|members| members.len() == 1);
    is_one && schema.get("properties").is_none() && schema.get(STATED_VALUE).is_none()
}
