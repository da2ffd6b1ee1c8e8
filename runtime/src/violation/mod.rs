//! What is wrong with arguments: one violation, and a list of them whose size does not depend on the input. Validation,
//! decoding and the request all report in this form; nothing here knows what was checked.

mod violation_list;

use std::fmt;

pub(crate) use violation_list::ViolationList;

/// One thing that is wrong with an argument.
///
/// ```
/// use toolwright::value::Violation;
///
/// let violation = Violation::new("/pets/0/age", "-1 is less than the minimum of 0");
/// assert_eq!(violation.to_string(), "/pets/0/age: -1 is less than the minimum of 0");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// JSON pointer (RFC 6901) of the faulty value within the arguments.
    pub pointer: String,
    /// What is wrong with it.
    pub message: String,
    cause: Cause,
}

/// The names that a violation is about, for hints that need more than its text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
enum Cause {
    UnexpectedProperties(Vec<String>),
    MissingProperty(String),
    MissingDependency(String),
    #[default]
    Other,
}

/// How many unexpected properties a violation names, and how long such a name is at most in bytes: a caller can send
/// millions, or one that is as long as a request.
const MAX_NAMES: usize = 50;
const MAX_NAME_BYTES: usize = 200;

/// What is wrong with a value, wherever the value is.
#[derive(Debug)]
pub(crate) struct Description {
    message: String,
    cause: Cause,
}

impl Description {
    /// The value has properties that it must not have.
    pub(crate) fn of_unexpected_properties<'n>(
        names: impl IntoIterator<Item = &'n str>,
        message: String,
    ) -> Self {
        let names = names.into_iter();
        let names = names.filter(|name| name.len() <= MAX_NAME_BYTES);
        let names = names.take(MAX_NAMES).map(str::to_owned).collect();
        let cause = Cause::UnexpectedProperties(names);
        Self { message, cause }
    }

    /// The value lacks a property.
    pub(crate) fn of_missing_property(name: &str, message: String) -> Self {
        let cause = Cause::MissingProperty(name.to_owned());
        Self { message, cause }
    }

    /// The value lacks a property that another one of its properties requires.
    pub(crate) fn of_missing_dependency(name: &str, message: String) -> Self {
        let cause = Cause::MissingDependency(name.to_owned());
        Self { message, cause }
    }
}

impl From<String> for Description {
    fn from(message: String) -> Self {
        let cause = Cause::Other;
        Self { message, cause }
    }
}

impl Violation {
    /// A value at a JSON pointer, and what is wrong with it.
    pub fn new(pointer: impl Into<String>, message: impl Into<String>) -> Self {
        Self::from_description(pointer.into(), message.into())
    }

    pub(crate) fn from_description(pointer: String, description: impl Into<Description>) -> Self {
        let Description { message, cause } = description.into();
        Self {
            pointer,
            message,
            cause,
        }
    }

    /// The properties that the value has and must not have: the first 50, without names of more than 200 bytes.
    ///
    /// ```
    /// use serde_json::json;
    /// use toolwright::schema::{Keyword, Schema, Types};
    ///
    /// static NOTHING: Schema = Schema(Types::OBJECT, &[Keyword::ClosedObject(&[])]);
    /// let violations = NOTHING.violations(&json!({"b": 1, "a": 2}));
    /// assert_eq!(violations[0].unexpected_properties(), ["a", "b"]);
    /// ```
    pub fn unexpected_properties(&self) -> &[String] {
        match &self.cause {
            Cause::UnexpectedProperties(names) => names,
            _ => &[],
        }
    }

    /// The property that the value does not have and must have, always or because of another one.
    ///
    /// ```
    /// use serde_json::json;
    /// use toolwright::schema::{Keyword, Required, Schema, Types};
    ///
    /// static PET: Schema = Schema(Types::OBJECT, &[Keyword::Object(&[Required("name", Schema::STRING)])]);
    /// assert_eq!(PET.violations(&json!({}))[0].missing_property(), Some("name"));
    /// ```
    pub fn missing_property(&self) -> Option<&str> {
        match &self.cause {
            Cause::MissingProperty(name) | Cause::MissingDependency(name) => Some(name),
            _ => None,
        }
    }

    /// The property that the value does not have and that values of its schema always have.
    pub(crate) fn missing_required_property(&self) -> Option<&str> {
        match &self.cause {
            Cause::MissingProperty(name) => Some(name),
            _ => None,
        }
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.pointer.is_empty() {
            f.write_str(&self.message)
        } else {
            write!(f, "{}: {}", self.pointer, self.message)
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::schema::{Keyword, Schema, Types};

    static NOTHING: Schema = Schema(Types::OBJECT, &[Keyword::ClosedObject(&[])]);

    #[test]
    fn names_do_not_depend_on_the_text() {
        let sent = json!({"it's": 1, "\"quoted\", (\"b\"": 2});
        for violations in [NOTHING.violations(&sent), NOTHING.python_violations(&sent)] {
            let names = violations[0].unexpected_properties();
            assert_eq!(names, ["\"quoted\", (\"b\"", "it's"]);
        }
        let said = Violation::new(
            "",
            "Additional properties are not allowed (\"a\" was unexpected)",
        );
        assert!(said.unexpected_properties().is_empty());
    }

    #[test]
    fn names_are_few_and_short() {
        let mut sent = json!({"n".repeat(MAX_NAME_BYTES + 1): 1});
        for index in 0..MAX_NAMES + 10 {
            sent[format!("a{index:03}")] = json!(1);
        }
        let violations = NOTHING.violations(&sent);
        let names = violations[0].unexpected_properties();
        assert_eq!((names.len(), names[0].as_str()), (MAX_NAMES, "a000"));
        let sent = json!({"n".repeat(MAX_NAME_BYTES + 1): 1});
        assert!(
            NOTHING.violations(&sent)[0]
                .unexpected_properties()
                .is_empty()
        );
    }
}
