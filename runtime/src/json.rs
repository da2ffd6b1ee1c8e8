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

/// The name of a property as messages quote it: as JSON, in which nothing is hidden from a reader.
pub(crate) fn quote_name(name: &str) -> String {
    let mut quoted = String::with_capacity(name.len() + 2);
    for character in Json::from(name).to_string().chars() {
        // Rust escapes what people do not see, such as U+202E, which turns the rest of a line around. Behind another
        // character, it leaves accents as they are.
        let is_unseen = !character.is_ascii() && format!("a{character}").escape_debug().count() > 2;
        match is_unseen {
            true => {
                let mut units = [0; 2];
                for unit in character.encode_utf16(&mut units) {
                    quoted.push_str(&format!("\\u{unit:04x}"));
                }
            }
            false => quoted.push(character),
        }
    }
    quoted
}

/// The name of a property in the text of a sentence: between backticks, escaped as [`quote_name`] does.
#[cfg(feature = "server")]
pub(crate) fn write_name(name: &str) -> String {
    let quoted = quote_name(name);
    let inner = quoted.strip_prefix('"').and_then(|it| it.strip_suffix('"'));
    format!("`{}`", inner.unwrap_or(&quoted))
}

#[cfg(all(test, feature = "server"))]
mod tests {
    use super::{push_escaped, quote_name, unescape_token, write_name};

    #[test]
    fn names_hide_nothing() {
        assert_eq!(quote_name("größe \"a\" नाम"), r#""größe \"a\" नाम""#);
        assert_eq!(
            quote_name("a\n\u{202e}b\u{e0001}"),
            r#""a\n\u202eb\udb40\udc01""#
        );
        assert_eq!(write_name("a\u{200b}"), r"`a\u200b`");
    }

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
