//! `collectionFormat`: how a list is written.

use serde_json::{Map, Value};

use super::super::context::Context;
use super::super::declared_parameters::DeclaredLocation;
use super::super::fields;
use super::super::place::Place;
use crate::model::ParameterStyle;

/// What says the same in OpenAPI 3.0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Style {
    style: &'static str,
    explode: bool,
    /// What stands between the items, in a place where OpenAPI 3.0 has no style for it.
    pub(super) separator: Option<ParameterStyle>,
}

impl Style {
    const fn new(style: &'static str, explode: bool) -> Self {
        Self {
            style,
            explode,
            separator: None,
        }
    }

    pub(super) fn write_to(self, out: &mut Map<String, Value>) {
        out.insert("style".into(), self.style.into());
        out.insert("explode".into(), self.explode.into());
    }
}

/// Reads how a parameter is written, if it is a list.
pub(super) fn read_collection_format(
    cx: &mut Context<'_>,
    object: &Map<String, Value>,
    location: DeclaredLocation,
    at: &Place<'_>,
) -> Option<Style> {
    let is_list = match object.get("type") {
        Some(Value::String(name)) => name == "array",
        Some(_) => false,
        // A missing `type` is common in old specs; `items` shows that a list is meant.
        None => object.contains_key("items"),
    };
    if !is_list {
        return None;
    }
    warn_of_nested(cx, object, at);
    let format = fields::read_text(cx, object, "collectionFormat", at);
    let in_query = matches!(
        location,
        DeclaredLocation::Query | DeclaredLocation::FormData
    );
    Some(match (format.as_deref(), in_query) {
        // `multi` is for the query and for forms alone (Swagger 2.0, "Parameter Object", `collectionFormat`).
        (Some("multi"), true) => Style::new("form", true),
        (Some("ssv"), true) => Style::new("spaceDelimited", false),
        (Some("pipes"), true) => Style::new("pipeDelimited", false),
        // OpenAPI 3.0 has no style that separates by tabs, and none but commas outside of the query.
        (Some("tsv"), _) => separated_style(location, ParameterStyle::TabDelimited),
        (Some("ssv"), false) => separated_style(location, ParameterStyle::SpaceDelimited),
        (Some("pipes"), false) => separated_style(location, ParameterStyle::PipeDelimited),
        (Some("csv") | None, _) => comma_separated_style(location),
        (Some(other), _) => {
            let message = format!(
                "`collectionFormat: {other}` is not allowed in `{}`; it is read as `csv`",
                location.key()
            );
            cx.warn(&at.key("collectionFormat"), message);
            comma_separated_style(location)
        }
    })
}

fn comma_separated_style(location: DeclaredLocation) -> Style {
    match location {
        DeclaredLocation::Path | DeclaredLocation::Header => Style::new("simple", false),
        _ => Style::new("form", false),
    }
}

fn separated_style(location: DeclaredLocation, separator: ParameterStyle) -> Style {
    Style {
        separator: Some(separator),
        ..comma_separated_style(location)
    }
}

fn warn_of_nested(cx: &mut Context<'_>, object: &Map<String, Value>, at: &Place<'_>) {
    let items = object.get("items").and_then(Value::as_object);
    if items
        .is_some_and(|items| items.contains_key("collectionFormat") && items.contains_key("items"))
    {
        let items_at = at.key("items");
        cx.warn(
            &items_at.key("collectionFormat"),
            "`collectionFormat` is ignored for a list within a list",
        );
    }
}
