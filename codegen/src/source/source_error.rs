//! Errors of reading a file, with the place in it, and the flaws that parsers find before the file is known.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use super::{Location, MAX_BYTES};
use crate::diagnostics::Snippet;

/// A file that cannot be read as a spec at all.
///
/// Its text is one line, `file:line:column: what is wrong`; [`SourceError::render`] shows the
/// place too.
///
/// ```
/// use toolwright_codegen::source::Source;
///
/// let error = Source::from_text("a.yaml", "info: {title: Pets\n".to_owned()).err();
/// let error = error.expect("the brace is not closed");
/// assert_eq!(error.path().to_str(), Some("a.yaml"));
/// assert!(error.location().is_some() && error.render().contains("a.yaml:"));
/// ```
#[derive(Debug, thiserror::Error)]
pub enum SourceError {
    /// The file could not be read.
    #[error("{}: {error}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        #[source]
        error: io::Error,
    },
    /// The file is larger than any spec.
    #[error(
        "{}: larger than {} MB; leave out the operations that no tool is wanted for, or split the \
         file",
        _0.display(),
        MAX_BYTES / 1_000_000
    )]
    TooLarge(PathBuf),
    /// The file is not JSON or YAML, or goes beyond a limit.
    #[error("{0}")]
    Syntax(Box<SyntaxError>),
}

impl SourceError {
    /// The file.
    pub fn path(&self) -> &Path {
        match self {
            Self::Read { path, .. } | Self::TooLarge(path) => path,
            Self::Syntax(error) => &error.path,
        }
    }

    /// Where in the file, unless it could not be read.
    pub fn location(&self) -> Option<&Location> {
        match self {
            Self::Read { .. } | Self::TooLarge(_) => None,
            Self::Syntax(error) => Some(&error.location),
        }
    }

    /// Several lines in the style of rustc, with the line of the file.
    pub fn render(&self) -> String {
        match self {
            Self::Read { .. } | Self::TooLarge(_) => format!("error: {self}\n"),
            Self::Syntax(error) => Snippet {
                path: &error.path,
                text: Some(&error.text),
                location: Some(&error.location),
            }
            .render("error", &error.message, &[]),
        }
    }
}

/// A place in a file that is not JSON or YAML, or goes beyond a limit.
///
/// ```
/// use toolwright_codegen::source::{Source, SourceError};
///
/// let error = Source::from_text("a.json", "{\"info\": }".to_owned()).err();
/// let Some(SourceError::Syntax(error)) = error else { panic!("{error:?}") };
/// assert_eq!((error.location.line, error.location.column), (1, 10));
/// ```
#[derive(Debug)]
pub struct SyntaxError {
    /// The file.
    pub path: PathBuf,
    /// Its text.
    pub text: String,
    /// Where.
    pub location: Location,
    /// What is wrong, in one sentence without a full stop.
    pub message: String,
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Location { line, column, .. } = self.location;
        let path = self.path.display();
        write!(f, "{path}:{line}:{column}: {}", self.message)
    }
}

/// What is wrong with a text, and which of its bytes are meant.
#[derive(Debug)]
pub(super) struct TextFlaw {
    pub(super) message: String,
    pub(super) span: std::ops::Range<usize>,
}

impl TextFlaw {
    pub(super) fn at_byte(byte: usize, message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            span: byte..byte,
        }
    }
}
