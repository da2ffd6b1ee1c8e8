use serde_json::{Number, Value};

/// The type of a value, as JSON Schema calls it; `integer` for a number without a fraction.
pub(crate) fn type_name(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if is_integer(number) => "integer",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

/// Whether a value is of a type. Of a type that there is not in JSON Schema, every value is.
pub(crate) fn has_type(value: &Value, name: &str) -> bool {
    match name {
        "number" => value.is_number(),
        "null" | "boolean" | "integer" | "string" | "array" | "object" => type_name(value) == name,
        _ => true,
    }
}

fn is_integer(number: &Number) -> bool {
    number.is_i64() || number.is_u64() || number.as_f64().is_some_and(|it| it.fract() == 0.0)
}

/// Whether values are the same in JSON Schema, where 1.0 is 1.
pub(crate) fn are_equal(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Number(left), Value::Number(right)) => {
            // Integers beyond 2^53 are the same as floats and differ.
            left == right || (left.is_f64() != right.is_f64() && left.as_f64() == right.as_f64())
        }
        (Value::Array(left), Value::Array(right)) => {
            left.len() == right.len() && left.iter().zip(right).all(|(a, b)| are_equal(a, b))
        }
        (Value::Object(left), Value::Object(right)) => {
            let same = |(name, value)| right.get(name).is_some_and(|it| are_equal(value, it));
            left.len() == right.len() && left.iter().all(same)
        }
        _ => left == right,
    }
}
