//! Quotes that are not closed, in better words than the parser's.

use crate::source::line_index::LineIndex;

/// What is wrong with the quotes at a byte of a text, of which the parser says `info`.
pub(super) fn explain_quote_error(text: &str, at: usize, info: &str) -> Option<String> {
    if info.starts_with("while scanning a quoted scalar, found unexpected end") {
        return Some("the quote that opens here has no closing quote".to_owned());
    }
    if !info.starts_with("invalid trailing content after") {
        return None;
    }
    let closed = text.get(..at)?.trim_end();
    let quote = closed
        .chars()
        .next_back()
        .filter(|c| matches!(c, '"' | '\''))?;
    let opened = find_opening_quote(&closed[..closed.len() - 1], quote)?;
    let place = LineIndex::from_text(text).locate(text, opened..opened);
    Some(format!(
        "more text follows the quote that closes what opens at {}:{}; is a quote missing between \
         them?",
        place.line, place.column
    ))
}

/// The byte of the quote that opens a text, of which there is everything but the closing one.
fn find_opening_quote(text: &str, quote: char) -> Option<usize> {
    let mut rest = text;
    loop {
        let at = rest.rfind(quote)?;
        let before = &rest[..at];
        let escapes = match quote {
            '"' => before.len() - before.trim_end_matches('\\').len(),
            _ => before.len() - before.trim_end_matches(quote).len(),
        };
        if escapes % 2 == 0 {
            return Some(at);
        }
        rest = match quote {
            '"' => before,
            _ => &before[..before.len() - 1],
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Source;

    fn refused(text: &str) -> String {
        let error = Source::from_text("a.yaml", text.to_owned());
        error.expect_err("a broken text").to_string()
    }

    #[test]
    fn a_quote_that_is_not_closed_is_told_where_it_opens() {
        assert_eq!(
            refused("a: 1\nb: \"x\nc: 2\n"),
            "a.yaml:2:4: the quote that opens here has no closing quote"
        );
        for (text, place, opened) in [
            ("a: 'x\nb: '1'\n", "2:5", "1:4"),
            ("a: {b: \"x, c: 1}\nd: \"1\"\n", "2:5", "1:8"),
            ("a: \"x \\\" y\nb: \"1\"\n", "2:5", "1:4"),
            ("a: 'x''y\nb: '1'\n", "2:5", "1:4"),
        ] {
            let expected = format!(
                "a.yaml:{place}: more text follows the quote that closes what opens at {opened}; \
                 is a quote missing between them?"
            );
            assert_eq!(refused(text), expected);
        }
    }

    #[test]
    fn other_faults_keep_the_parsers_words() {
        assert_eq!(
            explain_quote_error("a: b: c", 4, "mapping values are not allowed"),
            None
        );
        assert_eq!(
            explain_quote_error("", 0, "invalid trailing content after x"),
            None
        );
        assert_eq!(find_opening_quote("no quote", '"'), None);
    }
}
