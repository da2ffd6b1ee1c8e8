//! Writes pieces of HTML as Markdown: blocks as paragraphs, lists, tables row by row, links. White space around
//! elements is collapsed as HTML does it, except in `<pre>`.

use super::html_entity;
use super::html_piece::HtmlPiece;
use super::html_tag::{HtmlTag, TagMeaning};

/// The pieces as Markdown; `is_html` where there are tags among them.
pub(super) fn write_markdown(pieces: &[HtmlPiece<'_>], is_html: bool) -> String {
    let mut writer = MarkdownWriter {
        is_html,
        ..MarkdownWriter::default()
    };
    for piece in pieces {
        match piece {
            HtmlPiece::Text(text) => {
                let text = html_entity::decode_entities(text, is_html);
                writer.write_text(&text);
            }
            HtmlPiece::Code(code) => writer.write_text(code),
            HtmlPiece::Tag(tag) => writer.write_tag(tag),
        }
    }
    writer.out.trim().to_owned()
}

#[derive(Default)]
struct MarkdownWriter<'t> {
    out: String,
    is_html: bool,
    /// Whether white space is not wanted: a line was just begun.
    at_start: bool,
    /// Inside `<pre>`: white space is as it is.
    verbatim: bool,
    lists: Vec<OpenList>,
    /// The elements that put something around their text: where it begins, and where a link leads.
    open: Vec<(usize, Option<&'t str>)>,
}

struct OpenList {
    numbered: bool,
    items: usize,
}

impl<'t> MarkdownWriter<'t> {
    fn write_text(&mut self, text: &str) {
        let text = match self.at_start && !self.verbatim {
            true => text.trim_start(),
            false => text,
        };
        if !text.is_empty() {
            self.out.push_str(text);
            self.at_start = false;
        }
    }

    fn write_tag(&mut self, tag: &HtmlTag<'t>) {
        match (tag.meaning, tag.is_end) {
            (TagMeaning::Block, _) => self.blank_line(),
            (TagMeaning::Break, _) => self.end_line(),
            (TagMeaning::Row, false) => self.end_line(),
            (TagMeaning::Row | TagMeaning::Cell | TagMeaning::Item | TagMeaning::Plain, _)
                if tag.is_end || tag.meaning == TagMeaning::Plain => {}
            (TagMeaning::Cell, _) => {
                if !self.at_start {
                    self.out.push_str(" | ");
                    self.at_start = true;
                }
            }
            (TagMeaning::Rule, _) => {
                self.blank_line();
                self.out.push_str("---");
                self.blank_line();
            }
            (TagMeaning::Heading, false) => {
                self.blank_line();
                self.open_element(None);
            }
            (TagMeaning::Heading, true) => {
                self.close_element(|text, _| format!("**{text}**"));
                self.blank_line();
            }
            (TagMeaning::List { numbered }, false) => {
                if self.lists.is_empty() {
                    self.blank_line();
                }
                self.lists.push(OpenList { numbered, items: 0 });
            }
            (TagMeaning::List { .. }, true) => {
                self.lists.pop();
                match self.lists.is_empty() {
                    true => self.blank_line(),
                    false => self.end_line(),
                }
            }
            (TagMeaning::Item, _) => self.begin_item(),
            (TagMeaning::Preformatted, false) => {
                self.blank_line();
                self.open_element(None);
                self.verbatim = true;
            }
            (TagMeaning::Preformatted, true) => {
                self.verbatim = false;
                self.close_element(|text, _| format!("```\n{}\n```", text.trim_matches('\n')));
                self.blank_line();
            }
            // `<pre><code>` is one block of code in Markdown.
            (TagMeaning::Code, _) if self.verbatim => {}
            (TagMeaning::Link, false) => self.open_element(tag.href),
            (_, false) => self.open_element(None),
            (TagMeaning::Code, true) => self.close_element(|text, _| format_code(text)),
            (TagMeaning::Link, true) => self.close_element(format_link),
            (TagMeaning::Marked(mark), true) => {
                self.close_element(|text, _| format!("{mark}{text}{mark}"))
            }
            (TagMeaning::Prefixed(mark), true) => {
                self.close_element(|text, _| format!("{mark}{text}"))
            }
            (_, true) => {}
        }
    }

    /// Ends the line and leaves one empty, unless that was done.
    fn blank_line(&mut self) {
        self.end_line();
        if !self.out.is_empty() && !self.out.ends_with("\n\n") {
            self.out.push('\n');
        }
    }

    /// Ends the line, unless it is empty.
    fn end_line(&mut self) {
        if self.verbatim {
            return self.out.push('\n');
        }
        let end = self.out.trim_end_matches([' ', '\t']).len();
        // An element that is open has its start as an offset, which must stay within the text.
        self.out.truncate(end.max(self.innermost_start()));
        if !self.out.is_empty() && !self.out.ends_with('\n') {
            self.out.push('\n');
        }
        self.at_start = true;
    }

    fn begin_item(&mut self) {
        self.end_line();
        let depth = self.lists.len().saturating_sub(1);
        let marker = match self.lists.last_mut() {
            Some(list) if list.numbered => {
                list.items += 1;
                format!("{}. ", list.items)
            }
            _ => "- ".to_owned(),
        };
        self.out.push_str(&"  ".repeat(depth));
        self.out.push_str(&marker);
        self.at_start = true;
    }

    fn open_element(&mut self, href: Option<&'t str>) {
        self.open.push((self.out.len(), href));
    }

    /// Puts something around the text of the element that ends; white space stays outside of it.
    fn close_element(&mut self, around: impl Fn(&str, Option<&str>) -> String) {
        let Some((start, href)) = self.open.pop() else {
            return;
        };
        let inner = self.out.split_off(start);
        let text = inner.trim();
        let href = href.map(|href| html_entity::decode_entities(href, self.is_html));
        if text.is_empty() && href.is_none() {
            return self.out.push_str(&inner);
        }
        let (before, after) = match inner.find(text).filter(|_| !text.is_empty()) {
            Some(at) => (&inner[..at], &inner[at + text.len()..]),
            None => ("", inner.as_str()),
        };
        self.out.push_str(before);
        self.out.push_str(&around(text, href.as_deref()));
        self.out.push_str(after);
        self.at_start = false;
    }

    /// Where the text begins that something will be put around.
    fn innermost_start(&self) -> usize {
        self.open.last().map_or(0, |(start, _)| *start)
    }
}

fn format_link(text: &str, href: Option<&str>) -> String {
    match href {
        None | Some("") => text.to_owned(),
        Some(href) if text.is_empty() || text == href => href.to_owned(),
        Some(href) => format!("[{text}]({href})"),
    }
}

fn format_code(text: &str) -> String {
    match text.contains('`') {
        // Text that contains a backtick would need a longer fence, and models read plain text as
        // well.
        true => text.to_owned(),
        false => format!("`{text}`"),
    }
}
