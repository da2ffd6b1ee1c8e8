//! Typing errors, by the edit distance (optimal string alignment: a swap of neighbours is one edit).

use strsim::osa_distance;

/// A longer name is not compared: the cost grows with the square of the length.
const MAX_LEN: usize = 1_000;

/// Shorter names differ by one letter from too many words: `note` is not a misspelt `not`.
const SHORTEST: usize = 5;

/// How many letters of a word may be wrong, missing, surplus or swapped: none in up to three letters,
/// one in up to seven, else two.
///
/// ```
/// use toolwright_inspect::suggest::max_edits;
///
/// assert_eq!(["id", "name", "properties"].map(|word| max_edits(word.len())), [0, 1, 2]);
/// ```
pub fn max_edits(letters: usize) -> usize {
    match letters {
        0..=3 => 0,
        4..=7 => 1,
        _ => 2,
    }
}

/// Whether `written` is most likely a typing error for `known`, ignoring case and what separates
/// words: no more than [`max_edits`] apart, and for names below five letters a swap of two.
///
/// ```
/// use toolwright_inspect::suggest::is_misspelling;
///
/// assert!(is_misspelling("opertionId", "operationId") && is_misspelling("tpye", "type"));
/// assert!(is_misspelling("READONLY", "READ_ONLY") && !is_misspelling("note", "not"));
/// ```
pub fn is_misspelling(written: &str, known: &str) -> bool {
    count_edits(&letters_of_name(written), known).is_some()
}

/// The known name that `written` is most likely a typing error for.
///
/// ```
/// use toolwright_inspect::suggest::find_misspelled;
///
/// let known = ["properties", "patternProperties", "type"];
/// assert_eq!(find_misspelled("propertis", known), Some("properties"));
/// assert_eq!(find_misspelled("types2", known), None);
/// ```
pub fn find_misspelled<'n>(
    written: &str,
    known: impl IntoIterator<Item = &'n str>,
) -> Option<&'n str> {
    let written = letters_of_name(written);
    let near = known
        .into_iter()
        .filter_map(|known| Some((count_edits(&written, known)?, known)));
    near.min_by_key(|(edits, _)| *edits).map(|(_, known)| known)
}

/// How many edits the letters of a name are from a known one, if these are few enough.
fn count_edits(written: &str, known: &str) -> Option<usize> {
    let known = letters_of_name(known);
    if written.len().max(known.len()) > MAX_LEN {
        return None;
    }
    let shorter = written.chars().count().min(known.chars().count());
    let edits = osa_distance(written, &known);
    // The shorter name decides. Counted by the longer one, two edits would turn any short name into
    // a longer one that begins alike.
    let is_near = match shorter {
        ..SHORTEST => edits == 0 || edits == 1 && has_same_letters(written, &known),
        _ => edits <= max_edits(shorter),
    };
    is_near.then_some(edits)
}

/// A name in small letters, with nothing between its words.
fn letters_of_name(name: &str) -> String {
    let letters = name.chars().filter(|c| !matches!(c, '_' | '-' | ' ' | '$'));
    letters.flat_map(char::to_lowercase).collect()
}

fn has_same_letters(one: &str, other: &str) -> bool {
    let sorted = |name: &str| {
        let mut letters: Vec<char> = name.chars().collect();
        letters.sort_unstable();
        letters
    };
    sorted(one) == sorted(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misspellings_are_off_by_little() {
        for written in [
            "ACESS_TOKENS",
            "ACCESSTOKENS",
            "access-token",
            "ACCESS_TOKNES",
        ] {
            assert!(is_misspelling(written, "ACCESS_TOKENS"), "{written}");
        }
        for written in ["TOKENS", "ACCOUNT", "READ_TIMEOUT", ""] {
            assert!(!is_misspelling(written, "ACCESS_TOKENS"), "{written}");
            assert!(!is_misspelling(written, "READ_ONLY"), "{written}");
        }
        assert!(!is_misspelling(&"a".repeat(1_001), "a"));
    }
}
