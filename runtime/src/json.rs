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

/// How deep `serde_json` reads lists and objects.
#[cfg(feature = "client")]
const MAX_DEPTH: usize = 127;

/// What valid JSON has that its parser does not read, and where: a phrase for after "it"; none for another error. RFC 8259
/// (section 9) lets a parser set limits to the range of numbers and to the depth of nesting.
#[cfg(feature = "client")]
pub(crate) fn describe_parser_limit(error: &serde_json::Error) -> Option<String> {
    let error = error.to_string();
    // The errors have no kinds: these are the words of `serde_json`.
    if let Some(place) = error.strip_prefix("number out of range") {
        return Some(format!(
            "has a number that is out of range{place}: the largest is 1.797e308"
        ));
    }
    let place = error.strip_prefix("recursion limit exceeded")?;
    Some(format!(
        "has more than {MAX_DEPTH} lists and objects within each other{place}"
    ))
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
