//! The body of a request, in the form that its media type asks for.

mod boundary;
mod encoding;
mod form;
mod multipart;
mod xml;

use std::borrow::Cow;

use crate::file::{self, Source};
use crate::http::HttpRequest;
use crate::http::request::json_text;
use crate::http::shape::leaf;
use crate::value::{Encode, Json, Violation};

pub use encoding::Encoding;
pub use xml::{Xml, XmlNode};

/// The body of an [`HttpRequest`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Body {
    /// Its media type, for the header `Content-Type`.
    pub media_type: Cow<'static, str>,
    /// What is sent.
    pub bytes: Vec<u8>,
}

/// Bodies. An absent value sends none.
impl HttpRequest {
    /// Sets the body, as `application/json`.
    pub fn json(&mut self, value: &dyn Encode) {
        self.json_as("application/json", value);
    }

    /// Sets the body, as JSON under another media type.
    pub fn json_as(&mut self, media_type: &'static str, value: &dyn Encode) {
        if !value.is_absent() {
            self.set_body(media_type, json_text(value));
        }
    }

    /// Sets the body, as JSON under the media type that `chosen` names; under the first of
    /// `media_types` where it names none of them.
    pub fn json_either(
        &mut self,
        media_types: &[&'static str],
        chosen: &dyn Encode,
        value: &dyn Encode,
    ) {
        let chosen = json_value(chosen);
        let named = media_types.iter().find(|name| chosen == **name);
        if let Some(media_type) = named.or(media_types.first()) {
            self.json_as(media_type, value);
        }
    }

    /// Sets the body, as `application/x-www-form-urlencoded` with each property in the standard's
    /// default: a list as pairs of one name, an object as JSON text.
    ///
    /// ```
    /// use serde_json::json;
    /// use toolwright::{HttpRequest, Method};
    ///
    /// let mut request = HttpRequest::new(Method::Post, "/pets");
    /// request.form(&json!({"name": "Rex & Co", "tags": ["a", "b"], "owner": {"id": 7}}));
    /// let body = request.body().map(|body| body.bytes.as_slice());
    /// let sent: &[u8] = b"name=Rex+%26+Co&tags=a&tags=b&owner=%7B%22id%22%3A7%7D";
    /// assert_eq!(body, Some(sent));
    /// ```
    pub fn form(&mut self, value: &dyn Encode) {
        self.form_as(&[], value);
    }

    /// Sets the body, as `application/x-www-form-urlencoded` with some properties encoded as
    /// `encodings` says (OpenAPI 3.0.3, "Encoding Object").
    ///
    /// Escaping is that of the media type itself (WHATWG URL, "application/x-www-form-urlencoded
    /// serializing"; RFC 1866, 8.2.1): a space is `+`. A value that is no object has no names; it
    /// is sent as its text.
    pub fn form_as(&mut self, encodings: &[(&str, Encoding)], value: &dyn Encode) {
        if !value.is_absent() {
            let text = form::write(encodings, json_value(value));
            self.set_body("application/x-www-form-urlencoded", text);
        }
    }

    /// Sets the body, as `multipart/form-data` (RFC 7578): a part for each property, encoded as
    /// `encodings` says.
    ///
    /// `at` is the JSON pointer of the body within the tool's arguments, empty where its properties
    /// are arguments themselves: what is no [`File`](crate::File) in the place of one is a problem
    /// there.
    pub fn multipart(&mut self, at: &str, encodings: &[(&str, Encoding)], value: &dyn Encode) {
        self.multipart_as("multipart/form-data", at, encodings, value);
    }

    /// Sets the body, as another kind of multipart in the same form.
    pub fn multipart_as(
        &mut self,
        media_type: &str,
        at: &str,
        encodings: &[(&str, Encoding)],
        value: &dyn Encode,
    ) {
        if value.is_absent() {
            return;
        }
        match multipart::write(at, encodings, json_value(value)) {
            Ok(message) => {
                let media_type = format!("{media_type}; boundary={}", message.boundary);
                self.set_body(media_type, message.bytes);
            }
            Err(violations) => self.refuse(violations),
        }
    }

    /// Sets the body, as XML by the hints in `xml`; `root` is the name of its root element, where
    /// the hints have none.
    ///
    /// `at` is the JSON pointer of the body within the tool's arguments: what XML has no characters
    /// or names for is a problem there.
    pub fn xml(
        &mut self,
        media_type: &'static str,
        at: &str,
        root: &str,
        xml: &Xml,
        value: &dyn Encode,
    ) {
        if value.is_absent() {
            return;
        }
        match xml::write(at, root, xml, &json_value(value)) {
            Ok(bytes) => self.set_body(media_type, bytes),
            Err(violations) => self.refuse(violations),
        }
    }

    /// Sets the body, as text: a string as it is, a number or boolean as its text, an array or
    /// object as JSON.
    pub fn text(&mut self, media_type: &'static str, value: &dyn Encode) {
        if !value.is_absent() {
            self.set_body(media_type, leaf(json_value(value)).unwrap_or_default());
        }
    }

    /// Sets the body, as the bytes of a [`File`](crate::File). Its media type is the file's own, or
    /// one that its name suggests, where it is among `media_types`; else the first of them.
    ///
    /// `at` is the JSON pointer of the body within the tool's arguments: what is no file is a
    /// problem there.
    pub fn binary(&mut self, at: &str, media_types: &[&'static str], value: &dyn Encode) {
        if value.is_absent() {
            return;
        }
        match Source::read(&json_value(value)).and_then(Source::into_file) {
            Ok(file) => {
                let media_type = file::chosen(&file, media_types);
                self.set_body(media_type, file.content);
            }
            Err(why) => self.refuse(vec![Violation {
                pointer: at.to_owned(),
                message: why.to_string(),
            }]),
        }
    }

    fn set_body(&mut self, media_type: impl Into<Cow<'static, str>>, bytes: impl Into<Vec<u8>>) {
        self.replace_body(Body {
            media_type: media_type.into(),
            bytes: bytes.into(),
        });
    }
}

fn json_value(value: &dyn Encode) -> Json {
    serde_json::from_str(&json_text(value)).unwrap_or_default()
}

#[cfg(test)]
mod tests;
