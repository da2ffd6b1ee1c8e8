//! Form parameters as one object.

use serde_json::{Map, Value, json};

use super::super::context::Context;
use super::super::fields;
use super::super::lift;
use super::super::media_types::{self, FORM, MULTIPART};
use super::super::parameters::Parameter;
use super::super::place::Place;
use super::{collection_format, parameters};

/// The request body that form parameters make.
pub(super) fn convert(
    cx: &mut Context<'_>,
    form: &[&Parameter<'_>],
    consumes: &[String],
    at: &Place<'_>,
) -> Map<String, Value> {
    let at = at.key("parameters");
    let (mut properties, mut required, mut encoding) = (Map::new(), Vec::new(), Map::new());
    for parameter in form {
        let object = parameter.located.object;
        let place = Place::At(&parameter.located.pointer);
        let mut schema = parameters::inline_schema(cx, parameter);
        if let Some(description) = fields::text(cx, object, "description", &place) {
            schema.insert("description".into(), description.into());
        }
        if let Some(x_mcp) = object.get("x-mcp") {
            schema.insert("x-mcp".into(), x_mcp.clone());
        }
        properties.insert(parameter.name.clone(), schema.into());
        if fields::flag(cx, object, "required", &place) == Some(true) {
            required.push(parameter.name.clone());
        }
        if let Some(style) = collection_format::style(cx, object, parameter.location, &place) {
            let mut entry = Map::new();
            style.write(&mut entry);
            encoding.insert(parameter.name.clone(), entry.into());
        }
    }
    let is_required = !required.is_empty();
    let schema = json!({"type": "object", "properties": properties, "required": required});
    let schema = lift_form(cx, &schema, is_required, &at);
    let pointer = at.pointer();
    let mut media_type = Map::from_iter([("schema".to_owned(), schema)]);
    if !encoding.is_empty() {
        media_type.insert("encoding".into(), encoding.into());
    }
    media_type.insert("x-pointer".into(), pointer.clone().into());
    let content: Map<String, Value> = media_types_of(form, consumes)
        .into_iter()
        .map(|name| (name, Value::Object(media_type.clone())))
        .collect();
    let mut out = Map::new();
    out.insert("required".into(), is_required.into());
    out.insert("content".into(), content.into());
    out.insert("x-pointer".into(), pointer.into());
    out
}

fn lift_form(cx: &mut Context<'_>, schema: &Value, is_required: bool, at: &Place<'_>) -> Value {
    let mut schema = schema.clone();
    if let (false, Some(object)) = (is_required, schema.as_object_mut()) {
        object.shift_remove("required");
    }
    lift::lift(cx, &schema, at)
}

/// A file needs `multipart/form-data`; otherwise the form types that the operation consumes.
fn media_types_of(form: &[&Parameter<'_>], consumes: &[String]) -> Vec<String> {
    if form
        .iter()
        .any(|parameter| has_file(parameter.located.object))
    {
        return vec![MULTIPART.into()];
    }
    let forms: Vec<String> = consumes
        .iter()
        .filter(|name| matches!(media_types::essence(name).as_str(), FORM | MULTIPART))
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
