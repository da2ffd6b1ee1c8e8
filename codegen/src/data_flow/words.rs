//! Names of the spec as words that can be compared: `personId`, `person_id` and `persons` speak of one noun.

use std::collections::BTreeMap;
use std::rc::Rc;

/// Short forms, and the word that they stand for.
const SHORT_FORMS: [(&str, &str); 8] = [
    ("app", "application"),
    ("config", "configuration"),
    ("db", "database"),
    ("env", "environment"),
    ("msg", "message"),
    ("org", "organization"),
    ("people", "person"),
    ("repo", "repository"),
];

/// Words before a noun that say which of the things is meant, and not what it is.
const ADJECTIVES: [&str; 14] = [
    "assigned",
    "base",
    "default",
    "destination",
    "from",
    "head",
    "new",
    "old",
    "parent",
    "selected",
    "source",
    "target",
    "template",
    "to",
];

/// What a name says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct NameParts {
    pub(super) words: Vec<String>,
    /// See [`noun_of_name`]; empty if there are no words.
    pub(super) noun: String,
}

/// Names that were split before.
#[derive(Debug, Default)]
pub(super) struct Names<'a>(BTreeMap<&'a str, Rc<NameParts>>);

impl<'a> Names<'a> {
    /// The parts of a name.
    pub(super) fn find_parts(&mut self, name: &'a str) -> Rc<NameParts> {
        let parts = self.0.entry(name).or_insert_with(|| {
            let words = split_name(name);
            let noun = noun_of_words(&words).unwrap_or_default();
            Rc::new(NameParts { words, noun })
        });
        Rc::clone(parts)
    }
}

/// The words of an identifier in lower case: `personID` and `person-id` are `person` and `id`.
pub(super) fn split_name(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let letters: Vec<char> = name.chars().collect();
    let mut word = String::new();
    for (at, letter) in letters.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|at| letters.get(at));
        let next_is_lower = letters.get(at + 1).is_some_and(|next| next.is_lowercase());
        let begins = letter.is_uppercase()
            && before.is_some_and(|before| {
                before.is_lowercase()
                    || before.is_numeric()
                    || (before.is_uppercase() && next_is_lower)
            });
        if (begins || !letter.is_alphanumeric()) && !word.is_empty() {
            words.push(std::mem::take(&mut word));
        }
        if letter.is_alphanumeric() {
            word.extend(letter.to_lowercase());
        }
    }
    if !word.is_empty() {
        words.push(word);
    }
    words
}

/// The noun of a word: its singular, and the long form of an abbreviation.
pub(super) fn noun_of_word(word: &str) -> String {
    let singular = singular_form(word);
    let long = SHORT_FORMS.iter().find(|(short, _)| *short == singular);
    long.map_or(singular, |(_, long)| (*long).to_owned())
}

/// What a name calls a thing: its words with the last one in the singular, `production company` for
/// `production_companies`.
pub(super) fn noun_of_name(name: &str) -> Option<String> {
    noun_of_words(&split_name(name))
}

/// The same for words.
pub(super) fn noun_of_words(words: &[String]) -> Option<String> {
    let (last, others) = words.split_last()?;
    let mut noun = others.to_vec();
    noun.push(noun_of_word(last));
    Some(noun.join(" "))
}

/// Whether two nouns have a word in common.
pub(super) fn have_common_word(one: &str, other: &str) -> bool {
    one.split(' ').any(|word| {
        other
            .split(' ')
            .any(|it| noun_of_word(it) == noun_of_word(word))
    })
}

/// A noun without an adjective that says which of the things is meant: `target user` is a user.
pub(super) fn without_adjective(noun: &str) -> Option<&str> {
    let (first, rest) = noun.split_once(' ')?;
    ADJECTIVES.contains(&first).then_some(rest)
}

fn singular_form(word: &str) -> String {
    if let Some(stem) = word.strip_suffix("ies").filter(|stem| stem.len() > 1) {
        // "movies" and "series" have no singular in "y".
        return match stem {
            "mov" | "cook" | "ser" => format!("{stem}ie"),
            _ => format!("{stem}y"),
        };
    }
    for ending in ["sses", "xes", "ches", "shes", "uses", "zes"] {
        if word.len() > ending.len() && word.ends_with(ending) {
            let is_cut_by_two =
                ending != "uses" || word.ends_with("tuses") || word.ends_with("buses");
            return word[..word.len() - if is_cut_by_two { 2 } else { 1 }].to_owned();
        }
    }
    let is_singular = ["ss", "us", "is"]
        .iter()
        .any(|ending| word.ends_with(ending));
    match word.strip_suffix('s') {
        Some(stem) if stem.len() > 1 && !is_singular => stem.to_owned(),
        _ => word.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_words() {
        for (name, words) in [
            ("personId", "person id"),
            ("person_id", "person id"),
            ("TVShowID", "tv show id"),
            ("x-request-id", "x request id"),
            ("", ""),
        ] {
            assert_eq!(split_name(name).join(" "), words, "{name}");
        }
    }

    #[test]
    fn plurals_have_a_singular() {
        for (plural, noun) in [
            ("companies", "company"),
            ("movies", "movie"),
            ("boxes", "box"),
            ("statuses", "status"),
            ("houses", "house"),
            ("databases", "database"),
            ("status", "status"),
            ("access", "access"),
            ("orgs", "organization"),
            ("repositories", "repository"),
            ("s", "s"),
        ] {
            assert_eq!(noun_of_word(plural), noun, "{plural}");
        }
    }
}
