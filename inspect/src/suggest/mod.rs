//! "Did you mean": the known names that are nearest to one that is not known, and the phrase that
//! offers them. The compiler, the runtime and the command line all suggest names with this module.
//!
//! Four questions have an answer here. [`suggest_names`] says what may be meant by a name that is
//! certainly wrong, and [`suggest_operations`] what by a name, a method and a path.
//! [`is_misspelling`] says whether a name that may be right, such as an unknown key of a spec, is most
//! likely a typing error. [`find_ignoring_case`] and [`correct_path_slips`] accept what can mean
//! one thing only.

mod misspelling;
mod operations;
mod paths;
mod ratcliff_obershelp;
mod words;

pub use misspelling::{find_misspelled, is_misspelling, max_edits};
pub use operations::{AskedOperation, KnownOperation, suggest_operations};
pub use paths::correct_path_slips;
pub use ratcliff_obershelp::similarity;

use ratcliff_obershelp::match_ratio;
use words::{are_words_among, sorted_words};

/// Names from here on are suggested.
const THRESHOLD: f64 = 0.6;

/// The least similarity of a name that contains the other, or all of its words in some order.
const PART: f64 = 0.7;

/// The least similarity of a name with the same words in another order.
const SAME_WORDS: f64 = 0.9;

/// How many names are suggested.
const MOST: usize = 3;

/// A longer name is not compared: the cost grows with the square of the length.
const MAX_LEN: usize = 1_000;

/// Up to three known names that may be meant by `name`, the likeliest first: those with a
/// [`similarity`] of 0.6 or more, ignoring case. A name that is a part of the other counts 0.7 at
/// least, one with the same words in another order 0.9, and one with these and others 0.7. Names of the
/// same similarity stay in their order.
///
/// ```
/// use toolwright_inspect::suggest::suggest_names;
///
/// let names = ["list_pets", "get_pet", "delete_pet", "login"];
/// assert_eq!(suggest_names("getPet", names), ["get_pet", "delete_pet"]);
/// assert_eq!(suggest_names("pet", names), ["list_pets", "get_pet", "delete_pet"]);
/// assert_eq!(suggest_names("pets_list", names), ["list_pets"]);
/// assert!(suggest_names("weather", names).is_empty());
/// ```
pub fn suggest_names<'n>(name: &str, known: impl IntoIterator<Item = &'n str>) -> Vec<&'n str> {
    let Some(query) = NameQuery::new(name) else {
        return Vec::new();
    };
    let scored = known
        .into_iter()
        .map(|known| (query.score_name(known), known));
    let mut near: Vec<(f64, &str)> = scored.filter(|(score, _)| *score >= THRESHOLD).collect();
    near.sort_by(|(left, _), (right, _)| right.total_cmp(left));
    let mut names = Vec::new();
    for (_, known) in near {
        if names.len() < MOST && !names.contains(&known) {
            names.push(known);
        }
    }
    names
}

/// The likeliest of [`suggest_names`].
///
/// ```
/// use toolwright_inspect::suggest::suggest_name;
///
/// assert_eq!(suggest_name("clinet", ["client", "clients"]), Some("client"));
/// ```
pub fn suggest_name<'n>(name: &str, known: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    suggest_names(name, known).first().copied()
}

/// The only known name that differs from `written` in nothing but the case of ASCII letters.
///
/// ```
/// use toolwright_inspect::suggest::find_ignoring_case;
///
/// assert_eq!(find_ignoring_case("Get_Pet", ["get_pet", "get_pets"]), Some("get_pet"));
/// assert_eq!(find_ignoring_case("GETPET", ["getPet", "getpet"]), None);
/// ```
pub fn find_ignoring_case<'n>(
    written: &str,
    known: impl IntoIterator<Item = &'n str>,
) -> Option<&'n str> {
    let mut alike = known
        .into_iter()
        .filter(|known| known.eq_ignore_ascii_case(written));
    let only = alike.next()?;
    alike.next().is_none().then_some(only)
}

/// The phrase that offers names; `None` if there are none.
///
/// ```
/// use toolwright_inspect::suggest::did_you_mean;
///
/// assert_eq!(did_you_mean(Some("strict")).as_deref(), Some("did you mean `strict`?"));
/// assert_eq!(did_you_mean(["a", "b", "c"]).as_deref(), Some("did you mean `a`, `b` or `c`?"));
/// assert_eq!(did_you_mean([]), None);
/// ```
pub fn did_you_mean<'n>(names: impl IntoIterator<Item = &'n str>) -> Option<String> {
    let names: Vec<String> = names.into_iter().map(|name| format!("`{name}`")).collect();
    let (last, others) = names.split_last()?;
    Some(match others {
        [] => format!("did you mean {last}?"),
        others => format!("did you mean {} or {last}?", others.join(", ")),
    })
}

/// The phrase that offers the likeliest name, or else all known names.
///
/// ```
/// use toolwright_inspect::suggest::suggest_or_list;
///
/// assert_eq!(suggest_or_list("ot", &["spec", "out"]), "did you mean `out`?");
/// assert_eq!(suggest_or_list("target", &["spec", "out"]), "expected `spec` or `out`");
/// ```
pub fn suggest_or_list(name: &str, known: &[&str]) -> String {
    did_you_mean(suggest_name(name, known.iter().copied())).unwrap_or_else(|| {
        let names: Vec<String> = known.iter().map(|name| format!("`{name}`")).collect();
        match names.split_last() {
            Some((last, [])) => format!("expected {last}"),
            Some((last, others)) => format!("expected {} or {last}", others.join(", ")),
            None => "none is known".to_owned(),
        }
    })
}

/// A name that others are compared with.
struct NameQuery {
    lower: String,
    words: Vec<String>,
}

impl NameQuery {
    /// `None` for a name that is too long to be compared.
    fn new(name: &str) -> Option<Self> {
        (name.len() <= MAX_LEN).then(|| Self {
            lower: name.to_lowercase(),
            words: sorted_words(name),
        })
    }

    fn score_name(&self, known: &str) -> f64 {
        if known.len() > MAX_LEN {
            return 0.0;
        }
        let lower = known.to_lowercase();
        similarity_score(&self.lower, &lower).max(self.word_score(known))
    }

    /// What the words tell. A single word tells nothing that the letters do not.
    fn word_score(&self, known: &str) -> f64 {
        if self.words.len() < 2 {
            return 0.0;
        }
        let words = sorted_words(known);
        match are_words_among(&self.words, &words) {
            true if words.len() == self.words.len() => SAME_WORDS,
            true => PART,
            false => 0.0,
        }
    }
}

fn similarity_score(wanted: &str, known: &str) -> f64 {
    let are_names = !wanted.is_empty() && !known.is_empty();
    let is_part = are_names && (known.contains(wanted) || wanted.contains(known));
    let least = if is_part { PART } else { 0.0 };
    let (one, other) = (wanted.chars().count(), known.chars().count());
    // The bound of the ratio by the lengths alone spares most comparisons.
    if match_ratio(one.min(other), one + other) < THRESHOLD {
        return least;
    }
    similarity(wanted, known).max(least)
}
