//! `in: querystring` of OpenAPI 3.2: one parameter that is the whole query string.

use serde_json::{Map, Value};

use super::super::context::Context;
use super::super::fields;
use super::super::media_types::essence;
use super::super::operation::Skip;
use super::super::parameters::{Location, Parameter};
use super::super::place::Place;
use super::content;

/// Nothing else of the same operation may be in the query.
pub(super) fn check(parameters: &[Parameter<'_>]) -> Result<(), Skip> {
    let mut strings = parameters
        .iter()
        .filter(|parameter| parameter.location == Location::QueryString);
    let Some(first) = strings.next() else {
        return Ok(());
    };
    let another = strings.next().or_else(|| {
        let mut all = parameters.iter();
        all.find(|parameter| parameter.location == Location::Query)
    });
    let Some(another) = another else {
        return Ok(());
    };
    let reason = format!(
        "its parameter `{}` is `in: {}` beside `{}`, which is the whole query string",
        another.name,
        another.location.key(),
        first.name
    );
    Err(Skip::new(&Place::At(&another.located.pointer), reason))
}

/// As a query parameter whose `content` is the query string: `x-query-string` says so.
pub(super) fn convert<'a>(
    cx: &mut Context<'a>,
    parameter: &Parameter<'a>,
) -> Result<Map<String, Value>, Skip> {
    let object = parameter.located.object;
    let at = Place::At(&parameter.located.pointer);
    let skip = |what: &str| Skip::new(&at, format!("its query string {what}"));
    let mut content = content::convert(cx, object, &at);
    let Some(name) = content.keys().next().cloned() else {
        return Err(skip("has no `content`"));
    };
    if !is_text(&essence(&name)) {
        return Err(skip(&format!("is `{name}`, which no URL can have")));
    }
    if content.len() > 1 {
        let message = format!("a query string has one media type; `{name}` counts");
        cx.warn(&at.key("content"), message);
        content.retain(|other, _| *other == name);
    }
    let mut out = Map::new();
    out.insert("name".into(), parameter.name.clone().into());
    out.insert("in".into(), "query".into());
    fields::copy_texts(cx, object, &mut out, &["description"], &at);
    fields::copy_flags(cx, object, &mut out, &["required", "deprecated"], &at);
    out.insert("content".into(), content.into());
    fields::extensions(object, &mut out);
    out.insert("x-pointer".into(), at.pointer().into());
    out.insert("x-query-string".into(), true.into());
    Ok(out)
}

/// Whether a media type is text, of which the schema says the rest.
fn is_text(essence: &str) -> bool {
    const BINARY: [&str; 6] = [
        "multipart/",
        "image/",
        "audio/",
        "video/",
        "font/",
        "model/",
    ];
    let is_xml = essence.ends_with("/xml") || essence.ends_with("+xml");
    let is_octets = essence == "application/octet-stream";
    !is_xml && !is_octets && !BINARY.iter().any(|kind| essence.starts_with(kind))
}
