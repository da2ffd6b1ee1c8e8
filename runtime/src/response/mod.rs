//! Typed responses: what a caller in Rust gets of an operation, and what a handler gives for one.

mod charset;
mod handler_content;
mod reply;
mod response_headers;
mod response_items;
mod send_error;
mod typed_operation;

pub(crate) use charset::decode_text;
pub use handler_content::Content;
pub(crate) use handler_content::attachment_outcome;
#[cfg(feature = "client")]
pub(crate) use reply::Received;
pub use reply::Reply;
pub use response_headers::ResponseHeaders;
#[cfg(feature = "client")]
pub use response_items::Chunks;
#[cfg(feature = "client")]
pub(crate) use response_items::{ByteSource, ItemSource, PendingNext};
pub use response_items::{Event, Items};
pub use send_error::{DecodeError, Refusal, SendError};
pub use typed_operation::Operation;

/// A response whose body was decoded.
///
/// ```
/// use toolwright::{Response, ResponseHeaders};
///
/// let headers = [("ETag".to_owned(), "\"7\"".to_owned())].into_iter().collect::<ResponseHeaders>();
/// let mut response = Response::new(200, headers, vec!["Rex"]);
/// assert_eq!(response.status(), 200);
/// assert_eq!(response.headers().get("etag"), Some("\"7\""));
/// response.body_mut().push("Ada");
/// assert_eq!(response.body().len(), 2);
/// assert_eq!(response.into_body(), ["Rex", "Ada"]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Response<T> {
    status: u16,
    headers: ResponseHeaders,
    body: T,
}

impl<T> Response<T> {
    /// A response; what a test of a caller needs.
    pub fn new(status: u16, headers: ResponseHeaders, body: T) -> Self {
        Self {
            status,
            headers,
            body,
        }
    }

    /// The status, from 200 to 299.
    pub fn status(&self) -> u16 {
        self.status
    }

    /// The headers.
    pub fn headers(&self) -> &ResponseHeaders {
        &self.headers
    }

    /// The body.
    pub fn body(&self) -> &T {
        &self.body
    }

    /// The body, to be changed: the next item of a stream is taken from it.
    pub fn body_mut(&mut self) -> &mut T {
        &mut self.body
    }

    /// The body alone.
    pub fn into_body(self) -> T {
        self.body
    }
}

#[cfg(test)]
mod tests;
