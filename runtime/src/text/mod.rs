//! JSON Schemas as text: of tools written by hand as they are, of generated tools in the document beside the code.

#[cfg(feature = "server")]
use crate::document::Expander;
use crate::document::{BrokenDocument, Document};

/// A JSON Schema as text.
///
/// ```
/// use toolwright::SchemaText;
///
/// assert!(SchemaText::IN_DOCUMENT.0.is_empty());
/// assert_ne!(SchemaText("{}"), SchemaText::IN_DOCUMENT);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SchemaText(pub &'static str);

impl SchemaText {
    /// A schema that the document of the API has. No JSON is empty, so nothing else can be meant by it.
    pub const IN_DOCUMENT: Self = Self("");
}

/// Where the schemas of an API are, if its tools do not have them themselves.
///
/// ```
/// use toolwright::generated::{Document, Schemas};
///
/// static DOCUMENT: Document = Document::new(
///     r#"{"fingerprint": "1f", "tools": {"ping": {"input": {"type": "object"}}}}"#,
///     "1f",
/// );
/// static SCHEMAS: Schemas = Schemas::from_document(&DOCUMENT);
/// assert!(format!("{SCHEMAS:?}").contains("fingerprint"));
/// ```
#[derive(Debug)]
pub struct Schemas {
    document: Option<&'static Document>,
}

impl Schemas {
    /// No document: all schemas are texts of their tools.
    pub const NONE: Self = Self { document: None };

    /// The schemas of a document.
    pub const fn from_document(document: &'static Document) -> Self {
        Self {
            document: Some(document),
        }
    }

    /// The tools that return values for the arguments of a tool, as [`Document::needs_of_tool`] has them.
    #[cfg(feature = "server")]
    pub(crate) fn needs_of_tool(&self, tool: &str) -> Option<String> {
        self.document?.needs_of_tool(tool)
    }

    /// The places of properties that only the API sets, as [`Document::read_only_of_tool`] has them.
    #[cfg(feature = "server")]
    pub(crate) fn read_only_of_tool(&self, tool: &str) -> Option<String> {
        self.document?.read_only_of_tool(tool)
    }

    /// Whether lists of tools give some descriptions once.
    #[cfg(feature = "server")]
    pub(crate) fn shares_descriptions(&self) -> bool {
        self.document.is_some_and(Document::shares_descriptions)
    }

    /// Appends the input schema of a tool as clients are shown it, and says whether it did: not if the schema is not in the
    /// document.
    #[cfg(feature = "server")]
    pub(crate) fn push_client_input(
        &self,
        tool: &str,
        text: SchemaText,
        expander: &mut Expander<'_>,
    ) -> bool {
        match self.document {
            Some(document) if text == SchemaText::IN_DOCUMENT => {
                document.push_client_input(tool, expander).is_ok()
            }
            _ => false,
        }
    }

    /// The whole text of a schema of a tool. If the document does not have it, that is reported and any object is taken, so
    /// that the other tools can still be listed.
    pub(crate) fn read(
        &self,
        tool: &str,
        text: SchemaText,
        read: impl FnOnce(&'static Document) -> Result<String, BrokenDocument>,
    ) -> String {
        if text != SchemaText::IN_DOCUMENT {
            return text.0.to_owned();
        }
        let document = self.document.ok_or_else(|| BrokenDocument::new(tool));
        document.and_then(read).unwrap_or_else(|error| {
            tracing::error!(tool, %error, "a schema cannot be read");
            r#"{"type":"object"}"#.to_owned()
        })
    }
}
