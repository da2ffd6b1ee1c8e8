//! The header of a transformation: `%utlx 1.0`, the formats, and the line `---`.

/// A header in front of a body.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct WithHeader {
    pub(crate) text: String,
    /// How many lines were added in front, by which places in messages of the daemon are too large.
    pub(crate) added_lines: usize,
}

/// The two parts of a transformation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Parts<'t> {
    /// None if the transformation is a body alone.
    pub(crate) header: Option<&'t str>,
    pub(crate) body: &'t str,
    /// How many lines stand in front of the body.
    pub(crate) lines_before_body: usize,
}

/// Whether a text begins with a directive such as `%utlx 1.0`.
pub(crate) fn has_header(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim);
    let first =
        lines.find(|line| !line.is_empty() && !line.starts_with("//") && !line.starts_with('#'));
    first.is_some_and(|line| line.starts_with('%') || line == "---")
        || text.lines().any(is_separator)
}

/// Whether a line separates header and body.
pub(crate) fn is_separator(line: &str) -> bool {
    line.trim_end() == "---"
}

/// Splits a text at the first line `---`.
pub(crate) fn split(text: &str) -> Parts<'_> {
    let mut offset = 0;
    for (index, line) in text.split_inclusive('\n').enumerate() {
        let end = offset + line.len();
        if is_separator(line) {
            return Parts {
                header: Some(&text[..offset]),
                body: &text[end..],
                lines_before_body: index + 1,
            };
        }
        offset = end;
    }
    Parts {
        header: None,
        body: text,
        lines_before_body: 0,
    }
}

/// A transformation that has a header: its own, or one for these formats.
pub(crate) fn complete_header(text: &str, input: &str, output: &str) -> WithHeader {
    if has_header(text) {
        return WithHeader {
            text: text.to_owned(),
            added_lines: 0,
        };
    }
    WithHeader {
        text: format!("%utlx 1.0\ninput {input}\noutput {output}\n---\n{text}"),
        added_lines: 4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_body_alone_gets_a_header() {
        let whole = complete_header("$input.a", "xml", "json");
        assert_eq!(
            whole.text,
            "%utlx 1.0\ninput xml\noutput json\n---\n$input.a"
        );
        assert_eq!(complete_header(&whole.text, "csv", "csv").text, whole.text);
        assert_eq!(split(&whole.text).body, "$input.a");
        assert_eq!(split(&whole.text).lines_before_body, whole.added_lines);
    }
}
