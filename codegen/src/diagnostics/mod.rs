//! What the compiler has to say about a spec.

use crate::model::Method;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Something was read in the sensible way, but is not as the standard has it.
    Warning,
    /// An operation was left out.
    Skipped,
    /// The spec cannot be used.
    Error,
}

/// One remark about one place of a spec.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong, in one sentence without a full stop.
    pub message: String,
    /// JSON pointer (RFC 6901) of the place in the spec file.
    pub pointer: String,
    /// What to do about it.
    pub help: Option<String>,
    /// The operation that was left out, for [`Severity::Skipped`].
    pub operation: Option<(Method, String)>,
}

/// The remarks so far, in the order in which they were made.
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
            help: None,
            operation: None,
        });
    }

    /// Notes that an operation is left out.
    pub fn skipped(
        &mut self,
        method: Method,
        path: impl Into<String>,
        pointer: impl Into<String>,
        reason: impl Into<String>,
    ) {
        self.push(Diagnostic {
            severity: Severity::Skipped,
            message: reason.into(),
            pointer: pointer.into(),
            help: None,
            operation: Some((method, path.into())),
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
}
