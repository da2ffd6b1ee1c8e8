use std::borrow::Cow;

use super::{IndexBuilder, Kind, SpanIndex};
use crate::source::parse_json::after_string;

/// The index of a text that has been read as JSON.
pub(in super::super) fn index_json(text: &str) -> SpanIndex {
    let bytes = text.as_bytes();
    let mut builder = IndexBuilder::default();
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let start = at;
        at += 1;
        match byte {
            b'{' => {
                builder.open_collection(Kind::Object, start..at);
            }
            b'[' => {
                builder.open_collection(Kind::Array, start..at);
            }
            b'}' | b']' => builder.close_collection(at),
            b' ' | b'\t' | b'\r' | b'\n' | b',' | b':' => {}
            b'"' => {
                at = after_string(bytes, start);
                if builder.awaits_key() {
                    let quoted = text.get(start..at).unwrap_or_default();
                    builder.add_key(&unquote_string(quoted), start..at, false);
                } else {
                    builder.add_leaf(Kind::Scalar, start..at);
                }
            }
            _ => {
                at = after_word(bytes, start);
                builder.add_leaf(Kind::Scalar, start..at);
            }
        }
    }
    builder.index
}

fn after_word(bytes: &[u8], start: usize) -> usize {
    let ends = |byte: &u8| matches!(byte, b',' | b'}' | b']' | b' ' | b'\t' | b'\r' | b'\n');
    let rest = bytes.get(start..).unwrap_or_default();
    start + rest.iter().position(ends).unwrap_or(rest.len())
}

fn unquote_string(quoted: &str) -> Cow<'_, str> {
    let inner = quoted
        .strip_prefix('"')
        .and_then(|text| text.strip_suffix('"'));
    let inner = inner.unwrap_or(quoted);
    if inner.contains('\\') {
        Cow::Owned(serde_json::from_str(quoted).unwrap_or_else(|_| inner.to_owned()))
    } else {
        Cow::Borrowed(inner)
    }
}
