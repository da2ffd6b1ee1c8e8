//! The names of tools. A name follows from the operation alone where it is short enough and no other operation
//! wants it; else it loses the words that distinguish nothing.

use std::collections::{HashMap, HashSet};

use super::human_name;
use super::tool_form::{FORMS, SharedWords};
use super::tool_words::{
    Words, first_words, parameters_within, place_words, snake_case_words, summary_words,
    words_before_by,
};
use super::unique_names::short_hash;
use crate::model::Method;

/// Longest title that is made: every conversation pays for it.
const LONGEST_TITLE: usize = 160;

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
        // Claude Code, for example, lists `mcp__server__tool` within 64 characters, so 16 remain
        // for the server.
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
pub(crate) struct UnnamedOperation<'a> {
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
pub(crate) fn choose_tool_names(
    all: &[UnnamedOperation<'_>],
    taken: HashSet<String>,
    lengths: NameLengths,
) -> Vec<ToolName> {
    let mut sources: Vec<NameSource<'_>> = all.iter().map(NameSource::from_operation).collect();
    // Both look at all operations, before any of them has a name: no result depends on their order.
    remove_common_summaries(&mut sources);
    find_siblings(&mut sources);
    let shared = SharedWords::from_sources(&sources);
    let mut choice = NameAssignment::new(&sources, taken);
    choice.assign_wanted_names(lengths.usual);
    choice.assign_form_names(&shared, lengths);
    choice.assign_numbers(lengths.most);
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
                title: source.make_title(&name, is_shared, lengths),
                is_contested: name != source.wanted || is_shared,
                name,
            }
        })
        .collect()
}

/// A name of at most `longest` characters; one that has to be made shorter ends in the hash of its place,
/// `GET /pets`, since nothing is known of other names here.
pub(crate) fn fit_with_hash(name: &str, place: &str, longest: usize) -> String {
    if name.len() <= longest {
        return name.to_owned();
    }
    let hash = short_hash(place);
    let room = longest.saturating_sub(hash.len() + 1);
    format!("{}_{hash}", first_words(name, room))
}

/// A summary that several operations have tells none of them from the others, whichever of them still needs a
/// name.
fn remove_common_summaries(sources: &mut [NameSource<'_>]) {
    let mut counts: HashMap<String, usize> = HashMap::new();
    let name_of = |source: &NameSource<'_>| source.summary.as_ref().map(|words| words.join("_"));
    for name in sources.iter().filter_map(name_of) {
        *counts.entry(name).or_default() += 1;
    }
    for source in sources {
        if name_of(source).is_some_and(|name| counts[&name] > 1) {
            source.summary = None;
        }
    }
}

/// Finds operations that differ in what they find things by, as `list_by_owner` and `list_by_shop`: their names do
/// not lose that.
fn find_siblings(sources: &mut [NameSource<'_>]) {
    let stem_of =
        |source: &NameSource<'_>| words_before_by(&source.words).map(|words| words.join("_"));
    let mut counts: HashMap<String, usize> = HashMap::new();
    for stem in sources.iter().filter_map(stem_of) {
        *counts.entry(stem).or_default() += 1;
    }
    for source in sources {
        source.has_siblings = stem_of(source).is_some_and(|stem| counts[&stem] > 1);
    }
}

/// What the name of an operation can be made of.
pub(super) struct NameSource<'a> {
    pub(super) nameless: &'a UnnamedOperation<'a>,
    /// The name that it gets if nothing speaks against it.
    wanted: String,
    pub(super) has_id: bool,
    /// The words of its operationId, or else of its place.
    pub(super) words: Words,
    pub(super) of_place: Words,
    pub(super) parameters: Vec<Words>,
    pub(super) summary: Option<Words>,
    /// Whether the names of others end in another `by_owner` and are its own apart from that.
    pub(super) has_siblings: bool,
    /// `GET /pets`
    place: String,
}

impl<'a> NameSource<'a> {
    fn from_operation(nameless: &'a UnnamedOperation<'a>) -> Self {
        let of_place = place_words(nameless.method, nameless.path);
        let words = nameless.operation_id.map(snake_case_words);
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
            has_siblings: false,
            place: format!("{} {}", nameless.method, nameless.path),
        }
    }

    fn make_title(&self, name: &str, is_shared: bool, lengths: NameLengths) -> String {
        let words = match (is_shared, self.wanted.len() > lengths.usual) {
            (true, _) if name != self.wanted => &self.of_place,
            (false, true) => &self.words,
            _ => return human_name(name),
        };
        human_name(&first_words(&words.join("_"), LONGEST_TITLE))
    }
}

/// The names that were given so far.
struct NameAssignment<'s> {
    sources: &'s [NameSource<'s>],
    names: Vec<Option<String>>,
    taken: HashSet<String>,
}

impl<'s> NameAssignment<'s> {
    /// Those that have a name already.
    fn new(sources: &'s [NameSource<'s>], mut taken: HashSet<String>) -> Self {
        // Names that exist come first: a name that was given to a tool must never go to another
        // one.
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
    fn unnamed_indices(&self) -> Vec<usize> {
        let mut open: Vec<usize> = (0..self.sources.len())
            .filter(|at| self.names[*at].is_none())
            .collect();
        open.sort_by_key(|at| {
            let place = self.sources[*at].place.as_str();
            // The shorter path is the more general operation, `/pets` before `/pets/{id}/toys`, and
            // deserves the plain name. The text decides between equal lengths, so that the order of
            // the spec does not.
            (place.len(), place)
        });
        open
    }

    fn assign_wanted_names(&mut self, room: usize) {
        for at in self.unnamed_indices() {
            let wanted = &self.sources[at].wanted;
            if wanted.len() <= room && self.taken.insert(wanted.clone()) {
                self.names[at] = Some(wanted.clone());
            }
        }
    }

    fn assign_form_names(&mut self, shared: &SharedWords, lengths: NameLengths) {
        let mut open = self.unnamed_indices();
        let too_long = self.indices_of_long_names(&open, lengths.usual);
        for (form, is_usual) in FORMS.iter().flat_map(|group| group.forms()) {
            if open.is_empty() {
                return;
            }
            let room = if is_usual {
                lengths.usual
            } else {
                lengths.most
            };
            self.assign_uncontested(&open, |at| {
                // Fewer words do not tell a name from one that has them all.
                let may_lose_words = !form.is_of_wanted() || too_long.contains(&at);
                let form = may_lose_words.then_some(form)?;
                form.form_name(&self.sources[at], shared, room)
            });
            open.retain(|at| self.names[*at].is_none());
        }
    }

    /// The open places whose names are too long, and that no other place wants to be called by as well; of those
    /// that want the same name, the first.
    fn indices_of_long_names(&self, open: &[usize], room: usize) -> HashSet<usize> {
        let sources = self.sources.iter().zip(&self.names);
        let named = sources.filter(|(_, name)| name.is_some());
        let mut wanted: HashSet<&str> = named.map(|(source, _)| source.wanted.as_str()).collect();
        let too_long = open.iter().copied().filter(|at| {
            let name = self.sources[*at].wanted.as_str();
            wanted.insert(name) && name.len() > room
        });
        too_long.collect()
    }

    /// Gives those their names whom nobody else wants to be called so.
    fn assign_uncontested(&mut self, open: &[usize], name_of: impl Fn(usize) -> Option<String>) {
        let names: Vec<Option<String>> = open.iter().map(|at| name_of(*at)).collect();
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

    /// Numbers what is left: operations that not even their punctuation tells apart, as `/a` and `/A`.
    fn assign_numbers(&mut self, room: usize) {
        // Where to go on: thousands of operations may want one name.
        let mut next: HashMap<&str, u64> = HashMap::new();
        for at in self.unnamed_indices() {
            let base = &self.sources[at].wanted;
            let number = next.entry(truncated_prefix(base, room)).or_insert(1);
            self.names[at] = loop {
                *number += 1;
                let digits = number.to_string();
                // Truncated again for each number, because it may have one digit more than the
                // last.
                let base = first_words(base, room.saturating_sub(digits.len() + 1));
                let name = format!("{base}_{digits}");
                if self.taken.insert(name.clone()) {
                    break Some(name);
                }
            };
        }
    }
}

/// What names have in common that are the same when they are cut.
fn truncated_prefix(name: &str, room: usize) -> &str {
    name.get(..room).unwrap_or(name)
}
