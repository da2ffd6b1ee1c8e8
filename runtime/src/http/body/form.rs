use crate::http::Style;
use crate::http::body::Encoding;
use crate::http::escape::Escape;
use crate::http::expand::{Pairs, pairs};
use crate::http::shape::{Shape, leaf};
use crate::value::Json;

/// The text of a form.
pub(in crate::http) fn write(encodings: &[(&str, Encoding)], value: Json) -> String {
    let members = match value {
        Json::Object(members) => members,
        other => return leaf(other).unwrap_or_default(),
    };
    let mut text = String::new();
    for (name, value) in members {
        let encoding = Encoding::of(encodings, &name);
        let style = encoding.style.unwrap_or(default_style(&value));
        let mut out = Pairs {
            text: &mut text,
            separator: "&",
            escape: escape(encoding),
        };
        pairs(&mut out, &name, style, &Shape::of(value, style));
    }
    text
}

fn default_style(value: &Json) -> Style {
    if value.is_object() {
        Style::Json
    } else {
        Style::FormExploded
    }
}

fn escape(encoding: &Encoding) -> Escape {
    if encoding.allow_reserved {
        Escape::Reserved
    } else {
        Escape::Form
    }
}
