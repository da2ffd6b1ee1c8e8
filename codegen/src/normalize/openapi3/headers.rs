//! `headers` of a response or an encoding.

use indexmap::IndexMap;
use serde_json::{Map, Value, json};

use super::super::context::{Context, Located};
use super::super::fields;
use super::super::openapi_object::read_object;
use super::super::place::Place;
use super::super::skip::Skip;
use super::examples;
use super::parameters::{Format, read_format};
use crate::schema::SchemaId;

/// Reads the headers of an object, with their schemas.
pub(super) fn read_headers<'a>(
    cx: &mut Context<'a>,
    object: &'a Map<String, Value>,
    at: &Place<'_>,
) -> Result<IndexMap<String, Option<SchemaId>>, Skip> {
    let mut all = IndexMap::new();
    for (name, located) in follow_headers(cx, object, at) {
        let read = |cx: &mut Context<'a>| read_header(cx, name, &located);
        let schema = cx.read_shared(|all| &mut all.headers, &located, read)?;
        all.insert(name.to_owned(), schema);
    }
    Ok(all)
}

/// The headers of an object, with references followed.
pub(in crate::normalize) fn follow_headers<'a>(
    cx: &mut Context<'a>,
    object: &'a Map<String, Value>,
    at: &Place<'_>,
) -> Vec<(&'a str, Located<'a>)> {
    let headers = match object.get("headers") {
        Some(Value::Null) | None => None,
        Some(_) => fields::read_object(cx, object, "headers", at),
    };
    let at = at.key("headers");
    let mut all = Vec::new();
    for (name, value) in headers.into_iter().flatten() {
        let at = at.key(name);
        match cx.follow_reference(value, &at) {
            Ok(located) => all.push((name.as_str(), located)),
            Err(unreadable) => cx.warn(&at, format!("the header {unreadable}; it is ignored")),
        }
    }
    all
}

fn read_header<'a>(
    cx: &mut Context<'a>,
    name: &str,
    located: &Located<'a>,
) -> Result<Option<SchemaId>, Skip> {
    let object = located.object;
    let at = Place::At(&located.pointer);
    let mut out = Map::new();
    fields::copy_texts(cx, object, &mut out, &["description"], &at);
    fields::copy_flags(cx, object, &mut out, &["required", "deprecated"], &at);
    let Format {
        schema,
        has_content,
    } = read_format(cx, object, name, &at)?;
    out.insert("schema".into(), json!({}));
    examples::copy_examples(cx, object, &mut out, &at);
    let _: openapiv3::Header = read_object(cx, out, &at)?;
    // Only a value that a schema fixes can be sent; `content` would have to be serialised.
    Ok(schema.filter(|_| !has_content))
}
