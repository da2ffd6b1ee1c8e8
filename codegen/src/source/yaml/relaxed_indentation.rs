//! Flow collections and quoted text whose further lines are indented less than the block around
//! them. YAML forbids that, most of its parsers and many of its authors don't.

use std::borrow::Cow;

use saphyr_parser::{Marker, ScanError};

use crate::source::line_index::LineIndex;

/// Deeper than blocks are indented.
const PADDING: usize = 256;

/// Every repair takes another pass; so many bytes may be read over in all.
const MAX_WORK: usize = 100_000_000;

/// So many lines may be indented: each makes the text longer.
const MAX_PLACES: usize = 10_000;

/// Where lines of a text have to be indented more for a strict parser.
#[derive(Debug, Default)]
pub(in super::super) struct RelaxedIndentation {
    /// Counted in characters of the original text, ascending.
    places: Vec<usize>,
    work: usize,
}

impl RelaxedIndentation {
    pub(in super::super) fn indented_positions(&self) -> &[usize] {
        &self.places
    }

    /// The text with its lines indented.
    pub(in super::super) fn indent_text<'a>(&self, original: &'a str) -> Cow<'a, str> {
        if self.places.is_empty() {
            return Cow::Borrowed(original);
        }
        let lines = LineIndex::from_text(original);
        let mut text = String::with_capacity(original.len() + self.places.len() * PADDING);
        let mut copied = 0;
        for place in &self.places {
            let byte = lines.byte_of_char(original, *place);
            text.push_str(original.get(copied..byte).unwrap_or_default());
            text.push_str(&" ".repeat(PADDING));
            copied = byte;
        }
        text.push_str(original.get(copied..).unwrap_or_default());
        Cow::Owned(text)
    }

    /// The character of the original text that a marker in the indented one is at.
    pub(in super::super) fn original_position(&self, marker: &Marker) -> usize {
        self.original_index(marker.index())
    }

    fn original_index(&self, index: usize) -> usize {
        let before = self.places.iter().enumerate().rev();
        let mut before = before.skip_while(|(count, place)| *place + count * PADDING > index);
        match before.next() {
            Some((count, place)) => index.saturating_sub((count + 1) * PADDING).max(*place),
            None => index,
        }
    }

    /// Indents what an error is about; `false` where that would not help.
    pub(super) fn repair_indentation(&mut self, text: &str, error: &ScanError) -> bool {
        self.work = self.work.saturating_add(text.len());
        if self.work > MAX_WORK {
            return false;
        }
        let at = error.marker().index();
        let places = match error.info() {
            "invalid indentation" | "invalid indentation in flow construct" => vec![at],
            "invalid indentation in quoted scalar" => continuation_lines(text, at),
            _ => return false,
        };
        if self.places.len() + places.len() > MAX_PLACES {
            return false;
        }
        let known = self.places.len();
        let places: Vec<_> = places.iter().map(|at| self.original_index(*at)).collect();
        self.places.extend(places);
        self.places.sort_unstable();
        self.places.dedup();
        self.places.len() > known
    }
}

/// The starts of the lines after the first of the quoted text that starts at a character.
fn continuation_lines(text: &str, start: usize) -> Vec<usize> {
    let mut chars = text.chars().enumerate().skip(start).peekable();
    let Some((_, quote)) = chars.next() else {
        return Vec::new();
    };
    let mut starts = Vec::new();
    while let Some((at, c)) = chars.next() {
        match c {
            '\n' => starts.push(at + 1),
            '\\' if quote == '"' => {
                if let Some((at, '\n')) = chars.next() {
                    starts.push(at + 1);
                }
            }
            '\'' if quote == c && chars.next_if(|(_, next)| *next == c).is_some() => {}
            _ if c == quote => break,
            _ => {}
        }
    }
    starts
}
