use serde_json::{Number, Value};

pub(super) fn parse_number(text: &str) -> Value {
    if let Ok(number) = text.parse::<i64>() {
        return Value::from(number);
    }
    let number = text.parse().ok().and_then(Number::from_f64);
    number.map_or(Value::Null, Value::Number)
}

/// A text without its quotes, its escapes resolved.
pub(super) fn unquote(text: &str) -> String {
    let inner = text
        .get(1..text.len().saturating_sub(1))
        .unwrap_or_default();
    let mut unquoted = String::new();
    let mut letters = inner.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => match letters.next() {
                Some('n') => unquoted.push('\n'),
                Some('t') => unquoted.push('\t'),
                Some('r') => unquoted.push('\r'),
                Some(other) => unquoted.push(other),
                None => {}
            },
            letter => unquoted.push(letter),
        }
    }
    unquoted
}
