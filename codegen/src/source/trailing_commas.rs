use super::parse_json;

/// Whether a text is JSON but for commas after the last member or element.
pub(super) fn is_json_with_trailing_commas(text: &str) -> bool {
    parse_json::parse_json(&without_trailing_commas(text)).is_ok()
}

/// The text without commas that a closing bracket follows.
fn without_trailing_commas(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut in_string = false;
    let mut is_escaped = false;
    for (at, c) in text.char_indices() {
        if in_string {
            in_string = is_escaped || c != '"';
            is_escaped = c == '\\' && !is_escaped;
        } else if c == '"' {
            in_string = true;
        } else if c == ',' && text[at + 1..].trim_start().starts_with(['}', ']']) {
            continue;
        }
        kept.push(c);
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trailing_commas_are_told_from_other_faults() {
        assert!(is_json_with_trailing_commas(
            r#"{"a": [1, 2,], "b,}": "\\",}"#
        ));
        assert!(!is_json_with_trailing_commas(r#"{"a": 1, oops "b": 2}"#));
        assert!(!is_json_with_trailing_commas(r#"{"a": 1,, "b": 2}"#));
    }
}
