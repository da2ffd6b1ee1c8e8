//! Parameters whose schema is written into them.

use serde_json::{Map, Value};

use super::super::cache::Kind;
use super::super::context::Context;
use super::super::fields;
use super::super::lift;
use super::super::parameters::{Location, Parameter};
use super::super::place::Place;
use super::super::schema::is_about_enum;
use super::collection_format;

/// A parameter of the path, the query or a header in OpenAPI 3.0 form.
pub(super) fn convert(cx: &mut Context<'_>, parameter: &Parameter<'_>) -> Map<String, Value> {
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
    fields::copy_flags(cx, object, &mut out, &["required", "deprecated"], &at);
    match parameter.location {
        Location::Query => {
            fields::copy_flags(cx, object, &mut out, &["allowEmptyValue"], &at);
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
    if let Some(style) = collection_format::style(cx, object, parameter.location, &at) {
        style.write(&mut out);
    }
    let schema = Value::Object(inline_schema(cx, parameter));
    out.insert("schema".into(), lift::lift(cx, &schema, &at));
    fields::extensions(object, &mut out);
    out.insert("x-pointer".into(), pointer.clone().into());
    if parameter.shared {
        cx.cache.put(Kind::Parameter, pointer, &out);
    }
    out
}

/// The schema that is written into a parameter.
pub(super) fn inline_schema(cx: &mut Context<'_>, parameter: &Parameter<'_>) -> Map<String, Value> {
    let object = parameter.located.object;
    let at = Place::At(&parameter.located.pointer);
    if let Some(schema @ Value::Object(_)) = object.get("schema") {
        let message = format!(
            "the {} parameter `{}` has a `schema`, which only a body can have in Swagger 2.0; it is used",
            parameter.location.key(),
            parameter.name
        );
        cx.warn(&at.key("schema"), message);
        return schema.as_object().cloned().unwrap_or_default();
    }
    let schema = keywords(object);
    if schema.is_empty() {
        let message = format!(
            "the parameter `{}` has no `type`; it is read as a string",
            parameter.name
        );
        cx.warn(&at, message);
        return Map::from_iter([("type".to_owned(), "string".into())]);
    }
    schema
}

/// The members of a parameter or header that are keywords of its schema.
pub(super) fn keywords(object: &Map<String, Value>) -> Map<String, Value> {
    let keywords = [
        "type",
        "format",
        "items",
        "default",
        "enum",
        "example",
        "maximum",
        "exclusiveMaximum",
        "minimum",
        "exclusiveMinimum",
        "maxLength",
        "minLength",
        "pattern",
        "maxItems",
        "minItems",
        "uniqueItems",
        "multipleOf",
        "properties",
        "additionalProperties",
    ];
    object
        .iter()
        .filter(|(key, _)| keywords.contains(&key.as_str()) || is_about_enum(key))
        .map(|(key, value)| (key.clone(), value.clone()))
        .collect()
}
