//! JSON values and JSON pointers, as all other modules name them.

/// A JSON value that the spec does not type.
///
/// ```
/// let filter: toolwright::Json = serde_json::json!({"age": {"$gt": 3}});
/// assert_eq!(filter["age"]["$gt"], 3);
/// ```
pub type Json = serde_json::Value;

/// Appends a reference token of a JSON pointer (RFC 6901, section 3).
pub(crate) fn push_escaped(pointer: &mut String, token: &str) {
    for c in token.chars() {
        match c {
            '~' => pointer.push_str("~0"),
            '/' => pointer.push_str("~1"),
            _ => pointer.push(c),
        }
    }
}

/// The name of a property as messages quote it: as JSON.
pub(crate) fn quote_name(name: &str) -> String {
    Json::from(name).to_string()
}
