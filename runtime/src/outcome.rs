use crate::value::Json;

/// What a tool call came to.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The call did not do what it was asked: bad arguments, or the upstream refused or failed.
    pub is_error: bool,
    /// The result as text, always present.
    pub text: String,
    /// The result as JSON, where the upstream answered with JSON.
    pub structured: Option<Json>,
}
