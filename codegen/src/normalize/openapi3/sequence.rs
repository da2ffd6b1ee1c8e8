//! Bodies that are items in a row, which OpenAPI 3.2 has: `itemSchema`, `prefixEncoding` and
//! `itemEncoding`.

use serde_json::{Map, Value, json};

use super::super::context::Context;
use super::super::fields;
use super::super::lift;
use super::super::media_types::{MULTIPART, essence};
use super::super::place::Place;
use super::super::version::Version;
use super::encoding;
use crate::model::Sequence;
use crate::schema::Schema;

const BY_POSITION: [&str; 2] = ["prefixEncoding", "itemEncoding"];

/// Why a body cannot be sent under a media type.
pub(super) struct Unsendable {
    pub(super) pointer: String,
    pub(super) reason: String,
}

/// Puts what a media type says of the items of a body into its converted form: a list has the
/// schema of its items, and encodings by position are `x-prefix-encoding` and `x-item-encoding`.
pub(super) fn convert<'a>(
    cx: &mut Context<'a>,
    (name, object): (&str, &'a Map<String, Value>),
    out: &mut Map<String, Value>,
    at: &Place<'_>,
) -> Result<(), Unsendable> {
    out.retain(|key, _| !matches!(key.as_str(), "x-prefix-encoding" | "x-item-encoding"));
    if cx.version != Version::OpenApi32 {
        return Ok(());
    }
    items(cx, (name, object), out, at)?;
    nested(object, at)?;
    by_position(cx, (name, object), out, at);
    Ok(())
}

/// `itemSchema` holds for each item; `schema` beside it for all of them together.
fn items<'a>(
    cx: &mut Context<'a>,
    (name, object): (&str, &'a Map<String, Value>),
    out: &mut Map<String, Value>,
    at: &Place<'_>,
) -> Result<(), Unsendable> {
    let stated = |key| object.get(key).filter(|value| !Value::is_null(value));
    let Some(item) = stated("itemSchema") else {
        return Ok(());
    };
    let item_at = at.key("itemSchema");
    let essence = essence(name);
    if Sequence::of(&essence).is_none() && !essence.starts_with("multipart/") {
        let reason = format!("`{name}` is no sequence of items, of which `itemSchema` speaks");
        if out.contains_key("schema") {
            cx.warn(&item_at, format!("{reason}; it is ignored"));
            return Ok(());
        }
        return Err(Unsendable {
            pointer: item_at.pointer(),
            reason,
        });
    }
    let mut list = json!({"type": "array", "items": lift::read(cx, item, &item_at)});
    if let Some(whole) = stated("schema") {
        list["allOf"] = json!([lift::read(cx, whole, &at.key("schema"))]);
    }
    let schema = Schema {
        pointer: item_at.pointer(),
        value: list,
    };
    out.insert("schema".into(), lift::stub(cx, schema));
    Ok(())
}

/// What a part is made of itself, where it is a form or multipart in turn.
fn nested(object: &Map<String, Value>, at: &Place<'_>) -> Result<(), Unsendable> {
    let check = |encoding: &Value, at: &Place<'_>| {
        let inner = ["encoding", "prefixEncoding", "itemEncoding"];
        match inner.into_iter().find(|key| encoding.get(key).is_some()) {
            Some(key) => Err(Unsendable {
                pointer: at.key(key).pointer(),
                reason: "a part of it has parts of its own, which are not sent".to_owned(),
            }),
            None => Ok(()),
        }
    };
    let named = object.get("encoding").and_then(Value::as_object);
    let named_at = at.key("encoding");
    for (name, encoding) in named.into_iter().flatten() {
        check(encoding, &named_at.key(name))?;
    }
    let prefix = object.get("prefixEncoding").and_then(Value::as_array);
    let prefix_at = at.key("prefixEncoding");
    for (index, encoding) in prefix.into_iter().flatten().enumerate() {
        check(encoding, &prefix_at.index(index))?;
    }
    match object.get("itemEncoding") {
        Some(encoding) => check(encoding, &at.key("itemEncoding")),
        None => Ok(()),
    }
}

fn by_position<'a>(
    cx: &mut Context<'a>,
    (name, object): (&str, &'a Map<String, Value>),
    out: &mut Map<String, Value>,
    at: &Place<'_>,
) {
    let Some(first) = BY_POSITION
        .into_iter()
        .find(|key| object.contains_key(*key))
    else {
        return;
    };
    let essence = essence(name);
    if !essence.starts_with("multipart/") {
        let message = format!("`{first}` is for multipart alone, and ignored in `{name}`");
        cx.warn(&at.key(first), message);
        return;
    }
    if object.contains_key("encoding") {
        let message = format!(
            "`encoding` must not stand beside `{first}`, by which a list is sent; it counts for \
             an object alone"
        );
        cx.warn(&at.key("encoding"), message);
    }
    if let Some(encodings) = prefix(cx, object, at) {
        out.insert("x-prefix-encoding".into(), encodings.into());
    }
    if let Some(item) = fields::object(cx, object, "itemEncoding", at) {
        let item = encoding::one(cx, item, &at.key("itemEncoding"));
        out.insert("x-item-encoding".into(), item.into());
    }
    if essence == MULTIPART {
        let at = at.key(first);
        let stated = [out.get("x-prefix-encoding"), out.get("x-item-encoding")];
        if !stated.into_iter().flatten().all(has_disposition) {
            let message = "parts of `multipart/form-data` that have a position have the name that \
                           their header `Content-Disposition` gives; `file` without one";
            cx.warn(&at, message);
        }
    }
}

fn prefix<'a>(
    cx: &mut Context<'a>,
    object: &'a Map<String, Value>,
    at: &Place<'_>,
) -> Option<Vec<Value>> {
    let list = fields::list(cx, object, "prefixEncoding", at)?;
    let at = at.key("prefixEncoding");
    let mut out = Vec::with_capacity(list.len());
    for (index, value) in list.iter().enumerate() {
        let at = at.index(index);
        out.push(match value {
            Value::Object(object) => encoding::one(cx, object, &at).into(),
            other => {
                let kind = fields::kind(other);
                let message = format!("an encoding is an object, not {kind}; it is ignored");
                cx.warn(&at, message);
                json!({})
            }
        });
    }
    Some(out)
}

/// Whether an encoding, or each of a list of them, has that header.
fn has_disposition(encoding: &Value) -> bool {
    if let Value::Array(list) = encoding {
        return list.iter().all(has_disposition);
    }
    let headers = encoding.get("headers").and_then(Value::as_object);
    headers.is_some_and(|headers| {
        let mut names = headers.keys();
        names.any(|name| name.eq_ignore_ascii_case("content-disposition"))
    })
}

#[cfg(test)]
mod tests;
