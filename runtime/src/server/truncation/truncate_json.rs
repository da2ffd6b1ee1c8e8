//! Truncates a JSON value to a number of bytes without changing its form: lists lose items, long strings their ends.
//!
//! The same limit holds for every list, and is found by binary search; each list keeps at least one item.

use std::fmt::Write as _;

use crate::value::Json;

/// Strings are cut only beyond this: a shorter one may be a name or an address.
const MIN_TRUNCATED_STRING: usize = 1000;
/// Of the lists that were cut, so many are named.
const MAX_NAMED: usize = 3;
/// Names of members may be as long as an answer.
const MAX_PLACE_BYTES: usize = 200;

/// Cuts a value until it has no more than so many bytes as compact JSON, as far as that can be done
/// without changing its form. Gives back what is missing, in words.
pub(super) fn truncate_json(value: &mut Json, limit: usize) -> String {
    let mut strings = usize::MAX;
    let mut items = max_items_that_fit(value, limit, strings);
    if json_size(value, items, strings) > limit {
        // Strings are cut only after lists did not suffice: a shorter list is still right, half a
        // string may mislead.
        strings = MIN_TRUNCATED_STRING;
        items = max_items_that_fit(value, limit, strings);
    }
    let mut missing = Missing::default();
    missing.truncate_value(value, items, strings, &mut String::new());
    missing.describe_missing()
}

/// How many items each list can keep.
fn max_items_that_fit(value: &Json, limit: usize, strings: usize) -> usize {
    // One item stays even if it is too large, to show the form of the others.
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

/// Bytes of the compact JSON text, or a little more, if lists and strings were cut to these lengths.
fn json_size(value: &Json, items: usize, strings: usize) -> usize {
    match value {
        Json::Null | Json::Bool(_) => 5,
        Json::Number(number) => number.to_string().len(),
        // Twice, because most escapes take two bytes.
        Json::String(text) => string_size(text).min(strings.saturating_mul(2)),
        Json::Array(list) => {
            let kept = list.iter().take(items);
            2 + kept
                .map(|item| 1 + json_size(item, items, strings))
                .sum::<usize>()
        }
        Json::Object(members) => {
            let sizes = members
                .iter()
                .map(|(name, value)| string_size(name) + 2 + json_size(value, items, strings));
            2 + sizes.sum::<usize>()
        }
    }
}

fn string_size(text: &str) -> usize {
    let escapes = text
        .bytes()
        .map(|byte| match byte {
            b'"' | b'\\' | b'\n' | b'\r' | b'\t' => 1,
            0..=0x1f => 5,
            _ => 0,
        })
        .sum::<usize>();
    text.len() + escapes + 2
}

#[derive(Default)]
struct Missing {
    lists: Vec<String>,
    more_lists: usize,
    strings: usize,
}

impl Missing {
    fn truncate_value(&mut self, value: &mut Json, items: usize, strings: usize, at: &mut String) {
        match value {
            Json::Array(list) => {
                let length = list.len();
                if length > items {
                    list.truncate(items);
                    self.note_list(at, items, length);
                }
                for item in list {
                    self.truncate_member(item, items, strings, at, "*");
                }
            }
            Json::Object(members) => {
                for (name, member) in members.iter_mut() {
                    self.truncate_member(member, items, strings, at, name);
                }
            }
            Json::String(text) if text.len() > strings => {
                text.truncate(floor_char_boundary(text, strings));
                text.push('…');
                self.strings += 1;
            }
            _ => {}
        }
    }

    fn truncate_member(
        &mut self,
        value: &mut Json,
        items: usize,
        strings: usize,
        at: &mut String,
        step: &str,
    ) {
        let length = at.len();
        at.push('/');
        at.push_str(step);
        self.truncate_value(value, items, strings, at);
        at.truncate(length);
    }

    fn note_list(&mut self, at: &str, kept: usize, length: usize) {
        if self.lists.len() == MAX_NAMED {
            self.more_lists += 1;
            return;
        }
        let place = match at {
            "" => "the list",
            at => &at[..floor_char_boundary(at, MAX_PLACE_BYTES)],
        };
        self.lists
            .push(format!("of {place} {kept} of {length} items are here"));
    }

    fn describe_missing(&self) -> String {
        let mut words = self.lists.join(", ");
        if self.more_lists > 0 {
            let _ = write!(words, ", and {} more lists are shorter", self.more_lists);
        }
        if self.strings > 0 {
            let separator = if words.is_empty() { "" } else { ", " };
            let _ = write!(
                words,
                "{separator}{} long strings are truncated",
                self.strings
            );
        }
        if words.is_empty() {
            words.push_str("nothing could be left out");
        }
        words
    }
}

/// The largest length up to `limit` that is between two characters.
pub(in crate::server) fn floor_char_boundary(text: &str, limit: usize) -> usize {
    let mut end = text.len().min(limit);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    end
}
