//! Renders a message with the line of the file that it is about, in the style of rustc. Takes a
//! location and the text, and crops long lines around the marked span. The text is hostile: what
//! would be invisible or change the direction of a line is replaced before it is shown.

use std::fmt::Write;
use std::ops::Range;
use std::path::Path;

use unicode_width::UnicodeWidthChar;

use super::Location;
use crate::invisible::is_invisible;

/// How many columns of a line are shown; the rest of a longer one is left out.
const MAX_COLUMNS: usize = 120;

/// A line of more bytes than this is too long to be shown whole.
const HOPELESS: usize = MAX_COLUMNS * 8;

/// How many of them may be before the place that is meant.
const MAX_LEAD: usize = 40;

const ELLIPSIS: &str = "...";
const TAB: &str = "    ";

/// A place in a file, to be shown.
pub(crate) struct Snippet<'a> {
    pub(crate) path: &'a Path,
    /// None where the text must not be shown.
    pub(crate) text: Option<&'a str>,
    /// None where the file as a whole is meant.
    pub(crate) location: Option<&'a Location>,
}

impl Snippet<'_> {
    /// A message, the place with its line underlined, and notes by their names.
    pub(crate) fn render(&self, level: &str, message: &str, notes: &[(&str, &str)]) -> String {
        let mut out = format!("{level}: {}\n", indent_lines(message, level.len() + 2));
        let gutter = match self.location {
            Some(location) => self.write_excerpt(location, &mut out),
            None => self.write_path(&mut out),
        };
        if !notes.is_empty() {
            // Writing to a string does not fail.
            let _ = writeln!(out, "{gutter} |");
        }
        for (name, note) in notes {
            let indent = gutter.len() + name.len() + 5;
            let _ = writeln!(out, "{gutter} = {name}: {}", indent_lines(note, indent));
        }
        out
    }

    /// The place and its line, underlined; returns what is as wide as the line's number.
    fn write_excerpt(&self, location: &Location, out: &mut String) -> String {
        let Location { line, column, span } = location;
        let number = line.to_string();
        let gutter = " ".repeat(number.len());
        let _ = writeln!(out, "{gutter}--> {}:{line}:{column}", self.path.display());
        let Some(text) = self.text else {
            return gutter;
        };
        let excerpt = Excerpt::around_span(text, span);
        let _ = writeln!(out, "{gutter} |");
        let _ = writeln!(
            out,
            "{}",
            format!("{number} | {}", excerpt.shown).trim_end()
        );
        let _ = writeln!(
            out,
            "{gutter} | {}{}",
            " ".repeat(excerpt.lead),
            "^".repeat(excerpt.marked),
        );
        gutter
    }

    fn write_path(&self, out: &mut String) -> String {
        let _ = writeln!(out, " --> {}", self.path.display());
        " ".to_owned()
    }
}

fn indent_lines(text: &str, columns: usize) -> String {
    let lines: Vec<_> = text.trim_end().lines().map(make_visible).collect();
    lines.join(&format!("\n{}", " ".repeat(columns)))
}

/// The part of a line around a span, as it is shown.
struct Excerpt {
    shown: String,
    /// Columns before the marks.
    lead: usize,
    /// Columns that are marked, at least one.
    marked: usize,
}

impl Excerpt {
    fn around_span(text: &str, span: &Range<usize>) -> Self {
        let (before, after) = text.split_at_checked(span.start).unwrap_or((text, ""));
        // Cropped before it is searched for a line break. A minified spec is one line of many
        // megabytes, and a compilation may have thousands of diagnostics.
        let before = near_end(before).rsplit('\n').next().unwrap_or_default();
        let width = span.len().saturating_add(HOPELESS);
        let after = near_start(after, width)
            .split('\n')
            .next()
            .unwrap_or_default();
        let after = after.trim_end_matches('\r');
        let (meant, after) = after
            .split_at_checked(span.end.saturating_sub(span.start))
            .unwrap_or((after, ""));

        let is_long = !fits_line(before, meant, after);
        let lead = if is_long { MAX_LEAD } else { MAX_COLUMNS };
        let (mut shown, is_cut) = ending_of(before, lead);
        if is_cut {
            shown.insert_str(0, ELLIPSIS);
        }
        let lead = count_columns(&shown);
        let (meant, is_meant_cut) = beginning_of(meant, MAX_COLUMNS.saturating_sub(lead));
        shown.push_str(&meant);
        let (rest, is_rest_cut) =
            beginning_of(after, MAX_COLUMNS.saturating_sub(count_columns(&shown)));
        if !is_meant_cut {
            shown.push_str(&rest);
        }
        if is_meant_cut || is_rest_cut {
            shown.push_str(ELLIPSIS);
        }
        Self {
            shown,
            lead,
            marked: count_columns(&meant).max(1),
        }
    }
}

/// The last bytes of a text, more than can be shown: a file may be one line.
fn near_end(text: &str) -> &str {
    let mut start = text.len().saturating_sub(HOPELESS + 1);
    while !text.is_char_boundary(start) {
        // A slice must not begin inside a character. UTF-8 characters have at most four bytes, so
        // this takes at most three steps.
        start -= 1;
    }
    &text[start..]
}

/// The first bytes of a text, more than `bytes`.
fn near_start(text: &str, bytes: usize) -> &str {
    let mut end = text.len().min(bytes.saturating_add(1));
    while !text.is_char_boundary(end) {
        end += 1;
    }
    &text[..end]
}

fn fits_line(before: &str, meant: &str, after: &str) -> bool {
    let bytes = before.len() + meant.len() + after.len();
    let is_hopeless = bytes > HOPELESS;
    !is_hopeless
        && [before, meant, after]
            .map(|part| count_columns(&make_visible(part)))
            .iter()
            .sum::<usize>()
            <= MAX_COLUMNS
}

/// As much of the end of a text as fits, and whether anything is missing.
fn ending_of(text: &str, max: usize) -> (String, bool) {
    let mut left = max;
    for (at, c) in text.char_indices().rev() {
        let width = count_columns(&make_visible(c.encode_utf8(&mut [0; 4])));
        if width > left {
            return (make_visible(&text[at + c.len_utf8()..]), true);
        }
        left -= width;
    }
    (make_visible(text), false)
}

/// As much of the beginning of a text as fits, and whether anything is missing.
fn beginning_of(text: &str, max: usize) -> (String, bool) {
    let mut left = max;
    for (at, c) in text.char_indices() {
        let width = count_columns(&make_visible(c.encode_utf8(&mut [0; 4])));
        if width > left {
            return (make_visible(&text[..at]), true);
        }
        left -= width;
    }
    (make_visible(text), false)
}

/// Tabs become spaces; what would be invisible or turn the direction of the text is replaced.
pub(crate) fn make_visible(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\t' => shown.push_str(TAB),
            // Parts of emoji and of words in Persian or Hindi; they hide nothing on their own.
            '\u{200C}' | '\u{200D}' | '\u{FE0E}' | '\u{FE0F}' => shown.push(c),
            // A spec could otherwise move the cursor or reverse a line, and so show something else
            // than what is compiled ("Trojan Source").
            _ if c == '\n' || is_invisible(c) => shown.push('\u{FFFD}'),
            _ => shown.push(c),
        }
    }
    shown
}

fn count_columns(shown: &str) -> usize {
    shown.chars().filter_map(UnicodeWidthChar::width).sum()
}
