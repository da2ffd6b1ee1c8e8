//! Parameters of Swagger 2.0, whose schema is written into them.

use serde_json::{Map, Value};

use super::super::context::Context;
use super::super::declared_parameters::DeclaredParameter;
use super::super::lift;
use super::super::operation::Parameter;
use super::super::parameter_style::{ParameterAdditions, read_parameter};
use super::super::place::Place;
use super::super::schema::is_about_enum;
use super::super::skip::Skip;
use super::collection_format;

/// Reads a parameter of the path, the query or a header.
pub(super) fn read_swagger2_parameter(
    cx: &mut Context<'_>,
    parameter: &DeclaredParameter<'_>,
) -> Result<Parameter, Skip> {
    let read = |cx: &mut Context<'_>| read_inline(cx, parameter);
    cx.read_shared(|all| &mut all.parameters, &parameter.located, read)
}

fn read_inline(cx: &mut Context<'_>, parameter: &DeclaredParameter<'_>) -> Result<Parameter, Skip> {
    let object = parameter.located.object;
    let at = Place::At(&parameter.located.pointer);
    let mut out = parameter.read_head(cx);
    let style = collection_format::read_collection_format(cx, object, parameter.location, &at);
    if let Some(style) = &style {
        style.write_to(&mut out);
    }
    // Swagger 2.0 has no example of a parameter; this is what most tools read as one.
    if let Some(example) = object.get("x-example") {
        out.insert("example".to_owned(), example.clone());
    }
    let schema = Value::Object(inline_schema(cx, parameter));
    let additions = ParameterAdditions {
        schema: Some(lift::lift_schema(cx, &schema, &at)),
        has_content: false,
        separator: style.and_then(|style| style.separator),
        has_cookie_style: false,
        allows_reserved: false,
    };
    read_parameter(cx, parameter, out, &additions)
}

/// The schema that is written into a parameter.
pub(super) fn inline_schema(
    cx: &mut Context<'_>,
    parameter: &DeclaredParameter<'_>,
) -> Map<String, Value> {
    let object = parameter.located.object;
    let at = Place::At(&parameter.located.pointer);
    if let Some(schema @ Value::Object(_)) = object.get("schema") {
        let message = format!(
            "the {} parameter `{}` has a `schema`, which Swagger 2.0 only allows for a body; the schema is \
             used",
            parameter.location.key(),
            parameter.name
        );
        cx.warn(&at.key("schema"), message);
        return schema.as_object().cloned().unwrap_or_default();
    }
    let schema = schema_keywords(object);
    if schema.is_empty() {
        let message = format!(
            "the parameter `{}` has no `type`; it is treated as a string",
            parameter.name
        );
        cx.warn(&at, message);
        return Map::from_iter([("type".to_owned(), "string".into())]);
    }
    schema
}

/// The members of a parameter or header that are keywords of its schema.
pub(super) fn schema_keywords(object: &Map<String, Value>) -> Map<String, Value> {
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
