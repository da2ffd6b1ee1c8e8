//! Finds lists and objects that a server would split at other places than where their items end: an item contains the
//! character that separates items, and the place it goes to has no escape for it (OpenAPI 3.1.1, "Delimited by
//! Something"; RFC 6570 leaves it open). It knows styles and escapes, and neither parameters nor bodies.

use crate::request::Style;
use crate::request::escaping::Escape;
use crate::request::value_shape::ValueShape;

/// Checks that the items of a value can be told apart where they stand in one text.
///
/// # Errors
///
/// What is wrong with the value, for a violation: a caller could add items that the schema forbids.
pub(super) fn check_separable(
    style: Style,
    shape: &ValueShape,
    escape: Escape,
) -> Result<(), String> {
    let (delimiter, shown) = match style {
        Style::FormExploded | Style::DeepObject | Style::Json => return Ok(()),
        Style::MatrixExploded => (";", ";"),
        _ => (escape.delimiter(style), Escape::Raw.delimiter(style)),
    };
    let has = |text: &str, delimiter: &str| escape_value(escape, text).contains(delimiter);
    // What follows a semicolon is the next parameter of the segment.
    let ends_matrix =
        |text: &String| matches!(style, Style::Matrix | Style::MatrixExploded) && has(text, ";");
    let is_ambiguous = |text: &String| has(text, delimiter) || ends_matrix(text);
    match shape {
        ValueShape::Text(text) if ends_matrix(text) => Err(describe_split("text", ";")),
        ValueShape::Items(items) if items.iter().any(is_ambiguous) => {
            Err(describe_split("an item", shown))
        }
        ValueShape::Members(members)
            if members
                .iter()
                .any(|(name, value)| is_ambiguous(name) || is_ambiguous(value)) =>
        {
            Err(describe_split("a member", shown))
        }
        ValueShape::Members(members)
            if style.is_exploded() && members.iter().any(|(name, _)| has(name, "=")) =>
        {
            Err("has a member whose name contains '=', which ends names here".to_owned())
        }
        _ => Ok(()),
    }
}

/// [`check_separable`] for a header, in which a quoted string may contain what separates items (RFC 9110, section 5.6.4):
/// `"a, b"`, `W/"1,2"`. What is around an item must not be white space, which receivers remove.
pub(super) fn check_header_items(style: Style, shape: &ValueShape) -> Result<(), String> {
    let outside = match shape {
        ValueShape::Items(items) => ValueShape::Items(
            items
                .iter()
                .map(|item| without_quoted_strings(item))
                .collect(),
        ),
        ValueShape::Members(members) => {
            let members = members.iter();
            let members =
                members.map(|(name, value)| (name.clone(), without_quoted_strings(value)));
            ValueShape::Members(members.collect())
        }
        _ => return check_outer_spaces(shape),
    };
    check_separable(style, &outside, Escape::Raw)?;
    check_outer_spaces(shape)
}

/// Checks that a header's value, and each item of a list in it, begins and ends with something else than white space.
fn check_outer_spaces(shape: &ValueShape) -> Result<(), String> {
    // Spaces and tabs around a value are no part of it (RFC 9110, section 5.5), nor are those around the commas of a list of
    // any item (section 5.6.1).
    let is_outer = |text: &String| text.trim_matches([' ', '\t']) != text;
    let wrong = match shape {
        ValueShape::Text(text) if is_outer(text) => "begins",
        ValueShape::Items(items) if items.iter().any(is_outer) => "has an item that begins",
        ValueShape::Members(members)
            if members
                .iter()
                .any(|(name, value)| is_outer(name) || is_outer(value)) =>
        {
            "has a member that begins"
        }
        _ => return Ok(()),
    };
    Err(format!(
        "{wrong} or ends with white space, which a receiver of this header removes, so the API would \
         read another value"
    ))
}

/// What of a text stands outside of quoted strings. One that does not end is no quoted string.
fn without_quoted_strings(text: &str) -> String {
    let mut outside = String::new();
    let mut rest = text;
    while let Some((before, quoted)) = rest.split_once('"') {
        let mut is_escaped = false;
        let end = quoted.find(|c: char| {
            let is_end = c == '"' && !is_escaped;
            is_escaped = c == '\\' && !is_escaped;
            is_end
        });
        let Some(after) = end.and_then(|end| quoted.get(end + 1..)) else {
            break;
        };
        outside.push_str(before);
        rest = after;
    }
    outside + rest
}

/// An escaped value, in which the digits of percent triples are capitals like those of delimiters.
fn escape_value(escape: Escape, text: &str) -> String {
    let mut escaped = String::new();
    escape.push_escaped(&mut escaped, text);
    escaped.make_ascii_uppercase();
    escaped
}

fn describe_split(what: &str, delimiter: &str) -> String {
    format!(
        "has {what} that contains {delimiter:?}, which separates values here and cannot be escaped, so the API would \
         read it as several"
    )
}

#[cfg(test)]
mod tests {
    use serde_json::{Value as Json, json};

    use super::*;

    fn check(style: Style, escape: Escape, value: Json) -> bool {
        check_separable(style, &ValueShape::from_json(value, style), escape).is_ok()
    }

    #[test]
    fn what_is_escaped_is_no_delimiter() {
        assert!(check(Style::Form, Escape::Percent, json!(["a,b", "c"])));
        assert!(check(Style::Simple, Escape::Percent, json!({"a,": "b,c"})));
        assert!(check(Style::Form, Escape::Cookie, json!(["a,b"])));
        assert!(check(Style::SpaceDelimited, Escape::Form, json!(["a+b"])));
        assert!(check(Style::FormExploded, Escape::Raw, json!(["a,b"])));
        assert!(check(Style::Simple, Escape::Raw, json!("a,b")));
        let members = json!({"a=b": "c"});
        assert!(check(Style::SimpleExploded, Escape::Percent, members));
        assert!(check(
            Style::MatrixExploded,
            Escape::Percent,
            json!(["a;b"])
        ));
    }

    #[test]
    fn quoted_strings_of_a_header_are_one_item() {
        let check = |items: Json| {
            check_header_items(Style::Simple, &ValueShape::from_json(items, Style::Simple)).is_ok()
        };
        assert!(check(json!([r#"W/"1,2""#, r#""a \", b""#])));
        assert!(check(json!({"x": r#""a, b""#})));
        assert!(!check(json!([r#""a", b"#])));
        assert!(!check(json!([r#""a, b"#])));
    }

    #[test]
    fn values_and_items_of_a_header_have_no_outer_white_space() {
        let check = |items: Json| {
            check_header_items(Style::Simple, &ValueShape::from_json(items, Style::Simple))
        };
        for value in [json!(["a ", "b"]), json!(["a", "\tb"]), json!([" "])] {
            let why = check(value).expect_err("would be read as another value");
            assert!(
                why.starts_with("has an item that begins or ends with white space"),
                "{why}"
            );
        }
        let why = check(json!({"a": "b "})).expect_err("would be read as another value");
        assert!(why.starts_with("has a member that begins or ends"), "{why}");
        let why = check(json!(" a")).expect_err("would be read as another value");
        assert!(why.starts_with("begins or ends"), "{why}");
        assert_eq!(check(json!("a b")), Ok(()));
        assert_eq!(check(json!(["a b", "c\u{a0}", ""])), Ok(()));
        // A quoted string keeps its spaces.
        assert_eq!(check(json!([r#"" a ""#])), Ok(()));
    }

    #[test]
    fn what_cannot_be_escaped_is_a_problem() {
        for (style, escape, value) in [
            (Style::Simple, Escape::Raw, json!(["a,b"])),
            (Style::Simple, Escape::Raw, json!({"a": "b,c"})),
            (Style::SimpleExploded, Escape::Raw, json!({"a=b": "c"})),
            (Style::MatrixExploded, Escape::Segment, json!(["a;b=c"])),
            (Style::MatrixExploded, Escape::Segment, json!({"a;b": "c"})),
            (Style::Matrix, Escape::Segment, json!(["a;b=c"])),
            (Style::Matrix, Escape::Segment, json!("a;b=c")),
            (Style::Form, Escape::Reserved, json!(["a,b"])),
            (Style::PipeDelimited, Escape::Percent, json!(["a|b"])),
            (Style::PipeDelimited, Escape::Reserved, json!(["a%7cb"])),
            (Style::SpaceDelimited, Escape::Form, json!(["a b"])),
            (Style::SpaceDelimited, Escape::Percent, json!(["a b"])),
            (Style::LabelExploded, Escape::Percent, json!([1.5])),
        ] {
            assert!(
                !check(style, escape, value.clone()),
                "{style:?} {escape:?} {value}"
            );
        }
    }
}
