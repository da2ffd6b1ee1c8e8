//! A path template as segments, and what its placeholders stand behind.

use std::cmp::Ordering;
use std::fmt::Write as _;

use super::words::{have_common_word, noun_of_name, split_name};

/// Segments that say how a response is written and nothing of what it is about: `/containers/json` lists what
/// `/containers/{id}/json` shows one of.
const FORMATS: [&str; 3] = ["json", "xml", "csv"];

/// Last segments that say that things are listed, as in `/users.list`.
const LISTS: [&str; 3] = ["list", "all", "index"];

/// A segment of a path template.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Segment {
    /// Words.
    Static(String),
    /// A placeholder: the name in it.
    Placeholder(String),
}

/// A path template.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Route {
    pub(super) segments: Vec<Segment>,
}

/// A placeholder in a path, and the collection that it stands behind.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Placeholder {
    /// The name in it.
    pub(super) name: String,
    /// The path of the collection: the segments up to the static one that it follows.
    pub(super) collection: Route,
    /// What it is among those that follow the collection.
    pub(super) position: Position,
}

/// What a placeholder is among those that follow one collection directly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Position {
    /// It says what the thing belongs to: `{owner}` in `/repos/{owner}/{repo}`.
    Parent,
    /// It identifies the thing: the one with the noun of the collection, or else the last.
    Thing,
    /// It says what of the thing is meant: `{format}` in `/artifacts/{artifact_id}/{format}`.
    Detail,
}

impl Route {
    /// Reads a path template. `/chat.postMessage` has the segments `chat` and `postMessage`.
    pub(super) fn from_template(template: &str) -> Self {
        let path = template.split(['?', '#']).next().unwrap_or_default();
        let mut segments = Vec::new();
        for segment in path.split('/').filter(|segment| !segment.is_empty()) {
            if segment.contains('{') {
                segments.extend(placeholder_names(segment).map(Segment::Placeholder));
            } else {
                let parts = segment.split('.').filter(|part| !part.is_empty());
                let parts = parts.filter(|part| !FORMATS.contains(part));
                segments.extend(parts.map(|part| Segment::Static(part.to_owned())));
            }
        }
        Self { segments }
    }

    /// Whether both have the same static segments, and placeholders at the same places.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        self.segments.len() == other.segments.len() && self.begins_like(other)
    }

    /// What routes that are [like](Self::is_like) each other have in common, and no others: static segments contain neither
    /// a slash nor a brace.
    pub(super) fn shape(&self) -> String {
        let mut shape = String::new();
        for segment in &self.segments {
            // Writing to a string does not fail.
            let _ = match segment {
                Segment::Static(text) => write!(shape, "/{text}"),
                Segment::Placeholder(_) => write!(shape, "/{{}}"),
            };
        }
        shape
    }

    /// The route without its last segment, if that is static.
    pub(super) fn static_parent(&self) -> Option<Self> {
        match self.segments.split_last() {
            Some((Segment::Static(_), segments)) => Some(Self {
                segments: segments.to_vec(),
            }),
            _ => None,
        }
    }

    /// Whether the first segments are like those of `start`.
    pub(super) fn begins_like(&self, start: &Self) -> bool {
        self.segments.len() >= start.segments.len()
            && start
                .segments
                .iter()
                .zip(&self.segments)
                .all(|pair| match pair {
                    (Segment::Static(one), Segment::Static(other)) => one == other,
                    (Segment::Placeholder(_), Segment::Placeholder(_)) => true,
                    _ => false,
                })
    }

    /// The static segments, in their order.
    pub(super) fn static_segments(&self) -> impl DoubleEndedIterator<Item = &str> {
        self.segments.iter().filter_map(|segment| match segment {
            Segment::Static(text) => Some(text.as_str()),
            Segment::Placeholder(_) => None,
        })
    }

    /// The placeholders, in their order.
    pub(super) fn placeholders(&self) -> Vec<Placeholder> {
        let mut found = Vec::new();
        let mut at = 0;
        while at < self.segments.len() {
            let rest = self.segments.iter().skip(at);
            let run: Vec<&str> = rest.map_while(Segment::placeholder_name).collect();
            let collection = Self {
                segments: self.segments[..at].to_vec(),
            };
            let thing = find_thing(&run, &collection);
            found.extend(run.iter().enumerate().map(|(index, name)| Placeholder {
                name: (*name).to_owned(),
                collection: collection.clone(),
                position: match index.cmp(&thing) {
                    Ordering::Less => Position::Parent,
                    Ordering::Equal => Position::Thing,
                    Ordering::Greater => Position::Detail,
                },
            }));
            at += run.len().max(1);
        }
        found
    }

    /// The path up to the last placeholder: what a collection belongs to.
    pub(super) fn outer_collection(&self) -> Self {
        let last = self
            .segments
            .iter()
            .rposition(|it| matches!(it, Segment::Placeholder(_)));
        Self {
            segments: self.segments[..last.map_or(0, |last| last + 1)].to_vec(),
        }
    }

    /// The noun of what the path is about, by its last segment if that is static.
    pub(super) fn noun(&self) -> Option<String> {
        let mut segments = self.segments.iter().rev();
        let mut last = segments.next()?;
        if matches!(last, Segment::Static(text) if LISTS.contains(&text.as_str())) {
            last = segments.next().unwrap_or(last);
        }
        match last {
            Segment::Static(text) => noun_of_name(text),
            Segment::Placeholder(_) => None,
        }
    }

    /// Whether a static segment has one of these words.
    pub(super) fn has_word(&self, words: &[&str]) -> bool {
        self.static_segments()
            .flat_map(split_name)
            .any(|word| words.contains(&word.as_str()))
    }

    /// The static segments behind those of `collection`, if there is nothing else behind them.
    pub(super) fn static_rest(&self, collection: &Self) -> Option<usize> {
        if !self.begins_like(collection) {
            return None;
        }
        let rest = self.segments.get(collection.segments.len()..)?;
        let is_static = rest.iter().all(|it| matches!(it, Segment::Static(_)));
        is_static.then_some(rest.len())
    }
}

impl Segment {
    fn placeholder_name(&self) -> Option<&str> {
        match self {
            Self::Static(_) => None,
            Self::Placeholder(name) => Some(name),
        }
    }
}

/// Which of the placeholders behind a collection identifies the thing.
fn find_thing(run: &[&str], collection: &Route) -> usize {
    let noun = collection.noun().unwrap_or_default();
    let has_noun = |name: &&str| noun_of_name(name).is_some_and(|it| have_common_word(&it, &noun));
    run.iter()
        .position(has_noun)
        .unwrap_or(run.len().saturating_sub(1))
}

fn placeholder_names(segment: &str) -> impl Iterator<Item = String> + '_ {
    let parts = segment.split('{').skip(1);
    parts.filter_map(|part| part.split_once('}').map(|(name, _)| name.to_owned()))
}
