//! The result of a tool call in a form that every transport can show: text, JSON, notes and attachments. Errors are
//! outcomes, too.

use std::fmt;

use crate::tool::Tool;
use crate::value::{Json, Violation};

/// What a tool call came to.
///
/// ```
/// use toolwright::Outcome;
///
/// let mut outcome = Outcome::success("Three pets.");
/// outcome.notes.push("There are more.".to_owned());
/// assert!(!outcome.is_error);
/// assert!(Outcome::failure("The shop is closed.").is_error);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The call did not do what it was asked: bad arguments, or the upstream refused or failed.
    pub is_error: bool,
    /// The result as text, always present.
    pub text: String,
    /// The result as JSON, where the upstream answered with JSON.
    pub structured: Option<Json>,
    /// What there is to say about the result beside it, such as how to get the next page.
    pub notes: Vec<String>,
    /// What came that is neither text nor JSON.
    pub attachments: Vec<Attachment>,
    /// The text is JSON that was not parsed, because it is longer than what a client is sent.
    pub(crate) is_long_json: bool,
}

/// A file that the upstream sent.
///
/// ```
/// use toolwright::{File, IntoOutcome};
///
/// let photo = File::new([0x89, b'P', b'N', b'G']).with_filename("rex.png").with_media_type("image/png");
/// let attachment = &photo.into_outcome().attachments[0];
/// assert_eq!(attachment.name.as_deref(), Some("rex.png"));
/// assert_eq!((attachment.media_type.as_str(), attachment.data.len()), ("image/png", 4));
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Attachment {
    /// Its name, where the upstream gave one.
    pub name: Option<String>,
    /// Its media type without parameters, `image/png`.
    pub media_type: String,
    /// Its bytes.
    pub data: Vec<u8>,
}

impl fmt::Debug for Attachment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Attachment")
            .field("name", &self.name)
            .field("media_type", &self.media_type)
            .field("bytes", &self.data.len())
            .finish()
    }
}

impl Outcome {
    /// The call was not made, or nothing came of it; `text` says why.
    pub fn failure(text: impl Into<String>) -> Self {
        Self {
            is_error: true,
            ..Self::success(text)
        }
    }

    /// The call did what it was asked; `text` says what came of it.
    pub fn success(text: impl Into<String>) -> Self {
        Self {
            is_error: false,
            text: text.into(),
            structured: None,
            notes: Vec::new(),
            attachments: Vec::new(),
            is_long_json: false,
        }
    }

    /// The call was not made because its arguments are wrong.
    ///
    /// ```
    /// use toolwright::value::Violation;
    /// # use toolwright::generated::*;
    /// # fn handle(_: &mut Fields<'_>, _: &mut HttpRequest) {}
    /// # struct R;
    /// # impl Request for R {
    /// #     fn decode(_: &mut Fields<'_>) -> Self { R }
    /// #     fn encode(&self, _: &mut HttpRequest) {}
    /// # }
    /// # static LIST_PETS: Tool = Tool::new("list_pets", Method::Get, "/pets");
    /// let violation = Violation::new("/limit".to_owned(), "500 is greater than the maximum of 100".to_owned());
    /// let outcome = toolwright::Outcome::invalid_arguments(&LIST_PETS, &[violation]);
    /// assert_eq!(
    ///     outcome.text,
    ///     "Invalid arguments for list_pets:\n/limit: 500 is greater than the maximum of 100"
    /// );
    /// ```
    pub fn invalid_arguments(tool: &Tool, violations: &[Violation]) -> Self {
        Self::invalid_arguments_for(tool.name, violations)
    }

    pub(crate) fn invalid_arguments_for(tool: &str, violations: &[Violation]) -> Self {
        let mut text = format!("Invalid arguments for {tool}:");
        for violation in violations {
            text.push('\n');
            text.push_str(&violation.to_string());
        }
        Self::failure(text)
    }
}
