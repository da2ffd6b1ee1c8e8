//! Writes a parameter's value in a style (RFC 6570; OpenAPI, "Style Examples"): inline for paths and headers, as
//! pairs for queries and cookies. It takes a `ValueShape` and an `Escape`.

use crate::json::Json;
use crate::request::Style;
use crate::request::escaping::Escape;
use crate::request::value_shape::{ValueShape, leaf_text};

/// The text of a path or header parameter; none where there is nothing to write.
pub(super) fn expand_inline(
    name: &str,
    style: Style,
    shape: &ValueShape,
    escape: Escape,
) -> Option<String> {
    let mut out = String::new();
    match style {
        Style::Matrix | Style::MatrixExploded => push_matrix(&mut out, name, style, shape, escape),
        Style::Label | Style::LabelExploded => {
            out.push('.');
            push_delimited(&mut out, style, shape, escape);
        }
        _ => push_delimited(&mut out, style, shape, escape),
    }
    (*shape != ValueShape::Undefined).then_some(out)
}

/// Appends the `name=value` pairs of a query or cookie parameter.
pub(super) fn expand_pairs(out: &mut PairWriter<'_>, name: &str, style: Style, shape: &ValueShape) {
    match shape {
        ValueShape::Undefined => {}
        ValueShape::Items(items) if style.is_exploded() => {
            for item in items {
                out.push_pair(name, item);
            }
        }
        ValueShape::Members(members) if style.is_exploded() => {
            for (member, value) in members {
                out.push_pair(member, value);
            }
        }
        ValueShape::Tree(value) => {
            for_each_leaf(name, value, &mut |name, value| out.push_pair(name, value))
        }
        ValueShape::Text(_) | ValueShape::Items(_) | ValueShape::Members(_) => {
            out.start_pair(name);
            push_delimited(out.text, style, shape, out.escape);
        }
    }
}

/// A query or the pairs of a `Cookie` header, being written.
pub(super) struct PairWriter<'a> {
    pub(super) text: &'a mut String,
    pub(super) separator: &'static str,
    pub(super) escape: Escape,
}

impl PairWriter<'_> {
    pub(super) fn push_pair(&mut self, name: &str, value: &str) {
        self.start_pair(name);
        self.escape.push_escaped(self.text, value);
    }

    pub(super) fn start_pair(&mut self, name: &str) {
        if !self.text.is_empty() {
            self.text.push_str(self.separator);
        }
        self.escape.push_escaped_name(self.text, name);
        self.text.push('=');
    }
}

fn push_delimited(out: &mut String, style: Style, shape: &ValueShape, escape: Escape) {
    let delimiter = escape.delimiter(style);
    match shape {
        ValueShape::Undefined => {}
        ValueShape::Text(text) => escape.push_escaped(out, text),
        ValueShape::Items(items) => {
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    out.push_str(delimiter);
                }
                escape.push_escaped(out, item);
            }
        }
        ValueShape::Members(members) => {
            // OpenAPI, "Style Examples": `R=100,G=200` with explode, `R,100,G,200` without.
            let equals = if style.is_exploded() { "=" } else { delimiter };
            for (index, (name, value)) in members.iter().enumerate() {
                if index > 0 {
                    out.push_str(delimiter);
                }
                escape.push_escaped(out, name);
                out.push_str(equals);
                escape.push_escaped(out, value);
            }
        }
        ValueShape::Tree(value) => escape.push_escaped(out, &value.to_string()),
    }
}

fn push_matrix(out: &mut String, name: &str, style: Style, shape: &ValueShape, escape: Escape) {
    match shape {
        ValueShape::Items(items) if style.is_exploded() => {
            for item in items {
                push_matrix_pair(out, name, item, escape);
            }
        }
        ValueShape::Members(members) if style.is_exploded() => {
            for (member, value) in members {
                push_matrix_pair(out, member, value, escape);
            }
        }
        ValueShape::Text(text) => push_matrix_pair(out, name, text, escape),
        _ => {
            push_matrix_pair(out, name, "", escape);
            out.push('=');
            push_delimited(out, style, shape, escape);
        }
    }
}

fn push_matrix_pair(out: &mut String, name: &str, value: &str, escape: Escape) {
    out.push(';');
    escape.push_escaped(out, name);
    if !value.is_empty() {
        out.push('=');
        escape.push_escaped(out, value);
    }
}

/// Names and values of all leaves in a value, `name[member][0]`.
pub(super) fn for_each_leaf(name: &str, value: &Json, add: &mut impl FnMut(&str, &str)) {
    match value {
        Json::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                for_each_leaf(&format!("{name}[{index}]"), item, add);
            }
        }
        Json::Object(members) => {
            for (member, value) in members {
                for_each_leaf(&format!("{name}[{member}]"), value, add);
            }
        }
        value => {
            if let Some(text) = leaf_text(value.clone()) {
                add(name, &text);
            }
        }
    }
}
