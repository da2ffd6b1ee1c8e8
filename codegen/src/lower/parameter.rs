use indexmap::IndexMap;
use openapiv3::{
    MediaType, ParameterData, ParameterSchemaOrContent, PathStyle, QueryStyle, ReferenceOr,
};
use serde_json::Value;

use crate::model::{Escaping, Location, ParameterStyle};

/// A parameter as the spec has it, read but not yet typed.
pub(super) struct RawParameter<'a> {
    pub(super) data: &'a ParameterData,
    pub(super) location: Location,
    pub(super) style: ParameterStyle,
    pub(super) escaping: Escaping,
    /// Index into the lifted schemas.
    pub(super) schema: Option<usize>,
    /// The media type of a parameter that is the whole query string.
    pub(super) query_string: Option<(&'a str, &'a MediaType)>,
}

/// Reads a parameter.
pub(super) fn read(parameter: &openapiv3::Parameter) -> RawParameter<'_> {
    use openapiv3::Parameter;
    let data = parameter.parameter_data_ref();
    let (location, style, escaping) = match parameter {
        Parameter::Path { style, .. } => (
            Location::Path,
            path_style(style, data),
            match (is_multi_segment(data), allows_reserved(data)) {
                (true, _) => Escaping::Segments,
                (false, true) => Escaping::Reserved,
                (false, false) => Escaping::Full,
            },
        ),
        Parameter::Query {
            style,
            allow_reserved,
            ..
        } => (
            Location::Query,
            query_style(style, data),
            match *allow_reserved || skips_encoding(data) {
                true => Escaping::Reserved,
                false => Escaping::Full,
            },
        ),
        Parameter::Header { .. } => (Location::Header, simple(data), Escaping::Full),
        Parameter::Cookie { .. } => (Location::Cookie, form(data), cookie_escaping(data)),
    };
    let (schema, media) = match &data.format {
        ParameterSchemaOrContent::Schema(schema) => (lifted(schema), None),
        ParameterSchemaOrContent::Content(content) => {
            let media = content.first();
            let schema = media.and_then(|(_, media)| media.schema.as_ref());
            (schema.and_then(lifted), media)
        }
    };
    let is_content = matches!(data.format, ParameterSchemaOrContent::Content(_));
    let query_string = media
        .filter(|_| says(data, "x-query-string"))
        .map(|(name, media)| (name.as_str(), media));
    RawParameter {
        data,
        location,
        style: if is_content {
            ParameterStyle::Json
        } else {
            style
        },
        escaping,
        schema,
        query_string,
    }
}

/// What specs of Azure say in place of `allowReserved`, in a path as well.
fn skips_encoding(data: &ParameterData) -> bool {
    says(data, "x-ms-skip-url-encoding")
}

/// Whether the value of a path parameter is of several segments.
fn is_multi_segment(data: &ParameterData) -> bool {
    skips_encoding(data) || says(data, "x-multi-segment")
}

fn allows_reserved(data: &ParameterData) -> bool {
    says(data, "x-allow-reserved")
}

fn cookie_escaping(data: &ParameterData) -> Escaping {
    if data.extensions.contains_key("x-style") {
        Escaping::None
    } else if allows_reserved(data) {
        Escaping::Reserved
    } else {
        Escaping::Full
    }
}

fn says(data: &ParameterData, extension: &str) -> bool {
    data.extensions.get(extension) == Some(&Value::Bool(true))
}

/// The index of a stub `#/lifted/{index}`.
pub(super) fn lifted<T>(schema: &ReferenceOr<T>) -> Option<usize> {
    match schema {
        ReferenceOr::Reference { reference } => reference.strip_prefix("#/lifted/")?.parse().ok(),
        ReferenceOr::Item(_) => None,
    }
}

fn path_style(style: &PathStyle, data: &ParameterData) -> ParameterStyle {
    match (style, data.explode.unwrap_or(false)) {
        (PathStyle::Simple, _) => simple(data),
        (PathStyle::Label, false) => ParameterStyle::Label,
        (PathStyle::Label, true) => ParameterStyle::LabelExploded,
        (PathStyle::Matrix, false) => ParameterStyle::Matrix,
        (PathStyle::Matrix, true) => ParameterStyle::MatrixExploded,
    }
}

fn query_style(style: &QueryStyle, data: &ParameterData) -> ParameterStyle {
    if let Some(separated) = separated(&data.extensions) {
        return separated;
    }
    match (style, data.explode.unwrap_or(false)) {
        (QueryStyle::Form, _) => form(data),
        (QueryStyle::SpaceDelimited | QueryStyle::PipeDelimited, true) => {
            ParameterStyle::FormExploded
        }
        (QueryStyle::SpaceDelimited, false) => ParameterStyle::SpaceDelimited,
        (QueryStyle::PipeDelimited, false) => ParameterStyle::PipeDelimited,
        (QueryStyle::DeepObject, _) => ParameterStyle::DeepObject,
    }
}

/// `form` explodes unless told otherwise.
fn form(data: &ParameterData) -> ParameterStyle {
    if data.explode.unwrap_or(true) {
        ParameterStyle::FormExploded
    } else {
        ParameterStyle::Form
    }
}

/// `simple` does not explode unless told to.
fn simple(data: &ParameterData) -> ParameterStyle {
    separated(&data.extensions).unwrap_or(if data.explode.unwrap_or(false) {
        ParameterStyle::SimpleExploded
    } else {
        ParameterStyle::Simple
    })
}

/// Swagger's `collectionFormat`, where OpenAPI 3.0 has no word for it in that place.
pub(super) fn separated(extensions: &IndexMap<String, Value>) -> Option<ParameterStyle> {
    let format = extensions.get("x-collection-format")?;
    Some(match format.as_str()? {
        "ssv" => ParameterStyle::SpaceDelimited,
        "tsv" => ParameterStyle::TabDelimited,
        "pipes" => ParameterStyle::PipeDelimited,
        _ => return None,
    })
}
