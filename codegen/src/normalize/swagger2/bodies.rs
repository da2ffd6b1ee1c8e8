//! The request body, from a body parameter or from form parameters.

use serde_json::{Map, Value, json};

use super::super::context::Context;
use super::super::fields;
use super::super::lift;
use super::super::media_types::{JSON, essence};
use super::super::operation::Skip;
use super::super::parameters::{Location, Parameter};
use super::super::place::Place;
use super::{forms, parameters};

/// The request body of an operation, where it has one.
pub(super) fn convert(
    cx: &mut Context<'_>,
    parameters: &[&Parameter<'_>],
    consumes: &[String],
    at: &Place<'_>,
) -> Result<Option<Map<String, Value>>, Skip> {
    let bodies = parameters
        .iter()
        .filter(|parameter| parameter.location == Location::Body);
    match (bodies.count(), parameters) {
        (0, []) => Ok(None),
        (0, form) => Ok(Some(forms::convert(cx, form, consumes, at))),
        (1, [body]) => Ok(Some(of_parameter(cx, body, consumes))),
        (1, _) => Err(Skip::new(
            &at.key("parameters"),
            "it has both a body parameter and form parameters",
        )),
        (count, _) => Err(Skip::new(
            &at.key("parameters"),
            format!("it has {count} body parameters"),
        )),
    }
}

fn of_parameter(
    cx: &mut Context<'_>,
    parameter: &Parameter<'_>,
    consumes: &[String],
) -> Map<String, Value> {
    let object = parameter.located.object;
    let pointer = &parameter.located.pointer;
    let at = Place::At(pointer);
    let mut out = Map::new();
    fields::copy_texts(cx, object, &mut out, &["description"], &at);
    fields::copy_flags(cx, object, &mut out, &["required"], &at);
    let schema = schema(cx, parameter, consumes);
    let media_type = json!({"schema": schema, "x-pointer": pointer});
    let mut content = Map::new();
    for name in consumes {
        content.insert(name.clone(), media_type.clone());
    }
    if content.is_empty() {
        content.insert(JSON.into(), media_type);
    }
    out.insert("content".into(), content.into());
    fields::extensions(object, &mut out);
    out.insert("x-pointer".into(), pointer.clone().into());
    out
}

fn schema(cx: &mut Context<'_>, parameter: &Parameter<'_>, consumes: &[String]) -> Value {
    let object = parameter.located.object;
    let at = Place::At(&parameter.located.pointer);
    if let Some(schema) = object.get("schema").filter(|schema| !schema.is_null()) {
        let file = json!({"type": "file"});
        let schema = if is_file(schema, consumes) {
            &file
        } else {
            schema
        };
        return lift::lift(cx, schema, &at.key("schema"));
    }
    let inline = parameters::keywords(object);
    let read_as = if inline.is_empty() {
        "any value"
    } else {
        "what it says itself"
    };
    let message = format!(
        "the body parameter `{}` has no `schema`; it is read as {read_as}",
        parameter.name
    );
    cx.warn(&at, message);
    lift::lift(cx, &Value::Object(inline), &at)
}

/// Whether a schema is AutoRest's word for a file, `{type: object, format: file}`: Swagger 2.0 has
/// `type: file` for forms only. Where nothing but JSON is consumed it is the object that it says.
fn is_file(schema: &Value, consumes: &[String]) -> bool {
    schema.get("type") == Some(&json!("object"))
        && schema.get("format") == Some(&json!("file"))
        && schema.get("properties").is_none()
        && consumes.iter().any(|name| !essence(name).ends_with("json"))
}
