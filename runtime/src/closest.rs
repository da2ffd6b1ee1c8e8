/// Names longer than this are not compared: the cost grows with the square of the length.
const MAX_LEN: usize = 128;

/// Up to three of `names` that somebody who wrote `wanted` may have meant, the likeliest first.
pub(crate) fn closest<'a>(wanted: &str, names: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    if wanted.len() > MAX_LEN {
        return Vec::new();
    }
    let wanted = wanted.to_lowercase();
    let tolerated = (wanted.chars().count() / 3).max(2);
    let mut near: Vec<(usize, &str)> = names
        .filter(|name| name.len() <= MAX_LEN)
        .filter_map(|name| {
            let lower = name.to_lowercase();
            let distance = edit_distance(&wanted, &lower);
            let part = wanted.len() > 2 && (lower.contains(&wanted) || wanted.contains(&lower));
            (distance <= tolerated || part).then_some((distance, name))
        })
        .collect();
    near.sort();
    near.into_iter().take(3).map(|(_, name)| name).collect()
}

/// Whether somebody who wrote `written` surely meant `meant`: all but two characters are the same, however
/// the words are separated.
pub(crate) fn is_misspelling(written: &str, meant: &str) -> bool {
    let letters = |text: &str| text.to_lowercase().replace(['_', '-'], "");
    let (written, meant) = (letters(written), letters(meant));
    written.len() <= MAX_LEN && meant.len() > 4 && edit_distance(&written, &meant) <= 2
}

fn edit_distance(left: &str, right: &str) -> usize {
    let right: Vec<char> = right.chars().collect();
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (above, from) in left.chars().enumerate() {
        let mut diagonal = above;
        let mut before = above + 1;
        for (cell, &to) in row.iter_mut().skip(1).zip(&right) {
            let replaced = diagonal + usize::from(from != to);
            diagonal = *cell;
            before = replaced.min(diagonal + 1).min(before + 1);
            *cell = before;
        }
        if let Some(first) = row.first_mut() {
            *first = above + 1;
        }
    }
    row.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: [&str; 5] = ["list_pets", "create_pets", "get_pet", "delete_pet", "login"];

    fn of(wanted: &str) -> Vec<&'static str> {
        closest(wanted, NAMES.into_iter())
    }

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
    }

    #[test]
    fn counts_edits() {
        assert_eq!(edit_distance("kitten", "sitting"), 3);
        assert_eq!(edit_distance("", "abc"), 3);
        assert_eq!(edit_distance("abc", ""), 3);
        assert_eq!(edit_distance("same", "same"), 0);
    }

    #[test]
    fn finds_the_misspelt_and_the_incomplete() {
        assert_eq!(of("listPets"), ["list_pets"]);
        assert_eq!(of("get_pets").first(), Some(&"get_pet"));
        assert_eq!(of("pets"), ["list_pets", "create_pets"]);
    }

    #[test]
    fn offers_nothing_for_nonsense() {
        assert!(of("zzzzzz").is_empty());
        assert!(of("").is_empty());
        assert!(of(&"list_pets".repeat(1000)).is_empty());
    }
}
