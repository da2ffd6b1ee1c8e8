//! What of a document counts, and how much.

use std::collections::BTreeSet;

use super::Document;
use super::prose::{first_sentence, prose_of_markdown};
use super::terms::split_terms;

/// What a word counts in each field, in the order of [`document_fields`].
pub(super) const WEIGHTS: [f32; 10] = [
    2.0, // name
    1.0, // title
    1.5, // first sentence
    0.2, // the rest of the description
    2.0, // path
    1.0, // its last segment that is no parameter: what the operation is about
    0.3, // parameters of the path
    0.5, // tags
    0.2, // parameters
    0.2, // names in the response
];

/// The index of the field of names in the response.
pub(super) const RETURNED: usize = WEIGHTS.len() - 1;

/// The words of each field of a document.
pub(super) type Fields = [BTreeSet<String>; WEIGHTS.len()];

/// The words of each field of `document`.
pub(super) fn document_fields(document: &Document<'_>) -> Fields {
    let description = prose_of_markdown(document.description);
    let (first, rest) = first_sentence(&description);
    let (parameters, segments): (Vec<&str>, Vec<&str>) = document
        .path
        .split('/')
        .partition(|segment| segment.contains('{'));
    let title = split_terms(document.title);
    let first = split_terms(first);
    // Many descriptions begin with the summary, which says nothing twice.
    let first = if first == title {
        BTreeSet::new()
    } else {
        first
    };
    [
        split_terms(document.name),
        title,
        first,
        split_terms(rest),
        split_terms(&segments.join(" ")),
        split_terms(segments.last().copied().unwrap_or_default()),
        split_terms(&parameters.join(" ")),
        split_terms(&document.tags.join(" ")),
        split_terms(&document.parameters.join(" ")),
        split_terms(&document.returned.join(" ")),
    ]
}
