//! Compares and combines the numbers of two schemas: bounds, and `multipleOf`.

use std::cmp::Ordering;

use serde_json::{Number, Value};

/// Compares two JSON numbers, integers exactly.
pub(crate) fn compare_numbers(a: &Number, b: &Number) -> Option<Ordering> {
    match (as_integer(a), as_integer(b)) {
        (Some(a), Some(b)) => Some(a.cmp(&b)),
        // Integers beyond 2^53 would compare equal as `f64`.
        _ => a.as_f64()?.partial_cmp(&b.as_f64()?),
    }
}

fn as_integer(number: &Number) -> Option<i128> {
    number
        .as_i64()
        .map(i128::from)
        .or_else(|| number.as_u64().map(i128::from))
}

/// The one of two bounds that wins in that comparison.
pub(crate) fn tighter_bound(a: Value, b: Value, wins: Ordering) -> Option<Value> {
    let (Value::Number(x), Value::Number(y)) = (&a, &b) else {
        return None;
    };
    Some(if compare_numbers(x, y)? == wins { a } else { b })
}

/// The least common multiple, where one of the two already is it.
pub(crate) fn least_common_multiple(a: Value, b: Value) -> Option<Value> {
    let (x, y) = (a.as_i64()?, b.as_i64()?);
    if x <= 0 || y <= 0 {
        None
    } else if x % y == 0 {
        Some(a)
    } else if y % x == 0 {
        Some(b)
    } else {
        None
    }
}
