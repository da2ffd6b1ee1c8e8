//! Texts of a spec as models get them: Markdown without what only a browser can use.
//!
//! A link keeps its text and loses its target, which no model follows. A table loses its padding; one in a
//! text that is too long is left out, since its first rows alone would mislead. Code is left as it is.

mod links;
mod tables;

use std::borrow::Cow;

use crate::html::to_markdown;
use links::remove_link_targets;
use tables::{compact_tables, remove_tables};

/// A text of a spec for models. `longest` is how many characters of it they get.
pub(crate) fn to_model_text(text: &str, longest: usize) -> Cow<'_, str> {
    let markdown = to_markdown(text);
    let has_links = markdown.contains('[');
    let has_tables = markdown.contains('|');
    if !has_links && !has_tables {
        return markdown;
    }
    let mut shown = match has_links {
        true => remove_link_targets(&markdown),
        false => markdown.into_owned(),
    };
    if has_tables {
        shown = compact_tables(&shown);
        if shown.chars().nth(longest).is_some() {
            let without = remove_tables(&shown);
            // A text that is nothing but a table is cut like others.
            if !without.trim().is_empty() {
                shown = without;
            }
        }
    }
    Cow::Owned(shown.trim().to_owned())
}

/// Whether a line begins or ends a block of code.
fn is_fence(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with("```") || line.starts_with("~~~")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_without_marks_are_not_copied() {
        assert!(matches!(
            to_model_text("Plain *text*.", 80),
            Cow::Borrowed(_)
        ));
    }

    #[test]
    fn a_table_is_left_out_if_the_text_is_too_long() {
        let text =
            "States:\n\n| name  | meaning |\n|-------|---------|\n| open  | is open |\n\nThe end.";
        let compact = "States:\n\nname | meaning\n-|-\nopen | is open\n\nThe end.";
        assert_eq!(to_model_text(text, 80), compact);
        assert_eq!(to_model_text(text, 40), "States:\n\nThe end.");
        let table = "| a |\n|---|\n| b |";
        assert_eq!(to_model_text(table, 2), "a\n-\nb");
    }
}
