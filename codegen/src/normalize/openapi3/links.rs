//! `links` of a response: operations that take what it has. Only what names an operation and its parameters is read; which
//! operation that is, `lower` decides.

use serde_json::{Map, Value};

use super::super::context::Context;
use super::super::fields;
use super::super::operation::{Link, LinkExpression, LinkTarget};
use super::super::place::Place;

/// Reads the links of a response. What is wrong with one is reported, and the others count.
pub(super) fn read_links<'a>(
    cx: &mut Context<'a>,
    response: &'a Map<String, Value>,
    at: &Place<'_>,
) -> Vec<Link> {
    let links = match response.get("links") {
        Some(Value::Null) | None => return Vec::new(),
        Some(_) => fields::read_object(cx, response, "links", at),
    };
    let at = at.key("links");
    let mut all = Vec::new();
    for (name, value) in links.into_iter().flatten() {
        let at = at.key(name);
        match cx.follow_reference(value, &at) {
            Ok(located) => {
                let place = Place::At(&located.pointer);
                all.extend(read_link(cx, located.object, &place));
            }
            Err(unreadable) => cx.warn(&at, format!("the link {unreadable}; it is ignored")),
        }
    }
    all
}

fn read_link(cx: &mut Context<'_>, link: &Map<String, Value>, at: &Place<'_>) -> Option<Link> {
    let id = fields::read_text(cx, link, "operationId", at);
    let reference = fields::read_text(cx, link, "operationRef", at);
    let target = match (id, reference) {
        (Some(id), None) => LinkTarget::Id(id),
        (None, Some(reference)) => LinkTarget::Reference(reference),
        (None, None) => {
            let message = "a link must have `operationId` or `operationRef`; it is ignored";
            cx.warn(at, message);
            return None;
        }
        (Some(_), Some(_)) => {
            let message =
                "a link must not have both `operationId` and `operationRef`; it is ignored";
            cx.warn(at, message);
            return None;
        }
    };
    let parameters = match link.get("parameters") {
        Some(Value::Null) | None => None,
        Some(_) => fields::read_object(cx, link, "parameters", at),
    };
    let parameters = parameters.into_iter().flatten();
    let parameters = parameters
        .filter_map(|(name, value)| Some((name.clone(), LinkExpression::parse(value.as_str()?)?)));
    Some(Link {
        pointer: at.to_pointer(),
        target,
        parameters: parameters.collect(),
    })
}

impl LinkExpression {
    /// Parses a runtime expression (OpenAPI 3.0.3, "Runtime Expressions"). Constants, and what neither a response's body nor
    /// an argument has, are not of interest.
    fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let embedded = text.strip_prefix('{').and_then(|it| it.strip_suffix('}'));
        let text = embedded.unwrap_or(text);
        if let Some(rest) = text.strip_prefix("$response.body") {
            return match rest.strip_prefix('#') {
                Some(pointer) => Some(Self::Returned(pointer.to_owned())),
                None => rest.is_empty().then(|| Self::Returned(String::new())),
            };
        }
        let argument = text.strip_prefix("$request.")?;
        if let Some(pointer) = argument.strip_prefix("body#/") {
            let is_property = !pointer.is_empty() && !pointer.contains(['/', '~']);
            return is_property.then(|| Self::Passed(pointer.to_owned()));
        }
        let (location, name) = argument.split_once('.')?;
        matches!(location, "path" | "query").then(|| Self::Passed(name.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_of_bodies_and_arguments_are_read() {
        let returned = |pointer: &str| Some(LinkExpression::Returned(pointer.to_owned()));
        let passed = |name: &str| Some(LinkExpression::Passed(name.to_owned()));
        for (text, expected) in [
            ("$response.body#/id", returned("/id")),
            ("{$response.body#/a/0/id}", returned("/a/0/id")),
            ("$response.body", returned("")),
            ("$response.bodyguard", None),
            ("$response.header.Location", None),
            ("$request.path.id", passed("id")),
            ("$request.query.page.size", passed("page.size")),
            ("$request.body#/name", passed("name")),
            ("$request.body#/a/b", None),
            ("$url", None),
            ("constant", None),
        ] {
            assert_eq!(LinkExpression::parse(text), expected, "{text}");
        }
    }
}
