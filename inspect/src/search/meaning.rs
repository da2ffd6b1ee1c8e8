//! The words of an index that a word of a query stands for.

use super::stem::stem_word;
use super::synonyms::{Group, long_form};
use super::typo::Typed;
use super::words::Words;

/// What a synonym counts, of what the word itself would.
const SYNONYM: f32 = 0.7;
/// What a word counts that begins with one which is known itself ("contributor" for "contributed").
const DERIVED: f32 = 0.5;
/// What a word counts that the query's begins.
const BEGUN: f32 = 0.7;
/// What a word counts that differs by one letter; by two, the square of it.
const NEAR: f32 = 0.7;
/// Letters of a stem that others are derived from.
const DERIVED_FROM: usize = 5;
/// Letters of a to z that a word has to have before it stands for those that it begins.
const BEGINS: usize = 3;
/// Letters of each part of two words that were written as one.
const PART: usize = 3;
/// Letters of the longest word that is taken for anything but itself.
const LONGEST: usize = 40;

/// The words that stand for one thing.
#[derive(Debug)]
pub(super) struct Meaning {
    /// Their rows in the table, and what they count.
    pub rows: Vec<(usize, f32)>,
    /// The group of synonyms, where there is one.
    pub group: Option<Group>,
}

impl Meaning {
    /// One word alone.
    pub(super) fn from_row(row: usize) -> Self {
        Self {
            rows: vec![(row, 1.0)],
            group: None,
        }
    }

    /// Whether it is something to do.
    pub(super) fn is_verb(&self) -> bool {
        self.group.is_some_and(|group| group.intent().is_some())
    }

    /// Both mean the same.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        (self.group.is_some() && self.group == other.group) || self.rows == other.rows
    }

    /// Takes over what stands for `other`.
    pub(super) fn join_with(&mut self, other: Self) {
        for (row, factor) in other.rows {
            match self.rows.iter_mut().find(|(known, _)| *known == row) {
                Some((_, known)) => *known = known.max(factor),
                None => self.rows.push((row, factor)),
            }
        }
    }
}

/// What a word of a query, in lower case, means: several things where it is an abbreviation, or words that
/// were written as one.
pub(super) fn find_meanings(word: &str, known: Words<'_>) -> Vec<Meaning> {
    if let Some(long) = long_form(word) {
        return long
            .iter()
            .flat_map(|word| exact_meaning(word, known))
            .collect();
    }
    if let Some(meaning) = exact_meaning(word, known) {
        return vec![meaning];
    }
    if word.chars().count() > LONGEST {
        return Vec::new();
    }
    in_two(word, known)
        .map(Vec::from)
        .or_else(|| guess_misspelled(word, known).map(|meaning| vec![meaning]))
        .unwrap_or_default()
}

/// The word itself, its synonyms, and the words that are derived from it.
fn exact_meaning(word: &str, known: Words<'_>) -> Option<Meaning> {
    let stem = stem_word(word);
    let group = Group::find_group(&stem);
    let itself = known.find_row(&stem);
    let mut rows: Vec<(usize, f32)> = itself.map(|row| (row, 1.0)).into_iter().collect();
    let others = group.map_or(&[][..], Group::stems).iter();
    let synonyms = others.filter(|other| **other != stem);
    rows.extend(synonyms.filter_map(|other| Some((known.find_row(other)?, SYNONYM))));
    if itself.is_some() && stem.chars().count() >= DERIVED_FROM {
        let derived = known
            .beginning_with(&stem)
            .filter(|row| itself != Some(*row));
        rows.extend(derived.map(|row| (row, DERIVED)));
    }
    (!rows.is_empty()).then_some(Meaning { rows, group })
}

/// Two known words that were written as one; the first is as long as can be.
fn in_two(word: &str, known: Words<'_>) -> Option<[Meaning; 2]> {
    let cuts = word.char_indices().map(|(at, _)| at).skip(PART);
    let splits = cuts
        .map(|at| word.split_at(at))
        .filter(|(_, second)| second.chars().count() >= PART);
    let found = splits.filter_map(|(first, second)| {
        Some([exact_meaning(first, known)?, exact_meaning(second, known)?])
    });
    found.last()
}

/// The words that `word` begins, and those that it may have been meant as.
fn guess_misspelled(word: &str, known: Words<'_>) -> Option<Meaning> {
    let mut rows = Vec::new();
    if !word.is_ascii() || word.len() >= BEGINS {
        rows.extend(known.beginning_with(word).map(|row| (row, BEGUN)));
    }
    let typed = Typed::new(word);
    let near = known.all_stems().filter_map(|(row, stem)| {
        let factor = if typed.edits_to_stem(stem)? < 2 {
            NEAR
        } else {
            NEAR * NEAR
        };
        Some((row, factor))
    });
    rows.extend(near);
    (!rows.is_empty()).then_some(Meaning { rows, group: None })
}
