//! An operation as the spec declares it, and what of it is the same in every version.

use serde_json::{Map, Value};

use super::context::Context;
use super::declared_parameters::DeclaredParameter;
use super::fields;
use super::openapi_object::read_object;
use super::place::Place;
use super::skip::Skip;
use super::spelling;

/// An operation of the spec, with the parameters that hold for it.
pub(super) struct DeclaredOperation<'a, 'p> {
    pub(super) object: &'a Map<String, Value>,
    pub(super) at: Place<'p>,
    pub(super) parameters: Vec<DeclaredParameter<'a>>,
}

/// Reads the texts and the tags of an operation.
pub(super) fn read_head(
    cx: &mut Context<'_>,
    object: &Map<String, Value>,
    at: &Place<'_>,
) -> Result<openapiv3::Operation, Skip> {
    spelling::check_keys(cx, object, spelling::OPERATION, at);
    let mut head = Map::new();
    let tags = read_tags(cx, object, at);
    if !tags.is_empty() {
        head.insert("tags".into(), tags.into());
    }
    let texts = ["operationId", "summary", "description"];
    fields::copy_texts(cx, object, &mut head, &texts, at);
    fields::copy_flags(cx, object, &mut head, &["deprecated"], at);
    let docs = fields::read_object(cx, object, "externalDocs", at);
    if let Some(docs) = docs.and_then(|docs| read_external_docs(cx, docs, &at.key("externalDocs")))
    {
        head.insert("externalDocs".into(), docs.into());
    }
    // openapiv3 requires `responses`, which are read on their own.
    head.insert("responses".into(), Map::new().into());
    let mut head: openapiv3::Operation = read_object(cx, head, at)?;
    cx.cleaner.clean_head(&mut head, &at.to_pointer());
    Ok(head)
}

fn read_tags(cx: &mut Context<'_>, object: &Map<String, Value>, at: &Place<'_>) -> Vec<Value> {
    let tags = fields::read_list(cx, object, "tags", at);
    let (kept, dropped): (Vec<&Value>, Vec<&Value>) =
        tags.into_iter().flatten().partition(|tag| tag.is_string());
    if !dropped.is_empty() {
        cx.warn(&at.key("tags"), "tags that are not strings are ignored");
    }
    kept.into_iter().cloned().collect()
}

fn read_external_docs(
    cx: &mut Context<'_>,
    docs: &Map<String, Value>,
    at: &Place<'_>,
) -> Option<Map<String, Value>> {
    let mut out = Map::new();
    fields::copy_texts(cx, docs, &mut out, &["url", "description"], at);
    out.contains_key("url").then_some(out)
}
