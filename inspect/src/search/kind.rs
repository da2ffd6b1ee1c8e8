//! What operations do, roughly, and what a query wants done.

use super::Document;
use super::split::words;
use super::stem::stem;
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
    /// To see something.
    Read,
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
    pub(super) fn of(document: &Document<'_>) -> Self {
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
            _ => words(document.title).first().and_then(|word| Group::of(&stem(&word.text))?.intent()),
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
            (Self::Read, _) => 0.5,
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
        }
    }
}

/// Words that a question begins with.
const QUESTIONS: &[&str] = &["what", "who", "which", "where", "when", "how", "is", "are", "whose", "do", "does", "has", "have", "can"];
/// Words that stand between a verb and what it is done to.
const OBJECTS: &[&str] = &["a", "an", "the", "my", "your", "our", "some", "somebody", "someone", "this", "that", "these", "those", "all", "one", "on", "people", "many", "several", "old", "new", "to", "with"];

/// What a query wants done, by its words in lower case: its first verb, if that is known, else whether it begins
/// like a command ("star a repository"), a question or with the name of something ("logs of a job").
pub(super) fn intent(words: &[String]) -> Option<Intent> {
    let first = words.first()?;
    if QUESTIONS.contains(&first.as_str()) {
        return Some(Intent::Read);
    }
    let starts = Group::of(&stem(first)).and_then(Group::intent);
    if starts.is_some() {
        return starts;
    }
    if matches!(first.as_str(), "a" | "an" | "the" | "my") {
        return Some(Intent::Read);
    }
    let second = words.get(1)?;
    if matches!(second.as_str(), "of" | "in" | "as" | "for") {
        return Some(Intent::Read);
    }
    let known = words.iter().find_map(|word| Group::of(&stem(word))?.intent());
    known.or_else(|| OBJECTS.contains(&second.as_str()).then_some(Intent::Act))
}
