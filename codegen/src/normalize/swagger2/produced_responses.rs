//! Responses of Swagger 2.0: one schema for all media types that the operation produces.

use indexmap::IndexMap;
use serde_json::{Map, Value};

use super::super::context::{Context, Located};
use super::super::fields;
use super::super::lift;
use super::super::media_types::{JSON, OCTETS};
use super::super::openapi3::{headers, responses};
use super::super::operation::{MediaType, Response, Status};
use super::super::place::Place;
use super::super::skip::Skip;
use super::inline_parameters;
use crate::model::media_type_essence;

/// Reads the responses of an operation.
pub(super) fn read_responses<'a>(
    cx: &mut Context<'a>,
    operation: &'a Map<String, Value>,
    produces: &[String],
    at: &Place<'_>,
) -> Result<IndexMap<Status, Response>, Skip> {
    responses::read_each_response(cx, operation, at, &mut |cx, located| {
        read_response(cx, located, produces)
    })
}

fn read_response<'a>(
    cx: &mut Context<'a>,
    located: &Located<'a>,
    produces: &[String],
) -> Result<Response, Skip> {
    if located.referenced {
        // It cannot be kept: other operations may produce other media types.
        cx.shared_parts
            .count_place(&located.pointer, located.object)?;
    }
    let at = Place::At(&located.pointer);
    let headers = headers::follow_headers(cx, located.object, &at);
    // The schemas of headers are not used, but definitions that they refer to must stay.
    for (_, header) in &headers {
        let schema = Value::Object(inline_parameters::schema_keywords(header.object));
        lift::lift_schema(cx, &schema, &Place::At(&header.pointer));
    }
    let headers = headers.into_iter().map(|(name, _)| name.to_owned());
    let headers = headers.collect();
    let content = read_content(cx, located.object, produces, &at);
    responses::make_response(cx, located, headers, content)
}

fn read_content(
    cx: &mut Context<'_>,
    object: &Map<String, Value>,
    produces: &[String],
    at: &Place<'_>,
) -> IndexMap<String, MediaType> {
    let stated = match object.get("examples") {
        Some(Value::Null) | None => None,
        Some(_) => fields::read_object(cx, object, "examples", at),
    };
    let schema = object.get("schema").filter(|schema| !schema.is_null());
    let mut content = IndexMap::new();
    if let Some(schema) = schema {
        let media_type = MediaType {
            schema: Some(lift::lift_schema(cx, schema, &at.key("schema"))),
            ..MediaType::default()
        };
        for name in produces {
            content.insert(name.clone(), media_type.clone());
        }
        // The standard has no default for `produces`; tools agree on JSON, and on bytes for a file.
        if produces.is_empty() {
            content.insert(default_type(schema).to_owned(), media_type);
        }
    }
    for (name, example) in stated.into_iter().flatten() {
        // Some specs name examples instead of giving their media types.
        if !name.contains('/') || example.is_null() {
            continue;
        }
        let place = at.key("examples");
        cx.cleaner
            .inspect_example(example, &place.key(name).to_pointer());
        add_example(&mut content, name, example, schema.is_none());
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

/// Adds an example of a media type; without a schema it is all that is known of the body.
fn add_example(
    content: &mut IndexMap<String, MediaType>,
    name: &str,
    example: &Value,
    is_alone: bool,
) {
    let essence = media_type_essence(name);
    let mut known = content.iter_mut();
    let known = known.find(|(known, _)| media_type_essence(known) == essence);
    match known {
        Some((_, media_type)) => media_type.example = Some(example.clone()),
        None if is_alone => {
            let media_type = MediaType {
                example: Some(example.clone()),
                ..MediaType::default()
            };
            content.insert(name.to_owned(), media_type);
        }
        None => {}
    }
}
