//! Makes a number that satisfies the bounds and `multipleOf` of a schema.

use serde_json::{Number, Value};

use crate::schema::keyword::Object;

/// A number within the bounds; larger by a step for each `nth`.
pub(super) fn make_number(
    object: &Object,
    integer: bool,
    nth: usize,
    conforms: &dyn Fn(&Value) -> bool,
) -> Option<Value> {
    let bound = |keyword: &str| object.get(keyword).and_then(Value::as_f64);
    let step = bound("multipleOf").filter(|step| *step > 0.0);
    let unit = step.unwrap_or(if integer { 1.0 } else { 0.5 });
    let low = bound("minimum");
    let above = bound("exclusiveMinimum").map(|low| low + unit);
    let high = bound("maximum");
    let below = bound("exclusiveMaximum").map(|high| high - unit);
    // Between two exclusive bounds that are close together, a step from either end is outside.
    let middle = match (
        low.or(bound("exclusiveMinimum")),
        high.or(bound("exclusiveMaximum")),
    ) {
        (Some(low), Some(high)) => Some((low + high) / 2.0),
        _ => None,
    };
    let start = if low.is_some() || above.is_some() {
        None
    } else {
        Some(1.0)
    };
    let rounded = |value: f64| match step {
        Some(step) => (value / step).ceil() * step,
        None if integer => value.ceil(),
        None => value,
    };
    [start, low, above, below, high, middle, Some(0.0)]
        .into_iter()
        .flatten()
        .map(|value| rounded(value) + nth as f64 * unit)
        .filter_map(to_json_number)
        .find(|value| conforms(value))
        .or_else(|| {
            object
                .get("minimum")
                .or_else(|| object.get("maximum"))
                .cloned()
        })
        .or_else(|| to_json_number(1.0))
}

fn to_json_number(value: f64) -> Option<Value> {
    // Up to 2^53, about 9e15, an `f64` holds every integer exactly.
    if value.fract() == 0.0 && value.abs() < 9e15 {
        return Some(Value::from(value as i64));
    }
    Number::from_f64(value).map(Value::Number)
}
