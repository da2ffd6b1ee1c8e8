//! The validator of somebody else that a schema may have: a server's compiled tables.

use std::fmt;
use std::sync::Arc;

use serde_json::Value;

/// What a validator finds wrong with arguments.
///
/// ```
/// use toolwright_inspect::ArgumentViolation;
///
/// let violation = ArgumentViolation::new("/limit", "500 is greater than the maximum of 100");
/// assert_eq!(violation.pointer, "/limit");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ArgumentViolation {
    /// Where, as a JSON pointer into the arguments; empty for the arguments as a whole.
    pub pointer: String,
    /// What is wrong there.
    pub message: String,
}

impl ArgumentViolation {
    /// What is wrong at that pointer.
    pub fn new(pointer: impl Into<String>, message: impl Into<String>) -> Self {
        Self {
            pointer: pointer.into(),
            message: message.into(),
        }
    }

    /// The argument that it is about; `None` for all of them.
    pub(crate) fn argument(&self) -> Option<String> {
        let first = self.pointer.split('/').nth(1)?;
        Some(first.replace("~1", "/").replace("~0", "~"))
    }

    /// Whether it may be about the argument of that name.
    pub(crate) fn concerns(&self, name: &str) -> bool {
        match self.argument() {
            Some(argument) => argument == name,
            // As in `"path" is a required property`.
            None => self.message.contains(&Value::from(name).to_string()),
        }
    }

    /// Where within the argument; empty for the whole.
    pub(crate) fn inner_pointer(&self) -> &str {
        let rest = self.pointer.get(1..).unwrap_or_default();
        rest.find('/').map_or("", |at| &rest[at..])
    }
}

type Validate = dyn Fn(&Value) -> Vec<ArgumentViolation> + Send + Sync;

/// Finds all that is wrong with arguments.
#[derive(Clone)]
pub(crate) struct Validator(Arc<Validate>);

impl Validator {
    pub(crate) fn new(
        validate: impl Fn(&Value) -> Vec<ArgumentViolation> + Send + Sync + 'static,
    ) -> Self {
        Self(Arc::new(validate))
    }

    pub(crate) fn validate(&self, arguments: &Value) -> Vec<ArgumentViolation> {
        (self.0)(arguments)
    }
}

impl fmt::Debug for Validator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Validator")
    }
}

/// A function is equal to itself alone.
impl PartialEq for Validator {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}
