//! What a query asks for.

use super::kind::{Intent, intent};
use super::meaning::{Meaning, meanings};
use super::phrases::{joined, negated};
use super::split::words;
use super::stem::stem;
use super::stop::{is_preposition, is_stop_word};
use super::synonyms::Group;
use super::words::Words;

/// What the words behind a preposition count: a label of an issue is a label first.
const BESIDE: f32 = 0.7;
/// Words of a query that are looked at.
const MOST_WORDS: usize = 32;

/// What a query asks for.
#[derive(Debug)]
pub(super) struct Query {
    /// The things that it speaks of.
    pub wanted: Vec<Wanted>,
    /// What is to be done with them.
    pub intent: Option<Intent>,
}

/// One thing that a query speaks of.
#[derive(Debug)]
pub(super) struct Wanted {
    /// The words that stand for it.
    pub meaning: Meaning,
    /// What it counts beside the others.
    pub weight: f32,
}

impl Query {
    /// What `text` asks an index of `known` words.
    pub(super) fn new(text: &str, known: Words<'_>) -> Self {
        let words = words(text).into_iter().map(|word| word.text);
        let words = joined(words.take(MOST_WORDS).collect());
        Self {
            wanted: wanted(&words, known),
            intent: intent(&words),
        }
    }
}

fn wanted(words: &[String], known: Words<'_>) -> Vec<Wanted> {
    let mut all = Vec::new();
    let mut weight = 1.0;
    for (at, word) in words.iter().enumerate() {
        if at > 0 && is_preposition(word) {
            weight = BESIDE;
        }
        if !is_stop_word(word) {
            for meaning in meanings(word, known) {
                put(&mut all, Wanted { meaning, weight });
            }
        }
    }
    let written_apart = words.windows(2).map(<[String]>::concat);
    for word in written_apart.chain(negated(words)) {
        all.extend(known.row(&stem(&word)).map(|row| Wanted {
            meaning: Meaning::of(row),
            weight: 1.0,
        }));
    }
    // "show" says nothing of what is to be seen.
    let sees = |wanted: &Wanted| wanted.meaning.group.is_some_and(Group::is_seeing);
    if all.len() > 1 && sees(&all[0]) {
        all.remove(0);
    }
    all
}

/// Words of one group are one thing: "add a new page" does not ask twice for what creates.
fn put(all: &mut Vec<Wanted>, wanted: Wanted) {
    let same = |other: &&mut Wanted| other.meaning.is_like(&wanted.meaning);
    match all.iter_mut().find(same) {
        Some(other) => other.meaning.join(wanted.meaning),
        None => all.push(wanted),
    }
}
