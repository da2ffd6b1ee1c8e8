use std::collections::HashMap;
use std::ops::Range;

use saphyr_parser::{Event, Parser};

use super::range::small;
use super::{Index, IndexBuilder, Kind};
use crate::source::yaml::{Relaxed, is_merge_key};

/// The index of a text that has been read as YAML.
pub(in super::super) fn of_yaml(text: &str, relaxed: &Relaxed) -> Index {
    let mut builder = IndexBuilder::default();
    let mut anchors = HashMap::new();
    let mut cursor = Cursor::new(text);
    let strict = relaxed.apply(text);
    for event in Parser::new_from_str(&strict) {
        let Ok((event, span)) = event else { break };
        let chars = relaxed.original(&span.start)..relaxed.original(&span.end);
        let bytes = cursor.bytes(chars);
        match event {
            Event::DocumentEnd => break,
            Event::Scalar(value, style, anchor, tag) => {
                let span = trimmed(text, bytes);
                if builder.awaits_key() {
                    let merges = is_merge_key(&value, style, tag.as_deref());
                    builder.key(&value, span, merges);
                } else {
                    anchors.insert(anchor, builder.leaf(Kind::Scalar, span));
                }
            }
            Event::Alias(anchor) => {
                if builder.awaits_key() {
                    let name = text.get(bytes.clone()).unwrap_or_default();
                    builder.key(name, bytes, false);
                } else {
                    let target = anchors.get(&anchor).copied();
                    builder.leaf(
                        target.map_or(Kind::Scalar, |target| Kind::Alias(small(target))),
                        bytes,
                    );
                }
            }
            Event::SequenceStart(anchor, _) => {
                anchors.insert(anchor, builder.open(Kind::Array, bytes));
            }
            Event::MappingStart(anchor, _) => {
                anchors.insert(anchor, builder.open(Kind::Object, bytes));
            }
            Event::SequenceEnd | Event::MappingEnd => builder.close(bytes.end),
            _ => {}
        }
    }
    builder.index
}

/// Block scalars, and plain ones before a comment, come with the white space after them.
fn trimmed(text: &str, span: Range<usize>) -> Range<usize> {
    let content = text.get(span.clone()).unwrap_or_default().trim_end();
    span.start..span.start + content.len()
}

/// Turns the parser's counts of characters, which hardly ever step back, into bytes.
struct Cursor<'a> {
    text: &'a str,
    char: usize,
    byte: usize,
}

impl<'a> Cursor<'a> {
    fn new(text: &'a str) -> Self {
        Self {
            text,
            char: 0,
            byte: 0,
        }
    }

    fn bytes(&mut self, chars: Range<usize>) -> Range<usize> {
        let start = self.byte(chars.start);
        let end = self.byte(chars.end);
        start..end.max(start)
    }

    fn byte(&mut self, char: usize) -> usize {
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
