//! Keys that no version of the specification has, but that are nearly one which it has.

mod keys;

use serde_json::{Map, Value};
use strsim::osa_distance;

use super::context::Context;
use super::place::Place;
pub(super) use keys::{
    MEDIA_TYPE, OPERATION, PARAMETER, REQUEST_BODY, RESPONSE, ROOT, SCHEMA, SERVER,
};

/// Shorter names are near too much: `note` is no `not`.
const SHORTEST: usize = 5;

/// Remarks on the keys of an object that are nearly one of those that it can have.
pub(super) fn check(
    cx: &mut Context<'_>,
    object: &Map<String, Value>,
    known: &[&'static str],
    at: &Place<'_>,
) {
    for key in object.keys() {
        check_one(cx, object, key, known, at);
    }
}

/// As [`check`], for one key of the object.
pub(super) fn check_one(
    cx: &mut Context<'_>,
    object: &Map<String, Value>,
    key: &str,
    known: &[&'static str],
    at: &Place<'_>,
) {
    if known.contains(&key) || key.starts_with("x-") {
        return;
    }
    if let Some(meant) = meant(key, known) {
        let message = match object.contains_key(meant) {
            true => format!("`{key}` is ignored, `{meant}` beside it counts; is it misspelt?"),
            false => format!("`{key}` is ignored; did you mean `{meant}`?"),
        };
        cx.warn_of_key(&at.key(key), message);
    }
}

/// The name that a misspelt one is nearest to.
pub(super) fn meant<'k>(key: &str, known: &[&'k str]) -> Option<&'k str> {
    let letters = letters(key);
    let near = known.iter().filter_map(|name| {
        let lower = self::letters(name);
        let distance = osa_distance(&letters, &lower);
        let is_near = match lower.len().min(letters.len()) {
            ..SHORTEST => distance == 0 || distance == 1 && swaps(&letters, &lower),
            SHORTEST..8 => distance <= 1,
            _ => distance <= 2,
        };
        is_near.then_some((distance, *name))
    });
    near.min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

/// A name in small letters, with nothing between its words.
fn letters(name: &str) -> String {
    let letters = name.chars().filter(|c| !matches!(c, '_' | '-' | ' ' | '$'));
    letters.flat_map(char::to_lowercase).collect()
}

/// Whether two names have the same letters.
pub(super) fn swaps(one: &str, other: &str) -> bool {
    let sorted = |name: &str| {
        let mut letters: Vec<char> = name.chars().collect();
        letters.sort_unstable();
        letters
    };
    sorted(one) == sorted(other)
}

#[cfg(test)]
mod tests;
