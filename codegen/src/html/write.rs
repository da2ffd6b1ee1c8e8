use super::entity;
use super::piece::Piece;
use super::tag::{Meaning, Tag};

/// The pieces as Markdown; `is_html` where there are tags among them.
pub(super) fn markdown(pieces: &[Piece<'_>], is_html: bool) -> String {
    let mut writer = Writer {
        is_html,
        ..Writer::default()
    };
    for piece in pieces {
        match piece {
            Piece::Text(text) => {
                let text = entity::decoded(text, is_html);
                writer.text(&text);
            }
            Piece::Code(code) => writer.text(code),
            Piece::Tag(tag) => writer.tag(tag),
        }
    }
    writer.out.trim().to_owned()
}

#[derive(Default)]
struct Writer<'t> {
    out: String,
    is_html: bool,
    /// Whether white space is not wanted: a line was just begun.
    at_start: bool,
    /// Inside `<pre>`: white space is as it is.
    verbatim: bool,
    lists: Vec<List>,
    /// The elements that put something around their text: where it begins, and where a link leads.
    open: Vec<(usize, Option<&'t str>)>,
}

struct List {
    numbered: bool,
    items: usize,
}

impl<'t> Writer<'t> {
    fn text(&mut self, text: &str) {
        let text = match self.at_start && !self.verbatim {
            true => text.trim_start(),
            false => text,
        };
        if !text.is_empty() {
            self.out.push_str(text);
            self.at_start = false;
        }
    }

    fn tag(&mut self, tag: &Tag<'t>) {
        match (tag.meaning, tag.is_end) {
            (Meaning::Block, _) => self.blank_line(),
            (Meaning::Break, _) => self.line(),
            (Meaning::Row, false) => self.line(),
            (Meaning::Row | Meaning::Cell | Meaning::Item | Meaning::Plain, _)
                if tag.is_end || tag.meaning == Meaning::Plain => {}
            (Meaning::Cell, _) => {
                if !self.at_start {
                    self.out.push_str(" | ");
                    self.at_start = true;
                }
            }
            (Meaning::Rule, _) => {
                self.blank_line();
                self.out.push_str("---");
                self.blank_line();
            }
            (Meaning::Heading, false) => {
                self.blank_line();
                self.open(None);
            }
            (Meaning::Heading, true) => {
                self.close(|text, _| format!("**{text}**"));
                self.blank_line();
            }
            (Meaning::List { numbered }, false) => {
                if self.lists.is_empty() {
                    self.blank_line();
                }
                self.lists.push(List { numbered, items: 0 });
            }
            (Meaning::List { .. }, true) => {
                self.lists.pop();
                match self.lists.is_empty() {
                    true => self.blank_line(),
                    false => self.line(),
                }
            }
            (Meaning::Item, _) => self.item(),
            (Meaning::Preformatted, false) => {
                self.blank_line();
                self.open(None);
                self.verbatim = true;
            }
            (Meaning::Preformatted, true) => {
                self.verbatim = false;
                self.close(|text, _| format!("```\n{}\n```", text.trim_matches('\n')));
                self.blank_line();
            }
            (Meaning::Code, _) if self.verbatim => {}
            (Meaning::Link, false) => self.open(tag.href),
            (_, false) => self.open(None),
            (Meaning::Code, true) => self.close(|text, _| code(text)),
            (Meaning::Link, true) => self.close(link),
            (Meaning::Marked(mark), true) => self.close(|text, _| format!("{mark}{text}{mark}")),
            (Meaning::Prefixed(mark), true) => self.close(|text, _| format!("{mark}{text}")),
            (_, true) => {}
        }
    }

    /// Ends the line and leaves one empty, unless that was done.
    fn blank_line(&mut self) {
        self.line();
        if !self.out.is_empty() && !self.out.ends_with("\n\n") {
            self.out.push('\n');
        }
    }

    /// Ends the line, unless it is empty.
    fn line(&mut self) {
        if self.verbatim {
            return self.out.push('\n');
        }
        let end = self.out.trim_end_matches([' ', '\t']).len();
        self.out.truncate(end.max(self.innermost()));
        if !self.out.is_empty() && !self.out.ends_with('\n') {
            self.out.push('\n');
        }
        self.at_start = true;
    }

    fn item(&mut self) {
        self.line();
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

    fn open(&mut self, href: Option<&'t str>) {
        self.open.push((self.out.len(), href));
    }

    /// Puts something around the text of the element that ends; white space stays outside of it.
    fn close(&mut self, around: impl Fn(&str, Option<&str>) -> String) {
        let Some((start, href)) = self.open.pop() else {
            return;
        };
        let inner = self.out.split_off(start);
        let text = inner.trim();
        let href = href.map(|href| entity::decoded(href, self.is_html));
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
    fn innermost(&self) -> usize {
        self.open.last().map_or(0, |(start, _)| *start)
    }
}

fn link(text: &str, href: Option<&str>) -> String {
    match href {
        None | Some("") => text.to_owned(),
        Some(href) if text.is_empty() || text == href => href.to_owned(),
        Some(href) => format!("[{text}]({href})"),
    }
}

fn code(text: &str) -> String {
    match text.contains('`') {
        true => text.to_owned(),
        false => format!("`{text}`"),
    }
}
