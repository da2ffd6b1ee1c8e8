//! The difference of two generated files, for people: as `diff -u` shows it, bounded in lines and in their length.
//!
//! Takes two texts and gives lines. It does not know what the texts are.

use std::time::Duration;

use console::Style;
use similar::{ChangeTag, TextDiff};

use crate::terminal::escape_name;

/// Unchanged lines around a change, as `diff -u` has them.
const CONTEXT: usize = 3;
/// More than a screen or two is not read; the help says how to see all of it.
const MOST_LINES: usize = 60;
/// A generated file has schemas as texts, some of them on one line of many kilobytes.
const LONGEST_LINE: usize = 160;
/// Finding the smallest difference takes quadratic time in the worst case. After this, a larger one is shown.
const TIME_LIMIT: Duration = Duration::from_secs(2);

/// What leads from one text to another, in lines that begin with a space, `-` or `+`.
pub(crate) fn describe_difference(old: &str, new: &str, has_colors: bool) -> String {
    let diff = TextDiff::configure()
        .timeout(TIME_LIMIT)
        .diff_lines(old, new);
    let mut lines = Vec::new();
    let mut hidden = 0;
    for group in diff.grouped_ops(CONTEXT) {
        let Some(first) = group.first() else { continue };
        let (old_line, new_line) = (first.old_range().start + 1, first.new_range().start + 1);
        let heading = format!("@@ line {old_line}, now {new_line} @@");
        let changes = group
            .iter()
            .flat_map(|operation| diff.iter_changes(operation));
        let changes = changes.map(|change| {
            let (mark, style) = match change.tag() {
                ChangeTag::Delete => ('-', Style::new().red()),
                ChangeTag::Insert => ('+', Style::new().green()),
                ChangeTag::Equal => (' ', Style::new()),
            };
            let text = shorten_line(change.value().trim_end_matches(['\r', '\n']));
            style
                .force_styling(has_colors)
                .apply_to(format!("{mark}{text}"))
                .to_string()
        });
        for line in std::iter::once(heading).chain(changes) {
            match lines.len() < MOST_LINES {
                true => lines.push(line),
                false => hidden += 1,
            }
        }
    }
    if hidden > 0 {
        lines.push(format!("… and {hidden} more lines"));
    }
    lines.join("\n")
}

/// A line as it may be printed: short, and without characters that a terminal obeys.
fn shorten_line(line: &str) -> String {
    let shown: String = line.chars().take(LONGEST_LINE).collect();
    let rest = line.chars().count().saturating_sub(LONGEST_LINE);
    match rest {
        0 => escape_name(&shown),
        rest => format!("{} … and {rest} more characters", escape_name(&shown)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_have_their_surroundings() {
        let old = "a\nb\nc\nd\ne\nf\ng\nh\ni\n";
        let new = old.replace("e\n", "E\nE\n");
        let shown = describe_difference(old, &new, false);
        assert_eq!(
            shown,
            "@@ line 2, now 2 @@\n b\n c\n d\n-e\n+E\n+E\n f\n g\n h"
        );
        assert!(describe_difference(old, &new, true).contains("\u{1b}[31m-e\u{1b}[0m"));
    }

    #[test]
    fn what_is_shown_is_bounded() {
        let old = "x\n".repeat(1_000);
        let new = format!("{}\u{1b}[2J", "y".repeat(10_000));
        let shown = describe_difference(&old, &new, false);
        assert!(shown.lines().count() <= MOST_LINES + 1, "{shown}");
        assert!(shown.ends_with("more lines"), "{shown}");
        let shown = describe_difference("", &new, false);
        assert!(shown.ends_with("y … and 9844 more characters"), "{shown}");
        assert!(!describe_difference("a\n", "\u{1b}[2J\n", false).contains('\u{1b}'));
    }
}
