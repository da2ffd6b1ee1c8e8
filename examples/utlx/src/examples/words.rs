//! Texts as stems of words, as they are indexed and looked for.

use rust_stemmers::{Algorithm, Stemmer};

/// Words that are in too many texts to tell them apart.
const STOP_WORDS: [&str; 26] = [
    "a", "an", "and", "as", "at", "be", "by", "for", "from", "in", "into", "is", "it", "of", "on",
    "or", "that", "the", "this", "to", "using", "use", "utlx", "we", "when", "with",
];

/// The stems of a text, in their order. `camelCase` and `snake_case` are several words, and one as a whole.
pub(crate) fn stems_of(text: &str) -> Vec<String> {
    let stemmer = Stemmer::create(Algorithm::English);
    let mut stems = Vec::new();
    for chunk in text.split(|it: char| !it.is_alphanumeric()) {
        let parts = split_camel_case(chunk);
        let whole = (parts.len() > 1).then(|| chunk.to_lowercase());
        for word in parts.into_iter().chain(whole) {
            if !word.is_empty() && !STOP_WORDS.contains(&word.as_str()) {
                stems.push(stemmer.stem(&word).into_owned());
            }
        }
    }
    stems
}

fn split_camel_case(word: &str) -> Vec<String> {
    let mut parts: Vec<String> = vec![String::new()];
    let mut was_lower = false;
    for letter in word.chars() {
        if was_lower && letter.is_uppercase() {
            parts.push(String::new());
        }
        was_lower = letter.is_lowercase();
        if let Some(part) = parts.last_mut() {
            part.extend(letter.to_lowercase());
        }
    }
    parts
}
