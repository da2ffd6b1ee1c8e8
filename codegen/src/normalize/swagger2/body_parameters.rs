//! The request body, from a body parameter or from form parameters.

use indexmap::IndexMap;
use serde_json::{Map, Value, json};

use super::super::context::Context;
use super::super::declared_parameters::{DeclaredLocation, DeclaredParameter};
use super::super::fields;
use super::super::lift;
use super::super::media_types::JSON;
use super::super::openapi_object::read_object;
use super::super::operation::{MediaType, RequestBody};
use super::super::place::Place;
use super::super::skip::Skip;
use super::{forms, inline_parameters};
use crate::model::is_json_media_type;
use crate::schema::SchemaId;

/// Reads the request body of an operation, if it has one.
pub(super) fn read_request_body(
    cx: &mut Context<'_>,
    parameters: &[&DeclaredParameter<'_>],
    consumes: &[String],
    at: &Place<'_>,
) -> Result<Option<RequestBody>, Skip> {
    let bodies = parameters
        .iter()
        .filter(|parameter| parameter.location == DeclaredLocation::Body);
    match (bodies.count(), parameters) {
        (0, []) => Ok(None),
        (0, form) => forms::read_form(cx, form, consumes, at).map(Some),
        (1, [body]) => read_body_parameter(cx, body, consumes).map(Some),
        // A body parameter and form parameters exclude each other (Swagger 2.0, "Parameter Object", `in`).
        (1, _) => Err(Skip::new(
            &at.key("parameters"),
            "it has both a body parameter and form parameters; remove one kind",
        )),
        (count, _) => Err(Skip::new(
            &at.key("parameters"),
            format!("it has {count} body parameters; Swagger 2.0 allows only one"),
        )),
    }
}

fn read_body_parameter(
    cx: &mut Context<'_>,
    parameter: &DeclaredParameter<'_>,
    consumes: &[String],
) -> Result<RequestBody, Skip> {
    let object = parameter.located.object;
    let at = Place::At(&parameter.located.pointer);
    let mut out = Map::new();
    fields::copy_texts(cx, object, &mut out, &["description"], &at);
    fields::copy_flags(cx, object, &mut out, &["required"], &at);
    let media_type = MediaType {
        schema: Some(lift_schema(cx, parameter, consumes)),
        ..MediaType::default()
    };
    let names = match consumes {
        // The standard has no default for `consumes`; tools agree on JSON.
        [] => vec![JSON.to_owned()],
        consumes => consumes.to_vec(),
    };
    let content = names.into_iter().map(|name| (name, media_type.clone()));
    make_body(cx, out, content.collect(), &at)
}

/// A body of these texts and flags, in OpenAPI 3.0 form, and of these media types.
pub(super) fn make_body(
    cx: &mut Context<'_>,
    out: Map<String, Value>,
    content: IndexMap<String, MediaType>,
    at: &Place<'_>,
) -> Result<RequestBody, Skip> {
    let is_required = out.get("required").and_then(Value::as_bool);
    let read: openapiv3::RequestBody = read_object(cx, out, at)?;
    Ok(RequestBody {
        description: read.description.unwrap_or_default(),
        is_required,
        content,
    })
}

fn lift_schema(
    cx: &mut Context<'_>,
    parameter: &DeclaredParameter<'_>,
    consumes: &[String],
) -> SchemaId {
    let object = parameter.located.object;
    let at = Place::At(&parameter.located.pointer);
    if let Some(schema) = object.get("schema").filter(|schema| !schema.is_null()) {
        let file = json!({"type": "file"});
        let schema = if is_file(schema, consumes) {
            &file
        } else {
            schema
        };
        return lift::lift_schema(cx, schema, &at.key("schema"));
    }
    let inline = inline_parameters::schema_keywords(object);
    let read_as = if inline.is_empty() {
        "any value"
    } else {
        "a schema of its own keywords"
    };
    let message = format!(
        "the body parameter `{}` has no `schema`; it is read as {read_as}",
        parameter.name
    );
    cx.warn(&at, message);
    lift::lift_schema(cx, &Value::Object(inline), &at)
}

/// Whether a schema is AutoRest's word for a file, `{type: object, format: file}`: Swagger 2.0 has
/// `type: file` for forms only. Where nothing but JSON is consumed it is the object that it says.
fn is_file(schema: &Value, consumes: &[String]) -> bool {
    schema.get("type") == Some(&json!("object"))
        && schema.get("format") == Some(&json!("file"))
        && schema.get("properties").is_none()
        && consumes.iter().any(|name| !is_json_media_type(name))
}
