//! The responses of an operation: in OpenAPI 3.x as a whole, and what is the same in Swagger 2.0.

use indexmap::IndexMap;
use serde_json::{Map, Value};

use super::super::context::{Context, Located};
use super::super::fields;
use super::super::openapi_object::read_object;
use super::super::operation::{MediaType, Response, Status};
use super::super::place::Place;
use super::super::skip::Skip;
use super::super::spelling;
use super::{content, headers, links};

/// Reads the responses of an operation in OpenAPI 3.x.
pub(super) fn read_responses<'a>(
    cx: &mut Context<'a>,
    operation: &'a Map<String, Value>,
    at: &Place<'_>,
) -> Result<IndexMap<Status, Response>, Skip> {
    read_each_response(cx, operation, at, &mut |cx, located| {
        cx.read_shared(
            |all| &mut all.responses,
            located,
            |cx| read_response(cx, located),
        )
    })
}

/// Reads each response whose key is a status; what is not readable is ignored.
pub(in crate::normalize) fn read_each_response<'a>(
    cx: &mut Context<'a>,
    operation: &'a Map<String, Value>,
    at: &Place<'_>,
    read: &mut dyn FnMut(&mut Context<'a>, &Located<'a>) -> Result<Response, Skip>,
) -> Result<IndexMap<Status, Response>, Skip> {
    let responses = fields::read_object(cx, operation, "responses", at);
    let at = at.key("responses");
    let mut all = IndexMap::new();
    for (key, value) in responses.into_iter().flatten() {
        let at = at.key(key);
        // An extension may stand among the status codes (OpenAPI 3.0.3, "Responses Object").
        if key.starts_with("x-") {
            continue;
        }
        let Some(status) = Status::parse(key) else {
            cx.warn(&at, format!("`{key}` is not a status code; it is ignored"));
            continue;
        };
        match cx.follow_reference(value, &at) {
            Ok(located) => {
                let place = Place::At(&located.pointer);
                spelling::check_keys(cx, located.object, spelling::RESPONSE, &place);
                all.insert(status, read(cx, &located)?);
            }
            Err(unreadable) => cx.warn(&at, format!("the response {unreadable}; it is ignored")),
        }
    }
    Ok(all)
}

fn read_response<'a>(cx: &mut Context<'a>, located: &Located<'a>) -> Result<Response, Skip> {
    let at = Place::At(&located.pointer);
    let headers = headers::read_headers(cx, located.object, &at)?;
    let content = content::read_content(cx, located.object, &at)?;
    let links = links::read_links(cx, located.object, &at);
    Ok(Response {
        links,
        ..make_response(cx, located, headers.into_keys().collect(), content)?
    })
}

/// A response of these headers and media types.
pub(in crate::normalize) fn make_response(
    cx: &mut Context<'_>,
    located: &Located<'_>,
    headers: Vec<String>,
    content: IndexMap<String, MediaType>,
) -> Result<Response, Skip> {
    let at = Place::At(&located.pointer);
    let description = fields::read_text(cx, located.object, "description", &at).unwrap_or_default();
    let out = Map::from_iter([("description".to_owned(), description.into())]);
    let read: openapiv3::Response = read_object(cx, out, &at)?;
    Ok(Response {
        description: read.description,
        headers,
        content,
        links: Vec::new(),
    })
}
