//! What a query asks for: for each of its words, the words of the index that stand for it.

use super::Words;
use super::kind::{Intent, intent};
use super::phrases::{joined, negated};
use super::split::words;
use super::stem::stem;
use super::stop::{is_preposition, is_stop_word};
use super::synonyms::{Group, long_form};
use super::typo::Typed;

/// What a synonym counts, of what the word itself would.
const SYNONYM: f32 = 0.7;
/// What a word counts that the query's begins.
const BEGUN: f32 = 0.7;
/// What a word counts that differs by one letter; by two, the square of it.
const NEAR: f32 = 0.7;
/// What a word counts that begins with a word which is known itself ("contributor" for "contributed").
const DERIVED: f32 = 0.5;
/// Letters of a stem that others are derived from.
const DERIVED_FROM: usize = 5;
/// What the words behind a preposition count: a label of an issue is a label first.
const BESIDE: f32 = 0.7;
/// Letters that a word has to have before it stands for those that it begins.
const BEGINS: usize = 3;
/// Letters of each part of two words that were written as one.
const PART: usize = 3;

/// One thing that a query asks for.
#[derive(Debug)]
pub(super) struct Wanted {
    /// Rows of the table of words that stand for it, and how well.
    pub rows: Vec<(usize, f32)>,
    /// What it counts beside the others.
    pub weight: f32,
    group: Option<Group>,
}

impl Wanted {
    fn only(row: usize) -> Self {
        Self {
            rows: vec![(row, 1.0)],
            weight: 1.0,
            group: None,
        }
    }
}

/// What a query wants.
pub(super) struct Query {
    pub wanted: Vec<Wanted>,
    pub intent: Option<Intent>,
}

impl Query {
    /// What the text says that a caller wrote.
    pub(super) fn new(text: &str, index: Words<'_>) -> Self {
        let words = words(text).into_iter().map(|word| word.text).collect();
        let words = joined(words);
        Self {
            wanted: wanted(&words, index),
            intent: intent(&words),
        }
    }
}

fn wanted(words: &[String], index: Words<'_>) -> Vec<Wanted> {
    let mut all = Vec::new();
    let mut weight = 1.0;
    for (at, word) in words.iter().enumerate() {
        if at > 0 && is_preposition(word) {
            weight = BESIDE;
        }
        if !is_stop_word(word) {
            for wanted in resolve(word, index) {
                put(&mut all, Wanted { weight, ..wanted });
            }
        }
    }
    let joined = words.windows(2).map(<[String]>::concat);
    for word in joined.chain(negated(words)) {
        all.extend(index.find(&stem(&word)).map(Wanted::only));
    }
    if all.len() > 1 && all[0].group.is_some_and(Group::is_seeing) {
        all.remove(0);
    }
    all
}

/// Words of one group are one wish: "add a new page" does not ask twice for what creates.
fn put(all: &mut Vec<Wanted>, wanted: Wanted) {
    let same = all.iter_mut().find(|other| {
        (other.group.is_some() && other.group == wanted.group) || other.rows == wanted.rows
    });
    match same {
        Some(other) => {
            for (row, factor) in wanted.rows {
                match other.rows.iter_mut().find(|(known, _)| *known == row) {
                    Some((_, known)) => *known = known.max(factor),
                    None => other.rows.push((row, factor)),
                }
            }
        }
        None => all.push(wanted),
    }
}

fn resolve(word: &str, index: Words<'_>) -> Vec<Wanted> {
    if let Some(long) = long_form(word) {
        return long.iter().flat_map(|word| known(word, index)).collect();
    }
    known(word, index)
        .map(|wanted| vec![wanted])
        .or_else(|| in_two(word, index))
        .or_else(|| guessed(word, index).map(|wanted| vec![wanted]))
        .unwrap_or_default()
}

/// The word itself, its synonyms, and the words that are derived from it.
fn known(word: &str, index: Words<'_>) -> Option<Wanted> {
    let stem = stem(word);
    let group = Group::of(&stem);
    let itself = index.find(&stem);
    let mut rows: Vec<(usize, f32)> = itself.map(|row| (row, 1.0)).into_iter().collect();
    let others = group
        .map_or(&[][..], Group::stems)
        .iter()
        .filter(|other| **other != stem);
    rows.extend(others.filter_map(|other| index.find(other)).map(|row| (row, SYNONYM)));
    if itself.is_some() && stem.chars().count() >= DERIVED_FROM {
        let begun = index.beginning(&stem).filter(|row| itself != Some(*row));
        rows.extend(begun.map(|row| (row, DERIVED)));
    }
    (!rows.is_empty()).then_some(Wanted { rows, group, weight: 1.0 })
}

/// Two known words that were written as one.
fn in_two(word: &str, index: Words<'_>) -> Option<Vec<Wanted>> {
    let cuts = word.char_indices().map(|(at, _)| at).skip(PART);
    let splits = cuts
        .map(|at| word.split_at(at))
        .filter(|(_, second)| second.chars().count() >= PART);
    let found = splits.filter_map(|(first, second)| {
        Some(vec![known(first, index)?, known(second, index)?])
    });
    found.last()
}

/// The words that `word` begins, and those that it may have been meant as.
fn guessed(word: &str, index: Words<'_>) -> Option<Wanted> {
    let mut rows = Vec::new();
    let begins = if word.is_ascii() { word.len() >= BEGINS } else { true };
    if begins {
        rows.extend(index.beginning(word).map(|row| (row, BEGUN)));
    }
    let typed = Typed::new(word);
    for (row, known) in index.stems().enumerate() {
        if let Some(distance) = typed.distance(known) {
            rows.push((row, if distance < 2 { NEAR } else { NEAR * NEAR }));
        }
    }
    (!rows.is_empty()).then_some(Wanted { rows, group: None, weight: 1.0 })
}
