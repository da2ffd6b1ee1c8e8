//! Counts the values of a JSON text before it is parsed.
//!
//! A parsed value takes far more memory than its text: two bytes of `[0,0,…]` become up to 300
//! bytes. So a text from outside is scanned first, and parsed only if it has no more values than
//! its reader can afford. The scan reads bytes in any chunks, allocates nothing, and does not
//! check that the text is JSON: of a text that is not, a parser will say so.

#[cfg(feature = "client")]
use memchr::memchr;
use memchr::memchr2;

use crate::json::Json;

/// How many values a request may have. Arguments that a model writes have some hundreds.
#[cfg(feature = "server")]
pub(crate) const MAX_REQUEST_VALUES: usize = 50_000;

/// How many values of a request may be parsed from strings that hold JSON.
pub(crate) const MAX_VALUES_IN_STRINGS: usize = 50_000;

/// How many values an answer of an upstream may have to be parsed: about 4 MB of usual JSON.
#[cfg(feature = "client")]
pub(crate) const MAX_RESPONSE_VALUES: usize = 300_000;

/// The number of values in a JSON text that comes in chunks. Names of members count as values.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ValueCounter {
    count: usize,
    state: State,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    /// Between two tokens.
    #[default]
    Between,
    /// In a number or a literal.
    Scalar,
    String,
    /// In a string, behind a backslash.
    Escape,
}

impl ValueCounter {
    pub(crate) fn count_chunk(&mut self, chunk: &[u8]) {
        let mut rest = chunk;
        while let Some((&byte, others)) = rest.split_first() {
            rest = others;
            self.state = match (self.state, byte) {
                (State::String, b'\\') => State::Escape,
                (State::String, b'"') => State::Between,
                (State::Escape, _) => State::String,
                (State::String, _) => {
                    rest = skip_plain_characters(others);
                    State::String
                }
                (_, b'"') => {
                    self.count += 1;
                    State::String
                }
                (_, b'[' | b'{') => {
                    self.count += 1;
                    State::Between
                }
                (_, b']' | b'}' | b',' | b':' | b' ' | b'\t' | b'\n' | b'\r') => State::Between,
                (State::Between, _) => {
                    self.count += 1;
                    State::Scalar
                }
                (State::Scalar, _) => State::Scalar,
            };
        }
    }

    pub(crate) fn count(self) -> usize {
        self.count
    }
}

/// What follows the next characters of a string that are neither escaped nor its end. Most of a JSON text is in strings.
fn skip_plain_characters(string: &[u8]) -> &[u8] {
    let length = memchr2(b'\\', b'"', string).unwrap_or(string.len());
    string.get(length..).unwrap_or_default()
}

/// Whether a JSON text has white space between its tokens.
#[cfg(feature = "client")]
pub(crate) fn has_space_between_tokens(text: &[u8]) -> bool {
    let mut rest = text;
    while !rest.is_empty() {
        let end = memchr(b'"', rest).unwrap_or(rest.len());
        let (between, string) = rest.split_at_checked(end).unwrap_or((rest, &[]));
        if between.iter().any(u8::is_ascii_whitespace) {
            return true;
        }
        rest = skip_string(string);
    }
    false
}

/// What follows the string at the beginning of a text.
#[cfg(feature = "client")]
fn skip_string(text: &[u8]) -> &[u8] {
    let mut rest = text.get(1..).unwrap_or_default();
    loop {
        rest = skip_plain_characters(rest);
        match rest {
            [b'\\', _, others @ ..] => rest = others,
            [_, others @ ..] => return others,
            [] => return &[],
        }
    }
}

/// The number of values in a JSON text.
pub(crate) fn count_values(text: &[u8]) -> usize {
    let mut counter = ValueCounter::default();
    counter.count_chunk(text);
    counter.count()
}

/// Parses a text that has at most so many values; `None` if it has more or is not JSON.
pub(crate) fn parse_bounded(text: &str, max_values: usize) -> Option<Json> {
    // A value takes at least two bytes with what separates it from the next.
    if text.len() / 2 >= max_values && count_values(text.as_bytes()) > max_values {
        return None;
    }
    serde_json::from_str(text).ok()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[cfg(feature = "client")]
    #[test]
    fn space_in_strings_is_not_between_tokens() {
        for (text, expected) in [
            ("", false),
            (r#"{"a b":[1," \" ","\\"]}"#, false),
            (r#"{"a b": 1}"#, true),
            (r#"["\\" ,1]"#, true),
            (r#"["\"", 1]"#, true),
            (" []", true),
            ("[]\n", true),
            (r#"["no end "#, false),
            (r#"["\"#, false),
        ] {
            assert_eq!(
                has_space_between_tokens(text.as_bytes()),
                expected,
                "{text}"
            );
        }
    }

    /// The number of values in a tree, with the names of members.
    fn count_in_tree(value: &Json) -> usize {
        1 + match value {
            Json::Array(items) => items.iter().map(count_in_tree).sum(),
            Json::Object(members) => members.values().map(|it| 1 + count_in_tree(it)).sum(),
            _ => 0,
        }
    }

    #[test]
    fn counts_what_a_parser_makes() {
        for value in [
            json!(null),
            json!(-1.5e10),
            json!("a, [b] \" \\ : {"),
            json!([]),
            json!({}),
            json!([0, 0, 0]),
            json!([[], {}, [[true]]]),
            json!({"a": [1, "x"], "b": {"c": null}}),
            json!({"\\": "\"", "\"": ["\\\""]}),
        ] {
            let expected = count_in_tree(&value);
            for text in [value.to_string(), format!("{value:#}\n")] {
                assert_eq!(count_values(text.as_bytes()), expected, "{text}");
                let mut by_byte = ValueCounter::default();
                text.bytes().for_each(|byte| by_byte.count_chunk(&[byte]));
                assert_eq!(by_byte.count(), expected, "{text}");
            }
        }
    }

    #[test]
    fn survives_what_is_not_json() {
        for text in [
            "",
            "]]",
            "\"",
            "\"\\",
            "{\"a\"",
            "nul",
            "\u{feff}[1",
            "\0\u{1}",
        ] {
            assert!(count_values(text.as_bytes()) <= text.len());
        }
        assert!(count_values(&[0xff, b'[', 0xfe]) <= 3);
    }

    #[test]
    fn parses_no_more_than_it_may() {
        let text = format!("[{}0]", "0,".repeat(98));
        assert_eq!(count_values(text.as_bytes()), 100);
        assert!(parse_bounded(&text, 100).is_some());
        assert!(parse_bounded(&text, 99).is_none());
        assert!(parse_bounded("oops", 99).is_none());
        let long = json!("x".repeat(1000)).to_string();
        assert!(parse_bounded(&long, 1).is_some());
    }
}
