//! What of a document counts, and how much.

use std::collections::BTreeSet;

use super::Document;
use super::prose::{first_sentence, prose};
use super::terms::terms;

/// A field of documents.
pub(super) struct Field {
    /// What a word in it counts.
    pub weight: f32,
    /// How far a long field makes its words count less, from 0 to 1.
    pub length_counts: f32,
}

const fn field(weight: f32, length_counts: f32) -> Field {
    Field {
        weight,
        length_counts,
    }
}

/// In the order of what [`fields`] gives.
pub(super) const FIELDS: [Field; 9] = [
    field(2.0, 0.7), // name
    field(1.0, 0.7), // title
    field(1.5, 0.7), // first sentence
    field(0.2, 0.7), // description
    field(2.0, 0.5), // path
    field(1.0, 0.7), // resource
    field(0.3, 0.7), // path parameters
    field(0.5, 0.7), // tags
    field(0.2, 0.7), // parameters
];

/// The words of each field of `document`.
pub(super) fn fields(document: &Document<'_>) -> [BTreeSet<String>; FIELDS.len()] {
    let description = prose(document.description);
    let (first, rest) = first_sentence(&description);
    let (placeholders, segments): (Vec<&str>, Vec<&str>) =
        document.path.split('/').partition(|segment| segment.contains('{'));
    let title = terms(document.title);
    let first = terms(first);
    [
        terms(document.name),
        title.clone(),
        if first == title { BTreeSet::new() } else { first },
        terms(rest),
        terms(&segments.join(" ")),
        terms(segments.last().copied().unwrap_or_default()),
        terms(&placeholders.join(" ")),
        terms(&document.tags.join(" ")),
        terms(&document.parameters.join(" ")),
    ]
}
