//! Words that a mistyped word may have been.

use strsim::osa_distance;

use super::stem::stem;

/// How many letters of a word may be wrong, left out, too many or swapped.
fn tolerance(letters: usize) -> usize {
    match letters {
        0..=3 => 0,
        4..=7 => 1,
        _ => 2,
    }
}

/// A word as it was typed, in the forms in which it may be near a stem.
pub(super) struct Typed {
    forms: Vec<String>,
    tolerance: usize,
}

/// Endings that the stemmer does not take off a word which is mistyped before them.
const ENDINGS: [&str; 8] = ["s", "es", "er", "ers", "ing", "ed", "ion", "ions"];

impl Typed {
    /// `word` in lower case.
    pub(super) fn new(word: &str) -> Self {
        let mut forms = vec![stem(word)];
        let shorter = ENDINGS.iter().filter_map(|ending| word.strip_suffix(ending));
        forms.extend(shorter.filter(|form| form.chars().count() > 3).map(str::to_owned));
        Self {
            forms,
            tolerance: tolerance(word.chars().count()),
        }
    }

    /// By how many letters it misses `stem`, if it is near.
    pub(super) fn distance(&self, stem: &str) -> Option<usize> {
        let letters = stem.chars().count();
        let near = self.forms.iter().filter_map(|form| {
            let longest = self.tolerance.min(tolerance(form.chars().count().max(letters)));
            let differs = form.chars().count().abs_diff(letters);
            (longest > 0 && differs <= longest)
                .then(|| osa_distance(form, stem))
                .filter(|distance| *distance <= longest)
        });
        near.min()
    }
}
