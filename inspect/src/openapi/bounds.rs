use serde_json::{Map, Value};

/// Writes the bounds of numbers: in OpenAPI 3.0, a bound that does not belong to the range is a bound and a mark.
pub(super) fn write_bounds(from: &Map<String, Value>, to: &mut Map<String, Value>) {
    let lower = (
        "minimum",
        "exclusiveMinimum",
        f64::max as fn(f64, f64) -> f64,
    );
    let upper = (
        "maximum",
        "exclusiveMaximum",
        f64::min as fn(f64, f64) -> f64,
    );
    for (inclusive, exclusive, stricter) in [lower, upper] {
        let number = |keyword: &str| from.get(keyword).filter(|value| value.is_number());
        let (bound, is_exclusive) = match (number(inclusive), number(exclusive)) {
            (None, None) => continue,
            (Some(bound), None) => (bound, false),
            (None, Some(bound)) => (bound, true),
            (Some(included), Some(excluded)) => {
                let of = |value: &Value| value.as_f64().unwrap_or_default();
                // At the same number, the one that excludes it is stricter.
                let is_exclusive = stricter(of(included), of(excluded)) == of(excluded);
                (if is_exclusive { excluded } else { included }, is_exclusive)
            }
        };
        to.insert(inclusive.to_owned(), bound.clone());
        if is_exclusive {
            to.insert(exclusive.to_owned(), true.into());
        }
    }
}
