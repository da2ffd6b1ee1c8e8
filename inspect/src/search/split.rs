//! Text and identifiers to words.

/// A word of a text, in lower case, and whether it goes on with an identifier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Word {
    /// The word.
    pub text: String,
    /// It was written together with the word before it.
    pub goes_on: bool,
}

/// The words of `text`, in their order. `listPullRequests`, `list_pull_requests` and `list pull requests`
/// have the same; Chinese, Japanese and Thai, which are written without spaces, become pairs of characters.
pub(super) fn split_words(text: &str) -> Vec<Word> {
    let mut words = Vec::new();
    for run in text.split(|c: char| !is_word_character(c)) {
        let run: Vec<char> = run.chars().filter(|c| !is_accent(*c)).collect();
        let run = without_genitive(&run);
        for script in run.chunk_by(|a, b| is_unspaced(*a) == is_unspaced(*b)) {
            if script.first().copied().is_some_and(is_unspaced) {
                push_pairs(script, &mut words);
            } else {
                push_parts(script, &mut words);
            }
        }
    }
    words
}

fn is_word_character(c: char) -> bool {
    c.is_alphanumeric() || is_apostrophe(c) || is_accent(c)
}

fn is_apostrophe(c: char) -> bool {
    matches!(c, '\'' | '’')
}

/// The accents that decomposed letters carry behind them.
fn is_accent(c: char) -> bool {
    ('\u{300}'..='\u{36f}').contains(&c)
}

/// Thai, kana and Han.
fn is_unspaced(c: char) -> bool {
    matches!(
        u32::from(c),
        0x0e00..=0x0e7f | 0x3040..=0x30ff | 0x3400..=0x4dbf | 0x4e00..=0x9fff | 0xf900..=0xfaff | 0x20000..=0x3ffff
    )
}

/// "customer's" is "customer".
fn without_genitive(run: &[char]) -> Vec<char> {
    let stem = match run {
        [stem @ .., apostrophe, 's' | 'S'] if is_apostrophe(*apostrophe) => stem,
        _ => run,
    };
    stem.iter()
        .copied()
        .filter(|c| !is_apostrophe(*c))
        .collect()
}

fn push_pairs(run: &[char], words: &mut Vec<Word>) {
    let pairs = run.windows(2.min(run.len()));
    words.extend(pairs.map(|pair| Word {
        text: pair.iter().collect(),
        goes_on: false,
    }));
}

fn push_parts(run: &[char], words: &mut Vec<Word>) {
    let parts = split_identifier(run).into_iter().enumerate();
    words.extend(parts.map(|(at, letters)| Word {
        text: letters.iter().flat_map(|c| c.to_lowercase()).collect(),
        goes_on: at > 0,
    }));
}

/// The parts of `listHTMLPages2`: list, HTML, Pages, 2. A single letter is no part, as in `OAuth` and `v1`.
fn split_identifier(run: &[char]) -> Vec<&[char]> {
    let mut parts = Vec::new();
    let mut start = 0;
    for at in 1..run.len() {
        let next = run.get(at + 1).copied();
        if is_boundary(run[at - 1], run[at], next) && at - start > 1 && !ends_single(&run[at..]) {
            parts.push(&run[start..at]);
            start = at;
        }
    }
    if start < run.len() {
        parts.push(&run[start..]);
    }
    parts
}

fn is_boundary(before: char, here: char, next: Option<char>) -> bool {
    let camel = before.is_lowercase() && here.is_uppercase();
    let acronym_ends =
        before.is_uppercase() && here.is_uppercase() && next.is_some_and(char::is_lowercase);
    camel || acronym_ends || before.is_alphabetic() != here.is_alphabetic()
}

/// Only one letter is left, as in `IDs` or `x509v`.
fn ends_single(rest: &[char]) -> bool {
    matches!(rest, [letter] if letter.is_alphabetic())
}
