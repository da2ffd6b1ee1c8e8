//! What an operation has in every version.

use serde_json::{Map, Value};

use super::context::Context;
use super::fields;
use super::parameters::Parameter;
use super::place::Place;
use super::spelling;

/// An operation as the spec has it.
pub(super) struct Source<'a, 'p> {
    pub(super) object: &'a Map<String, Value>,
    pub(super) at: Place<'p>,
    pub(super) parameters: Vec<Parameter<'a>>,
}

/// Why an operation is left out.
pub(super) struct Skip {
    pub(super) pointer: String,
    pub(super) reason: String,
}

impl Skip {
    pub(super) fn new(at: &Place<'_>, reason: impl Into<String>) -> Self {
        Self {
            pointer: at.pointer(),
            reason: reason.into(),
        }
    }
}

/// Texts, tags and extensions.
pub(super) fn head(
    cx: &mut Context<'_>,
    object: &Map<String, Value>,
    at: &Place<'_>,
) -> Map<String, Value> {
    spelling::check(cx, object, spelling::OPERATION, at);
    let mut head = Map::new();
    let tags = tags(cx, object, at);
    if !tags.is_empty() {
        head.insert("tags".into(), tags.into());
    }
    let texts = ["operationId", "summary", "description"];
    fields::copy_texts(cx, object, &mut head, &texts, at);
    fields::copy_flags(cx, object, &mut head, &["deprecated"], at);
    let docs = fields::object(cx, object, "externalDocs", at);
    if let Some(docs) = docs.and_then(|docs| external_docs(cx, docs, &at.key("externalDocs"))) {
        head.insert("externalDocs".into(), docs.into());
    }
    fields::extensions(object, &mut head);
    head
}

fn tags(cx: &mut Context<'_>, object: &Map<String, Value>, at: &Place<'_>) -> Vec<Value> {
    let tags = fields::list(cx, object, "tags", at);
    let (kept, dropped): (Vec<&Value>, Vec<&Value>) =
        tags.into_iter().flatten().partition(|tag| tag.is_string());
    if !dropped.is_empty() {
        cx.warn(&at.key("tags"), "tags that are no strings are ignored");
    }
    kept.into_iter().cloned().collect()
}

fn external_docs(
    cx: &mut Context<'_>,
    docs: &Map<String, Value>,
    at: &Place<'_>,
) -> Option<Map<String, Value>> {
    let mut out = Map::new();
    fields::copy_texts(cx, docs, &mut out, &["url", "description"], at);
    out.contains_key("url").then_some(out)
}
