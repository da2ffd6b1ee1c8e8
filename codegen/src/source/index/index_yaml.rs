//! Indexes the places of the values of a YAML text, from the events of the same parser that read the values.

use std::collections::HashMap;
use std::ops::Range;

use saphyr_parser::{Event, Parser};

use super::small_range::to_u32;
use super::{IndexBuilder, Kind, SpanIndex};
use crate::source::yaml::{RelaxedIndentation, is_merge_key};

/// The index of a text that has been read as YAML.
pub(in super::super) fn index_yaml(text: &str, relaxed: &RelaxedIndentation) -> SpanIndex {
    let mut builder = IndexBuilder::default();
    let mut anchors = HashMap::new();
    let mut cursor = CharCursor::new(text);
    let strict = relaxed.indent_text(text);
    for event in Parser::new_from_str(&strict) {
        let Ok((event, span)) = event else { break };
        let chars = relaxed.original_position(&span.start)..relaxed.original_position(&span.end);
        let bytes = cursor.byte_range(chars);
        match event {
            Event::DocumentEnd => break,
            Event::Scalar(value, style, anchor, tag) => {
                let span = trim_span(text, bytes);
                if builder.awaits_key() {
                    let merges = is_merge_key(&value, style, tag.as_deref());
                    builder.add_key(&value, span, merges);
                } else {
                    anchors.insert(anchor, builder.add_leaf(Kind::Scalar, span));
                }
            }
            Event::Alias(anchor) => {
                if builder.awaits_key() {
                    let name = text.get(bytes.clone()).unwrap_or_default();
                    builder.add_key(name, bytes, false);
                } else {
                    let target = anchors.get(&anchor).copied();
                    builder.add_leaf(
                        target.map_or(Kind::Scalar, |target| Kind::Alias(to_u32(target))),
                        bytes,
                    );
                }
            }
            Event::SequenceStart(anchor, _) => {
                anchors.insert(anchor, builder.open_collection(Kind::Array, bytes));
            }
            Event::MappingStart(anchor, _) => {
                anchors.insert(anchor, builder.open_collection(Kind::Object, bytes));
            }
            Event::SequenceEnd | Event::MappingEnd => builder.close_collection(bytes.end),
            _ => {}
        }
    }
    builder.index
}

/// Block scalars, and plain ones before a comment, come with the white space after them.
fn trim_span(text: &str, span: Range<usize>) -> Range<usize> {
    let content = text.get(span.clone()).unwrap_or_default().trim_end();
    span.start..span.start + content.len()
}

/// Turns the parser's counts of characters, which hardly ever step back, into bytes.
struct CharCursor<'a> {
    text: &'a str,
    char: usize,
    byte: usize,
}

impl<'a> CharCursor<'a> {
    fn new(text: &'a str) -> Self {
        Self {
            text,
            char: 0,
            byte: 0,
        }
    }

    fn byte_range(&mut self, chars: Range<usize>) -> Range<usize> {
        let start = self.byte_of_char(chars.start);
        let end = self.byte_of_char(chars.end);
        start..end.max(start)
    }

    fn byte_of_char(&mut self, char: usize) -> usize {
        let (before, after) = self
            .text
            .split_at_checked(self.byte)
            .unwrap_or((self.text, ""));
        if char >= self.char {
            for c in after.chars().take(char - self.char) {
                self.char += 1;
                self.byte += c.len_utf8();
            }
        } else {
            for c in before.chars().rev().take(self.char - char) {
                self.char -= 1;
                self.byte -= c.len_utf8();
            }
        }
        self.byte
    }
}
