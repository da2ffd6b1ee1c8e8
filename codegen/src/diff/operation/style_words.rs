//! How a parameter is written on the wire, in the words of OpenAPI, since readers of a comparison know those and not the
//! names of the model.

use crate::model::{Escaping, Location, Parameter, ParameterStyle, QueryString};

/// `style` and `explode` of a parameter, or the media type of its `content`, and what it says of percent-encoding.
pub(super) fn describe_style(parameter: &Parameter) -> String {
    let Parameter {
        location,
        style,
        escaping,
        ..
    } = parameter;
    let written = match location {
        Location::QueryString(form) => describe_query_string(form),
        _ => write_style_words(*style),
    };
    match escaping {
        Escaping::Full => written.to_owned(),
        Escaping::Reserved => format!("{written}, allowReserved: true"),
        // OpenAPI has no word for it; both extensions mean this (`path_escaping` in `normalize`).
        Escaping::Segments => format!("{written}, x-multi-segment: true"),
        // Only a cookie is not escaped at all, and `explode` is that of its style.
        Escaping::None => written.replace("style: form", "style: cookie"),
    }
}

const fn describe_query_string(form: &QueryString) -> &'static str {
    match form {
        QueryString::Form(_) => "content: application/x-www-form-urlencoded",
        QueryString::Json => "content: application/json",
        QueryString::Text => "content: text/plain",
    }
}

const fn write_style_words(style: ParameterStyle) -> &'static str {
    match style {
        ParameterStyle::Simple => "style: simple, explode: false",
        ParameterStyle::SimpleExploded => "style: simple, explode: true",
        ParameterStyle::Label => "style: label, explode: false",
        ParameterStyle::LabelExploded => "style: label, explode: true",
        ParameterStyle::Matrix => "style: matrix, explode: false",
        ParameterStyle::MatrixExploded => "style: matrix, explode: true",
        ParameterStyle::Form => "style: form, explode: false",
        ParameterStyle::FormExploded => "style: form, explode: true",
        ParameterStyle::SpaceDelimited => "style: spaceDelimited, explode: false",
        ParameterStyle::PipeDelimited => "style: pipeDelimited, explode: false",
        // OpenAPI 3 has no such style, only Swagger 2.0 has.
        ParameterStyle::TabDelimited => "collectionFormat: tsv",
        ParameterStyle::DeepObject => "style: deepObject, explode: true",
        ParameterStyle::Json => "content: application/json",
    }
}
