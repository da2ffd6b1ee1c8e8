//! The types of texts: what is written as text in XML and CSV is read as a number or a boolean, and formats of texts
//! are recognised.

use serde_json::{Number, Value};

use super::node;
use crate::api::types::SchemaNode;

/// A text of XML or CSV, which has no types of its own.
pub(crate) fn infer_untyped(text: &str) -> SchemaNode {
    let trimmed = text.trim();
    match trimmed {
        "" => node::of_type("string"),
        "true" | "false" => node::sample("boolean", Value::Bool(trimmed == "true")),
        _ => match parse_number(trimmed) {
            Some(number) if number.is_f64() => node::sample("number", Value::Number(number)),
            Some(number) => node::sample("integer", Value::Number(number)),
            None => infer_text(trimmed),
        },
    }
}

/// A text that is known to be one.
pub(crate) fn infer_text(text: &str) -> SchemaNode {
    let mut node = node::sample("string", Value::String(text.to_owned()));
    node.format = detect_format(text).map(str::to_owned);
    node
}

/// A value of JSON or YAML that is no list and no object.
pub(crate) fn infer_typed(value: &Value) -> SchemaNode {
    match value {
        Value::Null => node::of_type("null"),
        Value::Bool(_) => node::sample("boolean", value.clone()),
        Value::Number(number) if number.is_f64() => node::sample("number", value.clone()),
        Value::Number(_) => node::sample("integer", value.clone()),
        Value::String(text) => infer_text(text),
        Value::Array(_) | Value::Object(_) => node::of_type("any"),
    }
}

/// A number as people write it. Digits behind a leading zero are a code, and so are more digits than numbers have.
fn parse_number(text: &str) -> Option<Number> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_decimal = digits.bytes().all(|it| it.is_ascii_digit() || it == b'.')
        && digits.starts_with(|it: char| it.is_ascii_digit())
        && digits.ends_with(|it: char| it.is_ascii_digit());
    let has_leading_zero = digits.len() > 1 && digits.starts_with('0') && !digits.starts_with("0.");
    if !is_decimal || has_leading_zero || digits.len() > 17 {
        return None;
    }
    match text.parse::<i64>() {
        Ok(number) => Some(number.into()),
        Err(_) => Number::from_f64(text.parse().ok()?),
    }
}

/// The format of a text, if it has one of those that a model can use.
fn detect_format(text: &str) -> Option<&'static str> {
    // No format of these is longer in practice, and long texts would be scanned in vain.
    if !text.is_ascii() || text.len() > 300 {
        return None;
    }
    // Dates first, because their form is the strictest.
    if is_date(text) {
        return Some("date");
    }
    if let Some((date, time)) = text.split_once(['T', ' '])
        && is_date(date)
        && is_time(time)
    {
        return Some("date-time");
    }
    // `10:30` may be a ratio or a result of football as well; with seconds it is a time.
    if is_time(text) && text.len() >= 8 {
        return Some("time");
    }
    if is_uuid(text) {
        return Some("uuid");
    }
    if ["http://", "https://", "urn:", "ftp://"]
        .iter()
        .any(|it| text.starts_with(it))
        && !text.contains(' ')
    {
        return Some("uri");
    }
    is_email(text).then_some("email")
}

fn is_date(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let [year, month, day] = parts[..] else {
        return false;
    };
    year.len() == 4
        && year.bytes().all(|it| it.is_ascii_digit())
        && is_in_range(month, 1, 12)
        && is_in_range(day, 1, 31)
}

/// `10:30`, `10:30:00`, `10:30:00.123Z`, `10:30:00+02:00`.
fn is_time(text: &str) -> bool {
    let end = text.find(['Z', '+', '-']).unwrap_or(text.len());
    let (time, zone) = text.split_at(end);
    let (time, fraction) = time.split_once('.').unwrap_or((time, "0"));
    let mut parts = time.split(':');
    // A leap second is `:60` (RFC 3339, section 5.6).
    let limits = [23, 59, 60];
    let are_parts_valid = limits.iter().take(time.split(':').count()).all(|limit| {
        parts
            .next()
            .is_some_and(|part| is_in_range(part, 0, *limit))
    });
    let count = time.split(':').count();
    let is_zone = zone.is_empty()
        || zone == "Z"
        || (zone.len() >= 3
            && zone[1..]
                .bytes()
                .all(|it| it.is_ascii_digit() || it == b':'));
    are_parts_valid
        && (2..=3).contains(&count)
        && !fraction.is_empty()
        && fraction.bytes().all(|it| it.is_ascii_digit())
        && is_zone
}

fn is_in_range(text: &str, lowest: u32, highest: u32) -> bool {
    text.len() == 2
        && text.bytes().all(|it| it.is_ascii_digit())
        && text
            .parse()
            .is_ok_and(|number: u32| (lowest..=highest).contains(&number))
}

fn is_uuid(text: &str) -> bool {
    let groups: Vec<&str> = text.split('-').collect();
    let lengths: Vec<usize> = groups.iter().map(|it| it.len()).collect();
    lengths == [8, 4, 4, 4, 12]
        && groups
            .iter()
            .all(|group| group.bytes().all(|it| it.is_ascii_hexdigit()))
}

fn is_email(text: &str) -> bool {
    let Some((name, host)) = text.split_once('@') else {
        return false;
    };
    let is_part = |part: &str| {
        !part.is_empty()
            && part
                .bytes()
                .all(|it| it.is_ascii_alphanumeric() || b".-_+%".contains(&it))
    };
    is_part(name)
        && is_part(host)
        && host.contains('.')
        && !host.starts_with('.')
        && !host.ends_with('.')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_have_the_types_that_they_look_like() {
        let kind = |text: &str| {
            let node = infer_untyped(text);
            match node.format {
                Some(format) => format!("{} {format}", node.r#type),
                None => node.r#type,
            }
        };
        let kinds = [
            ("3", "integer"),
            ("-3.50", "number"),
            ("007", "string"),
            ("0.5", "number"),
            ("1.2.3", "string"),
            ("true", "boolean"),
            ("12345678901234567890", "string"),
            ("2026-11-24", "string date"),
            ("2026-13-24", "string"),
            ("2026-11-24T10:30:00Z", "string date-time"),
            ("2026-11-24 10:30", "string date-time"),
            ("10:30:00", "string time"),
            ("ada@example.com", "string email"),
            ("https://example.com/x", "string uri"),
            ("67e55044-10b1-426f-9247-bb680e5fe0c8", "string uuid"),
            ("Zoë", "string"),
        ];
        for (text, expected) in kinds {
            assert_eq!(kind(text), expected, "{text}");
        }
    }
}
