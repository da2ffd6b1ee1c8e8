//! Walks over JSON without building anything: it gives keys and values as slices of the text. It checks no more of
//! the grammar than it needs to find where a value ends; whoever reads a slice parses it.

use std::sync::LazyLock;

use memchr::memmem::Finder;
use memchr::{memchr2, memrchr};

/// A place in a text of JSON.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scanner<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Scanner<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { text, at: 0 }
    }

    /// Enters the object that comes next; `None` if something else does.
    pub(super) fn enter_object(&mut self) -> Option<()> {
        self.skip_space();
        (self.byte()? == b'{').then(|| self.at += 1)
    }

    /// The key of the next member, without its quotes and with its escapes; `None` behind the last one, which leaves the
    /// object. The value has to be taken or entered next.
    pub(super) fn next_key(&mut self) -> Option<&'t str> {
        self.skip_space();
        if self.byte()? == b',' {
            self.at += 1;
            self.skip_space();
        }
        if self.byte()? != b'"' {
            self.at += 1;
            return None;
        }
        let start = self.at;
        self.at = string_end(self.text, start)?;
        let key = self.text.get(start + 1..self.at - 1)?;
        self.skip_space();
        (self.byte()? == b':').then(|| self.at += 1)?;
        Some(key)
    }

    /// The value that comes next.
    pub(super) fn take_value(&mut self) -> Option<&'t str> {
        self.skip_space();
        let start = self.at;
        self.at = value_end(self.text, start)?;
        self.text.get(start..self.at)
    }

    /// The whole members of the object that comes next, up to the first that cannot be read.
    pub(super) fn members(mut self) -> impl Iterator<Item = (&'t str, &'t str)> {
        let mut is_open = self.enter_object().is_some();
        std::iter::from_fn(move || {
            let member = match is_open {
                true => self.next_key().zip(self.take_value()),
                false => None,
            };
            is_open = member.is_some();
            member
        })
    }

    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn skip_space(&mut self) {
        self.at = skip_space(self.text, self.at);
    }
}

/// Where the first character is that is no space, from `at` on.
pub(super) fn skip_space(text: &str, at: usize) -> usize {
    let bytes = text.as_bytes();
    let mut at = at;
    while bytes.get(at).is_some_and(|byte| is_space(*byte)) {
        at += 1;
    }
    at
}

/// The white space of JSON (RFC 8259, section 2).
pub(crate) fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\n' | b'\r' | b'\t')
}

/// Where the string that begins at `start` ends, behind its quote.
pub(super) fn string_end(text: &str, start: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = start + 1;
    loop {
        at += memchr2(b'"', b'\\', bytes.get(at..)?)?;
        match bytes.get(at)? {
            b'"' => return Some(at + 1),
            _ => at += 2,
        }
    }
}

/// Where the value that begins at `start` ends.
fn value_end(text: &str, start: usize) -> Option<usize> {
    indented_end(text.as_bytes(), start).or_else(|| walked_end(text, start))
}

/// The same, found by a walk over its tokens.
fn walked_end(text: &str, start: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut depth = 0_usize;
    let mut at = start;
    loop {
        match bytes.get(at)? {
            b'"' => at = string_end(text, at)?,
            b'{' | b'[' => {
                depth += 1;
                at += 1;
            }
            b'}' | b']' => {
                depth = depth.checked_sub(1)?;
                at += 1;
            }
            // A number or a word ends before what separates it from the next value.
            _ if depth == 0 => {
                let ends = |byte: &u8| matches!(byte, b',' | b'}' | b']') || is_space(*byte);
                let rest = bytes.get(at..)?;
                at += rest.iter().position(ends).unwrap_or(rest.len());
            }
            _ => {
                at += 1;
                continue;
            }
        }
        if depth == 0 {
            return Some(at);
        }
    }
}

/// Where an object over several lines ends that is a section of a document or a member of one, such as a tool: at the first line
/// that is indented as the one in which it begins. Most of a document is skipped so.
fn indented_end(bytes: &[u8], start: usize) -> Option<usize> {
    static SECTION: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new("\n  }"));
    static MEMBER: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new("\n    }"));
    let (before, object) = bytes.split_at_checked(start)?;
    if !object.starts_with(b"{\n") {
        return None;
    }
    let line = before.get(memrchr(b'\n', before)? + 1..)?;
    // Behind the indentation is the key, with its quote.
    let end = match line {
        [b' ', b' ', b'"', ..] => &SECTION,
        [b' ', b' ', b' ', b' ', b'"', ..] => &MEMBER,
        _ => return None,
    };
    Some(start + end.find(object)? + end.needle().len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn members(text: &str) -> Vec<(&str, &str)> {
        Scanner::new(text).members().collect()
    }

    #[test]
    fn members_are_slices_of_the_text() {
        let text = r#" { "a" : {"b":[1,{"c":"}"}]} , "d\"e":"x\\", "f":-1.5e3,"g":null } "#;
        assert_eq!(
            members(text),
            [
                ("a", r#"{"b":[1,{"c":"}"}]}"#),
                (r#"d\"e"#, r#""x\\""#),
                ("f", "-1.5e3"),
                ("g", "null"),
            ]
        );
        assert_eq!(members("{}"), []);
    }

    #[test]
    fn lines_of_a_document_end_where_a_walk_ends() {
        fn compare_ends(document: &str, value: &str, searched: &mut usize) {
            let start = value.as_ptr() as usize - document.as_ptr() as usize;
            let walked = walked_end(document, start);
            assert_eq!(walked, Some(start + value.len()), "{value}");
            if let Some(end) = indented_end(document.as_bytes(), start) {
                assert_eq!(Some(end), walked, "{value}");
                *searched += 1;
            }
            for (_, member) in members(value) {
                compare_ends(document, member, searched);
            }
        }
        // As the compiler indents it.
        let document = format!(
            "{:#}",
            serde_json::json!({
                "fingerprint": "1f",
                "tools": {
                    "a": {"input": {"properties": {"b": {"enum": ["}", "\n    }", "{"]}}}, "text": "\n  }"},
                    "b": {"input": {}},
                    "c": {},
                },
                "discovery": {"endpoints": {"a": {"tags": ["x", {"y": {}}]}}, "words": {}},
            })
        );
        let mut searched = 0;
        for (_, section) in members(&document) {
            compare_ends(&document, section, &mut searched);
        }
        // Two sections, and the members of theirs that have some.
        assert_eq!(searched, 5, "{document}");
    }

    #[test]
    fn what_is_no_object_has_no_members() {
        for text in [
            "",
            "[1]",
            "\"a\"",
            "{",
            "{\"a",
            "{\"a\"",
            "{\"a\":",
            "{\"a\":[",
            "{\"a\":\"\\",
        ] {
            assert_eq!(members(text), [], "{text}");
        }
        assert_eq!(members("{\"a\":1"), [("a", "1")]);
        assert_eq!(members("{\"ä\":\"ö\\"), []);
    }
}
