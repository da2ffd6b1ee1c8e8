use serde_json::{Map, Value};

use super::super::cache::Kind;
use super::super::context::{Context, Located};
use super::super::fields;
use super::super::operation::Skip;
use super::super::place::Place;
use super::super::spelling;
use super::content;

/// The request body of an operation, where it has one.
pub(super) fn convert<'a>(
    cx: &mut Context<'a>,
    operation: &'a Map<String, Value>,
    at: &Place<'_>,
) -> Result<Option<Map<String, Value>>, Skip> {
    let Some(value) = operation.get("requestBody") else {
        return Ok(None);
    };
    if value.is_null() {
        fields::wrong(cx, "requestBody", "an object", value, "is ignored", at);
        return Ok(None);
    }
    let at = at.key("requestBody");
    match cx.follow(value, &at) {
        Ok(located) => {
            let mut body = body(cx, &located)?;
            if let (Some(body), Some(description)) = (&mut body, located.description) {
                body.insert("description".into(), description.into());
            }
            Ok(body)
        }
        Err(unreadable) => Err(Skip::new(&at, format!("its request body {unreadable}"))),
    }
}

fn body<'a>(
    cx: &mut Context<'a>,
    located: &Located<'a>,
) -> Result<Option<Map<String, Value>>, Skip> {
    if let Some(converted) = cx.cache.get(Kind::Body, &located.pointer) {
        return Ok(Some(converted));
    }
    let object = located.object;
    let at = Place::At(&located.pointer);
    spelling::check(cx, object, spelling::REQUEST_BODY, &at);
    let mut content = content::convert(cx, object, &at);
    if content.is_empty() {
        cx.warn(&at, "the request body has no `content`; it is ignored");
        return Ok(None);
    }
    content.retain(|name, _| !content::is_stream(cx, object, name, &at));
    if content.is_empty() {
        let reason = "its request body is a stream (`itemSchema`), which is not sent";
        return Err(Skip::new(&at, reason));
    }
    let mut out = Map::new();
    fields::copy_texts(cx, object, &mut out, &["description"], &at);
    fields::copy_flags(cx, object, &mut out, &["required"], &at);
    out.insert("content".into(), content.into());
    fields::extensions(object, &mut out);
    out.insert("x-pointer".into(), located.pointer.clone().into());
    if located.referenced {
        cx.cache.put(Kind::Body, &located.pointer, &out);
    }
    Ok(Some(out))
}
