//! Breaks a line of prose where Markdown takes the next line for more of the same paragraph. It takes the text behind
//! the marker of a list item, and the width that its comment leaves; `comment_lines` knows both.

use super::marker::is_marker;
use crate::html::{code_span_len, count_backticks};

/// Breaks a line of prose after at most `width` characters. Headings and table rows are one line in Markdown and stay
/// so.
pub(crate) fn wrap_prose(text: &str, width: usize) -> Vec<String> {
    if text.chars().count() <= width || text.starts_with('#') || text.contains('|') {
        return vec![text.to_owned()];
    }
    let mut lines = Vec::new();
    let mut line = String::new();
    let mut column = 0;
    for word in split_words(text) {
        let len = word.chars().count();
        if column > 0 && column + 1 + len > width && may_start_line(word) {
            lines.push(std::mem::take(&mut line));
            column = 0;
        }
        if column > 0 {
            line.push(' ');
            column += 1;
        }
        line.push_str(word);
        column += len;
    }
    lines.push(line);
    lines
}

/// What stands between spaces; a code span is in one piece.
fn split_words(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut start = 0;
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        match c {
            ' ' => {
                words.push(&text[start..at]);
                at += 1;
                start = at;
            }
            '\\' => at += 1 + text[at + 1..].chars().next().map_or(0, char::len_utf8),
            '`' => at += code_span_len(&text[at..]).unwrap_or_else(|| count_backticks(&text[at..])),
            c => at += c.len_utf8(),
        }
    }
    words.push(&text[start..]);
    words.retain(|word| !word.is_empty());
    words
}

/// Whether Markdown takes a line that starts with this word for more of the paragraph.
fn may_start_line(word: &str) -> bool {
    // Bold text begins with asterisks as the items of a list and rules do, but has a letter behind them.
    let text = word.strip_prefix("**").unwrap_or(word);
    text.starts_with(|c: char| c.is_alphanumeric() || "(\"'[`<$&/".contains(c)) && !is_marker(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    const WIDTH: usize = 88;

    fn wrap_line(text: &str) -> Vec<String> {
        wrap_prose(text, WIDTH)
    }

    fn long(word: &str) -> String {
        format!("{} {word} b", "a".repeat(WIDTH))
    }

    #[test]
    fn prose_is_broken_at_spaces() {
        let text = "word ".repeat(50);
        let lines = wrap_line(text.trim());
        assert!(lines.len() > 2);
        assert!(lines.iter().all(|line| line.len() <= WIDTH));
        assert_eq!(lines.join(" "), text.trim());
    }

    #[test]
    fn no_line_starts_as_something_else() {
        for word in [
            "-", "+", "1.", "2)", "#", ">", "===", "---", "~~~", "*", "*a*",
        ] {
            assert!(wrap_line(&long(word))[0].ends_with(word), "{word}");
        }
        for word in ["c", "1.5", "(c)", "`c`", "[c](d)", "\"c\"", "/c", "**c**"] {
            assert!(wrap_line(&long(word))[1].starts_with(word), "{word}");
        }
    }

    #[test]
    fn code_tables_and_headings_stay_whole() {
        assert_eq!(wrap_line(&long("`x  - y`"))[1], "`x  - y` b");
        assert_eq!(wrap_line(&long("|")).len(), 1);
        assert_eq!(wrap_line(&format!("# {}", long("c"))).len(), 1);
    }
}
