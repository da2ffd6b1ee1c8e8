//! Writes multipart bodies (RFC 7578, RFC 2046): a part for each property of an object or for each item of a list,
//! encoded by a static table. It takes JSON and gives bytes with their boundary, or violations where a file was
//! expected and is none, or where nothing is left to send.

use std::fmt::Write as _;

use crate::file::{self, FileArgument};
use crate::json::{Json, push_escaped};
use crate::request::Style;
use crate::request::body::boundary;
use crate::request::body::form_writer::write_form;
use crate::request::body::property_encoding::{Encoding, is_content_disposition};
use crate::request::body::style_problems::find_style_problems;
use crate::request::escaping::Escape;
use crate::request::style_expansion::{expand_inline, for_each_leaf};
use crate::request::value_shape::{ValueShape, leaf_text};
use crate::violation::{Violation, ViolationList};

/// A multipart body.
#[derive(Debug)]
pub(super) struct MultipartBody {
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
pub(super) fn write_properties(
    at: &str,
    encodings: &[(&str, Encoding)],
    value: Json,
) -> Result<MultipartBody, Vec<Violation>> {
    let mut writer = MultipartWriter::default();
    for problem in find_style_problems(at, encodings, &value, |_| Escape::Raw) {
        writer.problems.push_with(|| problem);
    }
    match value {
        Json::Object(members) => {
            for (name, value) in members {
                let mut pointer = format!("{at}/");
                push_escaped(&mut pointer, &name);
                writer.push_property(
                    &name,
                    &pointer,
                    Encoding::find_encoding(encodings, &name),
                    value,
                );
            }
        }
        other => writer.push_property(FILE, at, Encoding::find_encoding(encodings, FILE), other),
    }
    writer.finish_body(at, "property")
}

/// How the items of a list are encoded: the first ones each in a way of their own, all others alike.
pub(super) struct ItemEncodings<'e> {
    pub(super) prefix: &'e [Encoding],
    pub(super) rest: &'e Encoding,
}

/// A part for each item of the list `value`, encoded by its position; without names, unless the
/// media type asks for them.
pub(super) fn write_items(
    at: &str,
    media_type: &str,
    encodings: &ItemEncodings<'_>,
    value: Json,
) -> Result<MultipartBody, Vec<Violation>> {
    let mut writer = MultipartWriter::default();
    let items = match value {
        Json::Array(items) => items,
        other => vec![other],
    };
    let name = media_type
        .starts_with("multipart/form-data")
        .then_some(FILE);
    for (index, item) in items.into_iter().enumerate() {
        let encoding = encodings.prefix.get(index).unwrap_or(encodings.rest);
        let pointer = format!("{at}/{index}");
        match (name, item) {
            // A list keeps the positions of its items, so `null` must be a part, too.
            (None, Json::Null) if encoding.content_type.is_empty() => {
                writer.push_field(None, encoding, JSON, "null".to_owned());
            }
            (None, item) if encoding.content_type.is_empty() && !encoding.is_file => {
                let content_type = match item {
                    Json::Array(_) | Json::Object(_) => JSON,
                    _ => TEXT,
                };
                let text = leaf_text(item).unwrap_or_default();
                writer.push_field(None, encoding, content_type, text);
            }
            (None, Json::Null) => {
                let text = if file::is_json_media_type(encoding.content_type) {
                    "null"
                } else {
                    ""
                };
                writer.push_field(None, encoding, encoding.content_type, text.to_owned());
            }
            (name, item) => writer.push_value(name, &pointer, encoding, item),
        }
    }
    writer.finish_body(at, "item")
}

const JSON: &str = "application/json";

/// What a part without a content type is has only ASCII (RFC 2046, 5.1).
const TEXT: &str = "text/plain; charset=utf-8";

#[derive(Default)]
struct MultipartWriter {
    parts: Vec<Part>,
    problems: ViolationList,
}

impl MultipartWriter {
    /// The body of all parts; `content` is what each of them is written for.
    fn finish_body(mut self, at: &str, content: &str) -> Result<MultipartBody, Vec<Violation>> {
        // A multipart body has at least one part (RFC 2046, section 5.1); servers parse one without parts in ways of their own.
        if self.parts.is_empty() && self.problems.is_empty() {
            let message =
                format!("is sent in parts, and there is none; give at least one {content}");
            let message = match at {
                "" => format!("The body {message}"),
                _ => message,
            };
            self.problems.push_with(|| Violation::new(at, message));
        }
        if self.problems.is_empty() {
            Ok(assemble_parts(&self.parts))
        } else {
            Err(self.problems.into_vec())
        }
    }

    /// A list is several parts of one name (RFC 7578, 4.3), unless a style joins its items. An object is one
    /// part, unless a style makes one of each member.
    fn push_property(&mut self, name: &str, pointer: &str, encoding: &Encoding, value: Json) {
        match (encoding.style, value) {
            // A property that is `null` has no part: forms have no notation for it.
            (_, Json::Null) => {}
            (Some(style), value) if !style.is_exploded() => {
                let shape = ValueShape::from_json(value, style);
                if let Some(text) = expand_inline(name, style, &shape, Escape::Raw) {
                    self.push_field(Some(name), encoding, encoding.content_type, text);
                }
            }
            (Some(Style::DeepObject), value @ (Json::Object(_) | Json::Array(_))) => {
                for_each_leaf(name, &value, &mut |name, text| {
                    self.push_member(name, encoding, text.to_owned())
                });
            }
            (Some(style), value @ Json::Object(_)) => {
                if let ValueShape::Members(members) = ValueShape::from_json(value, style) {
                    for (member, text) in members {
                        self.push_member(&member, encoding, text);
                    }
                }
            }
            (_, Json::Array(items)) => {
                for (index, item) in items.into_iter().enumerate() {
                    self.push_value(Some(name), &format!("{pointer}/{index}"), encoding, item);
                }
            }
            (_, value) => self.push_value(Some(name), pointer, encoding, value),
        }
    }

    /// A part of a property that is several. Where a style is stated, content types do not count (OpenAPI 3.1.1,
    /// "Encoding Object", `style`).
    fn push_member(&mut self, name: &str, encoding: &Encoding, text: String) {
        self.push_field(Some(name), encoding, "", text);
    }

    fn push_value(&mut self, name: Option<&str>, pointer: &str, encoding: &Encoding, value: Json) {
        match value {
            Json::String(_) | Json::Object(_) if encoding.is_file => {
                self.push_file(name, pointer, encoding, &value);
            }
            Json::Array(_) | Json::Object(_) if encoding.content_type.is_empty() => {
                self.push_field(name, encoding, JSON, value.to_string());
            }
            value if file::is_json_media_type(encoding.content_type) => {
                self.push_field(name, encoding, encoding.content_type, value.to_string());
            }
            value @ Json::Object(_) if is_form(encoding.content_type) => {
                let text = write_form(&[], value);
                self.push_field(name, encoding, encoding.content_type, text);
            }
            value => {
                if let Some(text) = leaf_text(value) {
                    self.push_field(name, encoding, encoding.content_type, text);
                }
            }
        }
    }

    fn push_file(&mut self, name: Option<&str>, pointer: &str, encoding: &Encoding, value: &Json) {
        match FileArgument::from_json(value).and_then(FileArgument::into_file) {
            Ok(file) => {
                let accepted = split_media_types(encoding.content_type);
                let content_type = match &file.media_type {
                    Some(own) if accepted.is_empty() => own.clone().into(),
                    _ => file::choose_media_type(&file, &accepted),
                };
                // Servers recognise a file by its file name (RFC 7578, section 4.2), so there always is one.
                let filename = file.filename.as_deref().or(name);
                self.parts.push(Part {
                    head: build_part_head(name, filename, &content_type, encoding),
                    content_type: content_type.into_owned(),
                    content: file.content,
                });
            }
            Err(why) => self
                .problems
                .push_with(|| Violation::new(pointer.to_owned(), why.to_string())),
        }
    }

    /// A part without a content type is `text/plain` (RFC 7578, 4.4).
    fn push_field(
        &mut self,
        name: Option<&str>,
        encoding: &Encoding,
        content_type: &str,
        text: String,
    ) {
        self.parts.push(Part {
            head: build_part_head(name, None, content_type, encoding),
            content_type: content_type.to_owned(),
            content: text.into_bytes(),
        });
    }
}

fn build_part_head(
    name: Option<&str>,
    filename: Option<&str>,
    content_type: &str,
    encoding: &Encoding,
) -> String {
    let mut disposition = match (encoding.content_disposition(), name, filename) {
        (Some(stated), ..) => stated.to_owned(),
        (None, Some(name), _) => append_quoted_parameter("form-data", "name", name),
        (None, None, Some(_)) => "attachment".to_owned(),
        (None, None, None) => String::new(),
    };
    if let Some(filename) = filename
        // The spec may set the whole header, and then its file name is kept.
        && !disposition.contains("filename=")
    {
        disposition = append_quoted_parameter(&disposition, "filename", filename);
    }
    let mut head = String::new();
    let others = encoding
        .headers
        .iter()
        .filter(|(name, _)| !is_content_disposition(name));
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

fn append_quoted_parameter(disposition: &str, parameter: &str, value: &str) -> String {
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

fn assemble_parts(parts: &[Part]) -> MultipartBody {
    let contents: Vec<&[u8]> = parts
        .iter()
        .flat_map(|part| [part.head.as_bytes(), part.content.as_slice()])
        .collect();
    let boundary = boundary::choose_boundary(&contents);
    let mut bytes = Vec::new();
    for part in parts {
        bytes.extend_from_slice(format!("--{boundary}\r\n{}\r\n", part.head).as_bytes());
        bytes.extend_from_slice(&part.content);
        bytes.extend_from_slice(b"\r\n");
    }
    bytes.extend_from_slice(format!("--{boundary}--\r\n").as_bytes());
    // RFC 2387, section 3.2: the first part is the root of a `multipart/related` body.
    let root = parts.first().map(|part| part.content_type.clone());
    MultipartBody {
        boundary,
        root: root.unwrap_or_default(),
        bytes,
    }
}

fn split_media_types(list: &'static str) -> Vec<&'static str> {
    let all = list.split(',').map(str::trim);
    all.filter(|name| !name.is_empty()).collect()
}

fn is_form(content_type: &str) -> bool {
    file::strip_parameters(content_type).eq_ignore_ascii_case("application/x-www-form-urlencoded")
}
