//! Scalars by the core schema of YAML 1.2.

use saphyr_parser::{ScalarStyle, Tag};
use serde_json::{Number, Value};

/// What a scalar stands for.
#[derive(Debug, PartialEq)]
pub(super) enum Scalar {
    /// A value that JSON has.
    Value(Value),
    /// A number that JSON does not have: infinite, or not a number.
    NotFinite,
    /// Its tag does not go with its text.
    Mismatch,
    /// A string under a tag that nothing is known about.
    UnknownTag,
}

/// The value of a scalar; plain ones are told by their form, others are strings.
pub(super) fn resolve_scalar(text: &str, style: ScalarStyle, tag: Option<&Tag>) -> Scalar {
    match tag.map(TagKind::from_tag) {
        None if style == ScalarStyle::Plain => resolve_plain(text),
        None | Some(TagKind::String) => string_scalar(text),
        Some(TagKind::Null) => require_kind(resolve_plain(text), Value::is_null),
        Some(TagKind::Bool) => require_kind(resolve_plain(text), Value::is_boolean),
        Some(TagKind::Int) => require_kind(resolve_plain(text), |value| {
            value.is_u64() || value.is_i64()
        }),
        Some(TagKind::Float) => require_kind(resolve_plain(text), Value::is_number),
        Some(TagKind::Unknown) => Scalar::UnknownTag,
    }
}

/// Whether a key is the merge key of YAML 1.1, which files of 1.2 still use.
pub(in super::super) fn is_merge_key(text: &str, style: ScalarStyle, tag: Option<&Tag>) -> bool {
    let merges = match tag {
        None => style == ScalarStyle::Plain,
        Some(tag) => tag.is_yaml_core_schema() && tag.suffix == "merge",
    };
    merges && text == "<<"
}

enum TagKind {
    String,
    Null,
    Bool,
    Int,
    Float,
    Unknown,
}

impl TagKind {
    fn from_tag(tag: &Tag) -> Self {
        let is_bare_bang = tag.handle.is_empty() && tag.suffix == "!";
        match tag.suffix.as_str() {
            // `!` is the non-specific tag, under which a scalar is a string (YAML 1.2.2, section
            // 6.9.1).
            _ if is_bare_bang => Self::String,
            _ if !tag.is_yaml_core_schema() => Self::Unknown,
            // JSON has neither bytes nor times, and both are written as text.
            "str" | "binary" | "timestamp" => Self::String,
            "null" => Self::Null,
            "bool" => Self::Bool,
            "int" => Self::Int,
            "float" => Self::Float,
            _ => Self::Unknown,
        }
    }
}

fn require_kind(scalar: Scalar, is_right: impl Fn(&Value) -> bool) -> Scalar {
    match scalar {
        Scalar::Value(value) if !is_right(&value) => Scalar::Mismatch,
        other => other,
    }
}

fn string_scalar(text: &str) -> Scalar {
    Scalar::Value(Value::String(text.to_owned()))
}

fn resolve_plain(text: &str) -> Scalar {
    match text {
        // YAML 1.2.2, section 10.3.2: no other words are null or boolean, so that `no` is a string.
        "" | "~" | "null" | "Null" | "NULL" => Scalar::Value(Value::Null),
        "true" | "True" | "TRUE" => Scalar::Value(Value::Bool(true)),
        "false" | "False" | "FALSE" => Scalar::Value(Value::Bool(false)),
        _ if text.starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c)) => {
            resolve_number(text)
        }
        _ => string_scalar(text),
    }
}

fn resolve_number(text: &str) -> Scalar {
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    match unsigned {
        ".inf" | ".Inf" | ".INF" => return Scalar::NotFinite,
        ".nan" | ".NaN" | ".NAN" if unsigned == text => return Scalar::NotFinite,
        _ => {}
    }
    let number = if is_digits(unsigned, 10) {
        parse_decimal(text)
    } else if let Some(digits) = text
        .strip_prefix("0x")
        .filter(|digits| is_digits(digits, 16))
    {
        parse_in_radix(digits, 16)
    } else if let Some(digits) = text
        .strip_prefix("0o")
        .filter(|digits| is_digits(digits, 8))
    {
        parse_in_radix(digits, 8)
    } else if is_float(unsigned) {
        text.parse().ok().and_then(Number::from_f64)
    } else {
        return string_scalar(text);
    };
    number.map_or(Scalar::NotFinite, |number| Scalar::Value(number.into()))
}

fn is_digits(text: &str, radix: u32) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_digit(radix))
}

/// Exact where 64 bits hold it.
fn parse_decimal(text: &str) -> Option<Number> {
    // Integers first: a 64-bit id as a float would lose its last digits.
    let signed = text.parse::<i64>().ok().map(Number::from);
    let unsigned = || text.parse::<u64>().ok().map(Number::from);
    let float = || text.parse().ok().and_then(Number::from_f64);
    signed.or_else(unsigned).or_else(float)
}

fn parse_in_radix(digits: &str, radix: u32) -> Option<Number> {
    let float = || {
        let digits = digits.chars().filter_map(|digit| digit.to_digit(radix));
        let value = digits.fold(0.0, |value, digit| {
            value * f64::from(radix) + f64::from(digit)
        });
        Number::from_f64(value)
    };
    let exact = u64::from_str_radix(digits, radix).ok().map(Number::from);
    exact.or_else(float)
}

/// `[0-9]+(\.[0-9]*)?` or `\.[0-9]+`, then an optional exponent.
fn is_float(unsigned: &str) -> bool {
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (unsigned, None),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits_or_none = |text: &str| text.is_empty() || is_digits(text, 10);
    let exponent_fits = exponent.is_none_or(|exponent| {
        is_digits(exponent.strip_prefix(['-', '+']).unwrap_or(exponent), 10)
    });
    let has_digits = !(whole.is_empty() && fraction.is_empty());
    has_digits && digits_or_none(whole) && digits_or_none(fraction) && exponent_fits
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn value(text: &str) -> Value {
        match resolve_plain(text) {
            Scalar::Value(value) => value,
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn words_of_older_yaml_are_strings() {
        for text in [
            "no",
            "No",
            "NO",
            "yes",
            "on",
            "off",
            "y",
            "n",
            "nULL",
            "tRUE",
            "2020-01-01",
            "12:30:45",
            "1_000",
            "0b1",
            "0x",
            "0o8",
            "0xg",
            "+",
            "-",
            ".",
            "..",
            "1.2.3",
            "1e",
            "e1",
            ".e1",
            "1e+",
            "--1",
            "+.nan",
            "-0x1",
            "- 1",
            "1 ",
            "null ",
            "=",
            "<<",
            "inf",
            "nan",
            "٣",
        ] {
            assert_eq!(value(text), json!(text));
        }
    }

    #[test]
    fn null_and_booleans() {
        for text in ["", "~", "null", "Null", "NULL"] {
            assert_eq!(value(text), Value::Null);
        }
        for text in ["true", "True", "TRUE"] {
            assert_eq!(value(text), json!(true));
        }
        for text in ["false", "False", "FALSE"] {
            assert_eq!(value(text), json!(false));
        }
    }

    #[test]
    fn integers_keep_their_value() {
        assert_eq!(value("0123"), json!(123));
        assert_eq!(value("-7"), json!(-7));
        assert_eq!(value("+7"), json!(7));
        assert_eq!(value("0o17"), json!(15));
        assert_eq!(value("0xFf"), json!(255));
        assert_eq!(value("9223372036854775807"), json!(i64::MAX));
        assert_eq!(value("-9223372036854775808"), json!(i64::MIN));
        assert_eq!(value("18446744073709551615"), json!(u64::MAX));
        assert_eq!(
            value("18446744073709551616"),
            json!(18446744073709551616f64)
        );
        assert_eq!(value("0xFFFFFFFFFFFFFFFF"), json!(u64::MAX));
        assert_eq!(value("0x10000000000000000"), json!(18446744073709551616f64));
    }

    #[test]
    fn floats() {
        assert_eq!(value("1.5"), json!(1.5));
        assert_eq!(value("1."), json!(1.0));
        assert_eq!(value("-.5"), json!(-0.5));
        assert_eq!(value("1e3"), json!(1000.0));
        assert_eq!(value("6.02E+23"), json!(6.02e23));
        for text in [".inf", "-.Inf", "+.INF", ".nan", ".NaN", "1e999"] {
            assert_eq!(resolve_plain(text), Scalar::NotFinite, "{text}");
        }
    }

    #[test]
    fn tags_decide_before_the_form() {
        let tagged = |suffix: &str, text| {
            let tag = Tag {
                handle: "tag:yaml.org,2002:".to_owned(),
                suffix: suffix.to_owned(),
            };
            resolve_scalar(text, ScalarStyle::Plain, Some(&tag))
        };
        assert_eq!(tagged("str", "12"), Scalar::Value(json!("12")));
        assert_eq!(tagged("timestamp", "2020"), Scalar::Value(json!("2020")));
        assert_eq!(tagged("int", "12"), Scalar::Value(json!(12)));
        assert_eq!(tagged("float", "12"), Scalar::Value(json!(12)));
        assert_eq!(tagged("null", ""), Scalar::Value(json!(null)));
        assert_eq!(tagged("int", "twelve"), Scalar::Mismatch);
        assert_eq!(tagged("bool", "yes"), Scalar::Mismatch);
        assert_eq!(tagged("vec", "x"), Scalar::UnknownTag);
        let quoted = resolve_scalar("12", ScalarStyle::DoubleQuoted, None);
        assert_eq!(quoted, Scalar::Value(json!("12")));
    }
}
