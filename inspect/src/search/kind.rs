//! What operations do, roughly, and what a query wants done.

use super::Document;
use super::split::split_words;
use super::stem::stem_word;
use super::stop::{is_preposition, is_stop_word};
use super::synonyms::Group;

/// What an operation does. The table of words has a row for each, in capitals, which no word is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    List,
    Read,
    Create,
    Update,
    Delete,
}

/// What a query wants done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Intent {
    /// To see something, be it one or many.
    Read,
    /// To see something that is only named, which may be said of a deed as well: "deactivation of a user".
    Named,
    /// To see one thing.
    ReadOne,
    /// To see all things of a kind.
    List,
    /// To have something more.
    Create,
    /// To have something changed.
    Update,
    /// To be rid of something.
    Delete,
    /// To end something, which may be done by deleting it.
    End,
    /// To do anything else, which is more than to see.
    Act,
    /// To have something looked into, which may be to see.
    Any,
}

impl Kind {
    /// All kinds.
    pub(super) const ALL: [Self; 5] = [
        Self::List,
        Self::Read,
        Self::Create,
        Self::Update,
        Self::Delete,
    ];

    /// Its row in the table of words.
    pub(super) fn row_name(self) -> &'static str {
        match self {
            Self::List => "LIST",
            Self::Read => "READ",
            Self::Create => "CREATE",
            Self::Update => "UPDATE",
            Self::Delete => "DELETE",
        }
    }

    /// What a document's operation does: what its title begins with, else what its method says. A path that
    /// ends with a parameter is that of one thing.
    pub(super) fn classify_document(document: &Document<'_>) -> Self {
        let one = document.path.ends_with('}');
        if document.method == "POST" && is_search(document.path) {
            return Self::List;
        }
        let method = match document.method {
            "GET" | "HEAD" | "OPTIONS" | "TRACE" | "QUERY" if one => Self::Read,
            "GET" | "HEAD" | "OPTIONS" | "TRACE" | "QUERY" => Self::List,
            "DELETE" => Self::Delete,
            "POST" if !one => Self::Create,
            _ => Self::Update,
        };
        let said = match method {
            Self::List | Self::Read => None,
            _ => split_words(document.title)
                .iter()
                .take(2)
                .find_map(|word| Group::find_group(&stem_word(&word.text))?.intent()),
        };
        match said {
            Some(Intent::Create) if method != Self::Delete => Self::Create,
            Some(Intent::Update) if method != Self::Delete => Self::Update,
            Some(Intent::Delete) => Self::Delete,
            _ => method,
        }
    }
}

/// Whether a path ends with a word that says that something is looked for, which a `POST` may do as well.
fn is_search(path: &str) -> bool {
    let last = path.rsplit('/').next().unwrap_or_default();
    let words = split_words(last);
    words
        .last()
        .is_some_and(|word| ["search", "query"].contains(&word.text.as_str()))
}

impl Intent {
    /// How well an operation of a kind serves it, from 0 to 1.
    pub(super) fn served_by(self, kind: Kind) -> f32 {
        match (self, kind) {
            (Self::Read | Self::Named, Kind::List) => 1.0,
            (Self::Read | Self::Named, Kind::Read) => 0.9,
            (Self::ReadOne, Kind::Read) => 1.0,
            (Self::ReadOne, Kind::List) => 0.9,
            (Self::List, Kind::List) => 1.0,
            (Self::List, Kind::Read) => 0.8,
            (Self::Read | Self::Named | Self::ReadOne | Self::List, _) => 0.5,
            (Self::Create, Kind::Create) => 1.0,
            (Self::Create, Kind::Update) => 0.8,
            (Self::Create, _) => 0.5,
            (Self::Update, Kind::Update) => 1.0,
            (Self::Update, Kind::Create) => 0.8,
            (Self::Update, _) => 0.5,
            (Self::Delete, Kind::Delete) => 1.0,
            (Self::Delete, Kind::Update | Kind::Create) => 0.6,
            (Self::Delete, _) => 0.4,
            (Self::End, Kind::Delete | Kind::Create) => 1.0,
            (Self::End, Kind::Update) => 0.9,
            (Self::End, _) => 0.5,
            (Self::Act, Kind::Create) => 1.0,
            (Self::Act, Kind::Update) => 0.95,
            (Self::Act, _) => 0.6,
            (Self::Any, _) => 1.0,
        }
    }
}

/// Words that a question begins with.
const QUESTIONS: &[&str] = &[
    "what", "who", "which", "where", "when", "how", "is", "are", "whose", "do", "does", "has",
    "have", "can",
];
/// Words that stand between a verb and what it is done to.
const OBJECTS: &[&str] = &[
    "a", "an", "the", "my", "your", "our", "some", "somebody", "someone", "this", "that", "these",
    "those", "all", "one", "on", "people", "many", "several", "old", "new", "to", "with",
];

/// Words that say that one thing is meant.
const ONE: &[&str] = &["a", "an", "one"];
/// Words that stand before the name of something.
const DETERMINERS: &[&str] = &["a", "an", "my", "the"];
/// Words that stand behind it, before what it belongs to.
const LINKS: &[&str] = &["as", "for", "in", "of"];

/// Words that say that all things of a kind are meant.
const ALL: &[&str] = &["all", "every", "each"];

/// The word that says what a query is about: the last one before a preposition, without the verb.
pub(super) fn object_of_query(words: &[String]) -> Option<&String> {
    let mut words = words
        .iter()
        .enumerate()
        .take_while(|(at, word)| *at == 0 || !is_preposition(word));
    let is_verb = |word: &str| {
        Group::find_group(&stem_word(word)).is_some_and(|group| group.intent().is_some())
    };
    let objects = words
        .by_ref()
        .filter(|(at, word)| !is_stop_word(word) && (*at > 0 || !is_verb(word)));
    objects.last().map(|(_, word)| word)
}

/// Whether a query speaks of all things of a kind, or of several.
fn is_of_many(words: &[String]) -> bool {
    words.iter().any(|word| ALL.contains(&word.as_str()))
        || object_of_query(words).is_some_and(|word| is_plural(word))
}

fn is_plural(word: &str) -> bool {
    word.len() > 3
        && word.ends_with('s')
        && !["ss", "us", "is"]
            .iter()
            .any(|ending| word.ends_with(ending))
}

/// What a query wants done, by its words in lower case: its first verb, if that is known, else whether it begins
/// like a command ("star a repository"), a question or with the name of something ("logs of a job").
pub(super) fn intent_of_query(words: &[String]) -> Option<Intent> {
    let first = words.first()?.as_str();
    let second = words.get(1).map_or("", String::as_str);
    let verb = |word: &String| Group::find_group(&stem_word(word))?.intent();
    if QUESTIONS.contains(&first) {
        return Some(Intent::Read);
    }
    match verb(&words[0]) {
        Some(Intent::Read) if ONE.contains(&second) => return Some(Intent::ReadOne),
        Some(Intent::Read) if first == "list" || is_of_many(words) => return Some(Intent::List),
        Some(intent) => return Some(intent),
        None if ALL.contains(&first) => return Some(Intent::List),
        None if DETERMINERS.contains(&first) || LINKS.contains(&second) => {
            return Some(Intent::Named);
        }
        None => {}
    }
    let known = words.iter().find_map(verb);
    if known.is_none() && is_of_many(words) && !OBJECTS.contains(&second) {
        return Some(Intent::List);
    }
    known.or_else(|| OBJECTS.contains(&second).then_some(Intent::Act))
}
