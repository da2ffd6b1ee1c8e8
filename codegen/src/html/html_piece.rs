//! Splits a text into words, code and tags. A tag that needs a partner and has none is text after all.

use std::collections::HashMap;

use super::code_span::code_span_len;
use super::html_tag::HtmlTag;

/// A part of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum HtmlPiece<'t> {
    /// Words, with entities.
    Text(&'t str),
    /// Code of Markdown.
    Code(&'t str),
    /// A tag that means something; what is no pair is text.
    Tag(HtmlTag<'t>),
}

impl HtmlPiece<'_> {
    pub(super) fn is_tag(&self) -> bool {
        matches!(self, Self::Tag(_))
    }
}

/// The parts of a text in order.
pub(super) fn split_into_pieces(text: &str) -> Vec<HtmlPiece<'_>> {
    let mut found: Vec<(HtmlPiece<'_>, &str)> = Vec::new();
    let mut rest = text;
    let mut from = 0;
    while let Some(at) = rest[from..].find(['<', '`']).map(|at| from + at) {
        let before = rest[..at].chars().next_back();
        let special = &rest[at..];
        let piece = match special.starts_with('`') {
            true => code_span_len(special).map(|len| HtmlPiece::Code(&special[..len])),
            false => HtmlTag::parse_at_start(special)
                // `/pets/<id>` has a placeholder, although `<i>` and `<code>` are tags.
                .filter(|_| !is_in_path(before))
                .map(HtmlPiece::Tag),
        };
        let len = match &piece {
            Some(HtmlPiece::Tag(tag)) => tag.len,
            Some(HtmlPiece::Code(code) | HtmlPiece::Text(code)) => code.len(),
            None => {
                from = at + special.len() - special.trim_start_matches('`').len();
                // A run of backticks without an end is text as a whole; searching from its second
                // backtick would find another run.
                from = from.max(at + 1);
                continue;
            }
        };
        found.extend((at > 0).then(|| (HtmlPiece::Text(&rest[..at]), &rest[..at])));
        found.extend(piece.map(|piece| (piece, &special[..len])));
        rest = &special[len..];
        from = 0;
    }
    found.push((HtmlPiece::Text(rest), rest));
    drop_unpaired_tags(found)
}

/// Whether what comes next stands for a part of a path or for a value, `/pets/<code>`.
fn is_in_path(before: Option<char>) -> bool {
    before.is_some_and(|before| "/=".contains(before))
}

/// Tags that need another one and have none are text after all.
fn drop_unpaired_tags<'t>(found: Vec<(HtmlPiece<'t>, &'t str)>) -> Vec<HtmlPiece<'t>> {
    let mut open: Vec<(usize, &str)> = Vec::new();
    // A tag that ends nothing is not looked for among all that are open.
    let mut counts: HashMap<&str, usize> = HashMap::new();
    let mut is_whole = vec![true; found.len()];
    for (index, (piece, _)) in found.iter().enumerate() {
        let HtmlPiece::Tag(tag) = piece else { continue };
        // HTML allows `<p>` and `<li>` without an end (HTML Standard, "Optional tags").
        if tag.meaning.may_be_alone() {
            continue;
        }
        is_whole[index] = false;
        if !tag.is_end {
            open.push((index, &tag.name));
            *counts.entry(&tag.name).or_default() += 1;
        } else if counts.get(&*tag.name).is_some_and(|count| *count > 0) {
            while let Some((start, name)) = open.pop() {
                *counts.entry(name).or_default() -= 1;
                if *name == tag.name {
                    is_whole[start] = true;
                    is_whole[index] = true;
                    break;
                }
            }
        }
    }
    let pieces = found.into_iter().zip(is_whole);
    let pieces = pieces.map(|((piece, text), is_whole)| match is_whole {
        true => piece,
        false => HtmlPiece::Text(text),
    });
    pieces.collect()
}
