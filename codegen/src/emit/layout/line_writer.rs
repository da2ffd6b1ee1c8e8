//! Writes the lines of a generated file no wider than a line of code is, as far as they can be broken: string literals
//! and doc comments, which neither prettyplease nor rustfmt break. Takes lines that are laid out already, and knows
//! nothing of the items that they belong to.

use super::MAX_WIDTH;
use super::literal_breaks::break_literals;
use crate::emit::docs::CommentLines;

/// Text whose wide lines are broken as it grows.
#[derive(Debug, Default)]
pub(crate) struct LineWriter {
    text: String,
    comment: CommentLines,
}

impl LineWriter {
    /// Adds an empty line.
    pub(crate) fn push_empty_line(&mut self) {
        self.text.push('\n');
    }

    /// Adds a line that has no literal or comment of several lines.
    pub(crate) fn push_line(&mut self, line: &str) {
        let content = line.trim_start();
        let indent = &line[..line.len() - content.len()];
        if let Some(comment) = content.strip_prefix("/// ") {
            let width = MAX_WIDTH.saturating_sub(indent.len() + "/// ".len());
            for wrapped in self.comment.wrap_line(comment, width) {
                self.text.push_str(&format!("{indent}/// {wrapped}\n"));
            }
            return;
        }
        if content != "///" {
            self.comment.end_comment();
        }
        match break_literals(line) {
            Some(broken) => self.text.push_str(&broken),
            None => self.text.push_str(line),
        }
        self.text.push('\n');
    }

    /// Adds lines that another one has written.
    pub(crate) fn append_lines(&mut self, other: Self) {
        self.text.push_str(&other.text);
        self.comment = other.comment;
    }

    /// The first line, broken if it is wide; `None` if there is none.
    pub(crate) fn first_line(&self) -> Option<&str> {
        self.text.lines().next()
    }

    /// The text.
    pub(crate) fn into_text(self) -> String {
        self.text
    }
}
