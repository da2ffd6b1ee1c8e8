//! An upstream inside the server, for trying it out without the real API.

#[cfg(feature = "upstream")]
mod key;
#[cfg(feature = "upstream")]
mod merge;
#[cfg(feature = "upstream")]
mod operations;
#[cfg(feature = "upstream")]
mod respond;
#[cfg(feature = "upstream")]
mod sent;
#[cfg(feature = "upstream")]
mod serve;
#[cfg(feature = "upstream")]
mod store;
#[cfg(feature = "upstream")]
mod template;

use crate::tool::Method;

#[cfg(feature = "upstream")]
pub use serve::Upstream;

/// What the built-in upstream answers, operation by operation.
#[derive(Debug)]
pub struct Answers {
    /// One answer for each operation of the spec.
    pub all: &'static [Answer],
}

/// The success response of one operation.
#[derive(Debug)]
pub struct Answer {
    /// Method of the operation.
    pub method: Method,
    /// Path template of the operation.
    pub path: &'static str,
    /// Status to answer with.
    pub status: u16,
    /// Content type of the body, empty when there is no body.
    pub content_type: &'static str,
    /// An example body: the spec's own, or one made from the response's schema.
    pub body: &'static str,
}

/// The answers of the built-in upstream: `Some` where the feature `upstream` is on, `None` and so
/// no byte in the binary where it is off.
#[cfg(feature = "upstream")]
#[macro_export]
macro_rules! answers {
    ($($answer:expr),* $(,)?) => {{
        static ANSWERS: $crate::upstream::Answers = $crate::upstream::Answers { all: &[$($answer),*] };
        Some(&ANSWERS)
    }};
}

/// The answers of the built-in upstream: `Some` where the feature `upstream` is on, `None` and so
/// no byte in the binary where it is off.
///
/// Nothing is parsed then, either: every generated server would pay for it.
#[cfg(not(feature = "upstream"))]
#[macro_export]
macro_rules! answers {
    ($($answer:tt)*) => {
        None
    };
}
