use serde_json::{Map, Value};

use super::super::cache::Kind;
use super::super::context::{Context, Located};
use super::super::fields;
use super::super::place::Place;
use super::super::spelling;
use super::{content, headers};

/// `responses` of an operation in OpenAPI 3.0 form.
pub(super) fn convert<'a>(
    cx: &mut Context<'a>,
    operation: &'a Map<String, Value>,
    at: &Place<'_>,
) -> Map<String, Value> {
    each(cx, operation, at, &mut response)
}

/// Converts each response whose status is one; what is not readable is left out.
pub(in crate::normalize) fn each<'a>(
    cx: &mut Context<'a>,
    operation: &'a Map<String, Value>,
    at: &Place<'_>,
    convert: &mut dyn FnMut(&mut Context<'a>, &Located<'a>) -> Map<String, Value>,
) -> Map<String, Value> {
    let responses = fields::object(cx, operation, "responses", at);
    let at = at.key("responses");
    let mut out = Map::new();
    for (status, value) in responses.into_iter().flatten() {
        let at = at.key(status);
        if status.starts_with("x-") {
            out.insert(status.clone(), value.clone());
            continue;
        }
        if !is_status(status) {
            cx.warn(&at, format!("`{status}` is no status code; it is ignored"));
            continue;
        }
        match cx.follow(value, &at) {
            Ok(located) => {
                let place = Place::At(&located.pointer);
                spelling::check(cx, located.object, spelling::RESPONSE, &place);
                out.insert(status.clone(), convert(cx, &located).into());
            }
            Err(unreadable) => cx.warn(&at, format!("the response {unreadable}; it is ignored")),
        }
    }
    out
}

fn is_status(text: &str) -> bool {
    match text.as_bytes() {
        b"default" => true,
        [first, rest @ ..] if rest.len() == 2 => {
            (b'1'..=b'9').contains(first)
                && (rest.iter().all(u8::is_ascii_digit) || rest.eq_ignore_ascii_case(b"xx"))
        }
        _ => false,
    }
}

fn response<'a>(cx: &mut Context<'a>, located: &Located<'a>) -> Map<String, Value> {
    if let Some(converted) = cx.cache.get(Kind::Response, &located.pointer) {
        return converted;
    }
    let object = located.object;
    let at = Place::At(&located.pointer);
    let mut out = Map::new();
    let description = fields::text(cx, object, "description", &at).unwrap_or_default();
    out.insert("description".into(), description.into());
    let headers = headers::convert(cx, object, &at);
    if !headers.is_empty() {
        out.insert("headers".into(), headers.into());
    }
    let content = content::convert(cx, object, &at);
    if !content.is_empty() {
        out.insert("content".into(), content.into());
    }
    fields::extensions(object, &mut out);
    out.insert("x-pointer".into(), located.pointer.clone().into());
    if located.referenced {
        cx.cache.put(Kind::Response, &located.pointer, &out);
    }
    out
}
