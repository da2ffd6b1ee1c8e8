//! A parameter or an encoding of a form in OpenAPI 3.0 form, with what 3.0 has no word for beside it, to the one form
//! that later stages see: styles with and without `explode`, and what of a value is percent-encoded.

use indexmap::IndexMap;
use openapiv3::{PathStyle, QueryStyle, ReferenceOr};
use serde_json::{Map, Value, json};

use super::ArgumentOverride;
use super::context::Context;
use super::declared_parameters::DeclaredParameter;
use super::openapi_object::read_object;
use super::operation::{Parameter, ParameterLocation};
use super::place::Place;
use super::skip::Skip;
use crate::model::{Escaping, ParameterStyle};
use crate::schema::SchemaId;

/// What of a parameter openapiv3's types do not hold.
pub(super) struct ParameterAdditions {
    /// The schema, or that of the first media type of `content`.
    pub(super) schema: Option<SchemaId>,
    /// Whether it has `content` in place of a schema.
    pub(super) has_content: bool,
    /// `collectionFormat` of Swagger 2.0, in a place where no style of 3.0 says the same.
    pub(super) separator: Option<ParameterStyle>,
    /// `style: cookie` of OpenAPI 3.2.
    pub(super) has_cookie_style: bool,
    /// `allowReserved` in a path or a cookie, which OpenAPI 3.2 has.
    pub(super) allows_reserved: bool,
}

/// Reads a parameter that was brought to the form of OpenAPI 3.0.
pub(super) fn read_parameter(
    cx: &mut Context<'_>,
    declared: &DeclaredParameter<'_>,
    mut object: Map<String, Value>,
    additions: &ParameterAdditions,
) -> Result<Parameter, Skip> {
    let pointer = &declared.located.pointer;
    let at = Place::At(pointer);
    // Schemas and media types are read on their own, so they are empty here.
    let format = if additions.has_content {
        "content"
    } else {
        "schema"
    };
    object.insert(format.to_owned(), json!({}));
    cx.cleaner.inspect_parameter_name(&declared.name, pointer);
    let read: openapiv3::Parameter = read_object(cx, object, &at)?;
    let stated = declared.located.object;
    let style = match additions.has_content {
        true => ParameterStyle::Json,
        false => additions.separator.unwrap_or_else(|| style_of(&read)),
    };
    let (location, escaping) = match &read {
        openapiv3::Parameter::Path { .. } => {
            (ParameterLocation::Path, path_escaping(stated, additions))
        }
        openapiv3::Parameter::Query { allow_reserved, .. } => {
            let is_reserved = *allow_reserved || skips_encoding(stated);
            (ParameterLocation::Query, escaping_of(is_reserved))
        }
        // Only what a header cannot contain is escaped at run time; `allowReserved` means nothing
        // here.
        openapiv3::Parameter::Header { .. } => (ParameterLocation::Header, Escaping::Full),
        // `style: cookie` sends the value as it is (OpenAPI 3.2, "Style Values").
        openapiv3::Parameter::Cookie { .. } => {
            let escaping = match additions.has_cookie_style {
                true => Escaping::None,
                false => escaping_of(additions.allows_reserved),
            };
            (ParameterLocation::Cookie, escaping)
        }
    };
    let allows_empty = matches!(
        read,
        openapiv3::Parameter::Query {
            allow_empty_value: Some(true),
            ..
        }
    );
    let data = read.parameter_data();
    Ok(Parameter {
        allows_empty,
        x_mcp: read_override(stated, &at),
        pointer: pointer.clone(),
        // A path without one of its segments is another path, whatever the spec says.
        is_required: data.required || location == ParameterLocation::Path,
        is_deprecated: data.deprecated == Some(true),
        description: data.description.unwrap_or_default(),
        examples: list_examples(data.example, data.examples),
        name: data.name,
        location,
        style,
        escaping,
        schema: additions.schema,
    })
}

/// The values of `example` and `examples`, whose references were followed.
fn list_examples(
    example: Option<Value>,
    named: IndexMap<String, ReferenceOr<openapiv3::Example>>,
) -> Vec<Value> {
    let named = named.into_values().filter_map(ReferenceOr::into_item);
    let named = named.filter_map(|example| example.value);
    example.into_iter().chain(named).collect()
}

/// The `x-mcp` of a parameter.
pub(super) fn read_override(
    parameter: &Map<String, Value>,
    at: &Place<'_>,
) -> Option<ArgumentOverride> {
    let value = parameter.get("x-mcp")?;
    Some(ArgumentOverride::from_x_mcp(
        value,
        &at.key("x-mcp").to_pointer(),
    ))
}

fn path_escaping(stated: &Map<String, Value>, additions: &ParameterAdditions) -> Escaping {
    // The value may be of several segments.
    if skips_encoding(stated) || is_true(stated, "x-multi-segment") {
        return Escaping::Segments;
    }
    escaping_of(additions.allows_reserved)
}

const fn escaping_of(is_reserved: bool) -> Escaping {
    match is_reserved {
        true => Escaping::Reserved,
        false => Escaping::Full,
    }
}

/// What specs of Azure say in place of `allowReserved`, in a path as well.
fn skips_encoding(stated: &Map<String, Value>) -> bool {
    is_true(stated, "x-ms-skip-url-encoding")
}

fn is_true(stated: &Map<String, Value>, key: &str) -> bool {
    stated.get(key) == Some(&Value::Bool(true))
}

/// `style` and `explode` of a parameter. `form` explodes by default, no other style does (OpenAPI 3.0.3, "Parameter
/// Object", `explode`).
fn style_of(parameter: &openapiv3::Parameter) -> ParameterStyle {
    use ParameterStyle::*;
    use openapiv3::Parameter::{Cookie, Header, Path, Query};
    let explode = parameter.parameter_data_ref().explode;
    let explodes = explode.unwrap_or(false);
    let choose = |plain, exploded| if explodes { exploded } else { plain };
    let form = if explode.unwrap_or(true) {
        FormExploded
    } else {
        Form
    };
    match parameter {
        Path {
            style: PathStyle::Simple,
            ..
        }
        | Header { .. } => choose(Simple, SimpleExploded),
        Path {
            style: PathStyle::Label,
            ..
        } => choose(Label, LabelExploded),
        Path {
            style: PathStyle::Matrix,
            ..
        } => choose(Matrix, MatrixExploded),
        Query {
            style: QueryStyle::Form,
            ..
        }
        | Cookie { .. } => form,
        Query {
            style: QueryStyle::SpaceDelimited,
            ..
        } => choose(SpaceDelimited, FormExploded),
        Query {
            style: QueryStyle::PipeDelimited,
            ..
        } => choose(PipeDelimited, FormExploded),
        Query {
            style: QueryStyle::DeepObject,
            ..
        } => DeepObject,
    }
}

/// The style that an encoding states. A bare `explode: true` states none: it is put where it is the default, since
/// openapiv3 reads a missing `explode` as false, whatever the style.
pub(super) fn encoding_style(encoding: &openapiv3::Encoding) -> Option<ParameterStyle> {
    match (&encoding.style, encoding.explode) {
        (None, true) => None,
        // `explode` defaults to true for `form` alone (OpenAPI 3.0.3, "Encoding Object",
        // `explode`), so false is a statement here.
        (None | Some(QueryStyle::Form), false) => Some(ParameterStyle::Form),
        (Some(QueryStyle::DeepObject), _) => Some(ParameterStyle::DeepObject),
        (Some(QueryStyle::SpaceDelimited), false) => Some(ParameterStyle::SpaceDelimited),
        (Some(QueryStyle::PipeDelimited), false) => Some(ParameterStyle::PipeDelimited),
        (Some(_), true) => Some(ParameterStyle::FormExploded),
    }
}
