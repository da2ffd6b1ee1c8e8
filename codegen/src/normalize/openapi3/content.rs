//! `content`: the media types of a body, a response, a parameter or a header.

use indexmap::IndexMap;
use serde_json::{Map, Value};

use super::super::context::Context;
use super::super::fields;
use super::super::lift;
use super::super::media_types;
use super::super::operation::MediaType;
use super::super::place::Place;
use super::super::skip::Skip;
use super::super::spelling;
use super::super::version::Version;
use super::sequence::{self, Unsendable};
use super::{encoding, examples};

/// Reads `content` of a response, a parameter or a header.
pub(super) fn read_content<'a>(
    cx: &mut Context<'a>,
    object: &'a Map<String, Value>,
    at: &Place<'_>,
) -> Result<IndexMap<String, MediaType>, Skip> {
    read_each(cx, object, at, &mut |cx, declared, media_type| {
        let item = declared.object.get("itemSchema");
        let item = item.filter(|item| item.is_object() && cx.version == Version::OpenApi32);
        let at = &declared.at.key("itemSchema");
        media_type.item_schema = item.map(|item| lift::lift_schema(cx, item, at));
        Ok(())
    })
}

/// Reads `content` of a body, and why some of it cannot be sent.
pub(super) fn read_body_content<'a>(
    cx: &mut Context<'a>,
    object: &'a Map<String, Value>,
    at: &Place<'_>,
) -> Result<(IndexMap<String, MediaType>, Vec<Unsendable>), Skip> {
    let mut unsendable = Vec::new();
    let mut rejected = Vec::new();
    let mut content = read_each(cx, object, at, &mut |cx, declared, media_type| {
        if let Err(why) = sequence::read_items(cx, declared, media_type)? {
            rejected.push(declared.name.to_owned());
            unsendable.push(why);
        }
        Ok(())
    })?;
    // Other media types of the same body may still do.
    content.retain(|name, _| !rejected.contains(name));
    Ok((content, unsendable))
}

/// A media type as the spec has it.
pub(super) struct DeclaredMediaType<'a, 'p> {
    pub(super) name: &'p str,
    pub(super) object: &'a Map<String, Value>,
    pub(super) at: Place<'p>,
}

/// What is to be added to a media type that was read.
type Finish<'f, 'a> = dyn FnMut(&mut Context<'a>, &DeclaredMediaType<'a, '_>, &mut MediaType) -> Result<(), Skip>
    + 'f;

fn read_each<'a>(
    cx: &mut Context<'a>,
    object: &'a Map<String, Value>,
    at: &Place<'_>,
    finish: &mut Finish<'_, 'a>,
) -> Result<IndexMap<String, MediaType>, Skip> {
    let content = match object.get("content") {
        Some(Value::Null) | None => None,
        Some(_) => fields::read_object(cx, object, "content", at),
    };
    let at = at.key("content");
    let mut all = IndexMap::new();
    for (name, value) in content.into_iter().flatten() {
        let at = at.key(name);
        media_types::check_media_type(cx, name, &at);
        let media_type = match value {
            // YAML makes null of a media type with nothing behind its colon.
            Value::Null => MediaType::default(),
            value => match cx.follow_reference(value, &at) {
                Ok(located) => {
                    let declared = DeclaredMediaType {
                        name,
                        object: located.object,
                        at: Place::At(&located.pointer),
                    };
                    let mut media_type = read_media_type(cx, &declared)?;
                    finish(cx, &declared, &mut media_type)?;
                    media_type
                }
                Err(unreadable) => {
                    cx.warn(&at, format!("the media type {unreadable}; it is ignored"));
                    continue;
                }
            },
        };
        all.insert(name.clone(), media_type);
    }
    Ok(all)
}

fn read_media_type<'a>(
    cx: &mut Context<'a>,
    declared: &DeclaredMediaType<'a, '_>,
) -> Result<MediaType, Skip> {
    let (object, at) = (declared.object, &declared.at);
    spelling::check_keys(cx, object, spelling::MEDIA_TYPE, at);
    let schema = match object.get("schema") {
        Some(null @ Value::Null) => {
            fields::report_wrong_type(cx, "schema", "an object", null, "is read as any value", at);
            None
        }
        stated => stated.map(|schema| lift::lift_schema(cx, schema, &at.key("schema"))),
    };
    let mut out = Map::new();
    examples::copy_examples(cx, object, &mut out, at);
    let encoding = encoding::read_encodings(cx, object, at)?;
    Ok(MediaType {
        schema,
        encoding,
        example: examples::read_first_example(cx, out, at)?,
        ..MediaType::default()
    })
}
