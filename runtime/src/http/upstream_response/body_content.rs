//! What the body of a response is, by its content type and its bytes: JSON, text or binary. JSON is compacted, and
//! not parsed if it has too many values.

use serde::de::IgnoredAny;

use crate::document::is_space;
use crate::file;
use crate::http::upstream_response::describe_unparsable;
use crate::json_scan::{JsonScan, MAX_RESPONSE_VALUES};
use crate::response::decode_text;
use crate::value::Json;

use super::WholeBody;

/// The body of a response, as far as it can be shown.
#[derive(Debug, PartialEq)]
pub(super) enum BodyContent {
    Empty,
    Json {
        text: String,
        value: Json,
    },
    /// What is declared as JSON, and longer than what would be shown of it: it was not parsed.
    LongJson(String),
    /// JSON that has too many values to be parsed, and how many.
    Unparsed {
        text: String,
        values: usize,
    },
    Text(String),
    /// What is declared as JSON and was not parsed, and why, in a sentence.
    Unparsable {
        text: String,
        why: String,
    },
    /// Neither JSON nor text in an encoding we read.
    Binary(Vec<u8>),
}

enum MediaKind {
    Json,
    Text,
    Binary,
    Unstated,
}

impl BodyContent {
    /// Parses a body. JSON is parsed up to a number of bytes, if there is one.
    pub(super) fn parse_body(
        content_type: Option<&str>,
        body: WholeBody,
        longest_json: Option<usize>,
    ) -> Self {
        let scan = body.scan();
        let body = body.bytes;
        if body.is_empty() {
            return Self::Empty;
        }
        let media = content_type.map_or(MediaKind::Unstated, MediaKind::from_content_type);
        if matches!(media, MediaKind::Binary) {
            return Self::Binary(body);
        }
        let text = match decode_text(content_type.unwrap_or_default(), body) {
            Ok(text) => text,
            Err(body) => return Self::Binary(body),
        };
        let is_declared = matches!(media, MediaKind::Json);
        let may_be_json = match media {
            MediaKind::Json => true,
            MediaKind::Unstated => text.trim_start().starts_with(['{', '[']),
            MediaKind::Text | MediaKind::Binary => false,
        };
        let parsed = match may_be_json {
            true => {
                let scan = scan.unwrap_or_else(|| JsonScan::of_text(text.as_bytes()));
                Self::parse_json(text, scan, longest_json.filter(|_| is_declared))
            }
            false => return Self::from_text(text, &media),
        };
        match parsed {
            Ok(json) => json,
            Err((text, error)) if is_declared => Self::Unparsable {
                text,
                why: describe_unparsable(&error),
            },
            Err((text, _)) => Self::from_text(text, &media),
        }
    }

    fn from_text(text: String, media: &MediaKind) -> Self {
        // Text has no NUL; without a content type this is the best sign of a binary format.
        if matches!(media, MediaKind::Unstated) && text.contains('\0') {
            return Self::Binary(text.into_bytes());
        }
        Self::Text(text)
    }

    /// Parses JSON up to a number of bytes, if there is one. White space between tokens does not count.
    ///
    /// # Errors
    ///
    /// The text, as it is, if it is not JSON or cannot be parsed, and the parser's error. That is not found out of one that is too long and has no white space to remove.
    fn parse_json(
        mut text: String,
        scan: JsonScan,
        longest: Option<usize>,
    ) -> Result<Self, (String, serde_json::Error)> {
        let values = scan.value_count();
        let has_too_many = values > MAX_RESPONSE_VALUES;
        let is_long = |text: &str| longest.is_some_and(|it| text.len() > it);
        let mut has_space = scan.has_space_between_tokens();
        if has_too_many || is_long(&text) {
            if has_space {
                // White space between words is a part of a text.
                if let Err(error) = serde_json::from_str::<IgnoredAny>(&text) {
                    return Err((text, error));
                }
                compact_json(&mut text);
                has_space = false;
            }
            if has_too_many {
                return Ok(Self::Unparsed { text, values });
            }
            if is_long(&text) {
                return Ok(Self::LongJson(text));
            }
        }
        let value = match serde_json::from_str(&text) {
            Ok(value) => value,
            Err(error) => return Err((text, error)),
        };
        if has_space {
            compact_json(&mut text);
        }
        Ok(Self::Json { text, value })
    }
}

impl MediaKind {
    fn from_content_type(content_type: &str) -> Self {
        if file::is_json_media_type(content_type) {
            return Self::Json;
        }
        let essence = file::strip_parameters(content_type).to_ascii_lowercase();
        let subtype = essence.split_once('/').map_or("", |(_, subtype)| subtype);
        let suffix = subtype.rsplit('+').next().unwrap_or_default();
        match suffix {
            "" => Self::Unstated,
            "xml"
            | "yaml"
            | "x-yaml"
            | "javascript"
            | "x-javascript"
            | "graphql"
            | "sql"
            | "x-ndjson"
            | "jsonl"
            | "json-seq"
            // Types beside `text/` that are text all the same.
            | "x-www-form-urlencoded" => Self::Text,
            _ if essence.starts_with("text/") => Self::Text,
            _ => Self::Binary,
        }
    }
}

/// Removes the white space between the tokens of a JSON text: a model pays for each of them. Numbers keep the digits that they
/// have.
fn compact_json(text: &mut String) {
    let mut tokens = JsonTokenScanner::default();
    text.retain(|c| !u8::try_from(c).is_ok_and(|byte| tokens.is_whitespace_between_tokens(byte)));
}

/// Where in a JSON text one is who reads it byte by byte.
#[derive(Default)]
struct JsonTokenScanner {
    in_string: bool,
    is_escaped: bool,
}

impl JsonTokenScanner {
    /// Whether the next byte is white space between tokens.
    fn is_whitespace_between_tokens(&mut self, byte: u8) -> bool {
        if self.in_string {
            self.in_string = self.is_escaped || byte != b'"';
            self.is_escaped = !self.is_escaped && byte == b'\\';
            return false;
        }
        self.in_string = byte == b'"';
        is_space(byte)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::http::upstream_response::NOT_JSON;

    fn text(text: &str) -> BodyContent {
        BodyContent::Text(text.to_owned())
    }

    fn not_json(text: &str) -> BodyContent {
        let (text, why) = (text.to_owned(), NOT_JSON.to_owned());
        BodyContent::Unparsable { text, why }
    }

    fn read(content_type: &str, body: &[u8]) -> BodyContent {
        BodyContent::parse_body(Some(content_type), WholeBody::from(body.to_vec()), None)
    }

    #[test]
    fn json_is_compact_and_parsed() {
        let body =
            b"{\n  \"a b\": [1.50, \"x \\\" y\\\\\"],\t\"big\": 123456789012345678901234567890 }\n";
        let BodyContent::Json { text, value } =
            read("application/problem+json; charset=utf-8", body)
        else {
            panic!("is JSON");
        };
        assert_eq!(
            text,
            r#"{"a b":[1.50,"x \" y\\"],"big":123456789012345678901234567890}"#
        );
        assert_eq!(value["a b"], json!([1.5, "x \" y\\"]));
    }

    #[test]
    fn json_of_too_many_values_is_not_parsed() {
        let list = |length: usize| format!("[{}0]", "0, ".repeat(length - 1));
        let most = list(MAX_RESPONSE_VALUES - 1);
        assert!(matches!(
            read("application/json", most.as_bytes()),
            BodyContent::Json { .. }
        ));
        let BodyContent::Unparsed { text, values } =
            read("application/json", list(MAX_RESPONSE_VALUES).as_bytes())
        else {
            panic!("is parsed");
        };
        assert_eq!(values, MAX_RESPONSE_VALUES + 1);
        assert!(text.starts_with("[0,0,"), "is compact");
    }

    fn read_json(body: &str, longest: usize) -> BodyContent {
        let body = WholeBody::from(body.as_bytes().to_vec());
        BodyContent::parse_body(Some("application/json"), body, Some(longest))
    }

    #[test]
    fn white_space_makes_no_json_long() {
        let spaces = " ".repeat(100);
        for (text, longest, is_parsed) in [
            (format!("[1,{spaces}2]"), 5, true),
            (format!("[1,{spaces}2]"), 4, false),
            ("[1,2]".to_owned(), 4, false),
        ] {
            let text_of_it = "[1,2]".to_owned();
            let expected = match is_parsed {
                true => BodyContent::Json {
                    text: text_of_it,
                    value: json!([1, 2]),
                },
                false => BodyContent::LongJson(text_of_it),
            };
            assert_eq!(read_json(&text, longest), expected, "{text}");
        }
    }

    #[test]
    fn words_that_are_no_json_keep_their_space() {
        for long in [
            format!("no JSON {}", "but words ".repeat(10)),
            format!("[1] {} garbage here", " ".repeat(100)),
            format!("[{}", "no value, ".repeat(MAX_RESPONSE_VALUES)),
        ] {
            assert_eq!(read_json(&long, 10), not_json(&long));
            assert_eq!(read("application/json", long.as_bytes()), not_json(&long));
        }
    }

    #[test]
    fn what_is_no_json_after_all_is_text() {
        assert_eq!(read("application/json", b"oops"), not_json("oops"));
        assert_eq!(read("text/plain", b"{}"), text("{}"));
        assert_eq!(read("application/xml", b"<a/>"), text("<a/>"));
        assert_eq!(read("text/html;charset=\"ISO-8859-1\"", b"\xe9"), text("é"));
        assert_eq!(read("text/plain", "\u{feff}x".as_bytes()), text("x"));
    }

    #[test]
    fn bytes_are_never_garbled() {
        let binary = |bytes: &[u8]| BodyContent::Binary(bytes.to_vec());
        let parse =
            |bytes: &[u8]| BodyContent::parse_body(None, WholeBody::from(bytes.to_vec()), None);
        assert_eq!(read("image/png", b"abc"), binary(b"abc"));
        assert_eq!(read("text/plain", b"\xff\xfe"), binary(b"\xff\xfe"));
        assert_eq!(read("application/json", b"\xff"), binary(b"\xff"));
        assert_eq!(parse(b"\x89PNG\0"), binary(b"\x89PNG\0"));
        assert_eq!(parse(b"a\0"), binary(b"a\0"));
        assert_eq!(parse(b"plain"), text("plain"));
        assert_eq!(read("", b""), BodyContent::Empty);
        assert!(matches!(parse(b" [1]"), BodyContent::Json { .. }));
    }
}
