use std::cmp::Ordering;

use serde_json::{Number, Value};

/// Compares two JSON numbers, integers exactly.
pub(crate) fn compare(a: &Number, b: &Number) -> Option<Ordering> {
    match (integer(a), integer(b)) {
        (Some(a), Some(b)) => Some(a.cmp(&b)),
        _ => a.as_f64()?.partial_cmp(&b.as_f64()?),
    }
}

fn integer(number: &Number) -> Option<i128> {
    number
        .as_i64()
        .map(i128::from)
        .or_else(|| number.as_u64().map(i128::from))
}

/// The one of two bounds that wins in that comparison.
pub(crate) fn tighter(a: Value, b: Value, wins: Ordering) -> Option<Value> {
    let (Value::Number(x), Value::Number(y)) = (&a, &b) else {
        return None;
    };
    Some(if compare(x, y)? == wins { a } else { b })
}

/// The least common multiple, where one of the two already is it.
pub(crate) fn common_multiple(a: Value, b: Value) -> Option<Value> {
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
