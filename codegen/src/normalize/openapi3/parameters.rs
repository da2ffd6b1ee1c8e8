use serde_json::{Map, Value, json};

use super::super::cache::Kind;
use super::super::context::Context;
use super::super::fields;
use super::super::lift;
use super::super::operation::Skip;
use super::super::parameters::{Location, Parameter};
use super::super::place::Place;
use super::super::version::Version;
use super::{content, examples, querystring};
use crate::schema::Schema;

/// The parameters of an operation in OpenAPI 3.0 form.
pub(super) fn convert_all<'a>(
    cx: &mut Context<'a>,
    parameters: &[Parameter<'a>],
) -> Result<Vec<Value>, Skip> {
    querystring::check(parameters)?;
    let mut out = Vec::with_capacity(parameters.len());
    for parameter in parameters {
        let at = Place::At(&parameter.located.pointer);
        let location = parameter.location;
        if matches!(location, Location::Body | Location::FormData) {
            let reason = format!(
                "its parameter `{}` is `in: {}`, which {} does not have",
                parameter.name,
                location.key(),
                cx.version.name()
            );
            return Err(Skip::new(&at, reason));
        }
        let mut converted = match location {
            Location::QueryString => querystring::convert(cx, parameter)?,
            _ => convert(cx, parameter),
        };
        if let Some(description) = parameter.located.description {
            converted.insert("description".into(), description.into());
        }
        out.push(Value::Object(converted));
    }
    Ok(out)
}

fn convert<'a>(cx: &mut Context<'a>, parameter: &Parameter<'a>) -> Map<String, Value> {
    let pointer = &parameter.located.pointer;
    if let Some(converted) = cx.cache.get(Kind::Parameter, pointer) {
        return converted;
    }
    let object = parameter.located.object;
    let at = Place::At(pointer);
    let mut out = Map::new();
    out.insert("name".into(), parameter.name.clone().into());
    out.insert("in".into(), parameter.location.key().into());
    fields::copy_texts(cx, object, &mut out, &["description"], &at);
    let flags = ["required", "deprecated", "explode"];
    fields::copy_flags(cx, object, &mut out, &flags, &at);
    match parameter.location {
        Location::Query => {
            let flags = ["allowEmptyValue", "allowReserved"];
            fields::copy_flags(cx, object, &mut out, &flags, &at);
        }
        Location::Path if out.get("required") != Some(&Value::Bool(true)) => {
            cx.warn(
                &at,
                format!("the path parameter `{}` must be required", parameter.name),
            );
            out.insert("required".into(), true.into());
        }
        _ => {}
    }
    let legal_styles = styles(parameter.location);
    let style = style(cx, object, legal_styles, &at);
    if let Some(style) = style.filter(|style| *style != "cookie") {
        out.insert("style".into(), style.into());
    }
    let (key, value) = schema_or_content(cx, object, &parameter.name, &at);
    out.insert(key.into(), value);
    examples::copy(cx, object, &mut out, &at);
    fields::extensions(object, &mut out);
    out.insert("x-pointer".into(), pointer.clone().into());
    out.retain(|key, _| !OURS.contains(&key.as_str()));
    if cx.version == Version::OpenApi32 {
        if style == Some("cookie") {
            out.insert("x-style".into(), "cookie".into());
        }
        if matches!(parameter.location, Location::Path | Location::Cookie)
            && fields::flag(cx, object, "allowReserved", &at) == Some(true)
        {
            out.insert("x-allow-reserved".into(), true.into());
        }
    }
    if parameter.shared {
        cx.cache.put(Kind::Parameter, pointer, &out);
    }
    out
}

/// What 3.2 says of a parameter and 3.0 has no word for.
const OURS: [&str; 3] = ["x-style", "x-allow-reserved", "x-query-string"];

const fn styles(location: Location) -> &'static [&'static str] {
    match location {
        Location::Path => &["simple", "label", "matrix"],
        Location::Header => &["simple"],
        Location::Cookie => &["form", "cookie"],
        Location::Query | Location::QueryString | Location::Body | Location::FormData => {
            super::encoding::STYLES
        }
    }
}

/// `style`, where it is one of those that are possible at the place.
pub(super) fn style(
    cx: &mut Context<'_>,
    object: &Map<String, Value>,
    legal: &'static [&'static str],
    at: &Place<'_>,
) -> Option<&'static str> {
    let text = fields::text(cx, object, "style", at)?;
    let known = legal.iter().copied().find(|style| *style == text);
    if known.is_none() {
        let message = format!(
            "`style: {text}` is not possible here; it is read as `{}`",
            legal.first().copied().unwrap_or_default()
        );
        cx.warn(&at.key("style"), message);
    }
    known
}

/// What says which values a parameter or header has; a string where nothing does.
pub(super) fn schema_or_content<'a>(
    cx: &mut Context<'a>,
    object: &'a Map<String, Value>,
    name: &str,
    at: &Place<'_>,
) -> (&'static str, Value) {
    let stated = |key| object.get(key).filter(|value| !Value::is_null(value));
    if let Some(schema) = stated("schema") {
        if stated("content").is_some() {
            let message = format!("`{name}` has both `schema` and `content`; `schema` counts");
            cx.warn(at, message);
        }
        return ("schema", lift::lift(cx, schema, &at.key("schema")));
    }
    let content = content::convert(cx, object, at);
    if !content.is_empty() {
        return ("content", content.into());
    }
    cx.warn(
        at,
        format!("`{name}` has neither `schema` nor `content`; it is read as a string"),
    );
    let pointer = at.pointer();
    let value = json!({"type": "string"});
    ("schema", lift::stub(cx, Schema { pointer, value }))
}
