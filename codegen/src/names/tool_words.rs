//! The words that a tool's name is made of, and which of them can be spared.

use std::collections::{BTreeMap, HashSet};

use super::{compact_name, snake_name};
use crate::model::Method;

/// The words of names, in order.
pub(super) type Words = Vec<String>;

/// How many words of a text are looked at: more make no name, and each is compared with the others.
const MOST_WORDS: usize = 100;

/// The words of `text` in snake_case.
pub(super) fn snake_case_words(text: &str) -> Words {
    let name = snake_name(text);
    let words = name.split('_').filter(|word| !word.is_empty());
    words.take(MOST_WORDS).map(str::to_owned).collect()
}

/// How long a name of these words is.
pub(super) fn joined_length(words: &[String]) -> usize {
    let lengths = words.iter().map(|word| word.len() + 1);
    lengths.sum::<usize>().saturating_sub(1)
}

/// Method and path in words: `get pets by pet id toys`.
pub(super) fn place_words(method: &Method, path: &str) -> Words {
    let mut words = match snake_case_words(method.key()) {
        words if words.is_empty() => vec!["send".to_owned()],
        words => words,
    };
    for segment in path.split('/').filter(|segment| !segment.is_empty()) {
        words.extend(snake_case_words(&segment.replace('{', " by {")));
    }
    words.truncate(MOST_WORDS);
    words
}

/// The same with the names of punctuation, which tell `/a-b` from `/a_b`.
pub(super) fn spelled_place_words(method: &Method, path: &str) -> Words {
    const PUNCTUATION: [(&str, &str); 7] = [
        ("-", " dash "),
        ("_", " underscore "),
        (".", " dot "),
        (":", " colon "),
        ("//", "/ slash /"),
        ("{", " parameter {"),
        ("#", " hash "),
    ];
    let spelled = PUNCTUATION
        .iter()
        .fold(path.to_owned(), |path, (mark, word)| {
            path.replace(mark, word)
        });
    let mut words = place_words(method, &spelled);
    if path.len() > 1 && path.ends_with('/') {
        words.push("slash".to_owned());
    }
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
        // `/pets/{id}.json` ends with its parameter as well.
        let is_format = after.starts_with('.') && !after.contains(['/', '{']);
        if !after.is_empty() && !is_format {
            found.push(snake_case_words(name));
        }
        rest = after;
    }
    found
}

/// The words without `by pet id` for each of these parameters; at the end of a name only if it `may_end` so.
pub(super) fn without_parameters(words: &Words, parameters: &[Words], may_end: bool) -> Words {
    let mut left = words.clone();
    for parameter in parameters {
        let Some(at) = find_parameter(&left, parameter) else {
            continue;
        };
        let end = at + parameter.len() + 1;
        if end < left.len() || may_end {
            left.drain(at..end);
        }
    }
    left
}

/// Where `by pet id` begins.
fn find_parameter(words: &[String], parameter: &Words) -> Option<usize> {
    let is_named = |window: &[String]| window[0] == BY && window[1..] == parameter[..];
    let mut windows = words.windows(parameter.len() + 1);
    windows.position(is_named).filter(|_| !parameter.is_empty())
}

/// What precedes the last `by` of a name, if anything follows that.
pub(super) fn words_before_by(words: &Words) -> Option<&[String]> {
    let at = words.iter().rposition(|word| word == BY)?;
    (at > 0 && at + 1 < words.len()).then(|| &words[..at])
}

/// What stands before that by which one of several things is found.
const BY: &str = "by";

/// Words that say nothing without the one that follows them.
const JOINING: [&str; 15] = [
    "a", "an", "and", "as", "at", "by", "for", "from", "in", "of", "on", "or", "the", "to", "with",
];

fn is_joining(word: &str) -> bool {
    JOINING.contains(&word)
}

/// The words without those that occur again behind them: the last nouns of a name say what it is about. Of two that
/// stand beside each other, `pets pet`, the second says more. A verb at the beginning stays. What an operation is
/// about is not said by the parameter that its name ends in: of `check_item_name_by_check_item_id`, `by_id` is left.
pub(super) fn without_repetitions(words: &Words, verbs: &[&str]) -> Words {
    let is_parameter = |at: usize| !words[at + 1..].iter().any(|word| is_joining(word));
    let end = words_before_by(words).map(<[String]>::len);
    let end = end.filter(|at| is_parameter(*at)).unwrap_or(words.len());
    let (before, parameter) = words.split_at(end);
    let mut left = last_occurrences(before, verbs);
    let known: HashSet<&str> = before.iter().map(String::as_str).collect();
    let is_new = |word: &&str| !known.contains(word) || is_joining(word);
    if let Some((last, of_parameter)) = parameter.split_last() {
        left.extend(of_parameter.iter().map(String::as_str).filter(is_new));
        // `by` alone says nothing.
        if is_new(&last.as_str()) || left.last() == Some(&BY) {
            left.push(last);
        }
    }
    left.into_iter().map(str::to_owned).collect()
}

/// Each of the words where it occurs last; a verb at the beginning stays.
fn last_occurrences<'w>(words: &'w [String], verbs: &[&str]) -> Vec<&'w str> {
    let mut later: HashSet<&str> = HashSet::new();
    // From behind.
    let mut left: Vec<&str> = Vec::new();
    let mut is_last_left_out = false;
    for (at, word) in words.iter().enumerate().rev() {
        let word = word.as_str();
        let is_verb = at == 0 && verbs.contains(&word);
        let singular = word.strip_suffix('s');
        let is_plural_of_next =
            singular.is_some() && !is_last_left_out && left.last().copied() == singular;
        let is_before_joining = left.last().is_some_and(|next| is_joining(next));
        // Without its noun, `by` would go with what follows.
        let is_joined = at > 0 && is_joining(&words[at - 1]) && !is_before_joining;
        // A joining word shares the fate of the word behind it, which was decided in the step
        // before: the loop runs backwards.
        let is_left_out = match is_joining(word) {
            true => is_last_left_out,
            false => !is_verb && !later.insert(word) && !is_joined,
        };
        is_last_left_out = is_left_out;
        if !is_left_out && !is_plural_of_next {
            left.push(word);
        }
    }
    while left.len() > 1 && left.last().is_some_and(|first| is_joining(first)) {
        left.pop();
    }
    left.reverse();
    left
}

/// The words that most of several names have in a row behind their first `skipped` words. Those that have them keep
/// one word more, and a few that have others do not matter: a spec has a path `/health` beside all of `/api/v1`.
pub(super) fn shared_words(names: &[&Words], skipped: usize) -> Words {
    const LEAST: usize = 3;
    let mut shared = Words::new();
    let mut with_them: Vec<&Words> = names.to_vec();
    loop {
        let at = skipped + shared.len();
        with_them.retain(|words| words.len() > at + 1);
        // A `BTreeMap`, since the order of a hash map would decide between words that are equally frequent.
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for words in &with_them {
            *counts.entry(&words[at]).or_default() += 1;
        }
        let most = counts.iter().max_by_key(|(_, count)| **count);
        let Some((word, count)) = most.filter(|(_, count)| **count >= LEAST) else {
            return shared;
        };
        // Four of five.
        if count * 5 < names.len() * 4 {
            return shared;
        }
        let word = (*word).to_owned();
        with_them.retain(|words| words[at] == word);
        shared.push(word);
    }
}

/// The words without as many of the shared ones, behind the first `skipped`, as there is no room for. The last of
/// them say most of what a name is about. Of a parameter, all is left out or nothing.
pub(super) fn without_shared(
    words: &Words,
    skipped: usize,
    shared: &Words,
    parameters: &[Words],
    room: usize,
) -> Words {
    let (head, rest) = words.split_at(skipped.min(words.len()));
    let is_alike = rest
        .iter()
        .zip(shared)
        .take_while(|(one, other)| one == other);
    let most = is_alike.count().min(rest.len().saturating_sub(1));
    let mut length = joined_length(words);
    let mut count = 0;
    while count < most && length > room {
        length -= rest[count].len() + 1;
        count += 1;
    }
    if count > 0 {
        for parameter in parameters {
            let at = find_parameter(rest, parameter).filter(|at| *at <= count);
            let end = at.map_or(0, |at| at + parameter.len() + 1);
            count = if end <= most { count.max(end) } else { count };
        }
        while count < most && (is_joining(&rest[count]) || rest[count] == "id") {
            count += 1;
        }
    }
    head.iter().chain(&rest[count..]).cloned().collect()
}

/// The first `head` words of a name that is too long, and as many of the last as there is room for.
pub(super) fn join_ends(words: &Words, head: usize, room: usize) -> Option<String> {
    if joined_length(words) <= room {
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
pub(super) fn join_window(words: &Words, start: usize, room: usize) -> Option<String> {
    if joined_length(words) <= room {
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
    while let Some((rest, last)) = name.rsplit_once('_')
        && is_joining(last)
    {
        name.truncate(rest.len());
    }
    (start > 0 && name.len() > words[0].len()).then_some(name)
}

/// As many words of a name as there is room for.
pub(super) fn first_words(name: &str, room: usize) -> String {
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

/// The words of a summary that can be a name: several, and no path, since `carts/{id}` does not say what is done.
pub(super) fn summary_words(summary: &str) -> Option<Words> {
    if summary.contains(['/', '{']) {
        return None;
    }
    // "A user's draft" is `users_draft`, not `user_s_draft`.
    let words = snake_case_words(&summary.replace(['\'', '\u{2019}'], ""));
    let letters = compact_name(summary).len();
    (words.len() > 1 && letters >= 6 && words[0].starts_with(|c: char| c.is_ascii_alphabetic()))
        .then_some(words)
}
