use serde_json::{Map, Value};

use super::super::context::Context;
use super::super::fields;
use super::super::lift;
use super::super::place::Place;
use super::super::version::Version;
use super::{encoding, examples};

/// Where the schema of a stream's items stands (3.2), which OpenAPI 3.0 has no word for.
pub const ITEM_SCHEMA: &str = "x-item-schema";

/// `content` of a body, a response, a parameter or a header.
pub(super) fn convert<'a>(
    cx: &mut Context<'a>,
    object: &'a Map<String, Value>,
    at: &Place<'_>,
) -> Map<String, Value> {
    let content = match object.get("content") {
        Some(Value::Null) | None => None,
        Some(_) => fields::object(cx, object, "content", at),
    };
    let at = at.key("content");
    let mut out = Map::new();
    for (name, value) in content.into_iter().flatten() {
        let at = at.key(name);
        let media_type = match value {
            Value::Null => bare(&at.pointer()),
            value => match cx.follow(value, &at) {
                Ok(located) => media_type(cx, located.object, &Place::At(&located.pointer)),
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
    let mut out = Map::new();
    if let Some(null @ Value::Null) = object.get("schema") {
        fields::wrong(cx, "schema", "an object", null, "is read as any value", at);
    } else if let Some(schema) = object.get("schema") {
        out.insert("schema".into(), lift::lift(cx, schema, &at.key("schema")));
    }
    let item = object.get("itemSchema");
    if let Some(item) = item.filter(|item| item.is_object() && cx.version == Version::OpenApi32) {
        let stub = lift::lift(cx, item, &at.key("itemSchema"));
        out.insert(ITEM_SCHEMA.into(), stub);
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

/// Whether only the items of what a body has under a media type are known (3.2).
pub(super) fn is_stream<'a>(
    cx: &Context<'a>,
    body: &'a Map<String, Value>,
    name: &str,
    at: &Place<'_>,
) -> bool {
    let media_type = body.get("content").and_then(|content| content.get(name));
    let at = at.key("content");
    let media_type = media_type.and_then(|value| cx.follow(value, &at.key(name)).ok());
    cx.version == Version::OpenApi32
        && media_type.is_some_and(|media_type| {
            let object = media_type.object;
            object.contains_key("itemSchema") && !object.contains_key("schema")
        })
}
