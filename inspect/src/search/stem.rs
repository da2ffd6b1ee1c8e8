//! Forms of a word that count as the same one.

use std::borrow::Cow;

use rust_stemmers::{Algorithm, Stemmer};

/// What is left of `word`, which is in lower case, without its ending: "refunded" and "refunds" are
/// "refund". British and American spellings have one stem. Words that are not of the letters a to z are
/// left as they are: their language is not known.
pub(super) fn stem_word(word: &str) -> String {
    if word.len() < 3 || !word.bytes().all(|byte| byte.is_ascii_lowercase()) {
        return word.to_owned();
    }
    let spelt = american_spelling(word);
    let stem = Stemmer::create(Algorithm::English).stem(&spelt);
    // "cancelled" and "canceled": the stemmer undoubles all letters but this.
    match stem.strip_suffix('l') {
        Some(single) if stem.len() > 5 && single.ends_with('l') => single.to_owned(),
        _ => stem.into_owned(),
    }
}

/// British endings and their American forms. Words that they change without need are changed wherever
/// they stand, so they still meet.
const ENDINGS: [(&str, &str); 9] = [
    ("isation", "ization"),
    ("isations", "izations"),
    ("ise", "ize"),
    ("ised", "ized"),
    ("ises", "izes"),
    ("ising", "izing"),
    ("our", "or"),
    ("ours", "ors"),
    ("yse", "yze"),
];

fn american_spelling(word: &str) -> Cow<'_, str> {
    for (british, american) in ENDINGS {
        if let Some(start) = word.strip_suffix(british).filter(|start| start.len() > 2) {
            return Cow::Owned(format!("{start}{american}"));
        }
    }
    Cow::Borrowed(word)
}
