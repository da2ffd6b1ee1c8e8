//! Breaks the lines of doc comments that are wider than a line of code. It takes them one by one, as `block` tames the
//! Markdown of a spec and as the emitter words its own paragraphs, since only the laid-out file says how far a comment
//! is indented. Code blocks, tables, headings and links stay in one line.

use super::block::{Fence, strip_quotes};
use super::marker::Marker;
use super::wrap::wrap_prose;

/// Columns of text that each line has, however far it is indented.
const LEAST_WIDTH: usize = 40;

/// The lines of one doc comment after another.
#[derive(Debug, Default)]
pub(crate) struct CommentLines {
    /// The code block that the next line is in.
    fence: Option<Fence>,
}

impl CommentLines {
    /// Breaks the next line of a comment after at most `width` characters. `text` is what follows `/// `.
    pub(crate) fn wrap_line(&mut self, text: &str, width: usize) -> Vec<String> {
        let (quotes, content) = strip_quotes(text);
        let content = content.trim_start();
        if let Some(fence) = &self.fence {
            if fence.is_closed_by(content) {
                self.fence = None;
            }
            return vec![text.to_owned()];
        }
        // A code block may begin in the line of a list's marker.
        let opening = Marker::parse(content).map_or(content, |marker| marker.rest);
        self.fence = Fence::opened_by(opening, 0).map(|(fence, _)| fence);
        if self.fence.is_some() || text.chars().count() <= width {
            return vec![text.to_owned()];
        }
        let start = &text[..text.len() - content.len()];
        let (marker, prose) = match Marker::parse(content) {
            Some(marker) => (&content[..marker.width], marker.rest),
            None => ("", content),
        };
        let outer = "> ".repeat(quotes);
        let hanging = start.chars().count().saturating_sub(outer.len()) + marker.len();
        let room = width.saturating_sub(start.chars().count() + marker.len());
        let lines = wrap_prose(prose, room.max(LEAST_WIDTH));
        let lines = lines.into_iter().enumerate();
        let lines = lines.map(|(index, line)| match index {
            0 => format!("{start}{marker}{line}"),
            _ => format!("{outer}{}{line}", " ".repeat(hanging)),
        });
        lines.collect()
    }

    /// Ends the comment.
    pub(crate) fn end_comment(&mut self) {
        self.fence = None;
    }
}

#[cfg(test)]
mod tests {
    use super::CommentLines;

    fn wrap_comment(text: &str) -> String {
        let mut comment = CommentLines::default();
        let lines = text.lines().flat_map(|line| comment.wrap_line(line, 44));
        lines.collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn code_in_a_list_is_not_broken() {
        let code = "let value = function(argument, another, more);".repeat(2);
        let text = format!("- ```rust\n  {code}\n  ```\nText that follows.");
        assert_eq!(wrap_comment(&text), text);
    }

    #[test]
    fn further_lines_stand_below_the_text_of_the_first() {
        let words = "some words ".repeat(7);
        let words = words.trim();
        assert_eq!(
            wrap_comment(&format!("{words}\n- a\n  10. {words}")),
            "some words some words some words some words\nsome words some words some words\n\
             - a\n  10. some words some words some words some\n      words some words some words some words"
        );
        assert_eq!(
            wrap_comment(&format!("> > - {words}")),
            "> > - some words some words some words some\n> >   words some words some words some words"
        );
    }

    #[test]
    fn code_stays_whole() {
        let words = "some words ".repeat(7);
        let words = words.trim();
        let text = format!("> ```text\n> {words}\n> ```\n```` `{words}\n{words}");
        assert_eq!(wrap_comment(&text).lines().count(), 7);
    }

    #[test]
    fn a_comment_ends_its_code() {
        let mut comment = CommentLines::default();
        let words = "some words ".repeat(7);
        comment.wrap_line("```text", 44);
        assert_eq!(comment.wrap_line(&words, 44).len(), 1);
        comment.end_comment();
        assert_eq!(comment.wrap_line(&words, 44).len(), 2);
    }
}
