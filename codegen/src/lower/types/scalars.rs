use serde_json::Value;

use crate::model::Type;

/// The names in `type`.
pub(super) fn types(schema: &Value) -> Vec<&str> {
    match schema.get("type") {
        Some(Value::String(name)) => vec![name.as_str()],
        Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    }
}

/// Whether a schema admits null alone.
pub(super) fn is_null(schema: &Value) -> bool {
    types(schema) == ["null"]
        || schema
            .get("enum")
            .and_then(Value::as_array)
            .is_some_and(|values| !values.is_empty() && values.iter().all(Value::is_null))
        || schema.get("const").is_some_and(Value::is_null)
}

pub(super) fn scalar(name: &str, schema: &Value) -> Type {
    match name {
        "string" => Type::String,
        "boolean" => Type::Bool,
        "number" => Type::F64,
        "integer" => integer(schema),
        _ => Type::Json,
    }
}

fn integer(schema: &Value) -> Type {
    let bound = |key| schema.get(key).and_then(Value::as_f64);
    let beyond = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"]
        .into_iter()
        .filter_map(bound)
        .any(|bound| bound.abs() > f64::from(i32::MAX));
    if names_beyond_i64(schema) {
        return match bound("minimum") {
            Some(least) if least >= 0.0 => Type::U64,
            _ => Type::Json,
        };
    }
    match schema.get("format").and_then(Value::as_str) {
        Some("int32") if !beyond => Type::I32,
        Some("uint64") => Type::U64,
        _ if bound("maximum").is_some_and(|top| top >= 9.3e18) => Type::U64,
        _ => Type::I64,
    }
}

/// Whether the schema itself speaks of values that `i64` does not hold, such as the largest `i64` as
/// JavaScript rounds it.
fn names_beyond_i64(schema: &Value) -> bool {
    let lists = ["examples", "enum"]
        .into_iter()
        .filter_map(|keyword| schema.get(keyword)?.as_array());
    let single = ["default", "const"]
        .into_iter()
        .filter_map(|keyword| schema.get(keyword));
    lists.flatten().chain(single).any(|value| {
        value.as_i64().is_none() && value.as_f64().is_some_and(|number| number > 9.2e18)
    })
}
