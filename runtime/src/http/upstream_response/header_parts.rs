//! Splits the value of a header at a separator that is not in a quoted string (RFC 9110, section 5.6.4).

/// What stands before the first of these characters outside of quotes, and what follows from it on.
pub(super) fn split_at_unquoted<'t>(text: &'t str, ends: &[char]) -> Option<(&'t str, &'t str)> {
    let mut is_quoted = false;
    let mut is_escaped = false;
    let index = text.find(|c: char| {
        let is_end = ends.contains(&c) && !is_quoted;
        is_quoted ^= c == '"' && !is_escaped;
        is_escaped = c == '\\' && !is_escaped;
        is_end
    })?;
    Some(text.split_at(index))
}

/// The parts between those separators that stand outside of quotes.
pub(super) fn split_unquoted(text: &str, separator: char) -> impl Iterator<Item = &str> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let text = rest?;
        match split_at_unquoted(text, &[separator]) {
            Some((part, after)) => {
                rest = after.strip_prefix(separator);
                Some(part)
            }
            None => rest.take(),
        }
    })
}

/// The value of a parameter: what a quoted string stands for, or the value as it is.
pub(super) fn unquote_value(value: &str) -> String {
    let Some(inner) = value.strip_prefix('"') else {
        return value.to_owned();
    };
    let mut text = String::new();
    let mut chars = inner.chars();
    while let Some(c) = chars.next() {
        match c {
            '"' => break,
            '\\' => text.extend(chars.next()),
            other => text.push(other),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn separators_in_quotes_do_not_count() {
        let parts = |text| split_unquoted(text, ';').collect::<Vec<_>>();
        assert_eq!(parts(r#"a; b="x;\";y";c"#), ["a", r#" b="x;\";y""#, "c"]);
        assert_eq!(parts(""), [""]);
        assert_eq!(parts(";"), ["", ""]);
        assert_eq!(parts(r#"no "end;"#), [r#"no "end;"#]);
    }
}
