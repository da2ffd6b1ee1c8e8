//! Finds lines, columns and bytes of a text. Columns are counted in characters, as editors show them, so the index
//! keeps the number of characters before each block of the text.

use std::ops::Range;

use crate::diagnostics::Location;

/// Finds lines and columns in a text without counting it through every time.
#[derive(Debug)]
pub(super) struct LineIndex {
    starts: Vec<usize>,
    chars_before_block: Vec<usize>,
}

const BLOCK: usize = 4096;

impl LineIndex {
    pub(super) fn from_text(text: &str) -> Self {
        let breaks = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let starts = [0]
            .into_iter()
            .chain(breaks.map(|(at, _)| at + 1))
            .collect();
        let mut chars = 0;
        let mut chars_before_block = vec![0];
        for block in text.as_bytes().chunks(BLOCK) {
            chars += count_chars(block);
            chars_before_block.push(chars);
        }
        Self {
            starts,
            chars_before_block,
        }
    }

    /// The byte at which a line starts, counted from 1; 0 where there is no such line.
    pub(super) fn start_of(&self, line: usize) -> usize {
        let start = line.checked_sub(1).and_then(|at| self.starts.get(at));
        start.copied().unwrap_or(0)
    }

    /// The location of a span of `text`, which must be the text these lines are of.
    pub(super) fn locate(&self, text: &str, span: Range<usize>) -> Location {
        let line = self.starts.partition_point(|start| *start <= span.start);
        let before = self.chars_before(text, span.start);
        let column = before - self.chars_before(text, self.start_of(line));
        Location {
            line,
            column: column + 1,
            span,
        }
    }

    fn chars_before(&self, text: &str, at: usize) -> usize {
        // Counting from the start for every diagnostic is quadratic in a spec on one line. With
        // blocks, at most 4,096 bytes are counted.
        let block = at / BLOCK;
        let before = self.chars_before_block.get(block).copied().unwrap_or(0);
        let rest = text.as_bytes().get(block * BLOCK..at).unwrap_or_default();
        before + count_chars(rest)
    }

    /// The byte at which the character `index` starts; the length of the text where it has less.
    pub(super) fn byte_of_char(&self, text: &str, index: usize) -> usize {
        let block = self.chars_before_block.partition_point(|n| *n <= index) - 1;
        let mut missing = index - self.chars_before_block.get(block).copied().unwrap_or(0);
        let bytes = text.as_bytes();
        let mut at = block * BLOCK;
        while at < bytes.len() {
            if starts_char(bytes[at]) {
                if missing == 0 {
                    return at;
                }
                missing -= 1;
            }
            at += 1;
        }
        bytes.len()
    }
}

fn count_chars(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| starts_char(**byte)).count()
}

fn starts_char(byte: u8) -> bool {
    byte & 0b1100_0000 != 0b1000_0000
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_columns_count_from_one_and_in_characters() {
        let text = "a\nçà b\r\n\n";
        let lines = LineIndex::from_text(text);
        let at = |byte| {
            let location = lines.locate(text, byte..byte);
            (location.line, location.column)
        };
        assert_eq!(at(0), (1, 1));
        assert_eq!(at(1), (1, 2));
        assert_eq!(at(2), (2, 1));
        assert_eq!(at(7), (2, 4), "the b");
        assert_eq!(at(10), (3, 1));
        assert_eq!(at(text.len()), (4, 1));
    }

    #[test]
    fn characters_and_bytes_agree_across_blocks() {
        let text = "aé漢🦀\n".repeat(2000);
        let lines = LineIndex::from_text(&text);
        for (index, (byte, _)) in text.char_indices().enumerate() {
            assert_eq!(lines.byte_of_char(&text, index), byte);
            assert_eq!(lines.chars_before(&text, byte), index);
        }
        let chars = text.chars().count();
        assert_eq!(lines.byte_of_char(&text, chars), text.len());
        assert_eq!(lines.byte_of_char(&text, chars + 5), text.len());
        let empty = LineIndex::from_text("");
        assert_eq!(empty.byte_of_char("", 3), 0);
        assert_eq!(empty.locate("", 0..0).line, 1);
    }
}
