use serde_json::{Map, Value};

use super::super::context::Context;
use super::super::fields;
use super::super::lift;
use super::super::media_types;
use super::super::place::Place;
use super::super::spelling;
use super::super::version::Version;
use super::sequence::{self, Unsendable};
use super::{encoding, examples};

/// Where a response has the schema of a stream's items (3.2), which OpenAPI 3.0 has no word for.
pub const ITEM_SCHEMA: &str = "x-item-schema";

/// `content` of a response, a parameter or a header.
pub(super) fn convert<'a>(
    cx: &mut Context<'a>,
    object: &'a Map<String, Value>,
    at: &Place<'_>,
) -> Map<String, Value> {
    each(cx, object, at, &mut |cx, (_, object), converted, at| {
        let item = object.get("itemSchema").filter(|item| item.is_object());
        if let Some(item) = item.filter(|_| cx.version == Version::OpenApi32) {
            let stub = lift::lift(cx, item, &at.key("itemSchema"));
            converted.insert(ITEM_SCHEMA.into(), stub);
        }
    })
}

/// `content` of a body, and why some of it cannot be sent.
pub(super) fn of_body<'a>(
    cx: &mut Context<'a>,
    object: &'a Map<String, Value>,
    at: &Place<'_>,
) -> (Map<String, Value>, Vec<Unsendable>) {
    let mut unsendable = Vec::new();
    let mut refused = Vec::new();
    let mut content = each(cx, object, at, &mut |cx, stated, converted, at| {
        if let Err(why) = sequence::convert(cx, stated, converted, at) {
            refused.push(stated.0.to_owned());
            unsendable.push(why);
        }
    });
    content.retain(|name, _| !refused.contains(name));
    (content, unsendable)
}

/// What is to be done to a media type that was converted, its name and object given.
type Finish<'f, 'a> = dyn FnMut(&mut Context<'a>, (&str, &'a Map<String, Value>), &mut Map<String, Value>, &Place<'_>)
    + 'f;

fn each<'a>(
    cx: &mut Context<'a>,
    object: &'a Map<String, Value>,
    at: &Place<'_>,
    finish: &mut Finish<'_, 'a>,
) -> Map<String, Value> {
    let content = match object.get("content") {
        Some(Value::Null) | None => None,
        Some(_) => fields::object(cx, object, "content", at),
    };
    let at = at.key("content");
    let mut out = Map::new();
    for (name, value) in content.into_iter().flatten() {
        let at = at.key(name);
        media_types::check(cx, name, &at);
        let media_type = match value {
            Value::Null => bare(&at.pointer()),
            value => match cx.follow(value, &at) {
                Ok(located) => {
                    let at = Place::At(&located.pointer);
                    let mut converted = media_type(cx, located.object, &at);
                    finish(cx, (name, located.object), &mut converted, &at);
                    converted
                }
                Err(unreadable) => {
                    cx.warn(&at, format!("the media type {unreadable}; it is ignored"));
                    continue;
                }
            },
        };
        out.insert(name.clone(), media_type.into());
    }
    out
}

fn bare(pointer: &str) -> Map<String, Value> {
    Map::from_iter([("x-pointer".to_owned(), pointer.into())])
}

fn media_type<'a>(
    cx: &mut Context<'a>,
    object: &'a Map<String, Value>,
    at: &Place<'_>,
) -> Map<String, Value> {
    spelling::check(cx, object, spelling::MEDIA_TYPE, at);
    let mut out = Map::new();
    if let Some(null @ Value::Null) = object.get("schema") {
        fields::wrong(cx, "schema", "an object", null, "is read as any value", at);
    } else if let Some(schema) = object.get("schema") {
        out.insert("schema".into(), lift::lift(cx, schema, &at.key("schema")));
    }
    examples::copy(cx, object, &mut out, at);
    let encoding = encoding::convert(cx, object, at);
    if !encoding.is_empty() {
        out.insert("encoding".into(), encoding.into());
    }
    fields::extensions(object, &mut out);
    out.extend(bare(&at.pointer()));
    out
}
