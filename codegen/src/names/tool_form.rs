//! The forms that a tool's name may have where the wanted one is too long or taken: fewer of its words, the
//! summary, method and path. What is tried first is preferred; which operation gets what is for `tool` to say.

use std::ops::Range;

use super::tool_names::NameSource;
use super::tool_words::{
    Words, join_ends, join_window, joined_length, shared_words, spelled_place_words,
    without_parameters, without_repetitions, without_shared,
};

/// What an operation does: a name keeps it, also where all operations of a spec do the same.
pub(super) const VERBS: [&str; 20] = [
    "add", "create", "delete", "fetch", "find", "get", "head", "list", "patch", "post", "put",
    "query", "read", "remove", "replace", "search", "send", "set", "update", "upload",
];

/// How many steps words are reduced in.
const STEPS: usize = 4;

/// How many words may be kept of the beginning of a name that is too long all the same.
const MOST_HEAD: usize = 4;

/// At how many words a part of a name that is too long may begin.
const MOST_WINDOWS: usize = 24;

/// The words that most names of a spec have in common.
pub(super) struct SharedWords {
    /// At the beginning of operationIds.
    first: Words,
    /// Behind their first word, the verb.
    second: Words,
    /// Behind the method, in the words of places.
    of_places: Words,
}

impl SharedWords {
    pub(super) fn from_sources(sources: &[NameSource<'_>]) -> Self {
        let with_id = sources.iter().filter(|source| source.has_id);
        let words: Vec<&Words> = with_id.map(|source| &source.words).collect();
        let of_places: Vec<&Words> = sources.iter().map(|source| &source.of_place).collect();
        let first = shared_words(&words, 0);
        let is_verb = first
            .first()
            .is_some_and(|word| VERBS.contains(&word.as_str()));
        Self {
            // A verb that all operations share, such as `get` in a read-only API, still tells what
            // a tool does.
            first: if is_verb { Words::new() } else { first },
            second: shared_words(&words, 1),
            of_places: shared_words(&of_places, 1),
        }
    }
}

/// A form of names: the words of one with less and less in it.
#[derive(Clone, Copy)]
pub(super) enum NameForm {
    /// What the name is made of, with fewer words step by step.
    Reduced(usize),
    /// The summary.
    Summary,
    /// Method and path, in the same steps.
    Place(usize),
    /// So many words of the beginning, and the end.
    Ends(usize),
    /// The first word, and those from another one on.
    Window(usize),
    /// The same of method and path.
    PlaceEnds(usize),
    PlaceWindow(usize),
    /// Method and path with the names of their punctuation, `get a dash b`.
    SpelledPlace,
}

/// Forms that are tried in a row.
pub(super) struct FormGroup {
    form: fn(usize) -> NameForm,
    numbers: Range<usize>,
    /// Whether they must have the usual length, and not just one that clients accept.
    is_usual: bool,
}

impl FormGroup {
    const fn new(form: fn(usize) -> NameForm, numbers: Range<usize>, is_usual: bool) -> Self {
        Self {
            form,
            numbers,
            is_usual,
        }
    }

    /// The forms, each with whether it must have the usual length.
    pub(super) fn forms(&self) -> impl Iterator<Item = (NameForm, bool)> + '_ {
        self.numbers
            .clone()
            .map(|number| ((self.form)(number), self.is_usual))
    }
}

/// All forms, in the order in which they are tried.
pub(super) const FORMS: [FormGroup; 11] = [
    FormGroup::new(NameForm::Reduced, 0..STEPS, true),
    FormGroup::new(|_| NameForm::Summary, 0..1, true),
    FormGroup::new(NameForm::Reduced, 0..STEPS, false),
    FormGroup::new(NameForm::Place, 0..STEPS, true),
    FormGroup::new(NameForm::Place, 0..STEPS, false),
    FormGroup::new(|_| NameForm::Summary, 0..1, false),
    FormGroup::new(NameForm::Ends, 1..MOST_HEAD + 1, false),
    FormGroup::new(NameForm::PlaceEnds, 1..MOST_HEAD + 1, false),
    FormGroup::new(NameForm::Window, 1..MOST_WINDOWS, false),
    FormGroup::new(NameForm::PlaceWindow, 1..MOST_WINDOWS, false),
    FormGroup::new(|_| NameForm::SpelledPlace, 0..1, false),
];

impl NameForm {
    /// Whether it has words of the wanted name and no others.
    pub(super) fn is_of_wanted(self) -> bool {
        matches!(self, Self::Reduced(_) | Self::Ends(_) | Self::Window(_))
    }

    /// The name of an operation in that form, if it has one of at most `room` characters.
    pub(super) fn form_name(
        self,
        source: &NameSource<'_>,
        shared: &SharedWords,
        room: usize,
    ) -> Option<String> {
        let words = match self {
            Self::Reduced(step) => reduced_words(source, shared, step, room),
            Self::Place(step) => reduced_place_words(source, shared, step, room),
            Self::Summary => source.summary.clone()?,
            Self::Ends(head) => {
                return join_ends(&reduced_words(source, shared, STEPS - 1, room), head, room);
            }
            Self::Window(start) => return join_window(&source.words, start, room),
            Self::PlaceEnds(head) => return join_ends(&source.of_place, head, room),
            Self::PlaceWindow(start) => return join_window(&source.of_place, start, room),
            Self::SpelledPlace => spelled_place_words(source.nameless.method, source.nameless.path),
        };
        (joined_length(&words) <= room && !words.is_empty()).then(|| words.join("_"))
    }
}

/// The words of a name: 0, all; 1, without those that all tools share; 2, without the parameters within the path,
/// too; 3, without repetitions, too. Of the words that all tools share, it loses no more than it must.
fn reduced_words(source: &NameSource<'_>, shared: &SharedWords, step: usize, room: usize) -> Words {
    // Without an operationId the words are those of method and path, so the forms of places apply.
    if !source.has_id {
        return reduced_place_words(source, shared, step, room);
    }
    let words = reduce_words(&source.words, source, step);
    match step {
        0 => words,
        _ if shared.first.is_empty() => {
            without_shared(&words, 1, &shared.second, &source.parameters, room)
        }
        _ => without_shared(&words, 0, &shared.first, &source.parameters, room),
    }
}

fn reduced_place_words(
    source: &NameSource<'_>,
    shared: &SharedWords,
    step: usize,
    room: usize,
) -> Words {
    let words = reduce_words(&source.of_place, source, step);
    match step {
        0 => words,
        _ => without_shared(&words, 1, &shared.of_places, &source.parameters, room),
    }
}

fn reduce_words(words: &Words, source: &NameSource<'_>, step: usize) -> Words {
    let without_parameters = || without_parameters(words, &source.parameters, !source.has_siblings);
    match step {
        0 | 1 => words.clone(),
        2 => without_parameters(),
        _ => without_repetitions(&without_parameters(), &VERBS),
    }
}
