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

/// The key that a reference token of a JSON pointer stands for.
#[cfg(feature = "server")]
pub(crate) fn unescape_token(token: &str) -> String {
    // The order of the replacements matters (RFC 6901, section 4): `~01` is `~1`, not `/`.
    token.replace("~1", "/").replace("~0", "~")
}

/// The name of a property as messages quote it: as JSON.
pub(crate) fn quote_name(name: &str) -> String {
    Json::from(name).to_string()
}

#[cfg(all(test, feature = "server"))]
mod tests {
    use super::{push_escaped, unescape_token};

    #[test]
    fn unescaping_is_the_inverse_of_escaping() {
        for key in ["", "~1", "~01", "a/b", "~", "m~n/o", "/pets/{id}"] {
            let mut token = String::new();
            push_escaped(&mut token, key);
            assert_eq!(unescape_token(&token), key);
        }
        assert_eq!(unescape_token("~01"), "~1");
    }
}
