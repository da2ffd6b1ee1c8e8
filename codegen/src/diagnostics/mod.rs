//! What the compiler has to say about a spec.

pub mod address;
pub(crate) mod color;
mod escape_invisible;
mod location;
mod remark;
mod repeats;
mod snippet;
mod truncated;

use std::fmt;
use std::ops::Range;

use crate::setting::Setting;

pub use crate::invisible::is_invisible;
pub use color::colorize;
pub use escape_invisible::escape_invisible;
pub use location::Location;
pub use remark::{Place, Remark};
pub(crate) use repeats::{Repeats, count_noun};
pub(crate) use snippet::{Snippet, make_visible};
pub(crate) use truncated::{Shortened, large_schemas, truncated_descriptions};

/// How bad it is.
///
/// ```
/// use toolwright_codegen::diagnostics::{Diagnostics, Severity};
///
/// let mut diagnostics = Diagnostics::new();
/// diagnostics.skipped("GET", "/pets", "/paths/~1pets/get", "its body has no type");
/// assert_eq!(diagnostics.count(Severity::Skipped), 1);
/// assert!(Severity::Error > Severity::Warning);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Nothing is wrong, but you should know it. It does not fail a strict compilation.
    Note,
    /// Something was read in the sensible way, but is not as the standard has it.
    Warning,
    /// An operation was left out.
    Skipped,
    /// The spec cannot be used.
    Error,
}

impl fmt::Display for Severity {
    /// As rustc's levels: what is skipped is a warning.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Note => "note",
            Self::Warning | Self::Skipped => "warning",
            Self::Error => "error",
        })
    }
}

/// What of a place in a file a remark is about.
///
/// ```
/// use toolwright_codegen::diagnostics::{Diagnostics, Mark};
/// use toolwright_codegen::source::Source;
///
/// let source = Source::from_text("a.yaml", "info:\n  titel: Pets\n".to_owned())?;
/// let mut diagnostics = Diagnostics::new();
/// diagnostics.warning_at("/info/titel", Mark::Key, "there is no such member");
/// let line = diagnostics.iter().next().map(|one| source.render_line(one));
/// assert!(line.unwrap_or_default().starts_with("a.yaml:2:3: warning: "));
/// # Ok::<(), toolwright_codegen::source::SourceError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Mark {
    /// The value.
    #[default]
    Value,
    /// The key of the value.
    Key,
    /// These bytes of the file's text, whatever the place.
    Text(Range<usize>),
    /// A setting: it has no place in the spec, but it may have one in a configuration file.
    Setting(Box<Setting>),
    /// The list of tools that is made of the spec, whatever the place.
    Tools,
}

impl Mark {
    /// Whether it is what is made of a spec, by the word of settings, and not the spec.
    pub(crate) fn is_of_the_outcome(&self) -> bool {
        matches!(self, Self::Setting(_) | Self::Tools)
    }
}

/// One remark about one place of a spec.
///
/// ```
/// use toolwright_codegen::diagnostics::{Diagnostics, Severity};
///
/// let mut diagnostics = Diagnostics::new();
/// diagnostics.warning("/info/title", "a title is a string");
/// let diagnostic = &diagnostics.into_iter().collect::<Vec<_>>()[0];
/// assert_eq!(diagnostic.severity, Severity::Warning);
/// assert_eq!(diagnostic.pointer, "/info/title");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong, in one sentence without a full stop.
    pub message: String,
    /// JSON pointer (RFC 6901) of the place in the spec file; `document#pointer` in what it refers
    /// to.
    pub pointer: String,
    /// What is meant there.
    pub mark: Mark,
    /// What to do about it.
    pub help: Option<String>,
    /// Method and path of the operation that was left out, for [`Severity::Skipped`]; the method is
    /// `*` where it is all that a path has.
    pub operation: Option<(String, String)>,
}

impl Diagnostic {
    pub(crate) fn error(pointer: impl Into<String>, message: impl Into<String>) -> Self {
        Self {
            severity: Severity::Error,
            message: message.into(),
            pointer: pointer.into(),
            mark: Mark::Value,
            help: None,
            operation: None,
        }
    }
}

impl fmt::Display for Diagnostic {
    /// The message alone: `skipped GET /pets: reason` for an operation that was left out.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.severity, &self.operation) {
            (Severity::Skipped, Some((method, path))) => {
                write!(f, "skipped {method} {path}: {}", self.message)
            }
            (Severity::Skipped, None) => write!(f, "skipped: {}", self.message),
            _ => f.write_str(&self.message),
        }
    }
}

/// The remarks so far, in the order in which they were made.
///
/// ```
/// use toolwright_codegen::diagnostics::{Diagnostics, Severity};
///
/// let mut diagnostics = Diagnostics::new();
/// assert!(diagnostics.is_empty());
/// diagnostics.warning("/info/title", "a title is a string");
/// diagnostics.error("/paths", "there are no paths");
/// for diagnostic in diagnostics.clone().iter() {
///     diagnostics.push(diagnostic.clone());
/// }
/// assert_eq!((diagnostics.len(), diagnostics.count(Severity::Error)), (4, 2));
/// assert!(diagnostics.with_severity(Severity::Error).all(|one| one.pointer == "/paths"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagnostics {
    all: Vec<Diagnostic>,
}

impl Diagnostics {
    /// No remarks.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a warning.
    pub fn warning(&mut self, pointer: impl Into<String>, message: impl Into<String>) {
        self.push(Diagnostic {
            severity: Severity::Warning,
            message: message.into(),
            pointer: pointer.into(),
            mark: Mark::Value,
            help: None,
            operation: None,
        });
    }

    /// Adds a warning about something that is not the value of a place.
    pub fn warning_at(
        &mut self,
        pointer: impl Into<String>,
        mark: Mark,
        message: impl Into<String>,
    ) {
        self.push(Diagnostic {
            severity: Severity::Warning,
            message: message.into(),
            pointer: pointer.into(),
            mark,
            help: None,
            operation: None,
        });
    }

    /// Adds a warning about a setting.
    pub(crate) fn warning_of_setting(&mut self, setting: Setting, message: impl Into<String>) {
        self.warning_at("", Mark::Setting(Box::new(setting)), message);
    }

    /// Adds an error: the spec cannot be used.
    pub fn error(&mut self, pointer: impl Into<String>, message: impl Into<String>) {
        self.push(Diagnostic::error(pointer, message));
    }

    /// Notes that an operation, or all operations of a path (`*`), are left out.
    pub fn skipped(
        &mut self,
        method: impl ToString,
        path: impl Into<String>,
        pointer: impl Into<String>,
        reason: impl Into<String>,
    ) {
        self.push(Diagnostic {
            severity: Severity::Skipped,
            message: reason.into(),
            pointer: pointer.into(),
            mark: Mark::Value,
            help: None,
            operation: Some((method.to_string(), path.into())),
        });
    }

    /// Adds a remark.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.all.push(diagnostic);
    }

    /// All remarks.
    pub fn iter(&self) -> impl Iterator<Item = &Diagnostic> {
        self.all.iter()
    }

    /// Puts what is about the outcome first, so that remarks about a large spec do not hide it.
    pub(crate) fn sort(&mut self) {
        self.all
            .sort_by_key(|remark| !remark.mark.is_of_the_outcome());
    }

    /// All remarks, to be changed.
    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Diagnostic> {
        self.all.iter_mut()
    }

    /// How many remarks there are of one severity.
    pub fn count(&self, severity: Severity) -> usize {
        self.with_severity(severity).count()
    }

    /// The remarks of one severity.
    pub fn with_severity(&self, severity: Severity) -> impl Iterator<Item = &Diagnostic> {
        self.iter()
            .filter(move |diagnostic| diagnostic.severity == severity)
    }

    /// How many remarks there are.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }
}

impl Extend<Diagnostic> for Diagnostics {
    fn extend<I: IntoIterator<Item = Diagnostic>>(&mut self, diagnostics: I) {
        self.all.extend(diagnostics);
    }
}

impl FromIterator<Diagnostic> for Diagnostics {
    fn from_iter<I: IntoIterator<Item = Diagnostic>>(diagnostics: I) -> Self {
        Self {
            all: diagnostics.into_iter().collect(),
        }
    }
}

impl IntoIterator for Diagnostics {
    type Item = Diagnostic;
    type IntoIter = std::vec::IntoIter<Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.all.into_iter()
    }
}

impl<'a> IntoIterator for &'a Diagnostics {
    type Item = &'a Diagnostic;
    type IntoIter = std::slice::Iter<'a, Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.all.iter()
    }
}

#[cfg(test)]
mod tests;
