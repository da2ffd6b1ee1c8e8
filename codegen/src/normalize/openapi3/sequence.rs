//! Bodies that are items in a row, which OpenAPI 3.2 has: `itemSchema`, `prefixEncoding` and
//! `itemEncoding`.

use serde_json::{Map, Value, json};

use super::super::context::Context;
use super::super::fields;
use super::super::lift;
use super::super::media_types::MULTIPART;
use super::super::operation::{Encoding, MediaType, PositionalEncoding};
use super::super::place::Place;
use super::super::skip::Skip;
use super::super::version::Version;
use super::content::DeclaredMediaType;
use super::encoding::{read_encoding, read_encoding_value};
use crate::model::{Sequence, media_type_essence};
use crate::schema::Schema;

const BY_POSITION: [&str; 2] = ["prefixEncoding", "itemEncoding"];

/// Why a body cannot be sent under a media type.
pub(super) struct Unsendable {
    pub(super) pointer: String,
    pub(super) reason: String,
}

/// Adds what a media type says of the items of a body: a list has the schema of its items, and encodings by position.
pub(super) fn read_items<'a>(
    cx: &mut Context<'a>,
    declared: &DeclaredMediaType<'a, '_>,
    out: &mut MediaType,
) -> Result<Result<(), Unsendable>, Skip> {
    if cx.version != Version::OpenApi32 {
        return Ok(Ok(()));
    }
    let checked = read_item_schema(cx, declared, out)
        .and_then(|()| reject_nested_parts(declared.object, &declared.at));
    if checked.is_ok() {
        out.positional_encoding = read_positional_encoding(cx, declared)?;
    }
    Ok(checked)
}

/// `itemSchema` holds for each item; `schema` beside it for all of them together.
fn read_item_schema<'a>(
    cx: &mut Context<'a>,
    DeclaredMediaType { name, object, at }: &DeclaredMediaType<'a, '_>,
    out: &mut MediaType,
) -> Result<(), Unsendable> {
    let stated = |key| object.get(key).filter(|value| !Value::is_null(value));
    let Some(item) = stated("itemSchema") else {
        return Ok(());
    };
    let item_at = at.key("itemSchema");
    let essence = media_type_essence(name);
    if Sequence::from_essence(&essence).is_none() && !essence.starts_with("multipart/") {
        let reason =
            format!("`itemSchema` describes the items of a sequence, and `{name}` is not one");
        // With a schema the body can still be sent; without one nothing says what it is.
        if out.schema.is_some() {
            cx.warn(&item_at, format!("{reason}; it is ignored"));
            return Ok(());
        }
        return Err(Unsendable {
            pointer: item_at.to_pointer(),
            reason,
        });
    }
    // The arguments of a call are one JSON document, so a sequence is a list there and becomes a
    // stream on the wire.
    let mut list = json!({"type": "array", "items": lift::read_schema(cx, item, &item_at)});
    if let Some(whole) = stated("schema") {
        list["allOf"] = json!([lift::read_schema(cx, whole, &at.key("schema"))]);
    }
    let schema = Schema {
        pointer: item_at.to_pointer(),
        value: list,
    };
    out.schema = Some(lift::add_schema(cx, schema));
    Ok(())
}

/// Rejects parts that are forms or multipart in turn.
fn reject_nested_parts(object: &Map<String, Value>, at: &Place<'_>) -> Result<(), Unsendable> {
    let check = |encoding: &Value, at: &Place<'_>| {
        let inner = ["encoding", "prefixEncoding", "itemEncoding"];
        match inner.into_iter().find(|key| encoding.get(key).is_some()) {
            Some(key) => Err(Unsendable {
                pointer: at.key(key).to_pointer(),
                reason: "a part of it has parts of its own, which is not supported".to_owned(),
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

fn read_positional_encoding<'a>(
    cx: &mut Context<'a>,
    DeclaredMediaType { name, object, at }: &DeclaredMediaType<'a, '_>,
) -> Result<Option<PositionalEncoding>, Skip> {
    let mut keys = BY_POSITION.into_iter();
    let Some(first_key) = keys.find(|key| object.contains_key(*key)) else {
        return Ok(None);
    };
    let essence = media_type_essence(name);
    if !essence.starts_with("multipart/") {
        let message =
            format!("`{first_key}` is only for multipart bodies; it is ignored in `{name}`");
        cx.warn(&at.key(first_key), message);
        return Ok(None);
    }
    if object.contains_key("encoding") {
        let message = format!(
            "`encoding` must not be combined with `{first_key}`, which sends a list; it is only used for an \
             object"
        );
        cx.warn(&at.key("encoding"), message);
    }
    let first = read_prefix_encoding(cx, object, at)?;
    let rest = match fields::read_object(cx, object, "itemEncoding", at) {
        Some(item) => Some(read_encoding(cx, item, &at.key("itemEncoding"))?),
        None => None,
    };
    let mut stated = first.iter().flatten().chain(&rest);
    if essence == MULTIPART && !stated.all(has_disposition) {
        let message = "parts of `multipart/form-data` without property names get their name from their \
            header `Content-Disposition`, or else are named `file`";
        cx.warn(&at.key(first_key), message);
    }
    if first.is_none() && rest.is_none() {
        return Ok(None);
    }
    Ok(Some(PositionalEncoding {
        first: first.unwrap_or_default(),
        rest: rest.unwrap_or_default(),
    }))
}

fn read_prefix_encoding<'a>(
    cx: &mut Context<'a>,
    object: &'a Map<String, Value>,
    at: &Place<'_>,
) -> Result<Option<Vec<Encoding>>, Skip> {
    let Some(list) = fields::read_list(cx, object, "prefixEncoding", at) else {
        return Ok(None);
    };
    let at = at.key("prefixEncoding");
    let values = list.iter().enumerate();
    // What is no encoding keeps its position.
    let encodings = values.map(|(index, value)| {
        read_encoding_value(cx, value, &at.index(index)).map(Option::unwrap_or_default)
    });
    encodings.collect::<Result<_, _>>().map(Some)
}

/// Whether the part of an encoding has a name.
fn has_disposition(encoding: &Encoding) -> bool {
    let mut names = encoding.headers.keys();
    names.any(|name| name.eq_ignore_ascii_case("content-disposition"))
}

#[cfg(test)]
mod tests;
