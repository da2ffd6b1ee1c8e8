//! Which of the content types of a body is sent, and how.

mod encodings;
mod files;
mod media;
mod other_notation;
mod parts;
mod required;
mod typed;
mod withheld;

use indexmap::IndexMap;
use serde_json::{Value, json};

use super::types::{Kind as Class, classify, reference_key};
use crate::model::{Definition, Method, PropertyEncoding, Sequence};
use crate::normalize::{MediaType, RequestBody};
use crate::schema::Schema;
use crate::schema::resolve_reference;
pub(super) use encodings::form_encodings;
pub(super) use media::is_legal;
pub(super) use withheld::WithheldProperties;

use encodings::Multipart;
use media::{Content, Kind, Media};

/// A request body as the spec has it, its form chosen but not yet typed.
pub(super) struct RawBody<'a> {
    pub(super) required: bool,
    pub(super) description: &'a str,
    pub(super) format: RawFormat,
    /// Schema of the body, with its files as arguments have them.
    pub(super) schema: Value,
    /// JSON pointer of the schema, where the spec has one.
    pub(super) pointer: Option<String>,
    /// The component that the schema was before its files were put in.
    pub(super) component: Option<String>,
}

/// What a body is sent as.
pub(super) enum RawFormat {
    /// Several media types: the argument chooses.
    Json(Vec<String>),
    Form(Vec<(String, PropertyEncoding)>),
    Multipart(String, Vec<(String, PropertyEncoding)>),
    Parts(String, parts::Encodings),
    Sequence(Sequence, String),
    Xml(String),
    Text(String),
    Binary(Vec<String>),
}

/// The schemas of a document.
#[derive(Clone, Copy)]
pub(super) struct Schemas<'a> {
    pub(super) lifted: &'a [Schema],
    pub(super) definitions: &'a IndexMap<String, Definition>,
    /// Whether a part of a multipart body is a file if its schema says nothing: the default of the Encoding
    /// Object from OpenAPI 3.1 on.
    pub(super) untyped_parts_are_files: bool,
}

/// One content type of a body.
struct Candidate<'a> {
    media: Media,
    content: Content,
    kind: Kind,
    value: &'a MediaType,
    schema: Option<&'a Schema>,
}

/// Chooses the form of a body: JSON, a kind of JSON, items in a row, multipart with a file, form, multipart, XML,
/// text, bytes; the first of the spec among equals. A file comes as bytes where it can. `None` where the body has no content.
pub(super) fn choose_form<'a>(
    body: &'a RequestBody,
    method: &Method,
    schemas: Schemas<'a>,
) -> Option<RawBody<'a>> {
    let mut all: Vec<Candidate<'_>> = body
        .content
        .iter()
        .map(|(name, value)| make_candidate(name, value, schemas))
        .collect();
    // The sort is stable, so that the first of the spec wins among equals.
    all.sort_by_key(|candidate| rank_candidate(candidate, schemas));
    let best = all.first()?;
    let stated = best.schema.map(|schema| schema.value.clone());
    let mut schema = stated.unwrap_or_else(|| json!({}));
    let mut component = None;
    let format = match best.kind {
        Kind::Json => {
            let names = json_types(&all, method);
            schema = admitting_json_patch(schema, &names, schemas);
            RawFormat::Json(names)
        }
        Kind::Form => {
            let encodings =
                encodings::form_encodings(&best.value.encoding, &schema, schemas.definitions);
            RawFormat::Form(encodings)
        }
        Kind::Multipart => {
            let (with_files, encodings) = best.as_multipart(schemas).read_properties(&schema);
            if encodings.iter().any(|(_, encoding)| encoding.is_file) {
                component = reference_key(&schema).map(str::to_owned);
                schema = with_files;
            }
            RawFormat::Multipart(best.media.for_multipart("multipart/form-data"), encodings)
        }
        Kind::Parts => {
            let (with_files, encodings) = best.as_multipart(schemas).read_list(&schema);
            if has_file(&encodings) {
                schema = with_files;
            }
            RawFormat::Parts(best.media.for_multipart("multipart/mixed"), encodings)
        }
        Kind::Sequence(sequence) => {
            RawFormat::Sequence(sequence, best.media.for_sequence(sequence))
        }
        Kind::Xml => RawFormat::Xml(best.media.for_xml()),
        Kind::Text => {
            if best.schema.is_none() {
                schema = json!({"type": "string"});
            }
            RawFormat::Text(best.media.for_text())
        }
        Kind::Binary => {
            schema = bytes_schema(&schema, schemas);
            RawFormat::Binary(binary_types(&all))
        }
    };
    Some(RawBody {
        required: body.is_required == Some(true),
        description: &body.description,
        format,
        schema,
        pointer: best.schema.map(|schema| schema.pointer.clone()),
        component,
    })
}

fn make_candidate<'a>(name: &str, value: &'a MediaType, schemas: Schemas<'a>) -> Candidate<'a> {
    let media = Media::parse_media_type(name);
    let schema = value.schema.and_then(|id| id.find_in(schemas.lifted));
    let stated = schema.map(|schema| &schema.value);
    let content = Content::from_schema(stated, schemas.definitions);
    let kind = match media.body_kind(content) {
        Kind::Multipart if content == Content::List && value.positional_encoding.is_some() => {
            Kind::Parts
        }
        kind => kind,
    };
    Candidate {
        kind,
        media,
        content,
        value,
        schema,
    }
}

fn rank_candidate<'a>(candidate: &Candidate<'a>, schemas: Schemas<'a>) -> u8 {
    let any = json!({});
    let schema = candidate.schema.map_or(&any, |schema| &schema.value);
    let has_file = match candidate.kind {
        Kind::Parts => has_file(&candidate.as_multipart(schemas).read_list(schema).1),
        Kind::Multipart => {
            let (_, encodings) = candidate.as_multipart(schemas).read_properties(schema);
            encodings.iter().any(|(_, encoding)| encoding.is_file)
        }
        _ => candidate.content == Content::File,
    };
    candidate.media.preference_rank(candidate.kind, has_file)
}

impl<'a> Candidate<'a> {
    fn as_multipart(&self, schemas: Schemas<'a>) -> Multipart<'a> {
        Multipart {
            media: self.value,
            definitions: schemas.definitions,
            schemas: schemas.lifted,
            untyped_parts_are_files: schemas.untyped_parts_are_files,
            has_styles: self.media.is_range() || self.media.essence == "multipart/form-data",
        }
    }
}

fn has_file(parts: &parts::Encodings) -> bool {
    parts
        .first
        .iter()
        .chain([&parts.rest])
        .any(|encoding| encoding.is_file)
}

/// The media types of a JSON body. A patch means something else under each of its media types, so
/// there the argument chooses; anywhere else the best one is as good as all.
fn json_types(all: &[Candidate<'_>], method: &Method) -> Vec<String> {
    let Some(best) = all.first() else {
        return Vec::new();
    };
    let value = |candidate: &Candidate<'_>| candidate.schema.map(|schema| schema.value.clone());
    let same: Vec<&Candidate<'_>> = all
        .iter()
        .filter(|other| other.kind == Kind::Json && value(other) == value(best))
        .filter(|other| other.media.essence == "application/json" || other.media.is_patch())
        .collect();
    let matters = *method == Method::Patch && same.iter().any(|other| other.media.is_patch());
    if !matters || same.len() < 2 {
        return vec![best.media.for_json()];
    }
    same.iter().map(|other| other.media.for_json()).collect()
}

/// Kubernetes says `type: object` for all of its patches, but a JSON Patch is always an array
/// (RFC 6902, section 3). A schema that says nothing more admits both.
fn admitting_json_patch(schema: Value, names: &[String], schemas: Schemas<'_>) -> Value {
    let is_offered = names.len() > 1 && names.iter().any(|name| name.contains("json-patch+json"));
    let resolved = resolve_reference(&schema, schemas.definitions);
    if !is_offered || !matches!(classify(resolved, schemas.definitions), Class::Map(None)) {
        return schema;
    }
    let mut widened = resolved.clone();
    if let Some(object) = widened.as_object_mut() {
        object.insert("type".to_owned(), json!(["object", "array"]));
    }
    widened
}

fn binary_types(all: &[Candidate<'_>]) -> Vec<String> {
    all.iter()
        .filter(|candidate| candidate.kind == Kind::Binary)
        .map(|candidate| candidate.media.written.clone())
        .collect()
}

fn bytes_schema(schema: &Value, schemas: Schemas<'_>) -> Value {
    match files::file_from_schema(schema, schemas.definitions) {
        Some(file) => file.argument,
        None => files::undescribed_file(schema).argument,
    }
}
