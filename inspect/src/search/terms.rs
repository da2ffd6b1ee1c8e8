//! Text to the words that it is found by.

use std::collections::BTreeSet;

use super::split::words;
use super::stem::stem;
use super::stop::is_stop_word;

/// The stems of the words of `text` that say something, and of identifiers of several words also the
/// whole, without what separates them.
pub(super) fn terms(text: &str) -> BTreeSet<String> {
    let words = words(text);
    let mut terms = BTreeSet::new();
    for run in words.chunk_by(|a, b| a.part && b.part) {
        let said = run.iter().filter(|word| !is_stop_word(&word.text));
        terms.extend(said.map(|word| stem(&word.text)));
        if run.len() > 1 {
            let whole: String = run.iter().map(|word| word.text.as_str()).collect();
            terms.insert(stem(&whole));
        }
    }
    terms
}
