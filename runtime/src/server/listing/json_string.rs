//! Descriptions as strings of JSON. They are half of a list of tools.

use memchr::memchr3;

/// Gives a text as a string of JSON (RFC 8259, section 7), piece by piece, as `serde_json` writes it. That looks at one byte after the
/// other, which for the descriptions of GitHub's tools takes a quarter of the time of the list.
pub(super) fn push_json_string(text: &str, mut push: impl FnMut(&str)) {
    // Without a branch, so that many bytes are compared at once.
    let has_control = |found, byte| found | ((byte < b' ') & (byte != b'\n'));
    if text.bytes().fold(false, has_control) {
        return push(&serde_json::Value::from(text).to_string());
    }
    push("\"");
    let mut rest = text;
    while let Some(at) = memchr3(b'\n', b'"', b'\\', rest.as_bytes()) {
        let (before, special) = rest.split_at(at);
        push(before);
        push(match special.as_bytes() {
            [b'\n', ..] => "\\n",
            [b'"', ..] => "\\\"",
            _ => "\\\\",
        });
        rest = special.get(1..).unwrap_or_default();
    }
    push(rest);
    push("\"");
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn json_string(text: &str) -> String {
        let mut json = String::new();
        push_json_string(text, |piece| json.push_str(piece));
        json
    }

    #[test]
    fn what_json_escapes_is_escaped() {
        assert_eq!(json_string(""), r#""""#);
        assert_eq!(json_string("a \"b\"\n\\ ä"), r#""a \"b\"\n\\ ä""#);
        assert_eq!(json_string("\u{1}\t\r\u{7f}"), "\"\\u0001\\t\\r\u{7f}\"");
    }

    proptest! {
        #[test]
        fn it_is_what_serde_json_writes(text in "([\\x00-\\x1f]|[\"\\\\]|[\\x20-\\x7f]|[\u{80}-\u{10ffff}])*") {
            prop_assert_eq!(json_string(&text), serde_json::to_string(&text).expect("is a string"));
        }

        #[test]
        fn it_is_in_usual_texts(text in "[a-c\"\\\\\n é]*") {
            prop_assert_eq!(json_string(&text), serde_json::to_string(&text).expect("is a string"));
        }
    }
}
