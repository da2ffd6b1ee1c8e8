//! Keys that no version of the specification has, but that are nearly one which it has.

mod keys;

use serde_json::{Map, Value};
use toolwright_inspect::suggest::{did_you_mean, find_misspelled};

use super::context::Context;
use super::place::Place;
pub(super) use keys::{
    MEDIA_TYPE, OPERATION, PARAMETER, REQUEST_BODY, RESPONSE, ROOT, SCHEMA, SERVER,
};

/// Remarks on the keys of an object that are nearly one of those that it can have.
pub(super) fn check_keys(
    cx: &mut Context<'_>,
    object: &Map<String, Value>,
    known: &[&'static str],
    at: &Place<'_>,
) {
    for key in object.keys() {
        check_one(cx, object, key, known, at);
    }
}

/// As [`check_keys`], for one key of the object.
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
    if let Some(meant) = find_misspelled(key, known.iter().copied()) {
        let message = match object.contains_key(meant) {
            true => {
                format!("`{key}` is ignored, and `{meant}` beside it is used; is it a misspelling?")
            }
            false => {
                let question = did_you_mean([meant]).unwrap_or_default();
                format!("`{key}` is ignored; {question}")
            }
        };
        cx.warn_of_key(&at.key(key), message);
    }
}

#[cfg(test)]
mod tests;
