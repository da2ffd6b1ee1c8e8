//! What operations do, roughly, and what a query wants done.

use super::Document;
use super::split::split_words;
use super::stem::stem_word;
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
    /// To see one thing.
    ReadOne,
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
    pub(super) fn row(self) -> &'static str {
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

impl Intent {
    /// How well an operation of a kind serves it, from 0 to 1.
    pub(super) fn served_by(self, kind: Kind) -> f32 {
        match (self, kind) {
            (Self::Read, Kind::List) => 1.0,
            (Self::Read, Kind::Read) => 0.9,
            (Self::ReadOne, Kind::Read) => 1.0,
            (Self::ReadOne, Kind::List) => 0.9,
            (Self::Read | Self::ReadOne, _) => 0.5,
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
        Some(intent) => return Some(intent),
        None if DETERMINERS.contains(&first) || LINKS.contains(&second) => {
            return Some(Intent::Read);
        }
        None => {}
    }
    let known = words.iter().find_map(verb);
    known.or_else(|| OBJECTS.contains(&second).then_some(Intent::Act))
}
