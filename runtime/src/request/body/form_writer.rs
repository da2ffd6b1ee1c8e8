use crate::json::push_escaped;
use crate::request::Style;
use crate::request::body::Encoding;
use crate::request::escaping::Escape;
use crate::request::pair_names::{describe_clash, find_confusable_members};
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

/// What is wrong with a form in which a member of one property would be taken for another property.
pub(in crate::request) fn find_clashes(
    encodings: &[(&str, Encoding)],
    value: &Json,
) -> Vec<Violation> {
    let Json::Object(members) = value else {
        return Vec::new();
    };
    let mut clashes = Vec::new();
    for (name, value) in members {
        let style = Encoding::find_encoding(encodings, name).style;
        let Some(style) = style.filter(|_| value.is_object()) else {
            continue;
        };
        let others = || {
            let known = encodings.iter().map(|(other, _)| *other);
            known.chain(members.keys().map(String::as_str))
        };
        let shape = ValueShape::from_json(value.clone(), style);
        for member in find_confusable_members(name, style, &shape, others) {
            let mut pointer = "/".to_owned();
            push_escaped(&mut pointer, name);
            let message = describe_clash(&member);
            clashes.push(Violation { pointer, message });
        }
    }
    clashes
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
