//! The words that a tool's name is made of, and which of them can be spared.

use super::{compact_name, snake_name};
use crate::model::Method;

/// The words of names, in order.
pub(super) type Words = Vec<String>;

/// How many words of a text are looked at: more make no name, and each is compared with the others.
const MOST_WORDS: usize = 100;

/// The words of `text` in snake_case.
pub(super) fn words_of(text: &str) -> Words {
    let name = snake_name(text);
    let words = name.split('_').filter(|word| !word.is_empty());
    words.take(MOST_WORDS).map(str::to_owned).collect()
}

/// Method and path in words: `get pets by pet id toys`.
pub(super) fn words_of_place(method: &Method, path: &str) -> Words {
    let mut words = match words_of(method.key()) {
        words if words.is_empty() => vec!["send".to_owned()],
        words => words,
    };
    for segment in path.split('/').filter(|segment| !segment.is_empty()) {
        words.extend(words_of(&segment.replace('{', " by {")));
    }
    words.truncate(MOST_WORDS);
    words
}

/// The words of each parameter of a path but of one that ends it: which of several things it is about is
/// no part of what a tool does, but whether it is about one of them or all is.
pub(super) fn parameters_within(path: &str) -> Vec<Words> {
    let path = path.trim_end_matches('/');
    let mut found = Vec::new();
    let mut rest = path;
    while let Some((_, after)) = rest.split_once('{')
        && let Some((name, after)) = after.split_once('}')
    {
        if !after.is_empty() {
            found.push(words_of(name));
        }
        rest = after;
    }
    found
}

/// The words without `by pet id` for each of these parameters.
pub(super) fn without_parameters(words: &Words, parameters: &[Words]) -> Words {
    let mut left = words.clone();
    for parameter in parameters.iter().filter(|parameter| !parameter.is_empty()) {
        let length = parameter.len() + 1;
        let is_named = |window: &[String]| window[0] == "by" && window[1..] == parameter[..];
        if let Some(at) = left.windows(length).position(is_named) {
            left.drain(at..at + length);
        }
    }
    left
}

/// The words without those that occurred before; of two that stand beside each other, `pets pet`, the second
/// says more.
pub(super) fn without_repetitions(words: &Words) -> Words {
    let mut left: Words = Vec::new();
    for word in words {
        if left.last().is_some_and(|last| *last == format!("{word}s")) {
            left.pop();
        }
        if !left.contains(word) {
            left.push(word.clone());
        }
    }
    left
}

/// How many words all of several names begin with, behind their first `skipped` words. Each keeps one word more.
pub(super) fn count_shared<'w>(
    names: impl Iterator<Item = &'w Words> + Clone,
    skipped: usize,
) -> usize {
    let Some(first) = names.clone().next() else {
        return 0;
    };
    if names.clone().count() < 3 {
        return 0;
    }
    let is_shared = |at: usize| {
        names
            .clone()
            .all(|words| words.len() > at + 1 && words[at] == first[at])
    };
    (skipped..).take_while(|at| is_shared(*at)).count()
}

/// The words without `count` of them behind the first `skipped`.
pub(super) fn without_shared(words: &Words, skipped: usize, count: usize) -> Words {
    let (head, rest) = words.split_at(skipped.min(words.len()));
    let rest = rest.iter().skip(count);
    head.iter().chain(rest).cloned().collect()
}

/// The first `head` words of a name that is too long, and as many of the last as there is room for.
pub(super) fn ends(words: &Words, head: usize, room: usize) -> Option<String> {
    if words.join("_").len() <= room {
        return None;
    }
    let (first, rest) = words.split_at_checked(head)?;
    let first = first.join("_");
    let mut length = first.len();
    let mut tail = rest.len();
    while tail > 0 && length + 1 + rest[tail - 1].len() <= room {
        tail -= 1;
        length += 1 + rest[tail].len();
    }
    let kept = &rest[tail..];
    (!kept.is_empty() && length <= room).then(|| format!("{first}_{}", kept.join("_")))
}

/// The first word of a name that is too long, and as many as there is room for from another one on.
pub(super) fn window(words: &Words, start: usize, room: usize) -> Option<String> {
    if words.join("_").len() <= room {
        return None;
    }
    let mut name = words.first()?.clone();
    for word in words.get(start..)? {
        if name.len() + 1 + word.len() > room {
            break;
        }
        name.push('_');
        name.push_str(word);
    }
    (start > 0 && name.len() > words[0].len()).then_some(name)
}

/// As many words of a name as there is room for.
pub(super) fn beginning(name: &str, room: usize) -> String {
    let mut kept = String::new();
    for word in name.split('_') {
        if kept.len() + word.len() + 1 > room {
            break;
        }
        if !kept.is_empty() {
            kept.push('_');
        }
        kept.push_str(word);
    }
    if kept.is_empty() {
        kept = name.chars().take(room).collect();
    }
    kept
}

/// Whether a summary can be a name: several words that are not too many.
pub(super) fn summary_words(summary: &str) -> Option<Words> {
    let words = words_of(summary);
    let letters = compact_name(summary).len();
    (words.len() > 1 && letters >= 6 && words[0].starts_with(|c: char| c.is_ascii_alphabetic()))
        .then_some(words)
}
