//! Truncates JSON to a number of bytes without changing its form: lists lose items, long strings their ends.
//!
//! The same limit holds for every list, and each list keeps at least one item. The text is read once, as a stream
//! ([`JsonOutline`]): what is certain to be left out is skipped and never stored, so that a long text takes no more memory than
//! what is kept of it.

use std::fmt::Write as _;

use super::json_outline::{JsonOutline, KeptSizes};
use crate::char_boundary::floor_char_boundary;
use crate::value::Json;

/// Strings are cut only beyond this: a shorter one may be a name or an address.
pub(super) const MIN_TRUNCATED_STRING: usize = 1000;
/// Of the lists that were cut, so many are named.
const MAX_NAMED: usize = 3;
/// Names of members may be as long as an answer.
const MAX_PLACE_BYTES: usize = 200;

/// What is left of a JSON text.
pub(super) struct TruncatedJson {
    pub(super) value: Json,
    /// What is missing, in words, if anything is.
    pub(super) missing: Option<String>,
}

/// Cuts a JSON text until it has no more than so many bytes, as far as that can be done without changing its form.
///
/// # Errors
///
/// The text is not JSON.
pub(super) fn truncate_json(text: &str, limit: usize) -> serde_json::Result<TruncatedJson> {
    let mut sizes = KeptSizes::new(limit);
    let outline = JsonOutline::read_text(text, &mut sizes)?;
    let lengths = sizes.choose_lengths();
    let mut missing = Missing::default();
    let value = missing.truncate_value(outline, lengths, &mut String::new());
    Ok(TruncatedJson {
        value,
        missing: missing.describe_missing(),
    })
}

/// How long lists and strings may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct KeptLengths {
    pub(super) items: usize,
    /// In bytes.
    pub(super) strings: usize,
}

#[derive(Default)]
struct Missing {
    lists: Vec<String>,
    more_lists: usize,
    strings: usize,
}

impl Missing {
    fn truncate_value(
        &mut self,
        outline: JsonOutline<'_>,
        kept: KeptLengths,
        at: &mut String,
    ) -> Json {
        match outline {
            JsonOutline::Scalar(value) => value,
            JsonOutline::List { items, length } => {
                if length > kept.items {
                    self.note_list(at, kept.items, length);
                }
                let items = items.into_iter().take(kept.items);
                items
                    .map(|item| self.truncate_member(item, kept, at, "*"))
                    .collect()
            }
            JsonOutline::Object(members) => Json::Object(
                members
                    .into_iter()
                    .map(|(name, member)| {
                        let member = self.truncate_member(member, kept, at, &name);
                        (name, member)
                    })
                    .collect(),
            ),
            JsonOutline::Text(text) if text.len() > kept.strings => {
                self.strings += 1;
                let end = floor_char_boundary(&text, kept.strings);
                Json::String(format!("{}…", &text[..end]))
            }
            JsonOutline::Text(text) => Json::String(text.into_owned()),
        }
    }

    fn truncate_member(
        &mut self,
        outline: JsonOutline<'_>,
        kept: KeptLengths,
        at: &mut String,
        step: &str,
    ) -> Json {
        let length = at.len();
        at.push('/');
        at.push_str(step);
        let value = self.truncate_value(outline, kept, at);
        at.truncate(length);
        value
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

    fn describe_missing(&self) -> Option<String> {
        let mut words = self.lists.join(", ");
        if self.more_lists > 0 {
            let _ = match self.more_lists {
                1 => write!(words, ", and 1 more list is shorter"),
                several => write!(words, ", and {several} more lists are shorter"),
            };
        }
        if self.strings > 0 {
            let separator = if words.is_empty() { "" } else { ", " };
            let strings = match self.strings {
                1 => "1 long string is truncated".to_owned(),
                several => format!("{several} long strings are truncated"),
            };
            let _ = write!(words, "{separator}{strings}");
        }
        (!words.is_empty()).then_some(words)
    }
}
