use std::fmt::Write as _;

use serde_json::Value;

/// A string as JSON that shows what is in it: characters that cannot be seen are escaped.
pub(crate) fn json_string(text: &str) -> String {
    let json = Value::from(text).to_string();
    if !json.contains(must_escape) {
        return json;
    }
    let mut escaped = String::with_capacity(json.len());
    for c in json.chars() {
        match must_escape(c) {
            // JSON escapes units of UTF-16 (RFC 8259, section 7).
            true => c.encode_utf16(&mut [0; 2]).iter().for_each(|unit| {
                let _ = write!(escaped, "\\u{unit:04x}");
            }),
            false => escaped.push(c),
        }
    }
    escaped
}

fn must_escape(c: char) -> bool {
    c.is_control() || is_invisible(c)
}

/// Characters that show a reader something else than the compiler sees. rustc denies the
/// bidirectional ones in literals and comments (`text_direction_codepoint_in_literal`).
pub(crate) fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{ad}'
            | '\u{61c}'
            | '\u{180e}'
            | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{feff}'
            | '\u{fff9}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e007f}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_is_written_is_read_back() {
        for text in [
            "",
            "a\"b\\",
            "\u{202e}evil\u{2066}",
            "\u{e0041}",
            "\u{85}",
            "日本語 🐕",
            "\0\n",
        ] {
            let json = json_string(text);
            assert_eq!(serde_json::from_str::<String>(&json).unwrap(), text);
            assert!(!json.contains(must_escape), "{json}");
        }
        assert_eq!(json_string("\u{e0041}"), "\"\\udb40\\udc41\"");
    }
}
