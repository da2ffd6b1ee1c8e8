use std::fmt::Write as _;

use crate::file::{self, Source};
use crate::http::body::{Encoding, boundary};
use crate::http::escape::Escape;
use crate::http::expand::inline;
use crate::http::shape::{Shape, leaf};
use crate::value::{Json, Violation, push_escaped};

/// A multipart body.
#[derive(Debug)]
pub(super) struct Message {
    pub(super) boundary: String,
    pub(super) bytes: Vec<u8>,
}

/// The name of the only part where the body is no object.
const FILE: &str = "file";

struct Part {
    head: String,
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
    if writer.problems.is_empty() {
        Ok(assemble(&writer.parts))
    } else {
        Err(writer.problems)
    }
}

#[derive(Default)]
struct Writer {
    parts: Vec<Part>,
    problems: Vec<Violation>,
}

impl Writer {
    /// A list is several parts of one name (RFC 7578, 4.3), unless a style joins its items.
    fn property(&mut self, name: &str, pointer: &str, encoding: &Encoding, value: Json) {
        match (encoding.style, value) {
            (_, Json::Null) => {}
            (Some(style), value) if !style.is_exploded() => {
                let shape = Shape::of(value, style);
                if let Some(text) = inline(name, style, &shape, Escape::Raw) {
                    self.field(name, encoding, encoding.content_type, text);
                }
            }
            (_, Json::Array(items)) => {
                for (index, item) in items.into_iter().enumerate() {
                    self.value(name, &format!("{pointer}/{index}"), encoding, item);
                }
            }
            (_, value) => self.value(name, pointer, encoding, value),
        }
    }

    fn value(&mut self, name: &str, pointer: &str, encoding: &Encoding, value: Json) {
        match value {
            Json::String(_) | Json::Object(_) if encoding.is_file => {
                self.file(name, pointer, encoding, &value);
            }
            Json::Array(_) | Json::Object(_) if encoding.content_type.is_empty() => {
                self.field(name, encoding, "application/json", value.to_string());
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

    fn file(&mut self, name: &str, pointer: &str, encoding: &Encoding, value: &Json) {
        match Source::read(value).and_then(Source::into_file) {
            Ok(file) => {
                let content_type = match &file.media_type {
                    Some(own) => own.clone().into(),
                    None => file::chosen(&file, &media_types(encoding.content_type)),
                };
                let filename = file.filename.as_deref().unwrap_or(name);
                let head = head(name, Some(filename), &content_type, encoding);
                self.parts.push(Part {
                    head,
                    content: file.content,
                });
            }
            Err(why) => self.problems.push(Violation {
                pointer: pointer.to_owned(),
                message: why.to_string(),
            }),
        }
    }

    /// A part without a content type is `text/plain` (RFC 7578, 4.4).
    fn field(&mut self, name: &str, encoding: &Encoding, content_type: &str, text: String) {
        self.parts.push(Part {
            head: head(name, None, content_type, encoding),
            content: text.into_bytes(),
        });
    }
}

fn head(name: &str, filename: Option<&str>, content_type: &str, encoding: &Encoding) -> String {
    let mut head = String::from("Content-Disposition: form-data; name=\"");
    push_quoted(&mut head, name);
    head.push('"');
    if let Some(filename) = filename {
        head.push_str("; filename=\"");
        push_quoted(&mut head, filename);
        head.push('"');
    }
    if !content_type.is_empty() {
        let _ = write!(head, "\r\nContent-Type: {content_type}");
    }
    for (header, value) in encoding.headers {
        let _ = write!(head, "\r\n{header}: {value}");
    }
    head
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
        bytes.extend_from_slice(format!("--{boundary}\r\n{}\r\n\r\n", part.head).as_bytes());
        bytes.extend_from_slice(&part.content);
        bytes.extend_from_slice(b"\r\n");
    }
    bytes.extend_from_slice(format!("--{boundary}--\r\n").as_bytes());
    Message { boundary, bytes }
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
