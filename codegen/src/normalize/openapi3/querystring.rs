//! `in: querystring` of OpenAPI 3.2: one parameter that is the whole query string.

use serde_json::{Map, Value};

use super::super::context::Context;
use super::super::fields;
use super::super::media_types::{FORM, essence};
use super::super::operation::Skip;
use super::super::parameters::Parameter;
use super::super::place::Place;
use super::content;

/// A query string that is a form of simple values, as the exploded query parameter that writes the
/// same.
pub(super) fn convert<'a>(
    cx: &mut Context<'a>,
    parameter: &Parameter<'a>,
) -> Result<Map<String, Value>, Skip> {
    let object = parameter.located.object;
    let at = Place::At(&parameter.located.pointer);
    let skip = |what: &str| Skip::new(&at, format!("its query string {what}"));
    let content = content::convert(cx, object, &at);
    let Some((name, media_type)) = content.iter().next() else {
        return Err(skip("has no `content`"));
    };
    if essence(name) != FORM {
        return Err(skip(&format!("is `{name}`, which is not sent yet")));
    }
    if media_type.get("encoding").is_some() || !is_flat(cx, object, name, &at) {
        return Err(skip(
            "is more than a form of simple values, which is not sent yet",
        ));
    }
    let mut out = Map::new();
    out.insert("name".into(), parameter.name.clone().into());
    out.insert("in".into(), "query".into());
    fields::copy_texts(cx, object, &mut out, &["description"], &at);
    fields::copy_flags(cx, object, &mut out, &["required", "deprecated"], &at);
    out.insert("style".into(), "form".into());
    out.insert("explode".into(), true.into());
    for key in ["schema", "example", "examples"] {
        if let Some(value) = media_type.get(key) {
            out.insert(key.into(), value.clone());
        }
    }
    out.insert("x-pointer".into(), at.pointer().into());
    Ok(out)
}

/// Whether the form is an object of strings, numbers and booleans: a list in it would be repeated
/// by a form, and is JSON in an exploded parameter.
fn is_flat<'a>(
    cx: &Context<'a>,
    parameter: &'a Map<String, Value>,
    name: &str,
    at: &Place<'_>,
) -> bool {
    let at = at.key("content");
    let at = at.key(name);
    let media_type = parameter.get("content").and_then(|all| all.get(name));
    let Some(Ok(media_type)) = media_type.map(|value| cx.follow(value, &at)) else {
        return false;
    };
    let at = Place::At(&media_type.pointer);
    let schema = media_type.object.get("schema");
    let Some(Ok(schema)) = schema.map(|value| cx.follow(value, &at.key("schema"))) else {
        return false;
    };
    let at = Place::At(&schema.pointer);
    let known = [
        "type",
        "properties",
        "required",
        "title",
        "description",
        "example",
        "examples",
        "additionalProperties",
    ];
    let (object, properties_at) = (schema.object, at.key("properties"));
    let properties = object.get("properties").and_then(Value::as_object);
    let others = object.get("additionalProperties");
    object.get("type").and_then(Value::as_str) == Some("object")
        && object.keys().all(|key| known.contains(&key.as_str()))
        && properties
            .into_iter()
            .flatten()
            .all(|(name, value)| is_simple(cx, value, &properties_at.key(name)))
        && others.is_none_or(|others| {
            *others == Value::Bool(false) || is_simple(cx, others, &at.key("additionalProperties"))
        })
}

fn is_simple<'a>(cx: &Context<'a>, schema: &'a Value, at: &Place<'_>) -> bool {
    let Ok(schema) = cx.follow(schema, at) else {
        return false;
    };
    let simple = ["string", "integer", "number", "boolean"];
    let declared = schema.object.get("type").and_then(Value::as_str);
    declared.is_some_and(|name| simple.contains(&name))
}
