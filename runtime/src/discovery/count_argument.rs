//! Arguments that are counts, as models write them.

use crate::value::Json;

/// A whole number that is not negative. It may be written as a text or, as some clients write any number, with `.0`.
pub(super) fn parse_count(value: &Json) -> Option<usize> {
    if let Some(text) = value.as_str() {
        return text.trim().parse().ok();
    }
    match value.as_u64() {
        Some(count) => usize::try_from(count).ok(),
        None => {
            let count = value.as_f64().filter(|count| count.fract() == 0.0)?;
            format!("{count:.0}").parse().ok()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn counts_are_read_as_models_write_them() {
        for count in [json!(1000), json!(1000.0), json!(" 1000 ")] {
            assert_eq!(parse_count(&count), Some(1000), "{count}");
        }
        for other in [
            json!(1.5),
            json!(-1),
            json!(-1.0),
            json!("1.5"),
            json!(1e300),
            json!([]),
        ] {
            assert_eq!(parse_count(&other), None, "{other}");
        }
    }
}
