//! Equality of JSON values as JSON Schema has it: `1` equals `1.0`, `true` does not equal `1`.

use std::hash::{BuildHasher, Hash, Hasher, RandomState};

use crate::json::Json;
use crate::schema::Number;

pub(super) fn are_equal(a: &Json, b: &Json) -> bool {
    match (a, b) {
        (Json::Number(a), Json::Number(b)) => Number::from_json(a)
            .compare_exactly(Number::from_json(b))
            .is_eq(),
        (Json::Array(a), Json::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| are_equal(a, b))
        }
        (Json::Object(a), Json::Object(b)) => {
            a.len() == b.len()
                && a.iter()
                    .all(|(name, a)| b.get(name).is_some_and(|b| are_equal(a, b)))
        }
        (a, b) => a == b,
    }
}

/// Up to here comparing every pair is cheaper than hashing, and needs no memory.
const MAX_PAIRWISE: usize = 16;

pub(super) fn are_all_unique(items: &[Json]) -> bool {
    if items.len() <= MAX_PAIRWISE {
        return items
            .iter()
            .enumerate()
            .all(|(index, item)| !items[..index].iter().any(|other| are_equal(item, other)));
    }
    // The keys are random, so that a caller cannot choose values whose hashes collide.
    let state = RandomState::new();
    let mut hashed: Vec<(u64, &Json)> = items
        .iter()
        .map(|item| (hash_value(item, &state), item))
        .collect();
    hashed.sort_unstable_by_key(|(hash, _)| *hash);
    hashed.chunk_by(|(a, _), (b, _)| a == b).all(|same| {
        same.iter().enumerate().all(|(index, (_, item))| {
            !same[..index]
                .iter()
                .any(|(_, other)| are_equal(item, other))
        })
    })
}

/// A hash under which equal values are the same.
fn hash_value(value: &Json, state: &RandomState) -> u64 {
    let mut hasher = state.build_hasher();
    match value {
        Json::Null => 0_u8.hash(&mut hasher),
        Json::Bool(bool) => (1_u8, bool).hash(&mut hasher),
        Json::Number(number) => match Number::from_json(number).to_integer() {
            Ok(integer) => (2_u8, integer).hash(&mut hasher),
            Err(float) => (3_u8, float.to_bits()).hash(&mut hasher),
        },
        Json::String(string) => (4_u8, string).hash(&mut hasher),
        Json::Array(items) => {
            5_u8.hash(&mut hasher);
            for item in items {
                hasher.write_u64(hash_value(item, state));
            }
        }
        Json::Object(members) => {
            6_u8.hash(&mut hasher);
            // A sum does not depend on the order of members, which equality ignores, too.
            let sum = members.iter().fold(0_u64, |sum, (name, value)| {
                sum.wrapping_add(state.hash_one((name, hash_value(value, state))))
            });
            hasher.write_u64(sum);
        }
    }
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn numbers_are_equal_by_value_and_members_in_any_order() {
        assert!(are_equal(
            &json!({"a": 1, "b": [2.0]}),
            &json!({"b": [2], "a": 1.0})
        ));
        assert!(!are_equal(&json!(true), &json!(1)));
    }

    #[test]
    fn many_items_are_told_apart_like_few() {
        let mut items: Vec<Json> = (0..100).map(|n| json!({"n": n, "m": [n]})).collect();
        assert!(are_all_unique(&items));
        items.push(json!({"m": [7.0], "n": 7}));
        assert!(!are_all_unique(&items));
    }
}
