use serde_json::{Map, Value};

use super::super::context::Context;
use super::super::fields;
use super::super::place::Place;
use super::{headers, parameters};

/// The styles of a query, the first being the default.
pub(super) const STYLES: &[&str] = &["form", "spaceDelimited", "pipeDelimited", "deepObject"];

/// `encoding` of a media type.
pub(super) fn convert<'a>(
    cx: &mut Context<'a>,
    object: &'a Map<String, Value>,
    at: &Place<'_>,
) -> Map<String, Value> {
    let encoding = match object.get("encoding") {
        Some(Value::Null) | None => None,
        Some(_) => fields::object(cx, object, "encoding", at),
    };
    let at = at.key("encoding");
    let mut out = Map::new();
    for (name, value) in encoding.into_iter().flatten() {
        let at = at.key(name);
        let Value::Object(object) = value else {
            let kind = fields::kind(value);
            cx.warn(
                &at,
                format!("an encoding is an object, not {kind}; it is ignored"),
            );
            continue;
        };
        out.insert(name.clone(), one(cx, object, &at).into());
    }
    out
}

/// One encoding in OpenAPI 3.0 form.
pub(super) fn one<'a>(
    cx: &mut Context<'a>,
    object: &'a Map<String, Value>,
    at: &Place<'_>,
) -> Map<String, Value> {
    let mut out = Map::new();
    fields::copy_texts(cx, object, &mut out, &["contentType"], at);
    fields::copy_flags(cx, object, &mut out, &["explode", "allowReserved"], at);
    let style = parameters::style(cx, object, STYLES, at);
    if let Some(style) = style {
        out.insert("style".into(), style.into());
    }
    // openapiv3 reads a missing `explode` as false, whatever the style.
    if !out.contains_key("explode") && style.is_none_or(|style| style == "form") {
        out.insert("explode".into(), true.into());
    }
    let headers = headers::convert(cx, object, at);
    if !headers.is_empty() {
        out.insert("headers".into(), headers.into());
    }
    fields::extensions(object, &mut out);
    out
}
