//! Writes a form, `application/x-www-form-urlencoded`, of an object: pairs, encoded by a static table.

use crate::request::Style;
use crate::request::body::Encoding;
use crate::request::body::style_problems::find_style_problems;
use crate::request::escaping::Escape;
use crate::request::style_expansion::{PairWriter, expand_pairs};
use crate::request::value_shape::{ValueShape, leaf_text};
use crate::value::Json;
use crate::violation::Violation;

/// The text of a form.
pub(in crate::request) fn write_form(encodings: &[(&str, Encoding)], value: Json) -> String {
    let members = match value {
        Json::Object(members) => members,
        other => return leaf_text(other).unwrap_or_default(),
    };
    let mut text = String::new();
    for (name, value) in members {
        let encoding = Encoding::find_encoding(encodings, &name);
        let style = encoding.style.unwrap_or(default_style(&value));
        let mut out = PairWriter {
            text: &mut text,
            separator: "&",
            escape: form_escape(encoding),
        };
        expand_pairs(&mut out, &name, style, &ValueShape::from_json(value, style));
    }
    text
}

/// What is wrong with a form that stands at the JSON pointer `at`.
pub(in crate::request) fn find_form_problems(
    at: &str,
    encodings: &[(&str, Encoding)],
    value: &Json,
) -> Vec<Violation> {
    find_style_problems(at, encodings, value, form_escape)
}

fn default_style(value: &Json) -> Style {
    if value.is_object() {
        Style::Json
    } else {
        Style::FormExploded
    }
}

fn form_escape(encoding: &Encoding) -> Escape {
    if encoding.allow_reserved {
        Escape::Reserved
    } else {
        Escape::Form
    }
}
