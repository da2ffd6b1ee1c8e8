//! The order of paths, as people sort them.

/// Punctuation comes first, in the order of the Unicode Collation Algorithm's root table (CLDR).
const PUNCTUATION: &str = "_-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$";

/// What to sort texts by: punctuation, then digits, then letters whatever their case; of texts that
/// are the same but for that, small letters first. For texts of ASCII that is `localeCompare`'s order.
pub(super) fn sort_key(text: &str) -> (Vec<u32>, Vec<bool>) {
    let primary = text.chars().map(character_weight).collect();
    let cases = text.chars().map(char::is_uppercase).collect();
    (primary, cases)
}

fn character_weight(c: char) -> u32 {
    match PUNCTUATION.chars().zip(1..).find(|(known, _)| *known == c) {
        Some((_, weight)) => weight,
        // What follows is beyond all punctuation, and in the order that it has in ASCII.
        None => 100 + u32::from(c.to_lowercase().next().unwrap_or(c)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_sorted_as_by_locale_compare() {
        // As `sort((a, b) => a.localeCompare(b))` has it.
        let sorted = [
            "/a",
            "/a_b",
            "/a-b",
            "/a/{id}",
            "/a/{id}/x",
            "/a/1",
            "/a/b",
            "/a/B",
            "/a/c",
            "/ab",
            "/B",
            "/c",
        ];
        let mut paths = sorted;
        paths.reverse();
        paths.sort_by_key(|path| sort_key(path));
        assert_eq!(paths, sorted);
    }
}
