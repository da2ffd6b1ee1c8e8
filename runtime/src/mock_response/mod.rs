//! What the built-in upstream answers, as a table that generated code fills. The module `upstream` serves it.

mod read_responses;

use std::sync::OnceLock;

use crate::document::Document;
use crate::request::Method;
use crate::tool::Tool;

/// What the built-in upstream answers, operation by operation.
///
/// ```
/// use toolwright::Method;
/// use toolwright::upstream::{MockResponse, MockResponses};
///
/// static MOCK_RESPONSES: MockResponses = MockResponses::new(&[MockResponse {
///     method: Method::Get,
///     path: "/pets",
///     status: 200,
///     content_type: "application/json",
///     body: r#"[{"id":7,"name":"Rex"}]"#,
/// }]);
/// assert_eq!(MOCK_RESPONSES.for_tools(&[])[0].path, "/pets");
///
/// // Generated code has them in its document.
/// use toolwright::generated::Document;
///
/// static DOCUMENT: Document = Document::new(r#"{"fingerprint": "1f"}"#, "1f");
/// static FROM_DOCUMENT: MockResponses = MockResponses::from_document(&DOCUMENT);
/// assert!(FROM_DOCUMENT.for_tools(&[]).is_empty());
/// ```
#[derive(Debug)]
pub struct MockResponses {
    listed: &'static [MockResponse],
    document: Option<&'static Document>,
    read: OnceLock<&'static [MockResponse]>,
}

impl MockResponses {
    /// These responses.
    pub const fn new(listed: &'static [MockResponse]) -> Self {
        Self {
            listed,
            document: None,
            read: OnceLock::new(),
        }
    }

    /// Those of a document, which are read when the upstream starts.
    pub const fn from_document(document: &'static Document) -> Self {
        Self {
            listed: &[],
            document: Some(document),
            read: OnceLock::new(),
        }
    }

    /// The responses for the tools of an API, as far as there are any.
    pub fn for_tools(&'static self, tools: &'static [Tool]) -> &'static [MockResponse] {
        let Some(document) = self.document else {
            return self.listed;
        };
        // Leaked on purpose: once for a static.
        self.read
            .get_or_init(|| Box::leak(read_responses::read_responses(document, tools).into()))
    }
}

/// The success response of one operation.
///
/// A program without the feature `upstream` has no bytes of those that are listed:
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
///     assert_eq!(answers.for_tools(&[])[0].status, 204);
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

/// The answers of the built-in upstream, listed or those of a document: `Some` if the feature `upstream` is on, `None` if it
/// is off.
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
/// assert_eq!(ALL.map(|answers| answers.for_tools(&[])[0].path), Some("/pets"));
/// ```
#[cfg(feature = "upstream")]
#[macro_export]
macro_rules! mock_responses {
    ($document:ident) => {{
        static MOCK_RESPONSES: $crate::upstream::MockResponses =
            $crate::upstream::MockResponses::from_document(&$document);
        Some(&MOCK_RESPONSES)
    }};
    ($($answer:expr),* $(,)?) => {{
        static MOCK_RESPONSES: $crate::upstream::MockResponses =
            $crate::upstream::MockResponses::new(&[$($answer),*]);
        Some(&MOCK_RESPONSES)
    }};
}

/// The answers of the built-in upstream, listed or those of a document: `Some` if the feature `upstream` is on, `None` if it
/// is off.
///
/// Nothing is parsed then, either: every generated server would pay for it.
#[cfg(not(feature = "upstream"))]
#[macro_export]
macro_rules! mock_responses {
    ($($answer:tt)*) => {
        None
    };
}
