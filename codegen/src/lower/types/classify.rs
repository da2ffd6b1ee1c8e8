//! Decides what Rust type a schema calls for, one level deep. Takes a normalised schema and the definitions, and names
//! no type.

use std::hash::Hash;

use indexmap::IndexMap;
use serde_json::{Value, json};

use super::constant::{Constant, Notes};
use super::scalars::{is_null, scalar_type, scalar_types};
use super::{choices, is_extended, lone_reference, reference_key, required_names};
use crate::model::{Definition, Type};
use crate::schema::{file_argument, merge_all_of};

/// An enum of more values than this is no Rust enum but the type of its values.
pub(crate) const MOST_CONSTANTS: usize = 5000;

/// An object of more properties than this is no struct but a map: rustc takes seconds for one.
pub(crate) const MOST_PROPERTIES: usize = 5000;

/// What Rust type a schema calls for, one level deep.
#[derive(Debug)]
pub(crate) enum Kind {
    /// A type without a name.
    Scalar(Type),
    /// The inner kind, or null.
    Nullable(Box<Kind>),
    /// Whatever another schema is.
    Alias(Value),
    /// An array of items of one schema, if it has one.
    List(Option<Value>),
    /// An object with values of one schema, if it has one.
    Map(Option<Value>),
    /// An enum of strings.
    Symbols(Vec<Constant<String>>),
    /// An enum of integers.
    Codes(Vec<Constant<i64>>),
    /// An object with known properties: the schema with `allOf` merged.
    Object(Value),
    /// What would be many times as large as what the spec says of it.
    TooLarge,
    /// Alternatives: the schema and its branches.
    Choice(Value, Vec<Value>),
}

/// Classifies a schema that is no plain `$ref`.
pub(crate) fn classify(schema: &Value, definitions: &IndexMap<String, Definition>) -> Kind {
    if let Some(key) = lone_reference(schema) {
        return Kind::Alias(json!({"$ref": format!("#/$defs/{key}")}));
    }
    let Some(object) = schema.as_object() else {
        return Kind::Scalar(Type::Json);
    };
    // Before all other rules: in JSON Schema a file is a mere string.
    if file_argument::is_file_argument(object) {
        let file = Kind::Scalar(Type::File);
        let null = scalar_types(schema).contains(&"null");
        return if null {
            Kind::Nullable(Box::new(file))
        } else {
            file
        };
    }
    if object.contains_key("allOf") || object.contains_key("$ref") {
        return all_of(schema, definitions);
    }
    if let Some(kind) = classify_constants(schema) {
        return kind;
    }
    if let Some(kind) = choices::choice_alternatives(schema, definitions) {
        return kind;
    }
    by_type(schema)
}

fn all_of(schema: &Value, definitions: &IndexMap<String, Definition>) -> Kind {
    if let Some(only) = only_member(schema) {
        return Kind::Alias(only.clone());
    }
    match merge_all_of(schema, definitions) {
        // What cannot be merged keeps its `allOf`. To classify it again would not end.
        Some(merged) if merged.get("allOf").is_none() => classify(&merged, definitions),
        _ => Kind::Scalar(Type::Json),
    }
}

/// The one reference of an `allOf` beside which nothing but annotations stand, inside of the list and
/// outside.
fn only_member(schema: &Value) -> Option<&Value> {
    const ANNOTATIONS: [&str; 10] = [
        "title",
        "description",
        "default",
        "examples",
        "deprecated",
        "readOnly",
        "writeOnly",
        "externalDocs",
        "$comment",
        "xml",
    ];
    let annotates = |key: &String| key.starts_with("x-") || ANNOTATIONS.contains(&key.as_str());
    let is_silent = |schema: &Value| match schema {
        Value::Object(object) => object.keys().all(annotates),
        other => other == &Value::Bool(true),
    };
    let object = schema.as_object()?;
    if !object.keys().all(|key| key == "allOf" || annotates(key)) {
        return None;
    }
    let members = schema.get("allOf")?.as_array()?;
    let mut others = members.iter().filter(|member| !is_silent(member));
    let only = others.next()?;
    (others.next().is_none() && reference_key(only).is_some()).then_some(only)
}

fn classify_constants(schema: &Value) -> Option<Kind> {
    let values = match (schema.get("enum"), schema.get("const")) {
        (Some(Value::Array(values)), _) => values.clone(),
        (_, Some(value)) => vec![value.clone()],
        _ => return None,
    };
    let has_null = values.iter().any(Value::is_null);
    let others: Vec<&Value> = values.iter().filter(|value| !value.is_null()).collect();
    let kind = classify_symbols(&others, schema)
        .or_else(|| classify_codes(&others, schema))
        .unwrap_or_else(|| by_type(schema));
    Some(match kind {
        Kind::Nullable(_) => kind,
        kind if has_null => Kind::Nullable(Box::new(kind)),
        kind => kind,
    })
}

fn classify_symbols(values: &[&Value], schema: &Value) -> Option<Kind> {
    let names = classify_list(values, schema, |value| value.as_str().map(str::to_owned))?;
    Some(match names.len() {
        ..=MOST_CONSTANTS => Kind::Symbols(names),
        _ => Kind::Scalar(Type::String),
    })
}

fn classify_codes(values: &[&Value], schema: &Value) -> Option<Kind> {
    let codes = classify_list(values, schema, Value::as_i64)?;
    Some(match codes.len() {
        ..=MOST_CONSTANTS => Kind::Codes(codes),
        _ => Kind::Scalar(Type::I64),
    })
}

/// The values, each once, if there are some and all are of one type.
fn classify_list<T: Clone + Eq + Hash>(
    values: &[&Value],
    schema: &Value,
    read: impl Fn(&Value) -> Option<T>,
) -> Option<Vec<Constant<T>>> {
    let notes = Notes::from_schema(schema);
    let mut known = IndexMap::with_capacity(values.len());
    for value in values {
        let read = read(value)?;
        known
            .entry(read.clone())
            .or_insert_with(|| notes.make_constant(read, value));
    }
    (!known.is_empty()).then(|| known.into_values().collect())
}

pub(super) fn by_type(schema: &Value) -> Kind {
    let named = scalar_types(schema);
    let null = named.contains(&"null");
    let others: Vec<&str> = named.into_iter().filter(|name| *name != "null").collect();
    let kind = match others.as_slice() {
        ["object"] => classify_object(schema),
        ["array"] => classify_array(schema),
        [one] => Kind::Scalar(scalar_type(one, schema)),
        [] if null => return Kind::Scalar(Type::Json),
        [] => classify_untyped(schema),
        // Every integer is a number, so the wider type holds both.
        ["integer", "number"] | ["number", "integer"] => Kind::Scalar(Type::F64),
        _ => Kind::Scalar(Type::Json),
    };
    if null {
        Kind::Nullable(Box::new(kind))
    } else {
        kind
    }
}

fn classify_untyped(schema: &Value) -> Kind {
    if is_non_empty_object(schema.get("properties")) || has_rest(schema) {
        classify_object(schema)
    } else if schema.get("items").is_some() {
        classify_array(schema)
    } else {
        Kind::Scalar(Type::Json)
    }
}

/// The object with a property of any value for each name that is required and not declared: it has
/// to be sent, so it needs a place.
fn with_undeclared(schema: &Value) -> Value {
    let mut object = schema.clone();
    // The map of the other properties is their place. If it is closed, nothing can be sent under
    // them.
    if schema.get("additionalProperties").is_some() || is_extended(schema) {
        return object;
    }
    let names = required_names(schema);
    if let Some(properties) = object.get_mut("properties").and_then(Value::as_object_mut) {
        for name in names {
            properties
                .entry(name)
                .or_insert_with(|| Value::Object(serde_json::Map::new()));
        }
    }
    object
}

fn classify_object(schema: &Value) -> Kind {
    if is_non_empty_object(schema.get("properties")) {
        // Properties by pattern have no field of their own and no common type, so all stay JSON.
        let has_too_many = schema["properties"]
            .as_object()
            .is_some_and(|properties| properties.len() > MOST_PROPERTIES);
        if has_too_many || schema.get("patternProperties").is_some() {
            return Kind::Map(None);
        }
        return Kind::Object(with_undeclared(schema));
    }
    match schema.get("additionalProperties") {
        Some(values @ Value::Object(members)) if !members.is_empty() => {
            if schema.get("patternProperties").is_some() {
                Kind::Map(None)
            } else {
                Kind::Map(Some(values.clone()))
            }
        }
        _ => Kind::Map(None),
    }
}

fn classify_array(schema: &Value) -> Kind {
    // Items of different types have no common Rust type but JSON.
    if schema.get("prefixItems").is_some() {
        return Kind::List(None);
    }
    match schema.get("items") {
        Some(items) if items.is_object() && !is_null(items) => Kind::List(Some(items.clone())),
        _ => Kind::List(None),
    }
}

fn is_non_empty_object(value: Option<&Value>) -> bool {
    value
        .and_then(Value::as_object)
        .is_some_and(|members| !members.is_empty())
}

fn has_rest(schema: &Value) -> bool {
    is_non_empty_object(schema.get("additionalProperties"))
}
