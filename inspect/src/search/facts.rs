//! What the search knows of documents beside their words, in rows of the table that no word can have, because
//! they are in capitals.

use std::collections::BTreeMap;

use super::Document;
use super::kind::Kind;
use super::postings::Impact;
use super::split::split_words;
use super::stem::stem_word;

/// The row of documents that take words to search for.
pub(super) const TEXT: &str = "TEXT";
/// The start of the rows that say where values of arguments come from. Behind it are the rank of the producer among
/// those of the argument, the name of the argument and the place in the response; the "impact" is the producer.
pub(super) const FROM: &str = "FROM ";
/// The start of the rows of documents whose paths end with a word; the impact is higher for shorter paths.
const END: &str = "END ";

/// Parameters that take words to search for.
const TEXT_PARAMETERS: [&str; 8] = [
    "query",
    "q",
    "search",
    "search_term",
    "searchterm",
    "term",
    "keyword",
    "text",
];
/// Segments of the longest path that counts as short.
const LONGEST: usize = 10;

/// Adds the rows for `documents`.
pub(super) fn add_facts(
    documents: &[Document<'_>],
    rows: &mut BTreeMap<String, Vec<(usize, Impact)>>,
) {
    let mut add = |row: String, document: usize, impact: Impact| {
        rows.entry(row).or_default().push((document, impact));
    };
    for (index, document) in documents.iter().enumerate() {
        add(
            Kind::classify_document(document).row_name().to_owned(),
            index,
            1,
        );
        let names = document.parameters.iter();
        if names
            .map(|name| name.to_lowercase())
            .any(|name| TEXT_PARAMETERS.contains(&name.as_str()))
        {
            add(TEXT.to_owned(), index, 1);
        }
        if let Some((word, length)) = last_word(document.path) {
            let impact = LONGEST.saturating_sub(length).max(1);
            add(end_row(&word), index, Impact::try_from(impact).unwrap_or(1));
        }
        for (at, origin) in document.origins.iter().enumerate() {
            let before = document.origins.iter().take(at);
            let rank = before.filter(|it| it.argument == origin.argument).count();
            // An API with more documents than an impact can tell has no flow from those behind.
            let producer = Impact::try_from(origin.producer).ok();
            // A space ends the argument in the name of the row.
            if let Some(producer) = producer.filter(|_| !origin.argument.contains(' ')) {
                add(
                    format!("{FROM}{rank} {} {}", origin.argument, origin.place),
                    index,
                    producer,
                );
            }
        }
    }
}

/// The argument and the place of a row that [`add_facts`] made for an origin, and its rank.
pub(super) fn read_origin_row(row: &str) -> Option<(usize, &str, &str)> {
    let mut parts = row.strip_prefix(FROM)?.splitn(3, ' ');
    Some((parts.next()?.parse().ok()?, parts.next()?, parts.next()?))
}

/// The row of documents whose paths end with a word of this stem.
pub(super) fn end_row(stem: &str) -> String {
    format!("{END}{stem}")
}

/// The stem of the last word of a path that ends with a static segment, and how many segments it has.
fn last_word(path: &str) -> Option<(String, usize)> {
    let last = path.rsplit('/').next().filter(|last| !last.contains('{'))?;
    let words = split_words(last);
    Some((stem_word(&words.last()?.text), path.matches('/').count()))
}
