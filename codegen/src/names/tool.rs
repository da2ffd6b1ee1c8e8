//! The names of tools. A name follows from the operation alone where it is short enough and no other operation
//! wants it; else it loses the words that distinguish nothing.

use std::collections::{HashMap, HashSet};

use super::hash::short_hash;
use super::human_name;
use super::tool_words::{
    Words, beginning, count_shared, ends, parameters_within, summary_words, window,
    without_parameters, without_repetitions, without_shared, words_of, words_of_place,
};
use crate::model::Method;

/// Longest title that is made: every conversation pays for it.
const LONGEST_TITLE: usize = 160;

/// How many words may be kept of the beginning of a name that is too long all the same.
const MOST_HEAD: usize = 4;

/// At how many words a part of a name that is too long may begin.
const MOST_WINDOWS: usize = 24;

/// How many characters a name may have, without the prefix of the server.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NameLengths {
    /// So that a client's own prefix fits into what it accepts.
    pub(crate) usual: usize,
    /// What clients accept.
    pub(crate) most: usize,
}

impl NameLengths {
    /// The lengths where clients accept `longest` characters, a prefix of `prefix` among them.
    pub(crate) fn new(longest: usize, prefix: usize) -> Self {
        const USUAL: usize = 48;
        const LEAST: usize = 16;
        let within = |length: usize| length.min(longest).saturating_sub(prefix).max(LEAST);
        Self {
            usual: within(USUAL),
            most: within(64),
        }
    }
}

/// An operation that a tool's name is chosen for.
#[derive(Clone, Debug)]
pub(crate) struct Nameless<'a> {
    pub(crate) operation_id: Option<&'a str>,
    pub(crate) summary: Option<&'a str>,
    pub(crate) method: &'a Method,
    pub(crate) path: &'a str,
    /// The name that the tool has had so far.
    pub(crate) locked: Option<String>,
}

/// The name of a tool, without a prefix.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ToolName {
    pub(crate) name: String,
    /// What the tool is called for people: all words that its name was made of.
    pub(crate) title: String,
    /// Whether other operations have a say in the name.
    pub(crate) is_contested: bool,
}

/// The names of tools without a prefix, one for each operation, whatever their order. A name is the operationId in
/// snake_case, or method and path. One that is too long, or wanted for several operations (that with the shortest
/// path has it), is made of fewer or other words.
pub(crate) fn tool_names(
    all: &[Nameless<'_>],
    taken: HashSet<String>,
    lengths: NameLengths,
) -> Vec<ToolName> {
    let sources: Vec<Source<'_>> = all.iter().map(Source::of).collect();
    let shared = Shared::of(&sources);
    let mut choice = Choice::new(&sources, taken);
    choice.give_wanted(lengths.usual);
    choice.give_forms(&shared, lengths);
    choice.give_numbers(lengths.most);
    let mut wishes: HashMap<&str, usize> = HashMap::new();
    for source in &sources {
        *wishes.entry(&source.wanted).or_default() += 1;
    }
    let named = sources.iter().zip(choice.names);
    named
        .map(|(source, name)| {
            let name = name.unwrap_or_default();
            let is_shared = wishes[source.wanted.as_str()] > 1;
            ToolName {
                title: source.title(&name, is_shared, lengths),
                is_contested: name != source.wanted || is_shared,
                name,
            }
        })
        .collect()
}

/// A name of at most `longest` characters; one that has to be made shorter ends in the hash of its place,
/// `GET /pets`, since nothing is known of other names here.
pub(crate) fn fitted(name: &str, place: &str, longest: usize) -> String {
    if name.len() <= longest {
        return name.to_owned();
    }
    let hash = short_hash(place);
    let room = longest.saturating_sub(hash.len() + 1);
    format!("{}_{hash}", beginning(name, room))
}

/// What the name of an operation can be made of.
struct Source<'a> {
    nameless: &'a Nameless<'a>,
    /// The name that it gets if nothing speaks against it.
    wanted: String,
    has_id: bool,
    /// The words of its operationId, or else of its place.
    words: Words,
    of_place: Words,
    parameters: Vec<Words>,
    summary: Option<Words>,
    /// `GET /pets`
    place: String,
}

impl<'a> Source<'a> {
    fn of(nameless: &'a Nameless<'a>) -> Self {
        let of_place = words_of_place(nameless.method, nameless.path);
        let words = nameless.operation_id.map(words_of);
        let words = words.filter(|words| !words.is_empty());
        let has_id = words.is_some();
        let words = words.unwrap_or_else(|| of_place.clone());
        Self {
            nameless,
            wanted: words.join("_"),
            has_id,
            words,
            of_place,
            parameters: parameters_within(nameless.path),
            summary: nameless.summary.and_then(summary_words),
            place: format!("{} {}", nameless.method, nameless.path),
        }
    }

    fn title(&self, name: &str, is_shared: bool, lengths: NameLengths) -> String {
        let words = match (is_shared, self.wanted.len() > lengths.usual) {
            (true, _) if name != self.wanted => &self.of_place,
            (false, true) => &self.words,
            _ => return human_name(name),
        };
        human_name(&beginning(&words.join("_"), LONGEST_TITLE))
    }
}

/// What an operation does: a name keeps it, also where all operations of a spec do the same.
const VERBS: [&str; 12] = [
    "add", "create", "delete", "fetch", "find", "get", "list", "query", "read", "search", "send",
    "update",
];

/// How many words all names of a spec have in common.
struct Shared {
    /// At the beginning of names.
    first: usize,
    /// Behind their first word, the verb.
    second: usize,
    /// Behind the method, in the words of places.
    of_places: usize,
}

impl Shared {
    fn of(sources: &[Source<'_>]) -> Self {
        let with_id = sources.iter().filter(|source| source.has_id);
        let words = with_id.map(|source| &source.words);
        let of_places = sources.iter().map(|source| &source.of_place);
        let mut first = words.clone().take(1).flatten();
        let is_verb = first
            .next()
            .is_some_and(|word| VERBS.contains(&word.as_str()));
        Self {
            first: if is_verb {
                0
            } else {
                count_shared(words.clone(), 0)
            },
            second: count_shared(words, 1),
            of_places: count_shared(of_places, 1),
        }
    }
}

/// A form of names: the words of one with less and less in it.
#[derive(Clone, Copy)]
enum Form {
    /// What the name is made of, without what others have, too: step by step.
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
}

/// How many steps words are reduced in.
const STEPS: usize = 4;

impl Form {
    fn name(self, source: &Source<'_>, shared: &Shared, room: usize) -> Option<String> {
        let words = match self {
            Self::Reduced(step) => reduced(source, shared, step),
            Self::Place(step) => reduced_place(source, shared, step),
            Self::Summary => source.summary.clone()?,
            Self::Ends(head) => return ends(&reduced(source, shared, STEPS - 1), head, room),
            Self::Window(start) => return window(&reduced(source, shared, 1), start, room),
            Self::PlaceEnds(head) => return ends(&source.of_place, head, room),
        };
        let name = words.join("_");
        (name.len() <= room && !name.is_empty()).then_some(name)
    }
}

/// The words of a name: 0, all; 1, without those that all tools share; 2, without the parameters within the path;
/// 3, without repetitions.
fn reduced(source: &Source<'_>, shared: &Shared, step: usize) -> Words {
    let words = match (source.has_id, shared.first) {
        (false, _) => return reduced_place(source, shared, step),
        (true, _) if step == 0 => source.words.clone(),
        (true, 0) => without_shared(&source.words, 1, shared.second),
        (true, count) => without_shared(&source.words, 0, count),
    };
    reduced_further(words, source, step)
}

fn reduced_place(source: &Source<'_>, shared: &Shared, step: usize) -> Words {
    let count = if step > 0 { shared.of_places } else { 0 };
    reduced_further(without_shared(&source.of_place, 1, count), source, step)
}

fn reduced_further(mut words: Words, source: &Source<'_>, step: usize) -> Words {
    if step > 1 {
        words = without_parameters(&words, &source.parameters);
    }
    if step > 2 {
        words = without_repetitions(&words);
    }
    words
}

/// The names that were given so far.
struct Choice<'s> {
    sources: &'s [Source<'s>],
    names: Vec<Option<String>>,
    taken: HashSet<String>,
}

impl<'s> Choice<'s> {
    /// Those that have a name already.
    fn new(sources: &'s [Source<'s>], mut taken: HashSet<String>) -> Self {
        let locked = sources.iter().map(|source| {
            let locked = source.nameless.locked.clone();
            locked.filter(|name| taken.insert(name.clone()))
        });
        Self {
            names: locked.collect(),
            sources,
            taken,
        }
    }

    /// The places that have no name yet, the shortest first.
    fn open(&self) -> Vec<usize> {
        let mut open: Vec<usize> = (0..self.sources.len())
            .filter(|at| self.names[*at].is_none())
            .collect();
        open.sort_by_key(|at| {
            let place = self.sources[*at].place.as_str();
            (place.len(), place)
        });
        open
    }

    fn give_wanted(&mut self, room: usize) {
        for at in self.open() {
            let wanted = &self.sources[at].wanted;
            if wanted.len() <= room && self.taken.insert(wanted.clone()) {
                self.names[at] = Some(wanted.clone());
            }
        }
    }

    fn give_forms(&mut self, shared: &Shared, lengths: NameLengths) {
        let NameLengths { usual, most } = lengths;
        let steps = |form: fn(usize) -> Form, room| (0..STEPS).map(move |step| (form(step), room));
        let heads = |form: fn(usize) -> Form| (1..=MOST_HEAD).rev().map(form);
        let whole = steps(Form::Reduced, usual)
            .chain([(Form::Summary, usual)])
            .chain(steps(Form::Reduced, most))
            .chain(steps(Form::Place, usual))
            .chain(steps(Form::Place, most))
            .chain([(Form::Summary, most)]);
        let windows = (1..MOST_WINDOWS).map(Form::Window);
        let parts = heads(Form::Ends)
            .chain(windows)
            .chain(heads(Form::PlaceEnds));
        for (form, room) in whole.chain(parts.map(|form| (form, most))) {
            let open = self.open();
            if open.is_empty() {
                return;
            }
            self.give(&open, |source| form.name(source, shared, room));
        }
    }

    /// Gives those their names whom nobody else wants to be called so.
    fn give(&mut self, open: &[usize], form: impl Fn(&Source<'_>) -> Option<String>) {
        let names: Vec<Option<String>> = open.iter().map(|at| form(&self.sources[*at])).collect();
        let mut wishes: HashMap<String, usize> = HashMap::new();
        for name in names.iter().flatten() {
            *wishes.entry(name.clone()).or_default() += 1;
        }
        for (at, name) in open.iter().zip(names) {
            if let Some(name) = name.filter(|name| wishes[name] == 1)
                && self.taken.insert(name.clone())
            {
                self.names[*at] = Some(name);
            }
        }
    }

    /// Numbers what is left: operations that no words tell apart, as `/a-b` and `/a_b`.
    fn give_numbers(&mut self, room: usize) {
        for at in self.open() {
            let base = &self.sources[at].wanted;
            let mut numbers = 2_u64..;
            let name = numbers.find_map(|number| {
                let number = number.to_string();
                let base = beginning(base, room.saturating_sub(number.len() + 1));
                let name = format!("{base}_{number}");
                self.taken.insert(name.clone()).then_some(name)
            });
            self.names[at] = name;
        }
    }
}
