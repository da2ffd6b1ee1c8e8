//! Finds integers of a JSON text that would become other numbers when it is parsed.
//!
//! `serde_json` keeps an integer that does not fit into 64 bits as a float, so that an identifier of 20 digits would be sent
//! upstream as another one. Its feature `arbitrary_precision` keeps the text of every number instead, which makes all calls
//! slower for the sake of numbers that hardly anybody sends. So such a text is rejected before it is parsed. A number with a
//! fraction or an exponent is meant as a float, and passes.

use crate::document::is_space;

/// Longer numbers are truncated in messages.
const MAX_ECHO: usize = 40;

/// The first integer that is rounded when the text is parsed, for a message.
pub(crate) fn find_rounded_integer(text: &[u8]) -> Option<String> {
    let mut rest = text;
    while let Some((&byte, others)) = rest.split_first() {
        rest = match byte {
            b'"' => skip_string(others),
            byte if is_between(byte) => others,
            _ => {
                let end = rest
                    .iter()
                    .position(|&byte| is_between(byte) || byte == b'"');
                let (scalar, others) = rest.split_at(end.unwrap_or(rest.len()));
                match str::from_utf8(scalar) {
                    Ok(scalar) if is_rounded(scalar) => return Some(shorten_number(scalar)),
                    _ => others,
                }
            }
        };
    }
    None
}

/// What a client is told of such an integer.
#[cfg(feature = "server")]
pub(crate) fn describe_rounded_integer(integer: &str) -> String {
    format!(
        "the integer {integer} does not fit into 64 bits, so another number would be sent. Send it as a string, if the tool \
         takes one there"
    )
}

/// What separates the tokens of JSON.
fn is_between(byte: u8) -> bool {
    is_space(byte) || matches!(byte, b'[' | b']' | b'{' | b'}' | b',' | b':')
}

/// What follows the end of a string.
fn skip_string(text: &[u8]) -> &[u8] {
    let mut is_escaped = false;
    let end = text.iter().position(|&byte| {
        let is_end = byte == b'"' && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        is_end
    });
    end.and_then(|end| text.get(end + 1..)).unwrap_or_default()
}

fn is_rounded(number: &str) -> bool {
    let digits = number.strip_prefix('-').unwrap_or(number);
    let is_integer = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    if !is_integer || number.parse::<i64>().is_ok() || number.parse::<u64>().is_ok() {
        return false;
    }
    // One that is out of the range of floats is an error of the parser.
    let float: f64 = number.parse().unwrap_or(f64::INFINITY);
    float.is_finite() && write_sent_digits(float) != digits
}

/// The digits of the integer that is sent in place of a float above 64 bits: the fewest that tell it from other floats, which for 2 to
/// the power of 64 is another integer.
fn write_sent_digits(float: f64) -> String {
    let shortest = format!("{:e}", float.abs());
    let (fraction, exponent) = shortest.split_once('e').unwrap_or((&shortest, "0"));
    let digits = fraction.replace('.', "");
    let length = exponent.parse().unwrap_or(0_usize) + 1;
    format!("{digits:0<length$}")
}

fn shorten_number(number: &str) -> String {
    match number.get(..MAX_ECHO) {
        Some(start) if number.len() > MAX_ECHO => format!("{start}…"),
        _ => number.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_integers_that_change_are_found() {
        for (text, expected) in [
            ("9223372036854775807", None),
            ("-9223372036854775808", None),
            ("-9223372036854775809", Some("-9223372036854775809")),
            ("18446744073709551615", None),
            // 2 to the power of 64 is a float, but is sent as 18446744073709552000.
            ("[1, 18446744073709551616]", Some("18446744073709551616")),
            ("[1, -18446744073709552000]", None),
            ("[1,18446744073709551617]", Some("18446744073709551617")),
            ("100000000000000000000", None),
            ("1e300", None),
            ("0.12345678901234567890123", None),
            ("12345678901234567890123.0", None),
            (
                r#"{"a": {"id": 12345678901234567890123}}"#,
                Some("12345678901234567890123"),
            ),
            (
                r#"{"12345678901234567890123": "\" 12345678901234567890123"}"#,
                None,
            ),
            (
                r#"{"a": "\\", "b": 12345678901234567890123}"#,
                Some("12345678901234567890123"),
            ),
            ("\"12345678901234567890123", None),
            ("", None),
        ] {
            assert_eq!(
                find_rounded_integer(text.as_bytes()).as_deref(),
                expected,
                "{text}"
            );
        }
        let long = "1".repeat(300);
        let found = find_rounded_integer(long.as_bytes());
        assert_eq!(found, Some(format!("{}…", "1".repeat(40))));
    }

    /// What is found is what a parser makes another number of.
    #[test]
    fn what_is_not_found_is_kept_by_the_parser() {
        for power in 0..300 {
            for number in [
                format!("1{}", "0".repeat(power)),
                format!("1{}", "2".repeat(power)),
            ] {
                let parsed: serde_json::Value = serde_json::from_str(&number).expect("is a number");
                let sent = parsed.to_string();
                let kept = match sent.split_once("e+") {
                    Some((fraction, exponent)) => {
                        let exponent: usize = exponent.parse().expect("is a number");
                        let (whole, part) = fraction.split_once('.').unwrap_or((fraction, ""));
                        format!("{whole}{part}{}", "0".repeat(exponent - part.len()))
                    }
                    None => sent,
                };
                let is_found = find_rounded_integer(number.as_bytes()).is_some();
                assert_eq!(is_found, kept != number, "{number}");
            }
        }
    }
}
