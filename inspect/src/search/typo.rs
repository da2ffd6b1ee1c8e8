//! Words that a mistyped word may have been.

use strsim::osa_distance;

use super::stem::stem_word;
use crate::suggest::max_edits;

/// Whether a word of three letters is one of four without one of its inner letters: `usr`.
fn lacks_a_letter(word: &str, whole: &str) -> bool {
    let ends = |text: &str| (text.chars().next(), text.chars().last());
    let lengths = (word.chars().count(), whole.chars().count());
    lengths == (3, 4) && ends(word) == ends(whole) && osa_distance(word, whole) == 1
}

/// A word as it was typed, in the forms in which it may be near a stem.
pub(super) struct Typed {
    forms: Vec<String>,
    tolerance: usize,
}

/// Endings that the stemmer does not take off a word which is mistyped before them.
const ENDINGS: [&str; 18] = [
    "s", "e", "es", "er", "ers", "ing", "ed", "ion", "ions", "ate", "ates", "ated", "ating",
    "ation", "ations", "ment", "ments", "al",
];

impl Typed {
    /// `word` in lower case.
    pub(super) fn new(word: &str) -> Self {
        let mut forms = vec![stem_word(word)];
        let shorter = ENDINGS
            .iter()
            .filter_map(|ending| word.strip_suffix(ending));
        forms.extend(
            shorter
                .filter(|form| form.chars().count() > 3)
                .map(str::to_owned),
        );
        Self {
            forms,
            tolerance: max_edits(word.chars().count()),
        }
    }

    /// By how many letters it misses `stem`, if it is near.
    pub(super) fn edits_to_stem(&self, stem: &str) -> Option<usize> {
        let letters = stem.chars().count();
        let near = self.forms.iter().filter_map(|form| {
            let own = form.chars().count();
            if lacks_a_letter(form, stem) {
                return Some(1);
            }
            let most = self.tolerance.min(max_edits(own.max(letters)));
            if most == 0 || own.abs_diff(letters) > most {
                return None;
            }
            Some(osa_distance(form, stem)).filter(|distance| *distance <= most)
        });
        near.min()
    }
}
