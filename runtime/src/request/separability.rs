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
    let has_text_for_each = matches!(
        style,
        Style::FormExploded | Style::MatrixExploded | Style::DeepObject | Style::Json
    );
    if has_text_for_each {
        return Ok(());
    }
    let delimiter = escape.delimiter(style);
    let is_split = |text: &String| escape_value(escape, text).contains(delimiter);
    match shape {
        ValueShape::Items(items) if items.iter().any(is_split) => {
            Err(describe_split("an item", style))
        }
        ValueShape::Members(members)
            if members
                .iter()
                .any(|(name, value)| is_split(name) || is_split(value)) =>
        {
            Err(describe_split("a member", style))
        }
        ValueShape::Members(members)
            if style.is_exploded() && members.iter().any(|(name, _)| name.contains('=')) =>
        {
            Err("has a member whose name contains '=', which ends names here".to_owned())
        }
        _ => Ok(()),
    }
}

/// An escaped value, in which the digits of percent triples are capitals like those of delimiters.
fn escape_value(escape: Escape, text: &str) -> String {
    let mut escaped = String::new();
    escape.push_escaped(&mut escaped, text);
    escaped.make_ascii_uppercase();
    escaped
}

fn describe_split(what: &str, style: Style) -> String {
    let delimiter = Escape::Raw.delimiter(style);
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
    }

    #[test]
    fn what_cannot_be_escaped_is_a_problem() {
        for (style, escape, value) in [
            (Style::Simple, Escape::Raw, json!(["a,b"])),
            (Style::Simple, Escape::Raw, json!({"a": "b,c"})),
            (Style::SimpleExploded, Escape::Percent, json!({"a=b": "c"})),
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
