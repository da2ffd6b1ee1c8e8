//! What a query asks for.

use super::kind::{Intent, intent_of_query, object_of_query};
use super::meaning::{Meaning, find_meanings};
use super::phrases::{join_phrases, negated_words};
use super::split::split_words;
use super::stem::stem_word;
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
    /// What "show" and "list" find by themselves, if they begin a query that speaks of other things.
    pub seeing: Option<Meaning>,
    /// What is to be done with them.
    pub intent: Option<Intent>,
    /// The stem of the word that says what it is done with.
    pub object: Option<String>,
    /// Whether it has a name or a quotation.
    pub has_name: bool,
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
        let words = split_words(text).into_iter().map(|word| word.text);
        let words = join_phrases(words.take(MOST_WORDS).collect());
        let mut wanted = wanted_meanings(&words, known);
        // "show" says nothing of what is to be seen.
        let sees = |wanted: &Wanted| wanted.meaning.group.is_some_and(Group::is_seeing);
        let begins_with_seeing = wanted.len() > 1 && wanted.first().is_some_and(sees);
        let seeing = begins_with_seeing.then(|| wanted.remove(0).meaning);
        Self {
            wanted,
            seeing,
            intent: intent_of_query(&words),
            object: object_of_query(&words).map(|word| stem_word(word)),
            has_name: has_name(text),
        }
    }
}

/// Whether a text has a quotation, or a word in capitals that is not the first of a sentence.
fn has_name(text: &str) -> bool {
    let is_quoted = ['"', '“', '«', '‘'].iter().any(|mark| text.contains(*mark));
    let mut begins = true;
    let mut is_named = false;
    for word in text.split_whitespace() {
        let letters: Vec<char> = word.chars().filter(|c| c.is_alphanumeric()).collect();
        // "I" is none, and abbreviations such as "SSH" are what APIs speak of.
        let is_word = letters.len() > 1 && letters.iter().skip(1).any(|c| c.is_lowercase());
        let is_capitalized = letters.first().is_some_and(|first| first.is_uppercase());
        is_named |= !begins && is_word && is_capitalized;
        begins = word.ends_with(['.', '?', '!', ':']);
    }
    is_quoted || is_named
}

fn wanted_meanings(words: &[String], known: Words<'_>) -> Vec<Wanted> {
    let mut all = Vec::new();
    let mut weight = 1.0;
    for (at, word) in words.iter().enumerate() {
        if at > 0 && is_preposition(word) {
            weight = BESIDE;
        }
        if !is_stop_word(word) {
            for meaning in find_meanings(word, known) {
                put_meaning(&mut all, Wanted { meaning, weight });
            }
        }
    }
    // "check run" may be `checkrun` in the spec. Only words that the index has are added, so
    // guessing costs nothing.
    let written_apart = words.windows(2).map(<[String]>::concat);
    for word in written_apart.chain(negated_words(words)) {
        all.extend(known.find_row(&stem_word(&word)).map(|row| Wanted {
            meaning: Meaning::from_row(row),
            weight: 1.0,
        }));
    }
    all
}

/// Words of one group are one thing: "add a new page" does not ask twice for what creates.
fn put_meaning(all: &mut Vec<Wanted>, wanted: Wanted) {
    let same = |other: &&mut Wanted| other.meaning.is_like(&wanted.meaning);
    match all.iter_mut().find(same) {
        Some(other) => other.meaning.join_with(wanted.meaning),
        None => all.push(wanted),
    }
}
