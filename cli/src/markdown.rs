//! Texts of specs in Markdown that people read: nothing in them is more than text.

/// A text on one line in which no character means anything to Markdown or HTML.
pub(crate) fn escape_text(text: &str) -> String {
    let mut escaped = String::new();
    for c in join_lines(text).chars() {
        if "\\`*_[]<>&!|~#(){}".contains(c) {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

/// A text on one line as code, in a cell of a table as well.
pub(crate) fn code_span(text: &str) -> String {
    // A cell ends at a bar, even if it is in code.
    let text = join_lines(text).replace('|', "\\|");
    let longest = text.split(|c| c != '`').map(str::len).max();
    let fence = "`".repeat(longest.unwrap_or(0) + 1);
    // Spaces keep a backtick of the text apart from the fence; Markdown removes them.
    match text.starts_with('`') || text.ends_with('`') {
        true => format!("{fence} {text} {fence}"),
        false => format!("{fence}{text}{fence}"),
    }
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
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_mean_nothing() {
        assert_eq!(escape_text("Pets, v1.0"), "Pets, v1.0");
        assert_eq!(
            escape_text("[a](b)\n\n## c <img>"),
            "\\[a\\]\\(b\\) \\#\\# c \\<img\\>"
        );
    }

    #[test]
    fn code_stays_code() {
        for (text, expected) in [
            ("https://a.example", "`https://a.example`"),
            ("a`b", "``a`b``"),
            ("`a", "`` `a ``"),
            ("a``", "``` a`` ```"),
            ("a\n\n```console\n$ x", "````a ```console $ x````"),
            ("a|b", "`a\\|b`"),
        ] {
            assert_eq!(code_span(text), expected, "{text:?}");
        }
    }

    #[test]
    fn targets_of_links_have_no_other_end() {
        assert_eq!(link_target("spec/pets.yaml"), "spec/pets.yaml");
        assert_eq!(link_target("a`](x) b"), "a%60%5D%28x%29%20b");
    }
}
