//! Parameters of OpenAPI 3.x, brought to the form of 3.0.

use serde_json::{Map, Value, json};

use super::super::context::Context;
use super::super::declared_parameters::{DeclaredLocation, DeclaredParameter};
use super::super::fields;
use super::super::lift;
use super::super::operation::Parameter;
use super::super::parameter_style::{ParameterAdditions, read_parameter};
use super::super::place::Place;
use super::super::schema::with_enum_extensions;
use super::super::skip::Skip;
use super::super::version::Version;
use super::{content, examples, querystring};
use crate::schema::{Schema, SchemaId};

/// Reads the parameters of an operation.
pub(super) fn read_parameters<'a>(
    cx: &mut Context<'a>,
    parameters: &[DeclaredParameter<'a>],
) -> Result<Vec<Parameter>, Skip> {
    querystring::check_query_string(parameters)?;
    let mut all = Vec::with_capacity(parameters.len());
    for parameter in parameters {
        let pointer = &parameter.located.pointer;
        let location = parameter.location;
        if matches!(
            location,
            DeclaredLocation::Body | DeclaredLocation::FormData
        ) {
            let reason = format!(
                "its parameter `{}` is `in: {}`, which {} does not support",
                parameter.name,
                location.key(),
                cx.version.name()
            );
            return Err(Skip::new(&Place::At(pointer), reason));
        }
        let mut read = match location {
            // Not shared: it changes how all other query parameters of the operation are read.
            DeclaredLocation::QueryString => querystring::read_query_string(cx, parameter)?,
            _ => cx.read_shared(
                |all| &mut all.parameters,
                &parameter.located,
                |cx| read_openapi3_parameter(cx, parameter),
            )?,
        };
        // From OpenAPI 3.1 on, a description beside `$ref` overrides that of its target ("Reference
        // Object").
        if let Some(description) = parameter.located.description {
            description.clone_into(&mut read.description);
            cx.cleaner.clean_description(&mut read.description, pointer);
        }
        all.push(read);
    }
    Ok(all)
}

fn read_openapi3_parameter<'a>(
    cx: &mut Context<'a>,
    parameter: &DeclaredParameter<'a>,
) -> Result<Parameter, Skip> {
    let object = parameter.located.object;
    let at = Place::At(&parameter.located.pointer);
    let mut out = parameter.read_head(cx);
    fields::copy_flags(cx, object, &mut out, &["explode"], &at);
    if parameter.location == DeclaredLocation::Query {
        fields::copy_flags(cx, object, &mut out, &["allowReserved"], &at);
    }
    let style = read_style(cx, object, legal_styles(parameter.location), &at);
    let has_cookie_style = style == Some("cookie");
    // openapiv3 knows no `cookie` style and would reject the parameter.
    if let Some(style) = style.filter(|_| !has_cookie_style) {
        out.insert("style".into(), style.into());
    }
    let Format {
        schema,
        has_content,
    } = read_format(cx, object, &parameter.name, &at)?;
    examples::copy_examples(cx, object, &mut out, &at);
    let is_openapi32 = cx.version == Version::OpenApi32;
    // OpenAPI 3.2 is the first that has it in a path or a cookie.
    let may_allow_reserved = is_openapi32
        && matches!(
            parameter.location,
            DeclaredLocation::Path | DeclaredLocation::Cookie
        );
    let additions = ParameterAdditions {
        schema,
        has_content,
        separator: None,
        has_cookie_style: has_cookie_style && is_openapi32,
        allows_reserved: may_allow_reserved
            && fields::read_flag(cx, object, "allowReserved", &at) == Some(true),
    };
    read_parameter(cx, parameter, out, &additions)
}

const fn legal_styles(location: DeclaredLocation) -> &'static [&'static str] {
    match location {
        DeclaredLocation::Path => &["simple", "label", "matrix"],
        DeclaredLocation::Header => &["simple"],
        DeclaredLocation::Cookie => &["form", "cookie"],
        DeclaredLocation::Query
        | DeclaredLocation::QueryString
        | DeclaredLocation::Body
        | DeclaredLocation::FormData => super::encoding::STYLES,
    }
}

/// Reads `style`, if it is one of those that are possible at the place.
pub(super) fn read_style(
    cx: &mut Context<'_>,
    object: &Map<String, Value>,
    legal: &'static [&'static str],
    at: &Place<'_>,
) -> Option<&'static str> {
    let text = fields::read_text(cx, object, "style", at)?;
    let known = legal.iter().copied().find(|style| *style == text);
    if known.is_none() {
        let message = format!(
            "`style: {text}` is not allowed here; it is read as `{}`",
            legal.first().copied().unwrap_or_default()
        );
        cx.warn(&at.key("style"), message);
    }
    known
}

/// Which values a parameter or a header has.
pub(super) struct Format {
    /// `schema`, or that of the first media type of `content`.
    pub(super) schema: Option<SchemaId>,
    pub(super) has_content: bool,
}

/// Reads `schema` or `content` of a parameter or a header; a string if it has neither.
pub(super) fn read_format<'a>(
    cx: &mut Context<'a>,
    object: &'a Map<String, Value>,
    name: &str,
    at: &Place<'_>,
) -> Result<Format, Skip> {
    let stated = |key| object.get(key).filter(|value| !Value::is_null(value));
    let with_schema = |schema| Format {
        schema: Some(schema),
        has_content: false,
    };
    if let Some(schema) = stated("schema") {
        if stated("content").is_some() {
            let message = format!("`{name}` has both `schema` and `content`; `schema` is used");
            cx.warn(at, message);
        }
        let schema = with_enum_extensions(object, schema);
        return Ok(with_schema(lift::lift_schema(
            cx,
            &schema,
            &at.key("schema"),
        )));
    }
    let content = content::read_content(cx, object, at)?;
    // `content` must have one entry (OpenAPI 3.0.3, "Parameter Object", `content`); of several, the first
    // counts.
    if let Some(first) = content.values().next() {
        return Ok(Format {
            schema: first.schema,
            has_content: true,
        });
    }
    cx.warn(
        at,
        format!("`{name}` has neither `schema` nor `content`; it is treated as a string"),
    );
    let schema = Schema {
        pointer: at.to_pointer(),
        value: json!({"type": "string"}),
    };
    Ok(with_schema(lift::add_schema(cx, schema)))
}
