use crate::gestalt::{ratio, similarity};

/// Names from here on are not meant.
const THRESHOLD: f64 = 0.6;

/// What a name is at least worth that has the other in it.
const PART: f64 = 0.7;

/// How many names are suggested.
const MOST: usize = 3;

/// A name that is longer is not compared: the cost grows with the square of the length.
const MAX_LEN: usize = 1_000;

/// Up to three of `names` that somebody who wrote `name` may have meant, the likeliest first and of
/// equals the first: those with a [`similarity`] of 0.6 or more, without regard to case. A name that
/// is a part of the other counts 0.7 at least.
///
/// ```
/// use toolwright_inspect::similar;
///
/// let names = ["list_pets", "get_pet", "delete_pet", "login"];
/// assert_eq!(similar("getPet", names), ["get_pet", "delete_pet"]);
/// assert_eq!(similar("pet", names), ["list_pets", "get_pet", "delete_pet"]);
/// assert!(similar("weather", names).is_empty());
/// ```
pub fn similar<'n>(name: &str, names: impl IntoIterator<Item = &'n str>) -> Vec<&'n str> {
    if name.len() > MAX_LEN {
        return Vec::new();
    }
    let wanted = name.to_lowercase();
    let names = names.into_iter().filter(|it| it.len() <= MAX_LEN);
    let scored = names.map(|name| (score(&wanted, &name.to_lowercase()), name));
    let mut near: Vec<(f64, &str)> = scored.filter(|(score, _)| *score >= THRESHOLD).collect();
    near.sort_by(|(left, _), (right, _)| right.total_cmp(left));
    near.into_iter().take(MOST).map(|(_, name)| name).collect()
}

fn score(wanted: &str, name: &str) -> f64 {
    let is_name = !wanted.is_empty() && !name.is_empty();
    let is_part = is_name && (name.contains(wanted) || wanted.contains(name));
    let least = match is_part {
        true => PART,
        false => 0.0,
    };
    let (one, other) = (wanted.chars().count(), name.chars().count());
    // No two strings of these lengths are more alike.
    if ratio(one.min(other), one + other) < THRESHOLD {
        return least;
    }
    similarity(wanted, name).max(least)
}
