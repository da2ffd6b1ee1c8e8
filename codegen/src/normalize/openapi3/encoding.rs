//! `encoding`: how properties of a form and parts of a multipart body are written.

use indexmap::IndexMap;
use serde_json::{Map, Value};

use super::super::context::Context;
use super::super::fields;
use super::super::openapi_object::read_object;
use super::super::operation::Encoding;
use super::super::parameter_style::encoding_style;
use super::super::place::Place;
use super::super::skip::Skip;
use super::{headers, parameters};

/// The styles of a query, the first being the default.
pub(super) const STYLES: &[&str] = &["form", "spaceDelimited", "pipeDelimited", "deepObject"];

/// Reads the `encoding` of a media type.
pub(super) fn read_encodings<'a>(
    cx: &mut Context<'a>,
    object: &'a Map<String, Value>,
    at: &Place<'_>,
) -> Result<IndexMap<String, Encoding>, Skip> {
    let encoding = match object.get("encoding") {
        Some(Value::Null) | None => None,
        Some(_) => fields::read_object(cx, object, "encoding", at),
    };
    let at = at.key("encoding");
    let mut all = IndexMap::new();
    for (name, value) in encoding.into_iter().flatten() {
        if let Some(encoding) = read_encoding_value(cx, value, &at.key(name))? {
            all.insert(name.clone(), encoding);
        }
    }
    Ok(all)
}

/// Reads a value that should be an encoding.
pub(super) fn read_encoding_value<'a>(
    cx: &mut Context<'a>,
    value: &'a Value,
    at: &Place<'_>,
) -> Result<Option<Encoding>, Skip> {
    let Value::Object(object) = value else {
        let kind = fields::json_kind(value);
        let message = format!("an encoding must be an object, not {kind}; it is ignored");
        cx.warn(at, message);
        return Ok(None);
    };
    read_encoding(cx, object, at).map(Some)
}

pub(super) fn read_encoding<'a>(
    cx: &mut Context<'a>,
    object: &'a Map<String, Value>,
    at: &Place<'_>,
) -> Result<Encoding, Skip> {
    let mut out = Map::new();
    fields::copy_texts(cx, object, &mut out, &["contentType"], at);
    fields::copy_flags(cx, object, &mut out, &["explode", "allowReserved"], at);
    let style = parameters::read_style(cx, object, STYLES, at);
    if let Some(style) = style {
        out.insert("style".into(), style.into());
    }
    // openapiv3 reads a missing `explode` as false, whatever the style.
    if !out.contains_key("explode") && style.is_none_or(|style| style == "form") {
        out.insert("explode".into(), true.into());
    }
    let headers = headers::read_headers(cx, object, at)?;
    let read: openapiv3::Encoding = read_object(cx, out, at)?;
    Ok(Encoding {
        style: encoding_style(&read),
        content_type: read.content_type,
        allow_reserved: read.allow_reserved,
        headers,
    })
}
