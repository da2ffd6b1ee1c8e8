//! Rewrites the blocks of a spec's Markdown for rustdoc, line by line: lists, quotes, code blocks
//! and paragraphs. Indented text would be compiled as a test by rustdoc, so everything is moved to
//! where its block begins, and fences get a language that is not Rust. Links and HTML within a line
//! are left to `inline`.

use super::clean;
use super::inline;
use super::marker::{Marker, guard};

/// Languages that rustdoc would not take for Rust; any other fence becomes `text`.
const LANGUAGES: [&str; 14] = [
    "bash", "console", "csv", "curl", "graphql", "html", "http", "json", "jsonc", "sh", "shell",
    "sql", "xml", "yaml",
];

/// The lines of a spec's Markdown, indented so that no line is code unless it is fenced.
pub(super) fn tame(markdown: &str) -> Vec<String> {
    let cleaned = clean(markdown);
    let mut blocks = Blocks::default();
    for line in cleaned.lines() {
        blocks.line(line);
    }
    blocks.finish()
}

#[derive(Default)]
struct Blocks {
    out: Vec<String>,
    quotes: usize,
    items: Vec<Item>,
    fence: Option<Fence>,
}

/// A list item that is open.
struct Item {
    /// What tells lists apart.
    kind: char,
    /// Column of its marker in the spec.
    marker: usize,
    /// Column of its text in the spec.
    text: usize,
    /// Column of its text as we write it.
    column: usize,
}

/// A code block that is open.
#[derive(Debug)]
pub(super) struct Fence {
    run: String,
    indent: usize,
}

impl Blocks {
    fn line(&mut self, line: &str) {
        if self.fence.is_some() {
            self.code(line);
            return;
        }
        let (quotes, line) = strip_quotes(line);
        if quotes != self.quotes {
            self.items.clear();
            self.quotes = self.quotes.min(quotes);
            self.blank();
            self.quotes = quotes;
        }
        let text = line.trim();
        let indent = line.len() - line.trim_start().len();
        if text.is_empty() {
            self.blank();
        } else if is_rule(text) {
            self.items.clear();
            self.push(0, text);
            self.blank();
        } else if let Some(marker) = Marker::parse(text) {
            self.item(indent, marker);
        } else {
            self.paragraph(indent, text);
        }
    }

    fn item(&mut self, indent: usize, marker: Marker<'_>) {
        let mut sibling = None;
        while self.items.last().is_some_and(|item| item.text > indent) {
            sibling = self.items.pop();
        }
        // Another kind of marker begins another list (CommonMark 0.31, section 5.3).
        let starts_list = sibling.is_none_or(|item| item.kind != marker.kind());
        if starts_list && (self.items.is_empty() || !marker.interrupts()) {
            self.blank();
        }
        let text = self.text(indent + marker.width, marker.rest);
        if text.is_empty() {
            self.blank();
            return;
        }
        let column = self.column();
        self.items.push(Item {
            kind: marker.kind(),
            marker: indent,
            text: indent + marker.width,
            column: column + marker.text.len() + 1,
        });
        self.push(column, &format!("{} {text}", marker.text));
    }

    fn paragraph(&mut self, indent: usize, text: &str) {
        // A heading ends all lists.
        if text.starts_with('#') && indent == 0 {
            self.items.clear();
            self.blank();
        }
        if self.is_after_blank() {
            while self.items.last().is_some_and(|item| item.marker >= indent) {
                self.items.pop();
            }
        }
        let column = self.column();
        let text = self.text(indent, text);
        if text.is_empty() {
            self.blank();
        } else {
            self.push(column, &text);
        }
    }

    /// The text of a line; the start of a code block, if it is that.
    fn text(&mut self, indent: usize, text: &str) -> String {
        match Fence::opened_by(text, indent) {
            Some((fence, opening)) => {
                self.fence = Some(fence);
                opening
            }
            None => guard(inline::tame(text).trim().to_owned()),
        }
    }

    fn code(&mut self, line: &str) {
        let line = if self.quotes > 0 {
            strip_quotes(line).1
        } else {
            line
        };
        let Some(fence) = &self.fence else { return };
        if fence.is_closed_by(line) {
            self.close();
            return;
        }
        let spaces = line.len() - line.trim_start().len();
        let code = &line[spaces.min(fence.indent)..];
        self.push(self.column(), code);
    }

    fn close(&mut self) {
        if let Some(fence) = self.fence.take() {
            self.push(self.column(), &fence.run);
        }
    }

    fn finish(mut self) -> Vec<String> {
        self.close();
        while self.is_after_blank() && self.out.pop().is_some() {}
        self.out
    }

    /// Column where the text of the innermost open item stands.
    fn column(&self) -> usize {
        self.items.last().map_or(0, |item| item.column)
    }

    fn push(&mut self, column: usize, text: &str) {
        let mut line = "> ".repeat(self.quotes);
        line.push_str(&" ".repeat(column));
        line.push_str(text);
        line.truncate(line.trim_end().len());
        self.out.push(line);
    }

    fn blank(&mut self) {
        if !self.is_after_blank() {
            self.push(0, "");
        }
    }

    fn is_after_blank(&self) -> bool {
        self.out
            .last()
            .is_none_or(|line| line.trim_matches(['>', ' ']).is_empty())
    }
}

impl Fence {
    /// The code block that a line opens, and that line as we write it.
    pub(super) fn opened_by(text: &str, indent: usize) -> Option<(Self, String)> {
        let mark = text.chars().next().filter(|c| matches!(c, '`' | '~'))?;
        let info = text.trim_start_matches(mark);
        let run = &text[..text.len() - info.len()];
        if run.len() < 3 || (mark == '`' && info.contains('`')) {
            return None;
        }
        let language = info
            .split(|c: char| !c.is_ascii_alphanumeric())
            .find(|word| !word.is_empty())
            .and_then(|word| {
                LANGUAGES
                    .iter()
                    .find(|known| known.eq_ignore_ascii_case(word))
            })
            .unwrap_or(&"text");
        let fence = Self {
            run: run.to_owned(),
            indent,
        };
        Some((fence, format!("{run}{language}")))
    }

    pub(super) fn is_closed_by(&self, line: &str) -> bool {
        let line = line.trim();
        line.len() >= self.run.len() && line.bytes().all(|byte| byte == self.run.as_bytes()[0])
    }
}

/// How many `>` a line begins with, and what follows.
pub(super) fn strip_quotes(line: &str) -> (usize, &str) {
    let mut depth = 0;
    let mut rest = line;
    loop {
        let text = rest.trim_start();
        match text.strip_prefix('>') {
            Some(after) if rest.len() - text.len() < 4 => {
                depth += 1;
                rest = after.strip_prefix(' ').unwrap_or(after);
            }
            _ => return (depth, rest),
        }
    }
}

/// Whether a line is a thematic break, or the underline of a heading.
fn is_rule(text: &str) -> bool {
    ['-', '*', '_'].iter().any(|&mark| {
        text.chars().filter(|&c| c == mark).count() >= 3
            && text.chars().all(|c| c == mark || c == ' ')
    })
}

#[cfg(test)]
mod tests {
    use super::tame;

    fn tamed(markdown: &str) -> String {
        tame(markdown).join("\n")
    }

    #[test]
    fn paragraphs_keep_their_lines() {
        assert_eq!(tamed("\n a \r\nb\t\n\n\n  c\n"), "a\nb\n\nc");
        assert_eq!(tamed(""), "");
    }

    #[test]
    fn code_is_never_rust() {
        assert_eq!(tamed("a\n\n        let x = 1;"), "a\n\nlet x = 1;");
        for info in [
            "",
            "rust",
            "should_panic",
            "{.rust}",
            "rs,ignore",
            "E0001",
            " no_run",
        ] {
            assert_eq!(tamed(&format!("```{info}\nx\n```")), "```text\nx\n```");
        }
        assert_eq!(tamed("~~~ JSON\n  {}\n~~~~"), "~~~json\n  {}\n~~~");
    }

    #[test]
    fn an_open_fence_is_closed() {
        assert_eq!(tamed("````\n```\n[x]"), "````text\n```\n[x]\n````");
    }

    #[test]
    fn list_items_hold_their_lines() {
        assert_eq!(
            tamed("a:\n* b\nlazy\n    * c\n\n      d\n\n* e\n\nf"),
            "a:\n\n* b\n  lazy\n  * c\n\n    d\n\n* e\n\nf"
        );
        assert_eq!(tamed("-      code\n-       code"), "- code\n- code");
        assert_eq!(tamed("- - - a\n- 1. b"), "- \\- - a\n- 1\\. b");
    }

    #[test]
    fn a_number_starts_a_list_only_where_markdown_agrees() {
        assert_eq!(tamed("in\n2019. a\n\n      b"), "in\n\n2019. a\n\n      b");
        assert_eq!(tamed("1. a\n2. b\n   10) c"), "1. a\n2. b\n\n   10) c");
    }

    #[test]
    fn fences_stand_in_lists_and_quotes() {
        assert_eq!(
            tamed("1. a\n\n   ```\n   x\n     y\n   ```\n2. b"),
            "1. a\n\n   ```text\n   x\n     y\n   ```\n2. b"
        );
        assert_eq!(tamed("- ```\n  x"), "- ```text\n  x\n  ```");
        assert_eq!(
            tamed("> ```rust\n> x\n> ```\ny"),
            "> ```text\n> x\n> ```\n\ny"
        );
    }

    #[test]
    fn quotes_end_with_their_lines() {
        assert_eq!(tamed("a\n> b\nc\n>> d"), "a\n\n> b\n\nc\n\n> > d");
        assert_eq!(tamed("- > a"), "- \\> a");
    }

    #[test]
    fn tags_alone_on_a_line_part_paragraphs() {
        assert_eq!(tamed("<p>\na\n</p>\n<p>\nb"), "a\n\nb");
        assert_eq!(tamed("<p> - a"), "\\- a");
        assert_eq!(tamed("- <p>\na"), "a");
    }

    #[test]
    fn headings_and_rules_end_lists() {
        assert_eq!(
            tamed("- a\n# B\n- c\n***\nd"),
            "- a\n\n# B\n\n- c\n***\n\nd"
        );
        assert_eq!(tamed("a\n---\nb"), "a\n---\n\nb");
    }
}
