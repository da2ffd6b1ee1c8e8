use std::fmt::Write as _;

use crate::file::{self, Source};
use crate::http::Style;
use crate::http::body::boundary;
use crate::http::body::encoding::{Encoding, is_disposition};
use crate::http::escape::Escape;
use crate::http::expand::{deep, inline};
use crate::http::shape::{Shape, leaf};
use crate::value::{Json, Violation, ViolationList, push_escaped};

/// A multipart body.
#[derive(Debug)]
pub(super) struct Message {
    pub(super) boundary: String,
    /// Content type of the first part, empty where it has none.
    pub(super) root: String,
    pub(super) bytes: Vec<u8>,
}

/// The name of the only part where the body is no object.
const FILE: &str = "file";

struct Part {
    /// Lines, each with its end.
    head: String,
    content_type: String,
    content: Vec<u8>,
}

/// A part for each property of `value`, which stands at the JSON pointer `at`.
pub(super) fn write(
    at: &str,
    encodings: &[(&str, Encoding)],
    value: Json,
) -> Result<Message, Vec<Violation>> {
    let mut writer = Writer::default();
    match value {
        Json::Object(members) => {
            for (name, value) in members {
                let mut pointer = format!("{at}/");
                push_escaped(&mut pointer, &name);
                writer.property(&name, &pointer, Encoding::of(encodings, &name), value);
            }
        }
        other => writer.property(FILE, at, Encoding::of(encodings, FILE), other),
    }
    writer.finish()
}

/// A part for each item of the list `value`, encoded by its position; without names, unless the
/// media type asks for them.
pub(super) fn write_list(
    at: &str,
    media_type: &str,
    (prefix, rest): (&[Encoding], &Encoding),
    value: Json,
) -> Result<Message, Vec<Violation>> {
    let mut writer = Writer::default();
    let items = match value {
        Json::Array(items) => items,
        other => vec![other],
    };
    let name = media_type
        .starts_with("multipart/form-data")
        .then_some(FILE);
    for (index, item) in items.into_iter().enumerate() {
        let encoding = prefix.get(index).unwrap_or(rest);
        let pointer = format!("{at}/{index}");
        match (name, item) {
            (None, Json::Null) if encoding.content_type.is_empty() => {
                writer.field(None, encoding, JSON, "null".to_owned());
            }
            (None, item) if encoding.content_type.is_empty() && !encoding.is_file => {
                let content_type = match item {
                    Json::Array(_) | Json::Object(_) => JSON,
                    _ => TEXT,
                };
                let text = leaf(item).unwrap_or_default();
                writer.field(None, encoding, content_type, text);
            }
            (None, Json::Null) => {
                let text = if is_json(encoding.content_type) {
                    "null"
                } else {
                    ""
                };
                writer.field(None, encoding, encoding.content_type, text.to_owned());
            }
            (name, item) => writer.value(name, &pointer, encoding, item),
        }
    }
    writer.finish()
}

const JSON: &str = "application/json";

/// What a part without a content type is has only ASCII (RFC 2046, 5.1).
const TEXT: &str = "text/plain; charset=utf-8";

#[derive(Default)]
struct Writer {
    parts: Vec<Part>,
    problems: ViolationList,
}

impl Writer {
    fn finish(self) -> Result<Message, Vec<Violation>> {
        if self.problems.is_empty() {
            Ok(assemble(&self.parts))
        } else {
            Err(self.problems.into_vec())
        }
    }

    /// A list is several parts of one name (RFC 7578, 4.3), unless a style joins its items. An object is one
    /// part, unless a style makes one of each member.
    fn property(&mut self, name: &str, pointer: &str, encoding: &Encoding, value: Json) {
        match (encoding.style, value) {
            (_, Json::Null) => {}
            (Some(style), value) if !style.is_exploded() => {
                let shape = Shape::of(value, style);
                if let Some(text) = inline(name, style, &shape, Escape::Raw) {
                    self.field(Some(name), encoding, encoding.content_type, text);
                }
            }
            (Some(Style::DeepObject), value @ (Json::Object(_) | Json::Array(_))) => {
                deep(name, &value, &mut |name, text| {
                    self.member(name, encoding, text.to_owned())
                });
            }
            (Some(style), value @ Json::Object(_)) => {
                if let Shape::Members(members) = Shape::of(value, style) {
                    for (member, text) in members {
                        self.member(&member, encoding, text);
                    }
                }
            }
            (_, Json::Array(items)) => {
                for (index, item) in items.into_iter().enumerate() {
                    self.value(Some(name), &format!("{pointer}/{index}"), encoding, item);
                }
            }
            (_, value) => self.value(Some(name), pointer, encoding, value),
        }
    }

    /// A part of a property that is several. Where a style is stated, content types do not count (OpenAPI 3.1.1,
    /// "Encoding Object", `style`).
    fn member(&mut self, name: &str, encoding: &Encoding, text: String) {
        self.field(Some(name), encoding, "", text);
    }

    fn value(&mut self, name: Option<&str>, pointer: &str, encoding: &Encoding, value: Json) {
        match value {
            Json::String(_) | Json::Object(_) if encoding.is_file => {
                self.file(name, pointer, encoding, &value);
            }
            Json::Array(_) | Json::Object(_) if encoding.content_type.is_empty() => {
                self.field(name, encoding, JSON, value.to_string());
            }
            value if is_json(encoding.content_type) => {
                self.field(name, encoding, encoding.content_type, value.to_string());
            }
            value => {
                if let Some(text) = leaf(value) {
                    self.field(name, encoding, encoding.content_type, text);
                }
            }
        }
    }

    fn file(&mut self, name: Option<&str>, pointer: &str, encoding: &Encoding, value: &Json) {
        match Source::read(value).and_then(Source::into_file) {
            Ok(file) => {
                let content_type = match &file.media_type {
                    Some(own) => own.clone().into(),
                    None => file::chosen(&file, &media_types(encoding.content_type)),
                };
                let filename = file.filename.as_deref().or(name);
                self.parts.push(Part {
                    head: head(name, filename, &content_type, encoding),
                    content_type: content_type.into_owned(),
                    content: file.content,
                });
            }
            Err(why) => self.problems.push_with(|| Violation {
                pointer: pointer.to_owned(),
                message: why.to_string(),
            }),
        }
    }

    /// A part without a content type is `text/plain` (RFC 7578, 4.4).
    fn field(&mut self, name: Option<&str>, encoding: &Encoding, content_type: &str, text: String) {
        self.parts.push(Part {
            head: head(name, None, content_type, encoding),
            content_type: content_type.to_owned(),
            content: text.into_bytes(),
        });
    }
}

fn head(
    name: Option<&str>,
    filename: Option<&str>,
    content_type: &str,
    encoding: &Encoding,
) -> String {
    let mut disposition = match (encoding.disposition(), name, filename) {
        (Some(stated), ..) => stated.to_owned(),
        (None, Some(name), _) => with_quoted("form-data", "name", name),
        (None, None, Some(_)) => "attachment".to_owned(),
        (None, None, None) => String::new(),
    };
    if let Some(filename) = filename
        && !disposition.contains("filename=")
    {
        disposition = with_quoted(&disposition, "filename", filename);
    }
    let mut head = String::new();
    let others = encoding
        .headers
        .iter()
        .filter(|(name, _)| !is_disposition(name));
    let all = [
        ("Content-Disposition", disposition.as_str()),
        ("Content-Type", content_type),
    ];
    for (header, value) in all.iter().chain(others) {
        if !value.is_empty() {
            let _ = write!(head, "{header}: {value}\r\n");
        }
    }
    head
}

fn with_quoted(disposition: &str, parameter: &str, value: &str) -> String {
    let mut text = format!("{disposition}; {parameter}=\"");
    push_quoted(&mut text, value);
    text.push('"');
    text
}

/// Names as browsers write them (HTML, "multipart/form-data encoding algorithm"): UTF-8, with what
/// would end the name percent-encoded.
fn push_quoted(head: &mut String, name: &str) {
    for c in name.chars() {
        match c {
            '"' => head.push_str("%22"),
            '\r' => head.push_str("%0D"),
            '\n' => head.push_str("%0A"),
            '\0' => head.push_str("%00"),
            other => head.push(other),
        }
    }
}

fn assemble(parts: &[Part]) -> Message {
    let contents: Vec<&[u8]> = parts
        .iter()
        .flat_map(|part| [part.head.as_bytes(), part.content.as_slice()])
        .collect();
    let boundary = boundary::choose(&contents);
    let mut bytes = Vec::new();
    for part in parts {
        bytes.extend_from_slice(format!("--{boundary}\r\n{}\r\n", part.head).as_bytes());
        bytes.extend_from_slice(&part.content);
        bytes.extend_from_slice(b"\r\n");
    }
    bytes.extend_from_slice(format!("--{boundary}--\r\n").as_bytes());
    let root = parts.first().map(|part| part.content_type.clone());
    Message {
        boundary,
        root: root.unwrap_or_default(),
        bytes,
    }
}

fn media_types(list: &'static str) -> Vec<&'static str> {
    let all = list.split(',').map(str::trim);
    all.filter(|name| !name.is_empty()).collect()
}

fn is_json(content_type: &str) -> bool {
    let essence = content_type.split(';').next().unwrap_or_default();
    let essence = essence.trim().to_ascii_lowercase();
    essence.ends_with("/json") || essence.ends_with("+json")
}
