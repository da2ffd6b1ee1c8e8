//! Texts of specs in Markdown that people read: nothing in them is more than text.

use crate::package::is_shown;

/// A text on one line in which no character means anything to Markdown or HTML, and nothing becomes a link. It must not stand at
/// the beginning of a line.
pub(crate) fn escape_text(text: &str) -> String {
    let mut escaped = String::new();
    let text = join_lines(text);
    for (at, c) in text.char_indices() {
        let (before, rest) = (&text[..at], &text[at + c.len_utf8()..]);
        // URLs and addresses are links without any mark.
        let makes_link = match c {
            ':' => rest.starts_with('/') || before.ends_with("mailto"),
            '@' => !rest.starts_with(' '),
            '.' => before.ends_with(['w', 'W']),
            _ => false,
        };
        if makes_link || "\\`*_[]<>&!|~#(){}$".contains(c) {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

/// A text as code.
pub(crate) fn code_span(text: &str) -> String {
    let text = replace_unseen(text);
    let longest = text.split(|c| c != '`').map(str::len).max();
    let fence = "`".repeat(longest.unwrap_or(0) + 1);
    // Spaces keep a backtick of the text apart from the fence; Markdown removes them.
    match (text.starts_with('`') || text.ends_with('`'), text.trim()) {
        (_, "") => "(empty)".to_owned(),
        (true, _) => format!("{fence} {text} {fence}"),
        (false, _) => format!("{fence}{text}{fence}"),
    }
}

/// A text as code in a cell of a table, which ends at a bar even if it is in code.
pub(crate) fn code_in_cell(text: &str) -> String {
    code_span(text).replace('|', "\\|")
}

/// The target of a link to a file, by its path from here.
pub(crate) fn link_target(path: &str) -> String {
    const KEPT: &percent_encoding::AsciiSet = &percent_encoding::NON_ALPHANUMERIC
        .remove(b'-')
        .remove(b'_')
        .remove(b'.')
        .remove(b'/');
    percent_encoding::utf8_percent_encode(path, KEPT).to_string()
}

fn join_lines(text: &str) -> String {
    let words: Vec<String> = text.split_whitespace().map(replace_unseen).collect();
    words.join(" ")
}

/// Shows where a text has what nobody sees, such as the end of a line or another direction of writing.
fn replace_unseen(text: &str) -> String {
    let shown = |c| if is_shown(c) { c } else { '\u{fffd}' };
    text.chars().map(shown).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_mean_nothing() {
        for (text, expected) in [
            ("Pets: v1.0, a-b", "Pets: v1.0, a-b"),
            ("[a](b)\n\n## c <img>", "\\[a\\]\\(b\\) \\#\\# c \\<img\\>"),
            ("https://a.example", "https\\://a.example"),
            ("WWW.a.example", "WWW\\.a.example"),
            ("a@b.example", "a\\@b.example"),
            ("$x$ \u{202e}y", "\\$x\\$ \u{fffd}y"),
        ] {
            assert_eq!(escape_text(text), expected, "{text:?}");
        }
    }

    #[test]
    fn code_stays_code() {
        for (text, expected) in [
            ("https://a.example", "`https://a.example`"),
            ("a`b", "``a`b``"),
            ("`a", "`` `a ``"),
            ("a``", "``` a`` ```"),
            (
                "a\n```console\n$ x",
                "````a\u{fffd}```console\u{fffd}$ x````",
            ),
            ("a  b|c", "`a  b|c`"),
            (" ", "(empty)"),
        ] {
            assert_eq!(code_span(text), expected, "{text:?}");
        }
        assert_eq!(code_in_cell("a|b"), "`a\\|b`");
    }

    #[test]
    fn targets_of_links_have_no_other_end() {
        assert_eq!(link_target("spec/pets.yaml"), "spec/pets.yaml");
        assert_eq!(link_target("a`](x) b"), "a%60%5D%28x%29%20b");
    }
}
