use crate::http::Style;
use crate::http::escape::Escape;
use crate::http::shape::{Shape, leaf};
use crate::value::Json;

/// The text of a path or header parameter; none where there is nothing to write.
pub(super) fn inline(name: &str, style: Style, shape: &Shape, escape: Escape) -> Option<String> {
    let mut out = String::new();
    match style {
        Style::Matrix | Style::MatrixExploded => matrix(&mut out, name, style, shape, escape),
        Style::Label | Style::LabelExploded => {
            out.push('.');
            delimited(&mut out, style, shape, escape);
        }
        _ => delimited(&mut out, style, shape, escape),
    }
    (*shape != Shape::Undefined).then_some(out)
}

/// Appends the `name=value` pairs of a query or cookie parameter.
pub(super) fn pairs(out: &mut Pairs<'_>, name: &str, style: Style, shape: &Shape) {
    match shape {
        Shape::Undefined => {}
        Shape::Items(items) if style.is_exploded() => {
            for item in items {
                out.add(name, item);
            }
        }
        Shape::Members(members) if style.is_exploded() => {
            for (member, value) in members {
                out.add(member, value);
            }
        }
        Shape::Tree(value) => deep(name, value, &mut |name, value| out.add(name, value)),
        Shape::Text(_) | Shape::Items(_) | Shape::Members(_) => {
            out.start(name);
            delimited(out.text, style, shape, out.escape);
        }
    }
}

/// A query or the pairs of a `Cookie` header, being written.
pub(super) struct Pairs<'a> {
    pub(super) text: &'a mut String,
    pub(super) separator: &'static str,
    pub(super) escape: Escape,
}

impl Pairs<'_> {
    pub(super) fn add(&mut self, name: &str, value: &str) {
        self.start(name);
        self.escape.push(self.text, value);
    }

    pub(super) fn start(&mut self, name: &str) {
        if !self.text.is_empty() {
            self.text.push_str(self.separator);
        }
        self.escape.push_name(self.text, name);
        self.text.push('=');
    }
}

fn delimited(out: &mut String, style: Style, shape: &Shape, escape: Escape) {
    let delimiter = escape.delimiter(style);
    match shape {
        Shape::Undefined => {}
        Shape::Text(text) => escape.push(out, text),
        Shape::Items(items) => {
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    out.push_str(delimiter);
                }
                escape.push(out, item);
            }
        }
        Shape::Members(members) => {
            let equals = if style.is_exploded() { "=" } else { delimiter };
            for (index, (name, value)) in members.iter().enumerate() {
                if index > 0 {
                    out.push_str(delimiter);
                }
                escape.push(out, name);
                out.push_str(equals);
                escape.push(out, value);
            }
        }
        Shape::Tree(value) => escape.push(out, &value.to_string()),
    }
}

fn matrix(out: &mut String, name: &str, style: Style, shape: &Shape, escape: Escape) {
    match shape {
        Shape::Items(items) if style.is_exploded() => {
            for item in items {
                matrix_pair(out, name, item, escape);
            }
        }
        Shape::Members(members) if style.is_exploded() => {
            for (member, value) in members {
                matrix_pair(out, member, value, escape);
            }
        }
        Shape::Text(text) => matrix_pair(out, name, text, escape),
        _ => {
            matrix_pair(out, name, "", escape);
            out.push('=');
            delimited(out, style, shape, escape);
        }
    }
}

fn matrix_pair(out: &mut String, name: &str, value: &str, escape: Escape) {
    out.push(';');
    escape.push(out, name);
    if !value.is_empty() {
        out.push('=');
        escape.push(out, value);
    }
}

/// Names and values of all leaves in a value, `name[member][0]`.
pub(super) fn deep(name: &str, value: &Json, add: &mut impl FnMut(&str, &str)) {
    match value {
        Json::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                deep(&format!("{name}[{index}]"), item, add);
            }
        }
        Json::Object(members) => {
            for (member, value) in members {
                deep(&format!("{name}[{member}]"), value, add);
            }
        }
        value => {
            if let Some(text) = leaf(value.clone()) {
                add(name, &text);
            }
        }
    }
}
