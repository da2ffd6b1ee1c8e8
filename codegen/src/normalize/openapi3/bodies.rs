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
    let (content, unsendable) = content::of_body(cx, object, &at);
    if content.is_empty() {
        if let Some(why) = unsendable.first() {
            let reason = format!("its request body cannot be sent: {}", why.reason);
            return Err(Skip::new(&Place::At(&why.pointer), reason));
        }
        cx.warn(&at, "the request body has no `content`; it is ignored");
        return Ok(None);
    }
    for why in unsendable {
        let message = format!("the body is sent under another media type: {}", why.reason);
        cx.warn(&Place::At(&why.pointer), message);
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
