//! What the built-in upstream answers, as a table that generated code fills. The module `upstream` serves it.

use crate::request::Method;

/// What the built-in upstream answers, operation by operation.
///
/// ```
/// use toolwright::Method;
/// use toolwright::upstream::{MockResponse, MockResponses};
///
/// static MOCK_RESPONSES: MockResponses = MockResponses {
///     all: &[MockResponse {
///         method: Method::Get,
///         path: "/pets",
///         status: 200,
///         content_type: "application/json",
///         body: r#"[{"id":7,"name":"Rex"}]"#,
///     }],
/// };
/// assert_eq!(MOCK_RESPONSES.all[0].path, "/pets");
/// ```
#[derive(Debug)]
pub struct MockResponses {
    /// One answer for each operation of the spec.
    pub all: &'static [MockResponse],
}

/// The success response of one operation.
///
/// Generated code has one for each operation, and no bytes of it where the feature is off:
///
/// ```
/// use toolwright::generated::*;
///
/// static ALL: Option<&MockResponses> = toolwright::mock_responses![MockResponse {
///     method: Method::Delete,
///     path: "/pets/{petId}",
///     status: 204,
///     content_type: "",
///     body: "",
/// }];
/// if let Some(answers) = ALL {
///     assert_eq!(answers.all[0].status, 204);
/// }
/// ```
#[derive(Debug)]
pub struct MockResponse {
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
///
/// ```
/// use toolwright::generated::*;
///
/// static ALL: Option<&MockResponses> = toolwright::mock_responses![MockResponse {
///     method: Method::Get,
///     path: "/pets",
///     status: 200,
///     content_type: "application/json",
///     body: "[]",
/// }];
/// assert_eq!(ALL.map(|answers| answers.all[0].path), Some("/pets"));
/// ```
#[cfg(feature = "upstream")]
#[macro_export]
macro_rules! mock_responses {
    ($($answer:expr),* $(,)?) => {{
        static MOCK_RESPONSES: $crate::upstream::MockResponses = $crate::upstream::MockResponses { all: &[$($answer),*] };
        Some(&MOCK_RESPONSES)
    }};
}

/// The answers of the built-in upstream: `Some` where the feature `upstream` is on, `None` and so
/// no byte in the binary where it is off.
///
/// Nothing is parsed then, either: every generated server would pay for it.
#[cfg(not(feature = "upstream"))]
#[macro_export]
macro_rules! mock_responses {
    ($($answer:tt)*) => {
        None
    };
}
