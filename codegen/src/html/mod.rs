//! HTML in the texts of a spec, as the Markdown that it stands for.
//!
//! CommonMark admits HTML in descriptions, and specs that were made from other documentation have
//! it. A model pays for tags and gets nothing, and in a doc comment they are noise. What is no tag
//! that is known here, such as `<name>` for a place that a name goes, stays as it is, and so does all
//! code.

mod code_span;
mod html_entity;
mod html_piece;
mod html_tag;
mod markdown_writer;
#[cfg(test)]
mod tests;

use std::borrow::Cow;

use crate::hidden_text::remove_characters;

pub(crate) use code_span::{code_span_len, count_backticks};

/// Bytes of a text; a longer one is nobody's description, and is left as it is.
const LONGEST: usize = 100_000;

/// A text with the HTML in it as Markdown; no word of it is lost, nor where a link leads. Invisible
/// characters are not kept, also where the text has them as numbers (`&#8203;`).
pub(crate) fn to_markdown(text: &str) -> Cow<'_, str> {
    match replace_html(text) {
        Cow::Borrowed(text) => remove_characters(text),
        Cow::Owned(text) => Cow::Owned(remove_characters(&text).into_owned()),
    }
}

/// As [`to_markdown`], with all characters that the HTML stands for.
pub(crate) fn replace_html(text: &str) -> Cow<'_, str> {
    if text.len() > LONGEST || !text.contains(['<', '&']) {
        return Cow::Borrowed(text);
    }
    let pieces = html_piece::split_into_pieces(text);
    // Without tags a text is Markdown, in which `&lt;` may be what it is about.
    let has_tags = pieces.iter().any(html_piece::HtmlPiece::is_tag);
    if !has_tags && !html_entity::contains_entities(text) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(markdown_writer::write_markdown(&pieces, has_tags))
}
