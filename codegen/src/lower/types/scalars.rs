//! Rust types of primitive schemas. An integer gets the type that holds all values within its bounds.

use serde_json::Value;

use crate::model::Type;

/// The names in `type`.
pub(super) fn scalar_types(schema: &Value) -> Vec<&str> {
    match schema.get("type") {
        Some(Value::String(name)) => vec![name.as_str()],
        Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    }
}

/// Whether a schema admits null alone.
pub(super) fn is_null(schema: &Value) -> bool {
    scalar_types(schema) == ["null"]
        || schema
            .get("enum")
            .and_then(Value::as_array)
            .is_some_and(|values| !values.is_empty() && values.iter().all(Value::is_null))
        || schema.get("const").is_some_and(Value::is_null)
}

pub(super) fn scalar_type(name: &str, schema: &Value) -> Type {
    match name {
        "string" => Type::String,
        "boolean" => Type::Bool,
        "number" => Type::F64,
        "integer" => integer_type(schema),
        _ => Type::Json,
    }
}

/// From where on a bound is meant to be beyond `i64`; the largest `i64` itself is a little less, in
/// whatever way it was rounded.
const BEYOND_I64: f64 = 9.3e18;

#[allow(clippy::cast_precision_loss)]
fn integer_type(schema: &Value) -> Type {
    let bound = |key| schema.get(key).and_then(Value::as_f64);
    let lowest = bound("minimum").or(bound("exclusiveMinimum").map(|below| below + 1.0));
    let highest = match (bound("maximum"), bound("exclusiveMaximum")) {
        (Some(one), Some(other)) => Some(one.min(other)),
        (one, other) => one.or(other),
    };
    let is_unsigned = lowest.is_some_and(|lowest| lowest >= 0.0);
    if names_beyond_i64(schema) {
        return if is_unsigned { Type::U64 } else { Type::Json };
    }
    let beyond_i32 = [lowest, highest]
        .into_iter()
        .flatten()
        .any(|bound| bound.abs() > f64::from(i32::MAX));
    match schema.get("format").and_then(Value::as_str) {
        Some("int32") if !beyond_i32 => Type::I32,
        Some("uint64") => Type::U64,
        _ if lowest.is_some_and(|lowest| lowest >= i64::MAX as f64) => Type::U64,
        _ => match highest {
            Some(highest) if highest >= BEYOND_I64 && is_unsigned => Type::U64,
            Some(highest) if highest == u64::MAX as f64 && lowest.is_none() => Type::U64,
            _ => Type::I64,
        },
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn integers_have_a_type_that_holds_what_the_bounds_admit() {
        for (schema, expected) in [
            (json!({}), Type::I64),
            (json!({"format": "int32", "maximum": 100}), Type::I32),
            (
                json!({"format": "int32", "minimum": -3_000_000_000_i64}),
                Type::I64,
            ),
            (json!({"maximum": i64::MAX}), Type::I64),
            (json!({"maximum": u64::MAX}), Type::U64),
            (json!({"minimum": -1, "maximum": u64::MAX}), Type::I64),
            (json!({"format": "int64", "maximum": 1e30}), Type::I64),
            (json!({"minimum": 0, "maximum": 1e30}), Type::U64),
            (
                json!({"exclusiveMinimum": -1, "exclusiveMaximum": 1.8446744073709552e19}),
                Type::U64,
            ),
            (json!({"minimum": 9_223_372_036_854_775_808_u64}), Type::U64),
            (json!({"minimum": 0, "default": u64::MAX}), Type::U64),
            (json!({"default": u64::MAX}), Type::Json),
        ] {
            assert_eq!(integer_type(&schema), expected, "{schema}");
        }
    }
}
