//! The postings of a word as text: `"34:5,7-12 20:0"` says that the word has the impact 34 in document
//! 5 and documents 7 to 12, and 20 in the first one.

use std::collections::BTreeMap;
use std::fmt::Write;

/// What a word says for a document, in tenths of a score.
pub(super) type Impact = u16;

/// Writes postings, which are in the order of the documents: the highest impact first, and neighbours
/// together.
pub(super) fn write_postings(postings: &[(usize, Impact)]) -> String {
    let mut by_impact: BTreeMap<Impact, Vec<usize>> = BTreeMap::new();
    for (document, impact) in postings {
        by_impact.entry(*impact).or_default().push(*document);
    }
    let lists: Vec<String> = by_impact
        .iter()
        .rev()
        .map(|(impact, documents)| format!("{impact}:{}", split_runs(documents)))
        .collect();
    lists.join(" ")
}

fn split_runs(documents: &[usize]) -> String {
    let mut text = String::new();
    for run in documents.chunk_by(|a, b| a + 1 == *b) {
        let separator = if text.is_empty() { "" } else { "," };
        let written = match run {
            [one] => write!(text, "{separator}{one}"),
            [first, .., last] => write!(text, "{separator}{first}-{last}"),
            [] => Ok(()),
        };
        debug_assert!(written.is_ok(), "a string takes all text");
    }
    text
}

/// Reads what [`write_postings`] wrote, and hands on document and impact. What is no posting, or of a document that
/// is not among the first `documents`, is passed over.
pub(super) fn read_postings(text: &str, documents: usize, mut each: impl FnMut(usize, Impact)) {
    for list in text.split(' ') {
        let Some((impact, runs)) = list.split_once(':') else {
            continue;
        };
        let Ok(impact) = impact.parse() else { continue };
        for run in runs.split(',') {
            let (first, last) = run.split_once('-').unwrap_or((run, run));
            if let (Ok(first), Ok(last)) = (first.parse::<usize>(), last.parse::<usize>()) {
                let end = last.saturating_add(1).min(documents);
                (first..end).for_each(|document| each(document, impact));
            }
        }
    }
}
