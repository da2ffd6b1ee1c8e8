//! Which keywords of JSON Schema 2020-12 hold schemas, which merely annotate, and how their values are read.
//! Every walk through schemas is written with these functions, so that a keyword is classified in one place.

use serde_json::{Map, Value};

/// A JSON object that is a schema.
pub(crate) type Object = Map<String, Value>;

/// What the value of a keyword consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum KeywordContent {
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
pub(crate) fn keyword_content(keyword: &str) -> KeywordContent {
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
        | "contentSchema" => KeywordContent::Schema,
        "allOf" | "anyOf" | "oneOf" | "prefixItems" => KeywordContent::List,
        "properties" | "patternProperties" | "dependentSchemas" | "$defs" => KeywordContent::Map,
        _ => KeywordContent::Data,
    }
}

/// Whether `keyword` applies its schemas to the same value, and not to a part of it (JSON Schema Core 2020-12, section 10.2).
pub(crate) fn is_in_place_applicator(keyword: &str) -> bool {
    matches!(
        keyword,
        "allOf" | "anyOf" | "oneOf" | "not" | "if" | "then" | "else" | "dependentSchemas"
    )
}

/// Whether `keyword` says something about the value without restricting it. `format` is among
/// them: it annotates, as the standard has it.
pub(crate) fn is_annotation_keyword(keyword: &str) -> bool {
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
pub(crate) fn child_schemas(schema: &Value) -> Vec<&Value> {
    let keywords = schema.as_object().into_iter().flatten();
    keywords
        .flat_map(|(keyword, value)| schemas_in_keyword(keyword, value))
        .collect()
}

/// The schemas that the value of a keyword consists of.
pub(crate) fn schemas_in_keyword<'a>(keyword: &str, value: &'a Value) -> Vec<&'a Value> {
    match (keyword_content(keyword), value) {
        (KeywordContent::Schema, schema) => vec![schema],
        (KeywordContent::List, Value::Array(list)) => list.iter().collect(),
        (KeywordContent::Map, Value::Object(map)) => map.values().collect(),
        _ => Vec::new(),
    }
}

/// The schemas that the value of a keyword consists of, to be changed.
pub(crate) fn schemas_in_keyword_mut<'a>(
    keyword: &str,
    value: &'a mut Value,
) -> Vec<&'a mut Value> {
    match (keyword_content(keyword), value) {
        (KeywordContent::Schema, schema) => vec![schema],
        (KeywordContent::List, Value::Array(list)) => list.iter_mut().collect(),
        (KeywordContent::Map, Value::Object(map)) => map.values_mut().collect(),
        _ => Vec::new(),
    }
}

/// The key of the definition that `schema` refers to.
pub(crate) fn referenced_key(schema: &Value) -> Option<&str> {
    object_referenced_key(schema.as_object()?)
}

/// [`referenced_key`], of a schema that is an object.
pub(crate) fn object_referenced_key(object: &Object) -> Option<&str> {
    object.get("$ref")?.as_str()?.strip_prefix("#/$defs/")
}

/// The keys of the definitions that a schema extends, by references in its `allOf`.
pub(crate) fn extended_keys(schema: &Value) -> impl Iterator<Item = &str> {
    let members = schema.get("allOf").and_then(Value::as_array);
    members.into_iter().flatten().filter_map(referenced_key)
}

/// The strings of a list such as `required`.
pub(crate) fn string_list<'a>(object: &'a Object, keyword: &str) -> Vec<&'a str> {
    object
        .get(keyword)
        .and_then(Value::as_array)
        .map(|list| list.iter().filter_map(Value::as_str).collect())
        .unwrap_or_default()
}

/// The types that a schema's `type` names, none when it is silent.
pub(crate) fn declared_types(object: &Object) -> Vec<&str> {
    match object.get("type") {
        Some(Value::String(name)) => vec![name],
        Some(Value::Array(_)) => string_list(object, "type"),
        _ => Vec::new(),
    }
}
