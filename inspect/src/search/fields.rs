//! What of a document counts, and how much.

use std::collections::BTreeSet;

use super::Document;
use super::prose::{first_sentence, prose};
use super::terms::terms;

/// What a word counts in each field, in the order of [`fields`].
pub(super) const WEIGHTS: [f32; 9] = [
    2.0, // name
    1.0, // title
    1.5, // first sentence
    0.2, // the rest of the description
    2.0, // path
    1.0, // its last segment that is no parameter: what the operation is about
    0.3, // parameters of the path
    0.5, // tags
    0.2, // parameters
];

/// The words of each field of a document.
pub(super) type Fields = [BTreeSet<String>; WEIGHTS.len()];

/// The words of each field of `document`.
pub(super) fn fields(document: &Document<'_>) -> Fields {
    let description = prose(document.description);
    let (first, rest) = first_sentence(&description);
    let (parameters, segments): (Vec<&str>, Vec<&str>) = document
        .path
        .split('/')
        .partition(|segment| segment.contains('{'));
    let title = terms(document.title);
    let first = terms(first);
    // Many descriptions begin with the summary, which says nothing twice.
    let first = if first == title {
        BTreeSet::new()
    } else {
        first
    };
    [
        terms(document.name),
        title,
        first,
        terms(rest),
        terms(&segments.join(" ")),
        terms(segments.last().copied().unwrap_or_default()),
        terms(&parameters.join(" ")),
        terms(&document.tags.join(" ")),
        terms(&document.parameters.join(" ")),
    ]
}
