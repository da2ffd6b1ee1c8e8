//! A response before it is decoded. Generated code takes the body from it as JSON, text, file or items; what does
//! not fit its type is noted instead of returned.

use crate::file::File;
#[cfg(feature = "client")]
use crate::response::DecodeError;
use crate::response::response_items::ItemSource;
use crate::response::{Items, decode_text};
use crate::value::{Cursor, Decode, Json, Violation};

/// A response that is about to be taken apart; what does not fit is noted in it.
///
/// ```
/// use toolwright::Reply;
///
/// let mut reply = Reply::new(200, "application/json", r#"["Rex", null]"#);
/// assert!(reply.status() == 200 && !reply.is_empty() && !reply.is_stream());
/// let names: Vec<String> = reply.json();
/// assert_eq!(names[0], "Rex");
/// assert_eq!(reply.violations()[0].pointer, "/1");
///
/// assert_eq!(Reply::new(200, "text/plain", "Rex").text(), "Rex");
/// let photo = Reply::new(200, "image/png", [0x89]).file();
/// assert_eq!(photo.media_type.as_deref(), Some("image/png"));
/// ```
#[derive(Debug)]
pub struct Reply {
    received: Received,
    violations: Vec<Violation>,
}

/// What came.
pub(crate) struct Received {
    /// The request, for people: `GET /pets/7`.
    pub(crate) call: String,
    pub(crate) status: u16,
    /// Empty where there is none.
    pub(crate) content_type: String,
    /// What the upstream calls the body.
    pub(crate) file_name: Option<String>,
    pub(crate) body: Vec<u8>,
    /// In place of the body, where it comes item by item.
    pub(crate) items: Option<Box<dyn ItemSource>>,
}

impl std::fmt::Debug for Received {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Received")
            .field("call", &self.call)
            .field("status", &self.status)
            .field("content_type", &self.content_type)
            .field("body", &format_args!("{} bytes", self.body.len()))
            .finish_non_exhaustive()
    }
}

impl Reply {
    /// A whole response, as a test has one. A content type that is empty is none.
    pub fn new(status: u16, content_type: impl Into<String>, body: impl Into<Vec<u8>>) -> Self {
        Self::from_received(Received {
            call: "The request".to_owned(),
            status,
            content_type: content_type.into(),
            file_name: None,
            body: body.into(),
            items: None,
        })
    }

    pub(crate) fn from_received(received: Received) -> Self {
        Self {
            received,
            violations: Vec::new(),
        }
    }

    /// The status, from 200 to 299.
    pub fn status(&self) -> u16 {
        self.received.status
    }

    /// Whether there is no body.
    pub fn is_empty(&self) -> bool {
        self.received.body.is_empty() && !self.is_stream()
    }

    /// Whether the body comes item by item.
    pub fn is_stream(&self) -> bool {
        self.received.items.is_some()
    }

    /// The body as JSON.
    #[inline]
    pub fn json<T: Decode>(&mut self) -> T {
        let mut cursor = self.json_cursor();
        let decoded = T::decode(&mut cursor);
        self.violations.extend(cursor.into_violations());
        decoded
    }

    /// The body as text.
    pub fn text(&mut self) -> String {
        match decode_text(&self.received.content_type, self.received.body.clone()) {
            Ok(text) => text,
            Err(_) => {
                self.note_violation("is not text".to_owned());
                String::new()
            }
        }
    }

    /// The body as a file.
    pub fn file(&mut self) -> File {
        let media_type = &self.received.content_type;
        File {
            content: std::mem::take(&mut self.received.body),
            filename: self.received.file_name.take(),
            media_type: (!media_type.is_empty()).then(|| media_type.clone()),
        }
    }

    /// The body item by item. A list that came as a whole is one, too.
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), toolwright::SendError> {
    /// let mut reply = toolwright::Reply::new(200, "application/json", "[1, 2]");
    /// assert_eq!(reply.items::<i64>().collect().await?, [1, 2]);
    /// # Ok(())
    /// # }
    /// ```
    #[inline]
    pub fn items<T: Decode>(&mut self) -> Items<T> {
        match self.received.items.take() {
            Some(source) => Items::from_source(source),
            None => Items::from(self.json::<Vec<T>>()),
        }
    }

    /// What did not fit, of all that was taken.
    pub fn violations(&self) -> &[Violation] {
        &self.violations
    }

    /// Why the response is not what it should be; none where it is.
    #[cfg(feature = "client")]
    pub(crate) fn into_error(self) -> Option<DecodeError> {
        (!self.violations.is_empty()).then_some(DecodeError {
            call: self.received.call,
            status: self.received.status,
            content_type: self.received.content_type,
            body: self.received.body,
            violations: self.violations,
        })
    }

    /// A cursor at the JSON that the body is. A text that is no JSON stands for itself as a string,
    /// unless it is said to be JSON.
    fn json_cursor(&mut self) -> Cursor {
        let Received {
            body, content_type, ..
        } = &self.received;
        if body.is_empty() {
            self.note_violation("there is no body".to_owned());
            return Cursor::for_reported_value();
        }
        let error = match serde_json::from_slice(body) {
            Ok(value) => return Cursor::for_lenient_value(value),
            Err(error) => error,
        };
        let essence = crate::file::strip_parameters(content_type);
        // Without a content type, the spec's word that it is JSON is taken.
        let is_stated = crate::file::is_json_media_type(essence) || essence.is_empty();
        match decode_text(content_type, body.clone()) {
            Ok(text) => match serde_json::from_str(&text) {
                Ok(value) => Cursor::for_lenient_value(value),
                Err(_) if !is_stated => Cursor::for_lenient_value(Json::String(text)),
                Err(_) => {
                    self.note_violation(format!("is not JSON: {error}"));
                    Cursor::for_reported_value()
                }
            },
            Err(_) => {
                self.note_violation(format!("is not JSON, but bytes of type {essence:?}"));
                Cursor::for_reported_value()
            }
        }
    }

    fn note_violation(&mut self, message: String) {
        self.violations.push(Violation::new(String::new(), message));
    }
}
