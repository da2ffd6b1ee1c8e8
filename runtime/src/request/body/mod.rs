//! The body of a request, in the form that its media type asks for.

mod boundary;
pub(super) mod form_writer;
mod multipart_writer;
mod property_encoding;
mod sequence_writer;
mod style_problems;
mod xml;

use std::borrow::Cow;

use crate::file::{self, FileArgument};
use crate::request::HttpRequest;
use crate::request::http_request::json_text;
use crate::request::value_shape::leaf_text;
use crate::value::{Encode, Json, Violation};

pub use property_encoding::Encoding;
pub use xml::{Xml, XmlNode};

/// The body of an [`HttpRequest`].
///
/// ```
/// use toolwright::{HttpRequest, Method};
///
/// let mut request = HttpRequest::new(Method::Post, "/pets");
/// request.json(&serde_json::json!({"name": "Rex"}));
/// let body = request.body().ok_or("there is one")?;
/// assert_eq!(body.media_type, "application/json");
/// assert_eq!(body.bytes, br#"{"name":"Rex"}"#);
/// # Ok::<(), &str>(())
/// ```
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
        self.json_with_content_type("application/json", value);
    }

    /// Sets the body, as JSON under another media type.
    ///
    /// ```
    /// use toolwright::{HttpRequest, Method};
    ///
    /// let mut request = HttpRequest::new(Method::Patch, "/pets/7");
    /// request.json_with_content_type("application/merge-patch+json", &serde_json::json!({"owner": null}));
    /// assert_eq!(
    ///     request.body().map(|body| body.media_type.as_ref()),
    ///     Some("application/merge-patch+json")
    /// );
    /// ```
    pub fn json_with_content_type(&mut self, media_type: &'static str, value: &dyn Encode) {
        if !value.is_absent() {
            self.set_body(media_type, json_text(value));
        }
    }

    /// Sets the body, as JSON under the media type that `chosen` names; under the first of
    /// `media_types` where it names none of them.
    ///
    /// ```
    /// use toolwright::{HttpRequest, Method};
    ///
    /// let types = ["application/json", "application/hal+json"];
    /// let mut request = HttpRequest::new(Method::Post, "/pets");
    /// request.json_with_chosen_content_type(&types, &"application/hal+json", &serde_json::json!({}));
    /// assert_eq!(request.body().map(|body| body.media_type.as_ref()), Some(types[1]));
    /// request.json_with_chosen_content_type(&types, &None::<String>, &serde_json::json!({}));
    /// assert_eq!(request.body().map(|body| body.media_type.as_ref()), Some(types[0]));
    /// ```
    pub fn json_with_chosen_content_type(
        &mut self,
        media_types: &[&'static str],
        chosen: &dyn Encode,
        value: &dyn Encode,
    ) {
        let chosen = json_value(chosen);
        let named = media_types.iter().find(|name| chosen == **name);
        // The argument was validated, but it may be absent or `null`.
        if let Some(media_type) = named.or(media_types.first()) {
            self.json_with_content_type(media_type, value);
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
        self.form_with_encodings("", &[], value);
    }

    /// Sets the body, as `application/x-www-form-urlencoded` with some properties encoded as
    /// `encodings` says (OpenAPI 3.0.3, "Encoding Object").
    ///
    /// `at` is the JSON pointer of the body within the tool's arguments, empty where its properties are arguments
    /// themselves. A member that would be sent as another property is a problem there, and so is an item that contains
    /// what separates items.
    ///
    /// Escaping is that of the media type itself (WHATWG URL, "application/x-www-form-urlencoded
    /// serializing"; RFC 1866, 8.2.1): a space is `+`. A value that is no object has no names; it
    /// is sent as its text.
    ///
    /// ```
    /// use serde_json::json;
    /// use toolwright::{Encoding, HttpRequest, Method, Style};
    ///
    /// let mut request = HttpRequest::new(Method::Post, "/pets");
    /// let encodings = [
    ///     ("tags", Encoding::with_style(Style::Form)),
    ///     ("at", Encoding::with_style(Style::Form).reserved()),
    /// ];
    /// request.form_with_encodings("", &encodings, &json!({"tags": ["a", "b"], "at": "/x"}));
    /// let sent = request.body().map(|body| String::from_utf8_lossy(&body.bytes).into_owned());
    /// assert_eq!(sent.as_deref(), Some("tags=a,b&at=/x"));
    /// ```
    pub fn form_with_encodings(
        &mut self,
        at: &str,
        encodings: &[(&str, Encoding)],
        value: &dyn Encode,
    ) {
        if !value.is_absent() {
            let value = json_value(value);
            self.add_problems(form_writer::find_form_problems(at, encodings, &value));
            let text = form_writer::write_form(encodings, value);
            self.set_body("application/x-www-form-urlencoded", text);
        }
    }

    /// Sets the body, as `multipart/form-data` (RFC 7578): a part for each property, encoded as
    /// `encodings` says.
    ///
    /// `at` is the JSON pointer of the body within the tool's arguments, empty where its properties
    /// are arguments themselves: a string or an object that is no [`File`](crate::File) in the place of
    /// one is a problem there.
    ///
    /// ```
    /// use serde_json::json;
    /// use toolwright::{Encoding, File, HttpRequest, Method, value::Map};
    ///
    /// const ENCODINGS: &[(&str, Encoding)] = &[("photo", Encoding::for_file("image/png"))];
    /// let photo = File::new([1, 2, 3]).with_filename("rex.png");
    /// let body: Map<File> = [("photo".to_owned(), photo)].into_iter().collect();
    ///
    /// let mut request = HttpRequest::new(Method::Post, "/photos");
    /// request.multipart("/body", ENCODINGS, &body);
    /// let body = request.body().ok_or("there is one")?;
    /// assert!(body.media_type.starts_with("multipart/form-data; boundary="));
    /// let text = String::from_utf8_lossy(&body.bytes);
    /// assert!(text.contains("name=\"photo\"; filename=\"rex.png\""));
    ///
    /// // In the place of a file:
    /// request.multipart("/body", ENCODINGS, &json!({"photo": "no base64!"}));
    /// assert_eq!(request.problems()[0].pointer, "/body/photo");
    /// # Ok::<(), &str>(())
    /// ```
    pub fn multipart(&mut self, at: &str, encodings: &[(&str, Encoding)], value: &dyn Encode) {
        self.multipart_as("multipart/form-data", at, encodings, value);
    }

    /// Sets the body, as another kind of multipart in the same form.
    ///
    /// ```
    /// use toolwright::{HttpRequest, Method};
    ///
    /// let mut request = HttpRequest::new(Method::Post, "/batch");
    /// request.multipart_as("multipart/mixed", "", &[], &serde_json::json!({"a": 1}));
    /// let sent = request.body().map(|body| body.media_type.starts_with("multipart/mixed; boundary="));
    /// assert_eq!(sent, Some(true));
    /// ```
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
        match multipart_writer::write_properties(at, encodings, json_value(value)) {
            Ok(message) => {
                let media_type = format!("{media_type}; boundary={}", message.boundary);
                self.set_body(media_type, message.bytes);
            }
            Err(violations) => self.add_problems(violations),
        }
    }

    /// Sets the body, as a kind of multipart with a part for each item of a list (OpenAPI 3.2,
    /// "Encoding By Position"): the first are encoded as `prefix` says, all others as `rest` does.
    ///
    /// A part has no name, unless it is one of `multipart/form-data` or a header of its encoding
    /// says so, and always a content type: that of its encoding, or `application/json` for lists,
    /// objects and null, and text in UTF-8 for anything else. `at` is the JSON pointer of the list
    /// within the tool's arguments.
    ///
    /// ```
    /// use serde_json::json;
    /// use toolwright::{Encoding, HttpRequest, Method};
    ///
    /// let mut request = HttpRequest::new(Method::Post, "/notes");
    /// let prefix = [Encoding::with_content_type("text/markdown")];
    /// let body = json!(["# Title", {"id": 1}]);
    /// request.parts("multipart/mixed", "/body", &prefix, Encoding::DEFAULT, &body);
    /// let sent = request.body().map(|body| String::from_utf8_lossy(&body.bytes).into_owned());
    /// let sent = sent.unwrap_or_default();
    /// assert!(sent.contains("\r\nContent-Type: text/markdown\r\n\r\n# Title\r\n"));
    /// assert!(sent.contains("\r\nContent-Type: application/json\r\n\r\n{\"id\":1}\r\n"));
    /// ```
    pub fn parts(
        &mut self,
        media_type: &str,
        at: &str,
        prefix: &[Encoding],
        rest: Encoding,
        value: &dyn Encode,
    ) {
        if value.is_absent() {
            return;
        }
        let encodings = multipart_writer::ItemEncodings {
            prefix,
            rest: &rest,
        };
        match multipart_writer::write_items(at, media_type, &encodings, json_value(value)) {
            Ok(message) => {
                let mut media_type = format!("{media_type}; boundary={}", message.boundary);
                // Required of this one kind (RFC 2387, section 3.1).
                if media_type.starts_with("multipart/related;") && !media_type.contains("type=") {
                    let root = message.root.split(';').next().unwrap_or_default();
                    media_type.push_str(&format!("; type=\"{root}\""));
                }
                self.set_body(media_type, message.bytes);
            }
            Err(violations) => self.add_problems(violations),
        }
    }

    /// Sets the body, as JSON Lines or another media type whose lines are JSON: one for each item
    /// of a list.
    ///
    /// ```
    /// use serde_json::json;
    /// use toolwright::{HttpRequest, Method};
    ///
    /// let mut request = HttpRequest::new(Method::Post, "/import");
    /// request.json_lines("application/jsonl", &json!([{"id": 1}, {"id": 2}]));
    /// let sent: &[u8] = b"{\"id\":1}\n{\"id\":2}\n";
    /// assert_eq!(request.body().map(|body| body.bytes.as_slice()), Some(sent));
    /// ```
    pub fn json_lines(&mut self, media_type: &'static str, value: &dyn Encode) {
        if !value.is_absent() {
            self.set_body(
                media_type,
                sequence_writer::write_json_lines(json_value(value)),
            );
        }
    }

    /// Sets the body, as a JSON text sequence (RFC 7464): one for each item of a list.
    ///
    /// ```
    /// use serde_json::json;
    /// use toolwright::{HttpRequest, Method};
    ///
    /// let mut request = HttpRequest::new(Method::Post, "/import");
    /// request.json_records("application/json-seq", &json!([1, 2]));
    /// let sent: &[u8] = b"\x1e1\n\x1e2\n";
    /// assert_eq!(request.body().map(|body| body.bytes.as_slice()), Some(sent));
    /// ```
    pub fn json_records(&mut self, media_type: &'static str, value: &dyn Encode) {
        if !value.is_absent() {
            self.set_body(
                media_type,
                sequence_writer::write_json_records(json_value(value)),
            );
        }
    }

    /// Sets the body, as server-sent events: one for each item of a list, which is an object with
    /// the fields `data`, `event`, `id` and `retry`, or the data alone.
    ///
    /// `at` is the JSON pointer of the list within the tool's arguments: what a field cannot carry
    /// is a problem there.
    ///
    /// ```
    /// use serde_json::json;
    /// use toolwright::{HttpRequest, Method};
    ///
    /// let mut request = HttpRequest::new(Method::Post, "/events");
    /// request.events("text/event-stream", "/body", &json!([{"event": "sold", "data": "7"}]));
    /// let sent = request.body().map(|body| String::from_utf8_lossy(&body.bytes).into_owned());
    /// assert_eq!(sent.as_deref(), Some("event: sold\ndata: 7\n\n"));
    /// ```
    pub fn events(&mut self, media_type: &'static str, at: &str, value: &dyn Encode) {
        if value.is_absent() {
            return;
        }
        match sequence_writer::write_events(at, json_value(value)) {
            Ok(text) => self.set_body(media_type, text),
            Err(violations) => self.add_problems(violations),
        }
    }

    /// Sets the body, as XML by the hints in `xml`; `root` is the name of its root element, where
    /// the hints have none.
    ///
    /// `at` is the JSON pointer of the body within the tool's arguments: what XML has no characters
    /// or names for is a problem there.
    ///
    /// ```
    /// use serde_json::json;
    /// use toolwright::{HttpRequest, Method, Xml};
    ///
    /// let mut request = HttpRequest::new(Method::Post, "/pets");
    /// request.xml("application/xml", "/body", "pet", &Xml::ELEMENT, &json!({"name": "R & B"}));
    /// let sent = request.body().map(|body| String::from_utf8_lossy(&body.bytes).into_owned());
    /// assert!(sent.unwrap_or_default().ends_with("<pet><name>R &amp; B</name></pet>"));
    /// ```
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
        match xml::write_document(at, root, xml, &json_value(value)) {
            Ok(bytes) => self.set_body(media_type, bytes),
            Err(violations) => self.add_problems(violations),
        }
    }

    /// Sets the body, as text: a string as it is, a number or boolean as its text, an array or
    /// object as JSON.
    ///
    /// ```
    /// use toolwright::{HttpRequest, Method};
    ///
    /// let mut request = HttpRequest::new(Method::Put, "/notes/7");
    /// request.text("text/plain", &"Feed at noon.");
    /// let body = request.body().map(|body| (body.media_type.as_ref(), body.bytes.len()));
    /// assert_eq!(body, Some(("text/plain", 13)));
    /// ```
    pub fn text(&mut self, media_type: &'static str, value: &dyn Encode) {
        if !value.is_absent() {
            self.set_body(media_type, leaf_text(json_value(value)).unwrap_or_default());
        }
    }

    /// Sets the body, as the bytes of a [`File`](crate::File). Its media type is the file's own, or
    /// one that its name suggests, where it is among `media_types`; else the first of them.
    ///
    /// `at` is the JSON pointer of the body within the tool's arguments: what is no file is a
    /// problem there.
    ///
    /// ```
    /// use toolwright::{File, HttpRequest, Method};
    ///
    /// let mut request = HttpRequest::new(Method::Put, "/pets/7/photo");
    /// request.binary("/body", &["image/png", "image/jpeg"], &File::new([0xff, 0xd8]).with_filename("rex.jpg"));
    /// assert_eq!(request.body().map(|body| body.media_type.as_ref()), Some("image/jpeg"));
    /// ```
    pub fn binary(&mut self, at: &str, media_types: &[&'static str], value: &dyn Encode) {
        if value.is_absent() {
            return;
        }
        match FileArgument::from_json(&json_value(value)).and_then(FileArgument::into_file) {
            Ok(file) => {
                let media_type = file::choose_media_type(&file, media_types);
                self.set_body(media_type, file.content);
            }
            Err(why) => self.add_problems(vec![Violation::new(at.to_owned(), why.to_string())]),
        }
    }

    fn set_body(&mut self, media_type: impl Into<Cow<'static, str>>, bytes: impl Into<Vec<u8>>) {
        self.replace_body(Body {
            media_type: media_type.into(),
            bytes: bytes.into(),
        });
    }
}

pub(super) fn json_value(value: &dyn Encode) -> Json {
    serde_json::from_str(&json_text(value)).unwrap_or_default()
}

#[cfg(test)]
mod tests;
