//! Text to the words that it is found by.

use std::collections::BTreeSet;

use super::split::split_words;
use super::stem::stem_word;
use super::stop::is_stop_word;

/// Words of the longest identifier that somebody may write as one word.
const MOST_PARTS: usize = 3;

/// The stems of the words of `text` that say something, and of identifiers of a few words also the
/// whole, without what separates them.
pub(super) fn split_terms(text: &str) -> BTreeSet<String> {
    let words = split_words(text);
    let mut terms = BTreeSet::new();
    for run in words.chunk_by(|_, next| next.goes_on) {
        let said = run.iter().filter(|word| !is_stop_word(&word.text));
        terms.extend(said.map(|word| stem_word(&word.text)));
        if (2..=MOST_PARTS).contains(&run.len()) {
            let whole: String = run.iter().map(|word| word.text.as_str()).collect();
            terms.insert(stem_word(&whole));
        }
    }
    terms
}
