use serde_json::{Number, Value};

/// The value of a plain scalar by the core schema.
pub(super) fn resolve_plain_scalar(text: &str) -> Value {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => Value::Null,
        "true" | "True" | "TRUE" => Value::Bool(true),
        "false" | "False" | "FALSE" => Value::Bool(false),
        _ => resolve_number(text).unwrap_or_else(|| Value::String(text.to_owned())),
    }
}

/// Integers in three bases, and decimal numbers. JSON has no `.inf` and no `.nan`: they stay texts.
fn resolve_number(text: &str) -> Option<Value> {
    let in_base = |digits: &str, base| {
        let number = i64::from_str_radix(digits, base).ok()?;
        Some(Value::Number(number.into()))
    };
    if let Some(digits) = text.strip_prefix("0x") {
        return in_base(digits, 16);
    }
    if let Some(digits) = text.strip_prefix("0o") {
        return in_base(digits, 8);
    }
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let is_number = unsigned.starts_with(|first: char| first.is_ascii_digit() || first == '.')
        && unsigned.contains(|it: char| it.is_ascii_digit())
        && unsigned
            .chars()
            .all(|it| it.is_ascii_digit() || matches!(it, '.' | 'e' | 'E' | '+' | '-'));
    if !is_number {
        return None;
    }
    if unsigned.bytes().all(|it| it.is_ascii_digit()) {
        let plain = text.strip_prefix('+').unwrap_or(text);
        if let Ok(number) = plain.parse::<i64>() {
            return Some(number.into());
        }
    }
    Number::from_f64(text.parse().ok()?).map(Value::Number)
}
