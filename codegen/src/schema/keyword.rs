//! Which keywords hold schemas, and which merely annotate.

use serde_json::{Map, Value};

/// A JSON object that is a schema.
pub(crate) type Object = Map<String, Value>;

/// What the value of a keyword consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Holds {
    /// A schema.
    Schema,
    /// A list of schemas.
    List,
    /// Schemas by name.
    Map,
    /// No schema.
    Data,
}

/// What the value of `keyword` consists of in JSON Schema 2020-12.
pub(crate) fn holds(keyword: &str) -> Holds {
    match keyword {
        "items"
        | "additionalProperties"
        | "not"
        | "if"
        | "then"
        | "else"
        | "contains"
        | "propertyNames"
        | "unevaluatedItems"
        | "unevaluatedProperties"
        | "contentSchema" => Holds::Schema,
        "allOf" | "anyOf" | "oneOf" | "prefixItems" => Holds::List,
        "properties" | "patternProperties" | "dependentSchemas" | "$defs" => Holds::Map,
        _ => Holds::Data,
    }
}

/// Whether `keyword` says something about the value without restricting it. `format` is among
/// them: it annotates, as the standard has it.
pub(crate) fn annotates(keyword: &str) -> bool {
    keyword.starts_with("x-")
        || matches!(
            keyword,
            "title"
                | "description"
                | "default"
                | "examples"
                | "deprecated"
                | "readOnly"
                | "writeOnly"
                | "format"
                | "xml"
                | "externalDocs"
                | "discriminator"
                | "$comment"
                | "contentEncoding"
                | "contentMediaType"
        )
}

/// The schemas that `schema` holds directly.
pub(crate) fn children(schema: &Value) -> Vec<&Value> {
    let keywords = schema.as_object().into_iter().flatten();
    keywords
        .flat_map(|(keyword, value)| held(keyword, value))
        .collect()
}

/// The schemas that the value of a keyword consists of.
pub(crate) fn held<'a>(keyword: &str, value: &'a Value) -> Vec<&'a Value> {
    match (holds(keyword), value) {
        (Holds::Schema, schema) => vec![schema],
        (Holds::List, Value::Array(list)) => list.iter().collect(),
        (Holds::Map, Value::Object(map)) => map.values().collect(),
        _ => Vec::new(),
    }
}

/// The schemas that the value of a keyword consists of, to be changed.
pub(crate) fn held_mut<'a>(keyword: &str, value: &'a mut Value) -> Vec<&'a mut Value> {
    match (holds(keyword), value) {
        (Holds::Schema, schema) => vec![schema],
        (Holds::List, Value::Array(list)) => list.iter_mut().collect(),
        (Holds::Map, Value::Object(map)) => map.values_mut().collect(),
        _ => Vec::new(),
    }
}

/// The key of the definition that `schema` refers to.
pub(crate) fn reference(schema: &Value) -> Option<&str> {
    reference_key(schema.as_object()?)
}

/// [`reference`], of a schema that is an object.
pub(crate) fn reference_key(object: &Object) -> Option<&str> {
    object.get("$ref")?.as_str()?.strip_prefix("#/$defs/")
}

/// The strings of a list such as `required`.
pub(crate) fn strings<'a>(object: &'a Object, keyword: &str) -> Vec<&'a str> {
    object
        .get(keyword)
        .and_then(Value::as_array)
        .map(|list| list.iter().filter_map(Value::as_str).collect())
        .unwrap_or_default()
}

/// The types that a schema's `type` names, none when it is silent.
pub(crate) fn types(object: &Object) -> Vec<&str> {
    match object.get("type") {
        Some(Value::String(name)) => vec![name],
        Some(Value::Array(_)) => strings(object, "type"),
        _ => Vec::new(),
    }
}
