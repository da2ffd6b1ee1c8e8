use serde_json::{Map, Value};

use super::super::context::{Context, Located};
use super::super::fields;
use super::super::lift;
use super::super::media_types::{self, JSON, OCTETS};
use super::super::openapi3;
use super::super::place::Place;
use super::{collection_format, parameters};
use crate::normalize::parameters::Location;

/// `responses` of an operation in OpenAPI 3.0 form.
pub(super) fn convert<'a>(
    cx: &mut Context<'a>,
    operation: &'a Map<String, Value>,
    produces: &[String],
    at: &Place<'_>,
) -> Map<String, Value> {
    openapi3::responses::each(cx, operation, at, &mut |cx, located| {
        response(cx, located, produces)
    })
}

fn response<'a>(
    cx: &mut Context<'a>,
    located: &Located<'a>,
    produces: &[String],
) -> Map<String, Value> {
    let object = located.object;
    let at = Place::At(&located.pointer);
    let mut out = Map::new();
    let description = fields::text(cx, object, "description", &at).unwrap_or_default();
    out.insert("description".into(), description.into());
    let headers = headers(cx, object, &at);
    if !headers.is_empty() {
        out.insert("headers".into(), headers.into());
    }
    let content = content(cx, object, produces, &at);
    if !content.is_empty() {
        out.insert("content".into(), content.into());
    }
    fields::extensions(object, &mut out);
    out.insert("x-pointer".into(), located.pointer.clone().into());
    if located.referenced {
        cx.cache.count(&located.pointer, &out);
    }
    out
}

fn content(
    cx: &mut Context<'_>,
    object: &Map<String, Value>,
    produces: &[String],
    at: &Place<'_>,
) -> Map<String, Value> {
    let examples = match object.get("examples") {
        Some(Value::Null) | None => None,
        Some(_) => fields::object(cx, object, "examples", at),
    };
    let schema = object.get("schema").filter(|schema| !schema.is_null());
    let mut content = Map::new();
    if let Some(schema) = schema {
        let stub = lift::lift(cx, schema, &at.key("schema"));
        let media_type = Map::from_iter([
            ("schema".to_owned(), stub),
            ("x-pointer".to_owned(), at.pointer().into()),
        ]);
        for name in produces {
            content.insert(name.clone(), media_type.clone().into());
        }
        if produces.is_empty() {
            content.insert(default_type(schema).into(), media_type.into());
        }
    }
    for (name, example) in examples.into_iter().flatten() {
        add_example(&mut content, (name, example), schema.is_none(), at);
    }
    content
}

fn default_type(schema: &Value) -> &'static str {
    if schema.get("type").and_then(Value::as_str) == Some("file") {
        OCTETS
    } else {
        JSON
    }
}

/// An example of a media type; without a schema it is all that is known of the body.
fn add_example(
    content: &mut Map<String, Value>,
    (name, example): (&str, &Value),
    is_alone: bool,
    at: &Place<'_>,
) {
    if !name.contains('/') || example.is_null() {
        return;
    }
    let essence = media_types::essence(name);
    let known = content
        .iter_mut()
        .find(|(known, _)| media_types::essence(known) == essence);
    if let Some((_, Value::Object(media_type))) = known {
        media_type.insert("example".into(), example.clone());
    } else if is_alone {
        let media_type = Map::from_iter([
            ("example".to_owned(), example.clone()),
            ("x-pointer".to_owned(), at.pointer().into()),
        ]);
        content.insert(name.to_owned(), media_type.into());
    }
}

fn headers<'a>(
    cx: &mut Context<'a>,
    object: &'a Map<String, Value>,
    at: &Place<'_>,
) -> Map<String, Value> {
    let mut out = Map::new();
    let headers = match object.get("headers") {
        Some(Value::Null) | None => None,
        Some(_) => fields::object(cx, object, "headers", at),
    };
    let at = at.key("headers");
    for (name, value) in headers.into_iter().flatten() {
        let at = at.key(name);
        match cx.follow(value, &at) {
            Ok(header) => {
                let at = Place::At(&header.pointer);
                out.insert(name.clone(), self::header(cx, header.object, &at).into());
            }
            Err(unreadable) => cx.warn(&at, format!("the header {unreadable}; it is ignored")),
        }
    }
    out
}

fn header(cx: &mut Context<'_>, object: &Map<String, Value>, at: &Place<'_>) -> Map<String, Value> {
    let mut out = Map::new();
    fields::copy_texts(cx, object, &mut out, &["description"], at);
    if let Some(style) = collection_format::style(cx, object, Location::Header, at) {
        let mut written = Map::new();
        style.write(&mut written);
        written.shift_remove("explode");
        out.extend(written);
    }
    let schema = Value::Object(parameters::keywords(object));
    out.insert("schema".into(), lift::lift(cx, &schema, at));
    fields::extensions(object, &mut out);
    out
}
