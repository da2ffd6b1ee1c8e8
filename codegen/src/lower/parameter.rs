use indexmap::IndexMap;
use openapiv3::{ParameterData, ParameterSchemaOrContent, PathStyle, QueryStyle, ReferenceOr};
use serde_json::Value;

use crate::model::{Location, ParameterStyle};

/// A parameter as the spec has it, read but not yet typed.
pub(super) struct RawParameter<'a> {
    pub(super) data: &'a ParameterData,
    pub(super) location: Location,
    pub(super) style: ParameterStyle,
    pub(super) allow_reserved: bool,
    /// Index into the lifted schemas.
    pub(super) schema: Option<usize>,
}

/// Header parameters that OpenAPI tells to ignore (3.0.3, "Parameter Object", `name`).
const IGNORED_HEADERS: [&str; 3] = ["accept", "content-type", "authorization"];

/// Reads a parameter; `None` for one that has no meaning.
pub(super) fn read(parameter: &openapiv3::Parameter) -> Option<RawParameter<'_>> {
    use openapiv3::Parameter;
    let data = parameter.parameter_data_ref();
    let (location, style, allow_reserved) = match parameter {
        Parameter::Path { style, .. } => (
            Location::Path,
            path_style(style, data),
            skips_encoding(data),
        ),
        Parameter::Query {
            style,
            allow_reserved,
            ..
        } => (
            Location::Query,
            query_style(style, data),
            *allow_reserved || skips_encoding(data),
        ),
        Parameter::Header { .. } => (Location::Header, simple(data), false),
        Parameter::Cookie { .. } => (Location::Cookie, form(data), false),
    };
    let ignored = location == Location::Header
        && IGNORED_HEADERS.contains(&data.name.to_ascii_lowercase().as_str());
    if ignored {
        return None;
    }
    let (schema, is_content) = match &data.format {
        ParameterSchemaOrContent::Schema(schema) => (lifted(schema), false),
        ParameterSchemaOrContent::Content(content) => {
            let schema = content
                .values()
                .next()
                .and_then(|media| media.schema.as_ref());
            (schema.and_then(lifted), true)
        }
    };
    Some(RawParameter {
        data,
        location,
        style: if is_content {
            ParameterStyle::Json
        } else {
            style
        },
        allow_reserved,
        schema,
    })
}

/// What specs of Azure say in place of `allowReserved`, in a path as well.
fn skips_encoding(data: &ParameterData) -> bool {
    data.extensions.get("x-ms-skip-url-encoding") == Some(&Value::Bool(true))
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
