use std::fmt::Write as _;

use serde_json::Value;

use crate::invisible::is_invisible;

/// A string as JSON that shows what is in it: characters that cannot be seen are escaped.
pub(crate) fn json_string(text: &str) -> String {
    let json = Value::from(text).to_string();
    if !json.contains(is_invisible) {
        return json;
    }
    let mut escaped = String::with_capacity(json.len());
    for c in json.chars() {
        match is_invisible(c) {
            // JSON escapes units of UTF-16 (RFC 8259, section 7).
            true => c.encode_utf16(&mut [0; 2]).iter().for_each(|unit| {
                let _ = write!(escaped, "\\u{unit:04x}");
            }),
            false => escaped.push(c),
        }
    }
    escaped
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
            assert!(!json.contains(is_invisible), "{json}");
        }
        assert_eq!(json_string("\u{e0041}"), "\"\\udb40\\udc41\"");
    }
}
