//! `collectionFormat`: how a list is written.

use serde_json::{Map, Value};

use super::super::context::Context;
use super::super::fields;
use super::super::parameters::Location;
use super::super::place::Place;

/// What says the same in OpenAPI 3.0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Style {
    style: &'static str,
    explode: bool,
    /// What OpenAPI 3.0 has no word for.
    extension: Option<&'static str>,
}

impl Style {
    const fn plain(style: &'static str, explode: bool) -> Self {
        Self {
            style,
            explode,
            extension: None,
        }
    }

    pub(super) fn write(self, out: &mut Map<String, Value>) {
        out.insert("style".into(), self.style.into());
        out.insert("explode".into(), self.explode.into());
        if let Some(extension) = self.extension {
            out.insert("x-collection-format".into(), extension.into());
        }
    }
}

/// How a parameter is written, where it is a list.
pub(super) fn style(
    cx: &mut Context<'_>,
    object: &Map<String, Value>,
    location: Location,
    at: &Place<'_>,
) -> Option<Style> {
    let is_list = match object.get("type") {
        Some(Value::String(name)) => name == "array",
        Some(_) => false,
        None => object.contains_key("items"),
    };
    if !is_list {
        return None;
    }
    warn_of_nested(cx, object, at);
    let format = fields::text(cx, object, "collectionFormat", at);
    let in_query = matches!(location, Location::Query | Location::FormData);
    Some(match (format.as_deref(), in_query) {
        (Some("multi"), true) => Style::plain("form", true),
        (Some("ssv"), true) => Style::plain("spaceDelimited", false),
        (Some("pipes"), true) => Style::plain("pipeDelimited", false),
        (Some("tsv"), _) => separated(location, "tsv"),
        (Some("ssv"), false) => separated(location, "ssv"),
        (Some("pipes"), false) => separated(location, "pipes"),
        (Some("csv") | None, _) => comma_separated(location),
        (Some(other), _) => {
            let message = format!(
                "`collectionFormat: {other}` is not possible in `{}`; it is read as `csv`",
                location.key()
            );
            cx.warn(&at.key("collectionFormat"), message);
            comma_separated(location)
        }
    })
}

fn comma_separated(location: Location) -> Style {
    match location {
        Location::Path | Location::Header => Style::plain("simple", false),
        _ => Style::plain("form", false),
    }
}

fn separated(location: Location, extension: &'static str) -> Style {
    Style {
        extension: Some(extension),
        ..comma_separated(location)
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
            "`collectionFormat` of a list in a list is ignored",
        );
    }
}
