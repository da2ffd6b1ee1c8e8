//! Reduces annotations to what helps a model: no title that repeats the name, no long default or example, and
//! descriptions that are truncated at the end of a sentence. It knows nothing of what a schema accepts.

use std::borrow::Cow;

use serde_json::{Value, json};

use crate::markdown::to_model_text;
use crate::schema::example::is_of_type;
use crate::schema::keyword::{Object, declared_types};

/// The annotations that clients are shown, beside `format`.
pub(crate) const CLIENT_ANNOTATIONS: [&str; 5] =
    ["title", "description", "default", "examples", "deprecated"];

/// Characters of a description; longer ones are cut at the end of a sentence.
pub(crate) const LONGEST_DESCRIPTION: usize = 1000;

/// Bytes of a default, as JSON.
const LONGEST_DEFAULT: usize = 200;

/// Bytes of an example, as JSON.
const LONGEST_EXAMPLE: usize = 50;

/// A description for models, if it tells anything beside the name of its place.
pub(super) fn client_description<'t>(
    value: &'t Value,
    name: &str,
    longest: usize,
) -> Option<Cow<'t, str>> {
    let text = to_model_text(value.as_str()?.trim(), longest);
    (!text.is_empty() && !is_same_ignoring_punctuation(&text, name)).then_some(text)
}

/// The value of another annotation as clients are shown it, if it tells them anything. `name` is what
/// the place is called.
pub(super) fn client_annotation(
    keyword: &str,
    value: &Value,
    object: &Object,
    name: &str,
) -> Option<Value> {
    match keyword {
        "title" => {
            let text = value.as_str()?.trim();
            let described = object
                .get("description")
                .and_then(Value::as_str)
                .is_some_and(|description| !description.trim().is_empty());
            (!text.is_empty() && !described && !is_same_ignoring_punctuation(text, name))
                .then(|| Value::from(text))
        }
        "default" => is_valid_and_short(value, object, LONGEST_DEFAULT).then(|| value.clone()),
        "examples" => {
            let first = value.as_array()?.first()?;
            let telling = first.is_string()
                && ["enum", "const", "default", "format", "$ref"]
                    .iter()
                    .all(|other| !object.contains_key(*other));
            (telling && is_valid_and_short(first, object, LONGEST_EXAMPLE)).then(|| json!([first]))
        }
        "deprecated" => (value == &Value::Bool(true)).then_some(Value::Bool(true)),
        _ => None,
    }
}

/// Puts the annotations of `above` over those of `object`.
pub(crate) fn overlay_annotations(object: &mut Object, above: &Object) {
    for keyword in CLIENT_ANNOTATIONS {
        if let Some(value) = above.get(keyword) {
            object.insert(keyword.to_owned(), value.clone());
        }
    }
}

fn is_valid_and_short(value: &Value, object: &Object, longest: usize) -> bool {
    let listed = match object.get("enum") {
        Some(Value::Array(values)) => values.contains(value),
        _ => true,
    };
    let types = declared_types(object);
    let typed = types.is_empty() || types.iter().any(|name| is_of_type(value, name));
    !value.is_null() && listed && typed && value.to_string().len() <= longest
}

/// Whether two texts differ in case, spaces and punctuation only.
pub(crate) fn is_same_ignoring_punctuation(text: &str, name: &str) -> bool {
    let letters = |text: &str| -> String {
        text.chars()
            .filter(|c| c.is_alphanumeric())
            .flat_map(char::to_lowercase)
            .collect()
    };
    !name.is_empty() && letters(text) == letters(name)
}

/// What stands behind a text of which the rest is missing.
const ELLIPSIS: &str = "…";

/// A text of at most `longest` characters: a longer one is cut at the end of a sentence, or of a word if the
/// last sentence is too long for that, and ends in `…`.
pub(crate) fn truncate_text(text: &str, longest: usize) -> String {
    if text.chars().nth(longest).is_none() {
        return text.to_owned();
    }
    // Room for a space and the mark.
    let room = longest.saturating_sub(2);
    let limit = text.char_indices().nth(room).map_or(0, |(limit, _)| limit);
    let head = &text[..limit];
    // Chinese and Japanese have no space after a sentence.
    let spaced = [". ", ".\n", "\n\n", "! ", "? ", "… "].iter();
    let spaced = spaced.filter_map(|end| Some(head.rfind(end)? + end.len() - 1));
    let unspaced = ['。', '！', '？'].iter();
    let unspaced = unspaced.filter_map(|end| Some(head.rfind(*end)? + end.len_utf8()));
    // A first sentence shorter than a third of the limit would waste most of the room.
    let sentence = spaced.chain(unspaced).max().filter(|end| *end > limit / 3);
    if let Some(end) = sentence {
        let kept = head[..end].trim_end();
        return match kept.ends_with(ELLIPSIS) || kept.ends_with("...") {
            true => kept.to_owned(),
            false => format!("{kept} {ELLIPSIS}"),
        };
    }
    let words = head.rfind(char::is_whitespace).unwrap_or(limit);
    format!("{}{ELLIPSIS}", head[..words].trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_descriptions_end_with_a_sentence() {
        let sentence = "Twenty characters. ";
        let cut = truncate_text(&sentence.repeat(100), LONGEST_DESCRIPTION);
        assert!(cut.chars().count() <= LONGEST_DESCRIPTION);
        assert!(cut.chars().count() > 900);
        assert!(cut.ends_with("characters. …"), "{cut}");
        let unbroken = truncate_text(&"é".repeat(3000), LONGEST_DESCRIPTION);
        assert_eq!(unbroken.chars().count(), LONGEST_DESCRIPTION - 1);
        assert!(unbroken.ends_with('…'));
        let marked = truncate_text(&"And so on… ".repeat(100), 50);
        assert!(marked.ends_with("on…"), "{marked}");
        let unspaced = truncate_text(&"这是一个句子。".repeat(30), 50);
        assert!(unspaced.ends_with("句子。 …"), "{unspaced}");
        assert_eq!(truncate_text("Short.", 6), "Short.");
        assert_eq!(truncate_text("Too long", 0), "…");
    }

    #[test]
    fn names_are_no_news() {
        assert!(is_same_ignoring_punctuation("Pet ID", "pet_id"));
        assert!(!is_same_ignoring_punctuation("Pet ID", ""));
        assert!(!is_same_ignoring_punctuation("Name of the pet", "name"));
    }
}
