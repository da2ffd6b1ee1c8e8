//! The same truncation of a value that was parsed, with a search for the longest lists that fit: what a stream is compared
//! with.

use proptest::prelude::*;
use serde_json::json;

use super::truncate_json::{MIN_TRUNCATED_STRING, truncate_json};
use crate::char_boundary::floor_char_boundary;
use crate::value::Json;

/// How many items each list can keep.
fn max_items_that_fit(value: &Json, limit: usize, strings: usize) -> usize {
    let (mut fits, mut too_many) = (1, longest_list(value) + 1);
    while too_many - fits > 1 {
        let middle = fits + (too_many - fits) / 2;
        if json_size(value, middle, strings) <= limit {
            fits = middle;
        } else {
            too_many = middle;
        }
    }
    fits
}

fn longest_list(value: &Json) -> usize {
    match value {
        Json::Array(list) => list.iter().map(longest_list).fold(list.len(), usize::max),
        Json::Object(members) => members.values().map(longest_list).fold(0, usize::max),
        _ => 0,
    }
}

fn json_size(value: &Json, items: usize, strings: usize) -> usize {
    match value {
        Json::Null | Json::Bool(_) => 5,
        Json::Number(number) => number.to_string().len(),
        Json::String(_) => value.to_string().len().min(strings.saturating_mul(2)),
        Json::Array(list) => {
            let kept = list.iter().take(items);
            2 + kept
                .map(|item| 1 + json_size(item, items, strings))
                .sum::<usize>()
        }
        Json::Object(members) => {
            let sizes = members.iter().map(|(name, value)| {
                json!(name).to_string().len() + 2 + json_size(value, items, strings)
            });
            2 + sizes.sum::<usize>()
        }
    }
}

fn truncate_tree(value: &mut Json, items: usize, strings: usize) {
    match value {
        Json::Array(list) => {
            list.truncate(items);
            for item in list {
                truncate_tree(item, items, strings);
            }
        }
        Json::Object(members) => {
            for (_, member) in members.iter_mut() {
                truncate_tree(member, items, strings);
            }
        }
        Json::String(text) if text.len() > strings => {
            text.truncate(floor_char_boundary(text, strings));
            text.push('…');
        }
        _ => {}
    }
}

fn truncated_by_trees(mut value: Json, limit: usize) -> Json {
    let mut strings = usize::MAX;
    let mut items = max_items_that_fit(&value, limit, strings);
    if json_size(&value, items, strings) > limit {
        strings = MIN_TRUNCATED_STRING;
        items = max_items_that_fit(&value, limit, strings);
    }
    truncate_tree(&mut value, items, strings);
    value
}

fn any_json() -> impl Strategy<Value = Json> {
    let text = prop_oneof![
        "[a-z\"\\\\\n]{0,20}",
        (900_usize..1_200).prop_map(|length| "ä".repeat(length)),
    ];
    let leaf = prop_oneof![
        Just(Json::Null),
        any::<bool>().prop_map(Json::from),
        any::<i64>().prop_map(Json::from),
        (-1e9..1e9).prop_map(Json::from),
        text.prop_map(Json::from),
    ];
    leaf.prop_recursive(4, 200, 20, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..20).prop_map(Json::from),
            prop::collection::vec(("[a-z]{0,5}", inner), 0..6)
                .prop_map(|members| Json::Object(members.into_iter().collect())),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(500) })]

    #[test]
    fn a_stream_is_truncated_like_a_tree(value in any_json(), limit in 1_usize..6_000) {
        let truncated = truncate_json(&value.to_string(), limit).expect("is JSON");
        prop_assert_eq!(truncated.value, truncated_by_trees(value, limit));
    }
}

#[test]
fn what_is_no_json_is_an_error() {
    for text in ["", "[1,2", "[1] 2", "{\"a\":}", "[1,,2]", "nul"] {
        assert!(truncate_json(text, 1).is_err(), "{text}");
    }
}
