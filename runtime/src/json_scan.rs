//! Scans a JSON text before it is parsed: counts its values, and looks for white space between its tokens.
//!
//! A parsed value takes far more memory than its text: two bytes of `[0,0,…]` become up to 300
//! bytes. So a text from outside is scanned first, and parsed only if it has no more values than
//! its reader can afford. The scan reads bytes in any chunks, allocates nothing, and does not
//! check that the text is JSON: of a text that is not, a parser will say so.

use memchr::memchr2;

use crate::document::is_space;
use crate::json::Json;
use crate::rounded_integer::find_rounded_integer;

/// How many values a request may have. Arguments that a model writes have some hundreds.
#[cfg(feature = "server")]
pub(crate) const MAX_REQUEST_VALUES: usize = 50_000;

/// How many values of a request may be parsed from strings that hold JSON.
pub(crate) const MAX_VALUES_IN_STRINGS: usize = 50_000;

/// How many values an answer of an upstream may have to be parsed: about 4 MB of usual JSON.
#[cfg(feature = "client")]
pub(crate) const MAX_RESPONSE_VALUES: usize = 300_000;

/// Bytes of the shortest integers that 64 bits do not hold: 18446744073709551616, and -9223372036854775809 with its sign.
const LEAST_ROUNDED: usize = 20;

/// What is known of a JSON text that comes in chunks.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct JsonScan {
    values: usize,
    has_space: bool,
    /// Bytes of the number or literal that was scanned last, and of the longest.
    scalar: usize,
    longest_scalar: usize,
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

impl JsonScan {
    /// Scans a whole text.
    pub(crate) fn of_text(text: &[u8]) -> Self {
        let mut scan = Self::default();
        scan.scan_chunk(text);
        scan
    }

    /// For a text that begins with a byte order mark, which is no value.
    #[cfg(feature = "client")]
    pub(crate) fn behind_mark() -> Self {
        Self {
            state: State::Scalar,
            ..Self::default()
        }
    }

    /// Scans a part of a stream of JSON texts, of which each ends with its line or at a record separator (RFC 7464).
    /// A quote that opens no string, such as one in a comment of an event stream, counts for its line only: a string
    /// has no line break (RFC 8259, section 7).
    #[cfg(feature = "client")]
    pub(crate) fn scan_lines(&mut self, chunk: &[u8]) {
        let is_end = |byte: &u8| matches!(byte, b'\n' | b'\r' | 0x1e);
        for line in chunk.split_inclusive(is_end) {
            self.scan_chunk(line);
            if line.last().is_some_and(is_end) {
                self.state = State::Between;
            }
        }
    }

    pub(crate) fn scan_chunk(&mut self, chunk: &[u8]) {
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
                    self.values += 1;
                    State::String
                }
                (_, b'[' | b'{') => {
                    self.values += 1;
                    State::Between
                }
                (_, b']' | b'}' | b',' | b':') => State::Between,
                (_, byte) if is_space(byte) => {
                    self.has_space = true;
                    State::Between
                }
                (State::Between, _) => {
                    self.values += 1;
                    self.scalar = 1;
                    State::Scalar
                }
                (State::Scalar, _) => {
                    self.scalar += 1;
                    self.longest_scalar = self.longest_scalar.max(self.scalar);
                    State::Scalar
                }
            };
        }
    }

    /// How many values there are. Names of members count as values.
    pub(crate) fn value_count(self) -> usize {
        self.values
    }

    /// Whether there may be an integer that a parser rounds: [`find_rounded_integer`](crate::rounded_integer::find_rounded_integer)
    /// says so for certain, and takes longer.
    pub(crate) fn may_have_rounded_integers(self) -> bool {
        self.longest_scalar >= LEAST_ROUNDED
    }

    /// Whether there is white space between tokens.
    #[cfg(feature = "client")]
    pub(crate) fn has_space_between_tokens(self) -> bool {
        self.has_space
    }
}

/// What follows the next characters of a string that are neither escaped nor its end. Most of a JSON text is in strings.
fn skip_plain_characters(string: &[u8]) -> &[u8] {
    let length = memchr2(b'\\', b'"', string).unwrap_or(string.len());
    string.get(length..).unwrap_or_default()
}

/// The number of values in a JSON text.
#[cfg(test)]
fn count_values(text: &[u8]) -> usize {
    JsonScan::of_text(text).value_count()
}

/// Parses a text that has at most so many values; `None` if it has more, is not JSON, or has an integer that would be rounded.
pub(crate) fn parse_bounded(text: &str, max_values: usize) -> Option<Json> {
    // A value takes at least two bytes with what separates it from the next.
    let is_long = text.len() / 2 >= max_values;
    if is_long || text.len() >= LEAST_ROUNDED {
        let scan = JsonScan::of_text(text.as_bytes());
        let is_rounded =
            || scan.may_have_rounded_integers() && find_rounded_integer(text.as_bytes()).is_some();
        if scan.value_count() > max_values || is_rounded() {
            return None;
        }
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
            let scan = JsonScan::of_text(text.as_bytes());
            assert_eq!(scan.has_space_between_tokens(), expected, "{text}");
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

    #[cfg(feature = "client")]
    #[test]
    fn a_stray_quote_hides_no_values() {
        for end in ["\n", "\r", "\r\n", "\u{1e}"] {
            let text = format!(": it's 5\" wide{end}data: [0,0,0,0,0,0,0,0]{end}");
            for size in [1, 7, text.len()] {
                let mut scan = JsonScan::default();
                for chunk in text.as_bytes().chunks(size) {
                    scan.scan_lines(chunk);
                }
                assert!(scan.value_count() >= 9, "{end:?} {}", scan.value_count());
            }
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
                let mut by_byte = JsonScan::default();
                text.bytes().for_each(|byte| by_byte.scan_chunk(&[byte]));
                assert_eq!(by_byte.value_count(), expected, "{text}");
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
        assert!(parse_bounded(r#"{"id": 12345678901234567890}"#, 99).is_some());
        assert!(parse_bounded(r#"{"id": 123456789012345678901}"#, 99).is_none());
        let long = json!("x".repeat(1000)).to_string();
        assert!(parse_bounded(&long, 1).is_some());
    }
}
