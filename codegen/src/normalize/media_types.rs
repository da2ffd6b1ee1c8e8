//! Names of media types: their essence, and warnings about names that are misspelt or that no media type can have.
//! What a media type means for a body is not decided here but in `lower/body`.

use toolwright_inspect::suggest::{did_you_mean, find_misspelled, is_misspelling};

use super::context::Context;
use super::place::Place;
use crate::model::media_type_essence;

/// Top-level types (RFC 6838, 4.2.7, and the registry of IANA), and two that are in use without it.
const TYPES: [&str; 13] = [
    "application",
    "audio",
    "chemical",
    "example",
    "font",
    "haptics",
    "image",
    "message",
    "model",
    "multipart",
    "text",
    "video",
    "x-world",
];

/// The media types that specs have most.
const COMMON: [&str; 9] = [
    JSON,
    OCTETS,
    FORM,
    MULTIPART,
    "application/xml",
    "application/problem+json",
    "text/plain",
    "text/html",
    "text/event-stream",
];

/// Says that a text is no media type, or hardly the one that is meant.
pub(super) fn check_media_type(cx: &mut Context<'_>, text: &str, at: &Place<'_>) {
    let flaw = match split_media_type(text) {
        None => {
            format!("`{text}` is not a media type, which is a type and a subtype such as `{JSON}`")
        }
        Some((kind, subtype)) => match did_you_mean(suggest_media_type(&kind, &subtype).as_deref())
        {
            Some(question) => format!("the media type `{text}` is unknown; {question}"),
            None => return,
        },
    };
    cx.warn(at, flaw);
}

/// Type and subtype in lower case (RFC 9110, 8.3.1).
fn split_media_type(text: &str) -> Option<(String, String)> {
    let essence = media_type_essence(text);
    let (kind, subtype) = essence.split_once('/')?;
    let is_token = |text: &str| {
        let special = "!#$%&'*+-.^_`|~";
        let of_token = |c: char| c.is_ascii_alphanumeric() || special.contains(c);
        !text.is_empty() && text.chars().all(of_token)
    };
    (is_token(kind) && is_token(subtype)).then(|| (kind.to_owned(), subtype.to_owned()))
}

/// The common media type that another one is a slip of the pen away from. Short subtypes are near
/// to each other (`zip` and `gzip`, `json` and `bson`), so there only the same letters are.
fn suggest_media_type(kind: &str, subtype: &str) -> Option<String> {
    if !TYPES.contains(&kind) && kind != "*" {
        let kind = find_misspelled(kind, TYPES)?;
        return Some(format!("{kind}/{subtype}"));
    }
    let text = format!("{kind}/{subtype}");
    if COMMON.contains(&text.as_str()) {
        return None;
    }
    let near = COMMON.iter().find(|common| {
        let known = common.split_once('/');
        known.is_some_and(|(known, name)| known == kind && is_misspelling(subtype, name))
    });
    near.map(|near| (*near).to_owned())
}

pub(super) const JSON: &str = "application/json";
pub(super) const OCTETS: &str = "application/octet-stream";
pub(super) const FORM: &str = "application/x-www-form-urlencoded";
pub(super) const MULTIPART: &str = "multipart/form-data";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn media_types_are_told_from_what_is_none() {
        for none in [
            "json",
            "",
            "application/",
            "application/json, text/plain",
            "a/b/c",
        ] {
            assert_eq!(split_media_type(none), None, "{none}");
        }
        for (text, near) in [
            ("application/josn", Some(JSON)),
            ("aplication/json", Some(JSON)),
            ("application/x-www-form-url-encoded", Some(FORM)),
            ("Application/JSON; charset=utf-8", None),
            ("application/bson", None),
            ("application/gzip", None),
            ("application/vnd.api+json", None),
            ("image/*", None),
            ("*/*", None),
        ] {
            let (kind, subtype) = split_media_type(text).expect("a media type");
            assert_eq!(
                suggest_media_type(&kind, &subtype).as_deref(),
                near,
                "{text}"
            );
        }
    }
}
