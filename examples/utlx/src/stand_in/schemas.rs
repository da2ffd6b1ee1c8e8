//! Parses XSD and JSON Schema. XSD is read in its common part; what a schema has beyond it is told.

use serde_json::Value;

use crate::failure::Failure;
use crate::schema::json_schema::write_schema;
use crate::schema::{json, xsd};

/// The JSON Schema of an XSD.
///
/// # Errors
///
/// It is not a schema, or has parts that are not supported.
pub(super) fn parse_xsd(text: &str) -> Result<Value, Failure> {
    let described = xsd::describe_schema(text)?;
    if let Some(note) = described.notes.first() {
        return Err(Failure::parse(format!(
            "Not supported by the stand-in: {note}"
        )));
    }
    let mut schema = write_schema(&described.node);
    schema["$schema"] = Value::from("https://json-schema.org/draft/2020-12/schema");
    Ok(schema)
}

/// A JSON Schema, checked to be one as far as types of keywords go.
///
/// # Errors
///
/// It is not JSON, or not a schema.
pub(super) fn parse_json_schema(text: &str) -> Result<Value, Failure> {
    let schema = json::parse(text)?;
    check_schema(&schema, "")?;
    Ok(schema)
}

const TYPES: [&str; 7] = [
    "object", "array", "string", "integer", "number", "boolean", "null",
];

fn check_schema(schema: &Value, pointer: &str) -> Result<(), Failure> {
    let members = match schema {
        Value::Bool(_) => return Ok(()),
        Value::Object(members) => members,
        _ => return Err(not_a_schema(pointer, "must be an object or a boolean")),
    };
    if let Some(kind) = members.get("type") {
        let is_type = |value: &Value| value.as_str().is_some_and(|name| TYPES.contains(&name));
        let is_valid = match kind {
            Value::Array(kinds) => kinds.iter().all(is_type),
            kind => is_type(kind),
        };
        if !is_valid {
            return Err(not_a_schema(
                &format!("{pointer}/type"),
                &format!("must name types (got {kind})"),
            ));
        }
    }
    for name in ["properties", "$defs", "definitions", "patternProperties"] {
        match members.get(name) {
            None => {}
            Some(Value::Object(children)) => {
                for (key, child) in children {
                    check_schema(child, &format!("{pointer}/{name}/{key}"))?;
                }
            }
            Some(_) => {
                return Err(not_a_schema(
                    &format!("{pointer}/{name}"),
                    "must be an object",
                ));
            }
        }
    }
    for name in ["items", "additionalProperties", "not"] {
        if let Some(child) = members.get(name).filter(|it| !it.is_array()) {
            check_schema(child, &format!("{pointer}/{name}"))?;
        }
    }
    for name in ["allOf", "anyOf", "oneOf"] {
        for (index, child) in members
            .get(name)
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
            .enumerate()
        {
            check_schema(child, &format!("{pointer}/{name}/{index}"))?;
        }
    }
    if members.get("required").is_some_and(|it| !it.is_array()) {
        return Err(not_a_schema(
            &format!("{pointer}/required"),
            "must be an array of names",
        ));
    }
    Ok(())
}

fn not_a_schema(pointer: &str, reason: &str) -> Failure {
    let place = if pointer.is_empty() {
        "the root"
    } else {
        pointer
    };
    Failure::parse(format!(
        "The source is not a JSON Schema: {place} {reason}."
    ))
}
