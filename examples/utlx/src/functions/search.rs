//! Fuzzy, ranked search over names and descriptions. A name counts more than a description, an equal name more than
//! one that begins so, and a name with a typing error less than all of these.

use rust_stemmers::{Algorithm, Stemmer};

use super::registry::Function;

/// What a function is found by, prepared once.
#[derive(Clone, Debug)]
pub(crate) struct SearchText {
    /// As the registry has it.
    own_name: String,
    /// In lower case, letters and digits only.
    name: String,
    /// `upper` and `case` of `upperCase`.
    name_words: Vec<String>,
    /// Stems of the description and of the tags.
    stems: Vec<String>,
}

/// Words that say nothing about what a function does.
const STOP_WORDS: [&str; 24] = [
    "a", "an", "and", "as", "at", "by", "for", "from", "function", "how", "i", "in", "into", "is",
    "it", "of", "on", "or", "that", "the", "this", "to", "want", "with",
];

/// Everyday words and those that names of functions have instead.
const SYNONYMS: [(&str, &str); 16] = [
    ("uppercase", "upper"),
    ("lowercase", "lower"),
    ("length", "size"),
    ("total", "sum"),
    ("average", "avg"),
    ("mean", "avg"),
    ("substitute", "replace"),
    ("concatenate", "concat"),
    ("combine", "merge"),
    ("remove", "drop"),
    ("delete", "remove"),
    ("unique", "distinct"),
    ("duplicates", "distinct"),
    ("encode", "encoding"),
    ("checksum", "hash"),
    ("today", "now"),
];

impl SearchText {
    pub(crate) fn new(function: &Function) -> Self {
        let mut stems = stem_words(&split_words(&function.description));
        stems.extend(stem_words(&function.tags));
        stems.sort();
        stems.dedup();
        Self {
            own_name: function.name.clone(),
            name: split_words(&function.name).concat(),
            name_words: split_name(&function.name),
            stems,
        }
    }
}

/// A query, prepared once for all functions.
#[derive(Debug)]
pub(crate) struct Query {
    /// As it was asked.
    text: String,
    /// The whole query without spaces.
    joined: String,
    words: Vec<QueryWord>,
}

#[derive(Debug)]
struct QueryWord {
    text: String,
    stem: String,
    synonym: Option<&'static str>,
}

impl Query {
    pub(crate) fn new(text: &str) -> Self {
        let mut words: Vec<String> = split_words(text);
        let meaningful: Vec<String> = words
            .iter()
            .filter(|word| !STOP_WORDS.contains(&word.as_str()))
            .cloned()
            .collect();
        if !meaningful.is_empty() {
            words = meaningful;
        }
        let stemmer = Stemmer::create(Algorithm::English);
        let joined = words.concat();
        let words = words.into_iter().map(|text| {
            let synonym = SYNONYMS.iter().find(|(word, _)| *word == text);
            QueryWord {
                stem: stemmer.stem(&text).into_owned(),
                synonym: synonym.map(|(_, known)| *known),
                text,
            }
        });
        Self {
            text: text.trim().to_owned(),
            joined,
            words: words.collect(),
        }
    }

    /// How well a function fits; 0 is not at all.
    pub(crate) fn score(&self, text: &SearchText) -> f64 {
        if self.words.is_empty() {
            return 0.0;
        }
        // `typeOf` and `typeof` are two functions.
        if self.text == text.own_name {
            return 20.0;
        }
        let whole = score_name(&self.joined, &text.name);
        let words: Vec<f64> = self
            .words
            .iter()
            .map(|word| score_word(word, text))
            .collect();
        let missing = words.iter().filter(|score| **score == 0.0).count();
        // A function that lacks half of the words is about something else.
        if whole == 0.0 && missing * 2 > words.len() {
            return 0.0;
        }
        let count = self.words.len() as f64;
        let coverage = (count - missing as f64) / count;
        let found: f64 = words.iter().sum::<f64>() / count * coverage * coverage;
        // Of names that fit equally, shorter ones are the more general functions.
        let brevity = 1.0 / (10.0 + text.name.len() as f64);
        let score = whole.max(found);
        if score > 0.0 { score + brevity } else { 0.0 }
    }
}

fn score_word(word: &QueryWord, text: &SearchText) -> f64 {
    let by_name = |word: &str| {
        let in_words = text.name_words.iter().any(|it| it == word);
        score_name(word, &text.name).max(if in_words { 6.0 } else { 0.0 })
    };
    let synonym = word.synonym.map_or(0.0, |synonym| by_name(synonym) * 0.9);
    let by_description = match text.stems.binary_search(&word.stem) {
        Ok(_) => 3.0,
        Err(_)
            if word.stem.len() >= 4 && text.stems.iter().any(|it| it.starts_with(&word.stem)) =>
        {
            2.0
        }
        Err(_) => 0.0,
    };
    by_name(&word.text).max(synonym) + by_description
}

/// Equal, begins with it, contains it, or is a typing error away.
fn score_name(word: &str, name: &str) -> f64 {
    if name == word {
        return 10.0;
    }
    if word.len() >= 2 && name.starts_with(word) {
        return 7.0;
    }
    if word.len() >= 3 && name.contains(word) {
        return 5.0;
    }
    let errors = match word.chars().count() {
        0..=3 => 0,
        4..=7 => 1,
        _ => 2,
    };
    // The distance takes as many steps as the product of the lengths, and is no less than their difference.
    let is_near = errors > 0 && word.chars().count().abs_diff(name.chars().count()) <= errors;
    match is_near && strsim::osa_distance(word, name) <= errors {
        true => 4.0,
        false => 0.0,
    }
}

fn split_words(text: &str) -> Vec<String> {
    let words = text.split(|it: char| !it.is_alphanumeric());
    words
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect()
}

/// `parseXMLDate` is `parse`, `xml` and `date`.
fn split_name(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut word = String::new();
    let letters: Vec<char> = name.chars().collect();
    for (index, letter) in letters.iter().enumerate() {
        let next_is_lower = letters.get(index + 1).is_some_and(|it| it.is_lowercase());
        let before_is_lower = index > 0 && !letters[index - 1].is_uppercase();
        let begins_word = letter.is_uppercase() && (before_is_lower || next_is_lower);
        if begins_word && !word.is_empty() {
            words.push(std::mem::take(&mut word));
        }
        word.extend(letter.to_lowercase());
    }
    words.push(word);
    words
}

fn stem_words(words: &[String]) -> Vec<String> {
    let stemmer = Stemmer::create(Algorithm::English);
    let meaningful = words.iter().filter(|it| !STOP_WORDS.contains(&it.as_str()));
    meaningful
        .map(|word| stemmer.stem(&word.to_lowercase()).into_owned())
        .collect()
}
