//! Walks over JSON without building anything: it gives keys and values as slices of the text. It checks no more of
//! the grammar than it needs to find where a value ends; whoever reads a slice parses it.

use std::sync::LazyLock;

use memchr::{memchr2, memmem, memrchr};

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
pub(super) fn is_space(byte: u8) -> bool {
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
    let bytes = text.as_bytes();
    if let Some(end) = indented_end(bytes, start) {
        return Some(end);
    }
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

/// How far the compiler indents the members of a document's sections, such as a tool.
const INDENT: &[u8] = b"\n    ";

/// Where an object over several lines ends that is a member of a section: at the first line that is indented as the one in which it
/// begins. Most of a document is skipped so when its index is made.
fn indented_end(bytes: &[u8], start: usize) -> Option<usize> {
    static END: LazyLock<memmem::Finder<'static>> =
        LazyLock::new(|| memmem::Finder::new(b"\n    }"));
    let (before, object) = bytes.split_at_checked(start)?;
    let line = before.get(memrchr(b'\n', before)?..)?;
    // Behind the indentation is the key, with its quote.
    if !object.starts_with(b"{\n") || line.strip_prefix(INDENT)?.first() != Some(&b'"') {
        return None;
    }
    Some(start + END.find(object)? + END.needle().len())
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
