//! `in: querystring` of OpenAPI 3.2: one parameter that is the whole query string.

use super::super::context::Context;
use super::super::declared_parameters::{DeclaredLocation, DeclaredParameter};
use super::super::fields;
use super::super::operation::{Parameter, ParameterLocation};
use super::super::parameter_style::read_override;
use super::super::place::Place;
use super::super::skip::Skip;
use super::content;
use crate::model::{Escaping, ParameterStyle, media_type_essence};

/// Nothing else of the same operation may be in the query.
pub(super) fn check_query_string(parameters: &[DeclaredParameter<'_>]) -> Result<(), Skip> {
    let mut strings = parameters
        .iter()
        .filter(|parameter| parameter.location == DeclaredLocation::QueryString);
    let Some(first) = strings.next() else {
        return Ok(());
    };
    // OpenAPI 3.2, "Parameter Object", `in`: `querystring` must be there at most once, and not together with
    // `query`.
    let another = strings.next().or_else(|| {
        let mut all = parameters.iter();
        all.find(|parameter| parameter.location == DeclaredLocation::Query)
    });
    let Some(another) = another else {
        return Ok(());
    };
    let reason = format!(
        "its parameter `{}` is `in: {}`, but `{}` is already the whole query string",
        another.name,
        another.location.key(),
        first.name
    );
    Err(Skip::new(&Place::At(&another.located.pointer), reason))
}

/// Reads the parameter that is the whole query string.
pub(super) fn read_query_string<'a>(
    cx: &mut Context<'a>,
    parameter: &DeclaredParameter<'a>,
) -> Result<Parameter, Skip> {
    let object = parameter.located.object;
    let pointer = &parameter.located.pointer;
    let at = Place::At(pointer);
    let skip = |what: &str| Skip::new(&at, format!("its query string {what}"));
    let mut content = content::read_content(cx, object, &at)?.into_iter();
    let Some((name, media_type)) = content.next() else {
        return Err(skip("has no `content`"));
    };
    if !is_text(&media_type_essence(&name)) {
        return Err(skip(&format!(
            "is `{name}`, which cannot be written in a URL"
        )));
    }
    if content.next().is_some() {
        let message = format!("a query string has one media type; `{name}` is used");
        cx.warn(&at.key("content"), message);
    }
    let mut description = fields::read_text(cx, object, "description", &at).unwrap_or_default();
    cx.cleaner.inspect_parameter_name(&parameter.name, pointer);
    cx.cleaner.clean_description(&mut description, pointer);
    let mut is_true = |key| fields::read_flag(cx, object, key, &at) == Some(true);
    // OpenAPI 3.0 has no such parameter, so openapiv3 has no type for it.
    Ok(Parameter {
        pointer: pointer.clone(),
        name: parameter.name.clone(),
        location: ParameterLocation::QueryString(name, media_type.encoding),
        style: ParameterStyle::Json,
        escaping: Escaping::Full,
        is_required: is_true("required"),
        allows_empty: false,
        is_deprecated: is_true("deprecated"),
        description,
        schema: media_type.schema,
        examples: Vec::new(),
        x_mcp: read_override(object, &at),
    })
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
