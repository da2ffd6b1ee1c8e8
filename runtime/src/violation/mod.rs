//! What is wrong with arguments: one violation, and a list of them whose size does not depend on the input. Validation,
//! decoding and the request all report in this form; nothing here knows what was checked.

mod violation_list;

use std::fmt;

pub(crate) use violation_list::ViolationList;

/// One thing that is wrong with an argument.
///
/// ```
/// let violation = toolwright::value::Violation {
///     pointer: "/pets/0/age".to_owned(),
///     message: "-1 is less than the minimum of 0".to_owned(),
/// };
/// assert_eq!(violation.to_string(), "/pets/0/age: -1 is less than the minimum of 0");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// JSON pointer (RFC 6901) of the faulty value within the arguments.
    pub pointer: String,
    /// What is wrong with it.
    pub message: String,
}

#[cfg(feature = "server")]
impl Violation {
    /// Whether it says that the value has a property of that name and must not.
    pub(crate) fn is_unexpected_property(&self, name: &str) -> bool {
        self.message
            .starts_with("Additional properties are not allowed")
            && self.message.contains(&crate::json::quote_name(name))
    }

    /// The properties that the value has and must not have, as far as it names them.
    pub(crate) fn unexpected_properties(&self) -> Vec<String> {
        let mut names = Vec::new();
        let start = "Additional properties are not allowed (";
        let mut rest = self.message.strip_prefix(start).unwrap_or_default();
        loop {
            let mut values = serde_json::Deserializer::from_str(rest).into_iter::<String>();
            let Some(Ok(name)) = values.next() else {
                return names;
            };
            let end = values.byte_offset();
            names.push(name);
            rest = rest.get(end..).unwrap_or_default();
            rest = rest.strip_prefix(", ").unwrap_or_default();
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
