//! The errors of typed calls: what failed, whether the request may have been carried out, and what the API said.
//! Texts have no credentials; `Debug` output has no bodies.

use std::borrow::Cow;
use std::fmt;

use thiserror::Error;

use crate::response::{ResponseHeaders, decode_text};
use crate::value::{Cursor, Decode, Json, Violation};

/// Why there is no response that a caller can use.
///
/// Each says in words what failed and what can be done, without credentials.
///
/// ```
/// # mod pets { toolwright::tools!("tests/doc/pets.yaml", responses = true); }
/// use toolwright::{HttpExecutor, SendError};
///
/// /// `None` where there is no such pet.
/// async fn find(
///     executor: &HttpExecutor,
///     pet_id: i64,
/// ) -> Result<Option<pets::types::Pet>, SendError> {
///     match executor.send(&pets::GetPet { pet_id }).await {
///         Ok(response) => Ok(Some(response.into_body())),
///         Err(error) if error.status() == Some(404) => Ok(None),
///         Err(error) => Err(error),
///     }
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), toolwright::ExecutorError> {
/// // Nobody listens there.
/// let executor = HttpExecutor::builder(&pets::API).base_url("http://127.0.0.1:1").max_retries(0);
/// let error = find(&executor.build()?, 7).await;
/// assert!(matches!(error, Err(SendError::Connection { .. })));
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SendError {
    /// The request was not sent: a value has no place in it, credentials or the base URL are missing,
    /// or its turn never came.
    #[error("{message}")]
    NotSent {
        /// What is the matter.
        message: String,
        /// The values that have no place in a request, such as an empty one in a path.
        problems: Vec<Violation>,
    },
    /// There was no connection: nothing was carried out.
    #[error("{message}")]
    Connection {
        /// What is the matter.
        message: String,
    },
    /// There was no response in time. The request may have been carried out.
    #[error("{message}")]
    Timeout {
        /// What is the matter.
        message: String,
    },
    /// The connection broke before the response had come, or while it came. The request may have been
    /// carried out.
    #[error("{message}")]
    Broken {
        /// What is the matter.
        message: String,
    },
    /// The response is too large, or encoded in a way that was not asked for. The request was carried
    /// out.
    #[error("{message}")]
    Unreadable {
        /// The status of the response.
        status: u16,
        /// What is the matter.
        message: String,
    },
    /// The API refused: its status is not from 200 to 299.
    #[error(transparent)]
    Status(Box<Refusal>),
    /// The response is not what the spec says. The request was carried out.
    #[error(transparent)]
    Decode(Box<DecodeError>),
}

impl SendError {
    /// The status of the response, where there was one.
    pub fn status(&self) -> Option<u16> {
        match self {
            Self::Status(refusal) => Some(refusal.status),
            Self::Decode(error) => Some(error.status),
            Self::Unreadable { status, .. } => Some(*status),
            _ => None,
        }
    }

    #[cfg(feature = "client")]
    pub(crate) fn message_mut(&mut self) -> &mut String {
        match self {
            Self::NotSent { message, .. }
            | Self::Connection { message }
            | Self::Timeout { message }
            | Self::Broken { message }
            | Self::Unreadable { message, .. } => message,
            Self::Status(refusal) => &mut refusal.message,
            Self::Decode(error) => &mut error.call,
        }
    }
}

/// A response that says that the API did not do what it was asked.
///
/// ```
/// use toolwright::{Refusal, ResponseHeaders, ToolInput};
///
/// #[derive(Debug, PartialEq, ToolInput)]
/// struct Problem {
///     code: i64,
/// }
///
/// let refusal = Refusal {
///     status: 409,
///     headers: ResponseHeaders::default(),
///     body: br#"{"code": 12}"#.to_vec(),
///     message: "409 Conflict: code 12".to_owned(),
/// };
/// assert_eq!(refusal.to_string(), "409 Conflict: code 12");
/// assert_eq!(refusal.text(), r#"{"code": 12}"#);
/// assert_eq!(refusal.json(), Some(serde_json::json!({"code": 12})));
/// assert_eq!(refusal.decode(), Ok(Problem { code: 12 }));
/// ```
#[derive(Clone, PartialEq, Eq, Error)]
#[error("{message}")]
pub struct Refusal {
    /// The status.
    pub status: u16,
    /// The headers, such as `Retry-After`.
    pub headers: ResponseHeaders,
    /// The body as it came.
    pub body: Vec<u8>,
    /// What it comes to: the request, the status, and what the body says in the forms that APIs have
    /// for that (RFC 9457 and others).
    pub message: String,
}

impl Refusal {
    /// The body as text.
    pub fn text(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(&self.body)
    }

    /// The body as JSON; none where it is none.
    pub fn json(&self) -> Option<Json> {
        serde_json::from_slice(&self.body).ok()
    }

    /// The body as a type of the spec's errors, where one is generated.
    ///
    /// # Errors
    ///
    /// Everything in it that does not fit the type.
    pub fn decode<T: Decode>(&self) -> Result<T, Vec<Violation>> {
        let value = serde_json::from_slice(&self.body).map_err(|error| {
            vec![Violation::new(
                String::new(),
                format!("is not JSON: {error}"),
            )]
        })?;
        let mut cursor = Cursor::for_lenient_value(value);
        let decoded = T::decode(&mut cursor);
        match cursor.into_violations() {
            violations if violations.is_empty() => Ok(decoded),
            violations => Err(violations),
        }
    }
}

/// Without the values of headers and the body, which may be large.
impl fmt::Debug for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Refusal")
            .field("status", &self.status)
            .field("message", &self.message)
            .field("body", &format_args!("{} bytes", self.body.len()))
            .finish_non_exhaustive()
    }
}

/// A response that its type has no place for.
///
/// ```
/// use toolwright::SendError;
///
/// /// What goes into the log.
/// fn told(error: &SendError) -> Option<String> {
///     match error {
///         SendError::Decode(error) => Some(format!("{:?} in {}", error.violations, error.text())),
///         _ => None,
///     }
/// }
///
/// # assert_eq!(told(&SendError::Timeout { message: String::new() }), None);
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct DecodeError {
    /// The request, for people: `GET /pets/7`.
    pub(crate) call: String,
    /// The status of the response.
    pub status: u16,
    /// The content type of the response, empty where it has none.
    pub content_type: String,
    /// The body as it came.
    pub body: Vec<u8>,
    /// What in it does not fit, by JSON pointer: the first 20 violations, and one more that says how
    /// many others there are (`and 981 more`).
    pub violations: Vec<Violation>,
}

impl std::error::Error for DecodeError {}

impl DecodeError {
    /// The body as text.
    pub fn text(&self) -> Cow<'_, str> {
        match decode_text(&self.content_type, self.body.clone()) {
            Ok(text) => Cow::Owned(text),
            Err(_) => String::from_utf8_lossy(&self.body),
        }
    }
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}: the response (HTTP {}) does not match the spec",
            self.call, self.status
        )?;
        let mut violations = self.violations.iter();
        violations.try_for_each(|violation| write!(f, "\n{violation}"))
    }
}

/// Without the body, which may be large.
impl fmt::Debug for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DecodeError")
            .field("call", &self.call)
            .field("status", &self.status)
            .field("content_type", &self.content_type)
            .field("body", &format_args!("{} bytes", self.body.len()))
            .field("violations", &self.violations)
            .finish()
    }
}
