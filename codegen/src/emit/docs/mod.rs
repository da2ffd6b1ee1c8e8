//! Text of a spec as doc comments.
//!
//! A spec's Markdown was not written for rustdoc, which would run its code as tests, look for items
//! under `[brackets]` and complain about HTML and bare URLs. Here it keeps its words and its shape
//! and loses all that.

mod block;
mod comment_lines;
mod inline;
mod marker;
mod wrap;

pub(crate) use comment_lines::CommentLines;
use proc_macro2::TokenStream;
use quote::quote;
pub(crate) use wrap::wrap_prose;

use super::{EmitError, literal};
use crate::html::to_markdown;
use crate::invisible::is_invisible;

/// Bytes of Markdown in one comment; the rest is left out.
const LONGEST: usize = 30_000;

/// Documentation in paragraphs: Markdown of the spec, or words of ours.
#[derive(Debug, Default)]
pub(crate) struct Docs {
    lines: Vec<String>,
}

impl Docs {
    /// Nothing yet.
    pub(crate) fn new() -> Self {
        Self::default()
    }

    /// Adds Markdown of the spec.
    pub(crate) fn spec(self, markdown: &str) -> Self {
        self.paragraph(block::tame(&to_markdown(beginning(markdown))))
    }

    /// Adds Markdown of the spec, unless there is something already.
    pub(crate) fn or_spec(self, markdown: &str) -> Self {
        if self.lines.is_empty() {
            self.spec(markdown)
        } else {
            self
        }
    }

    /// Adds a paragraph in rustdoc's own Markdown, one line.
    pub(crate) fn ours(self, line: impl Into<String>) -> Self {
        self.paragraph(vec![line.into()])
    }

    /// Adds a paragraph of ours, unless there is something already.
    pub(crate) fn or_ours(self, line: impl Into<String>) -> Self {
        if self.lines.is_empty() {
            self.ours(line)
        } else {
            self
        }
    }

    /// Adds a paragraph in rustdoc's own Markdown, and a list of such lines; nothing when the list
    /// is empty.
    pub(crate) fn with_list(self, paragraph: &str, items: Vec<String>) -> Self {
        if items.is_empty() {
            return self;
        }
        let items = items.iter().map(|item| format!("- {item}")).collect();
        self.ours(paragraph).paragraph(items)
    }

    /// The attributes, one for each line.
    pub(crate) fn attributes(&self) -> Result<TokenStream, EmitError> {
        let mut attributes = TokenStream::new();
        for line in &self.lines {
            let text = if line.is_empty() {
                literal::string("")?
            } else {
                literal::string(&format!(" {line}"))?
            };
            attributes.extend(quote!(#[doc = #text]));
        }
        Ok(attributes)
    }

    fn paragraph(mut self, lines: Vec<String>) -> Self {
        if !self.lines.is_empty() && !lines.is_empty() {
            self.lines.push(String::new());
        }
        self.lines.extend(lines);
        self
    }
}

/// As much Markdown as anybody reads in a comment, cut between lines or else between characters.
fn beginning(markdown: &str) -> &str {
    if markdown.len() <= LONGEST {
        return markdown;
    }
    let end = (0..=LONGEST).rfind(|at| markdown.is_char_boundary(*at));
    let beginning = &markdown[..end.unwrap_or_default()];
    match beginning.rfind('\n') {
        Some(end) => &beginning[..end],
        None => beginning,
    }
}

/// Text of the spec as a code span.
pub(crate) fn code(text: &str) -> String {
    let text = one_line(text);
    let longest = text
        .split(|c| c != '`')
        .map(str::len)
        .max()
        .unwrap_or_default();
    let fence = "`".repeat(longest + 1);
    if longest > 0 {
        format!("{fence} {text} {fence}")
    } else {
        format!("{fence}{text}{fence}")
    }
}

/// Text of the spec in one line of a comment.
pub(crate) fn one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for word in clean(text).split_whitespace() {
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    line
}

/// Without carriage returns, tabs, control characters and what a reader cannot see.
fn clean(text: &str) -> String {
    let mut cleaned = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\r' if chars.peek() == Some(&'\n') => {}
            '\r' | '\n' | '\u{2028}' | '\u{2029}' => cleaned.push('\n'),
            '\t' => cleaned.push_str("    "),
            c if is_invisible(c) => {}
            c if c.is_whitespace() => cleaned.push(' '),
            c => cleaned.push(c),
        }
    }
    cleaned
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_span_holds_backticks() {
        assert_eq!(code("GET /pets"), "`GET /pets`");
        assert_eq!(code("a``b\n"), "``` a``b ```");
    }

    #[test]
    fn a_comment_line_is_one_line() {
        assert_eq!(one_line(" A\r\nB\u{202e}\tC\0 "), "A B C");
    }

    #[test]
    fn paragraphs_are_apart() {
        let docs = Docs::new().spec("A\n").ours("B").or_ours("C");
        assert_eq!(docs.lines, ["A", "", "B"]);
        assert_eq!(Docs::new().spec(" ").or_ours("C").lines, ["C"]);
    }
}
