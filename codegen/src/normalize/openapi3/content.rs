use serde_json::{Map, Value};

use super::super::context::Context;
use super::super::fields;
use super::super::lift;
use super::super::place::Place;
use super::{encoding, examples};

/// Marks a media type of which only the items are known (3.2).
pub(super) const STREAM: &str = "x-stream";

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
    if let Some(schema) = object.get("schema").filter(|schema| !schema.is_null()) {
        out.insert("schema".into(), lift::lift(cx, schema, &at.key("schema")));
    }
    if object.contains_key("itemSchema") && !out.contains_key("schema") {
        out.insert(STREAM.into(), true.into());
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
