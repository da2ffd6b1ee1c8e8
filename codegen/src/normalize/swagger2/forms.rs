//! Form parameters as one object.

use indexmap::IndexMap;
use serde_json::{Map, Value, json};

use super::super::context::Context;
use super::super::declared_parameters::DeclaredParameter;
use super::super::fields;
use super::super::lift;
use super::super::media_types::{FORM, MULTIPART};
use super::super::openapi_object::read_object;
use super::super::operation::{Encoding, MediaType, RequestBody};
use super::super::parameter_style::encoding_style;
use super::super::place::Place;
use super::super::skip::Skip;
use super::{body_parameters, collection_format, inline_parameters};
use crate::model::media_type_essence;
use crate::schema::SchemaId;

/// Reads form parameters as a request body.
pub(super) fn read_form(
    cx: &mut Context<'_>,
    form: &[&DeclaredParameter<'_>],
    consumes: &[String],
    at: &Place<'_>,
) -> Result<RequestBody, Skip> {
    let at = at.key("parameters");
    let (mut properties, mut required) = (Map::new(), Vec::new());
    let mut encoding = IndexMap::new();
    for parameter in form {
        let object = parameter.located.object;
        let place = Place::At(&parameter.located.pointer);
        let mut schema = inline_parameters::inline_schema(cx, parameter);
        if let Some(description) = fields::read_text(cx, object, "description", &place) {
            schema.insert("description".into(), description.into());
        }
        // A form parameter becomes a property, where `lower` finds its override as in any body.
        if let Some(x_mcp) = object.get("x-mcp") {
            schema.insert("x-mcp".into(), x_mcp.clone());
        }
        properties.insert(parameter.name.clone(), schema.into());
        if fields::read_flag(cx, object, "required", &place) == Some(true) {
            required.push(parameter.name.clone());
        }
        if let Some(style) =
            collection_format::read_collection_format(cx, object, parameter.location, &place)
        {
            let mut out = Map::new();
            style.write_to(&mut out);
            let read: openapiv3::Encoding = read_object(cx, out, &place)?;
            let encoded = Encoding {
                style: style.separator.or_else(|| encoding_style(&read)),
                ..Encoding::default()
            };
            encoding.insert(parameter.name.clone(), encoded);
        }
    }
    let is_required = !required.is_empty();
    let schema = json!({"type": "object", "properties": properties, "required": required});
    let schema = lift_form(cx, &schema, is_required, &at);
    let media_type = MediaType {
        schema: Some(schema),
        encoding,
        ..MediaType::default()
    };
    let names = form_media_types(form, consumes).into_iter();
    let content = names.map(|name| (name, media_type.clone()));
    let out = Map::from_iter([("required".to_owned(), is_required.into())]);
    body_parameters::make_body(cx, out, content.collect(), &at)
}

fn lift_form(cx: &mut Context<'_>, schema: &Value, is_required: bool, at: &Place<'_>) -> SchemaId {
    let mut schema = schema.clone();
    if let (false, Some(object)) = (is_required, schema.as_object_mut()) {
        object.shift_remove("required");
    }
    lift::lift_schema(cx, &schema, at)
}

/// A file needs `multipart/form-data`; otherwise the form types that the operation consumes.
fn form_media_types(form: &[&DeclaredParameter<'_>], consumes: &[String]) -> Vec<String> {
    if form
        .iter()
        .any(|parameter| has_file(parameter.located.object))
    {
        return vec![MULTIPART.into()];
    }
    let forms: Vec<String> = consumes
        .iter()
        .filter(|name| matches!(media_type_essence(name).as_str(), FORM | MULTIPART))
        .cloned()
        .collect();
    if forms.is_empty() {
        vec![FORM.into()]
    } else {
        forms
    }
}

fn has_file(object: &Map<String, Value>) -> bool {
    let is_file = |value: Option<&Value>| value.and_then(Value::as_str) == Some("file");
    is_file(object.get("type")) || is_file(object.get("items").and_then(|items| items.get("type")))
}
