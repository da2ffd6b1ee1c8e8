//! The markers of list items in Markdown (CommonMark 0.31, section 5.2), and backslashes before
//! text that would be taken for one after lines are broken anew. It knows single lines only; which
//! item belongs to which list is for `block` to say.

/// The marker of a list item and what follows it on its line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Marker<'a> {
    /// `-`, `*`, `+` or `1.`
    pub(super) text: &'a str,
    /// The item's first line.
    pub(super) rest: &'a str,
    /// Column of `rest` behind the marker's.
    pub(super) width: usize,
}

impl<'a> Marker<'a> {
    /// The marker that a line without indentation begins with. An item without text is none: it
    /// could not interrupt a paragraph (CommonMark 0.31, section 5.2).
    pub(super) fn parse(line: &'a str) -> Option<Self> {
        let (text, after) = line.split_at(marker_len(line)?);
        let rest = after.trim_start();
        if rest.is_empty() || rest.len() == after.len() {
            return None;
        }
        Some(Self {
            text,
            rest,
            width: line.len() - rest.len(),
        })
    }

    /// Items of one list have the same.
    pub(super) fn kind(self) -> char {
        self.text.chars().last().unwrap_or_default()
    }

    /// Whether it starts a list even right behind a paragraph's line.
    pub(super) fn interrupts(self) -> bool {
        self.text.len() == 1 || self.text == "1." || self.text == "1)"
    }
}

/// Puts a backslash where a line of text would be taken for a list item, a quote or a fence.
pub(super) fn guard(line: String) -> String {
    if line.starts_with('>') || line.starts_with("~~~") {
        return format!("\\{line}");
    }
    match marker_len(&line) {
        Some(end) if line[end..].is_empty() || line[end..].starts_with(' ') => {
            let (marker, rest) = line.split_at(end - 1);
            format!("{marker}\\{rest}")
        }
        _ => line,
    }
}

/// Whether a word alone is a list item's marker.
pub(super) fn is_marker(word: &str) -> bool {
    marker_len(word) == Some(word.len())
}

fn marker_len(line: &str) -> Option<usize> {
    if line.starts_with(['-', '*', '+']) {
        return Some(1);
    }
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let closed = matches!(line.as_bytes().get(digits), Some(b'.' | b')'));
    ((1..=9).contains(&digits) && closed).then_some(digits + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markers_need_a_space_and_a_text() {
        let marker = Marker::parse("10)  a").unwrap();
        assert_eq!((marker.text, marker.rest, marker.width), ("10)", "a", 5));
        for line in ["-", "- ", "-a", "*a*", "1.5", "1234567890. a", "a", ""] {
            assert_eq!(Marker::parse(line), None, "{line}");
        }
    }

    #[test]
    fn text_is_no_structure() {
        for (line, guarded) in [
            ("- a", "\\- a"),
            ("-", "\\-"),
            ("1. a", "1\\. a"),
            ("> a", "\\> a"),
            ("~~~", "\\~~~"),
            ("*a*", "*a*"),
            ("1.5", "1.5"),
            ("", ""),
        ] {
            assert_eq!(guard(line.to_owned()), guarded);
        }
    }
}
