//! Where the values of a document stand in its text.

mod index_json;
mod index_yaml;
mod small_range;

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;
use std::sync::OnceLock;

use super::pointer;
use small_range::{SmallRange, to_u32};

pub(super) use index_json::index_json;
pub(super) use index_yaml::index_yaml;

/// The values of a document in the order of its text, each followed by those it encloses.
#[derive(Debug, Default)]
pub(super) struct SpanIndex {
    nodes: Vec<Node>,
    /// The text of all keys, one after the other.
    keys: String,
    /// The children of wide values, by the value and the hash of their key, or by position.
    wide: OnceLock<WideChildren>,
}

/// Values with more children than this are not searched through for one of them.
const MAX_SCANNED_CHILDREN: usize = 32;

/// The children of the wide values.
#[derive(Debug, Default)]
struct WideChildren {
    /// The last one of each key, by the parent and the hash of the key.
    members: HashMap<(usize, u64), usize>,
    /// All of them, by the parent.
    children: HashMap<usize, Vec<usize>>,
}

#[derive(Debug)]
struct Node {
    kind: Kind,
    key: Option<Key>,
    span: SmallRange,
    /// The index after the last value that is enclosed.
    end: u32,
}

#[derive(Debug)]
struct Key {
    /// Its part of [`SpanIndex::keys`].
    text: SmallRange,
    span: SmallRange,
    merges: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Scalar,
    Array,
    Object,
    /// It stands for another node.
    Alias(u32),
}

/// A key that an object has more than once.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct DuplicateKey {
    /// The pointer of the member that counts.
    pub(super) pointer: String,
    pub(super) key: String,
    /// The first of the keys that do not count.
    pub(super) ignored: Range<usize>,
}

impl SpanIndex {
    /// The bytes that show where the value at a pointer is, or the nearest one around it.
    pub(super) fn span(&self, text: &str, pointer: &str) -> Range<usize> {
        self.shown_span(text, self.nearest_node(pointer).0)
    }

    /// The bytes of the key of the value at a pointer; where there is none, those of
    /// [`span`](Self::span).
    pub(super) fn key_span(&self, text: &str, pointer: &str) -> Range<usize> {
        let (at, is_exact) = self.nearest_node(pointer);
        let key = self.nodes.get(at).and_then(|node| node.key.as_ref());
        match key.filter(|_| is_exact) {
            Some(key) => key.span.bytes(),
            None => self.shown_span(text, at),
        }
    }

    /// The value at a pointer, or the nearest one around it, and which of both.
    fn nearest_node(&self, pointer: &str) -> (usize, bool) {
        let mut at = 0;
        for step in pointer::pointer_steps(pointer).into_iter().flatten() {
            match step
                .candidate_keys()
                .find_map(|key| self.child_node(at, &key))
            {
                Some(child) => at = child,
                None => return (at, false),
            }
        }
        (at, true)
    }

    fn shown_span(&self, text: &str, at: usize) -> Range<usize> {
        let Some(node) = self.nodes.get(at) else {
            return 0..0;
        };
        let is_shown_whole = match node.kind {
            Kind::Scalar => !node.span.is_empty(),
            Kind::Alias(_) => true,
            Kind::Array | Kind::Object => false,
        };
        if is_shown_whole {
            return node.span.bytes();
        }
        if let Some(key) = &node.key {
            return key.span.bytes();
        }
        let start = node.span.bytes().start;
        let first_key = self.nodes.get(at + 1).and_then(|child| child.key.as_ref());
        match first_key.filter(|key| key.span.bytes().start == start) {
            Some(key) => key.span.bytes(),
            None => {
                let first = text.get(start..).and_then(|rest| rest.chars().next());
                start..start + first.map_or(0, char::len_utf8)
            }
        }
    }

    fn child_node(&self, parent: usize, key: &str) -> Option<usize> {
        match self.nodes.get(parent)?.kind {
            Kind::Scalar => None,
            Kind::Alias(target) => self.child_node(target as usize, key),
            Kind::Array => self.array_item(parent, pointer::array_index(key)?),
            Kind::Object => self
                .object_member(parent, key)
                .or_else(|| self.child_of_merged_mapping(parent, key)),
        }
    }

    fn array_item(&self, parent: usize, index: usize) -> Option<usize> {
        match self.wide_children().children.get(&parent) {
            Some(children) => children.get(index).copied(),
            None => self.children(parent).nth(index),
        }
    }

    fn object_member(&self, parent: usize, key: &str) -> Option<usize> {
        if self.wide_children().children.contains_key(&parent) {
            let found = self
                .wide_children()
                .members
                .get(&(parent, hash_key(key)))
                .copied();
            return found.filter(|child| self.key_text(*child) == Some(key));
        }
        self.children(parent)
            .filter(|child| self.key_text(*child) == Some(key))
            // Of equal keys the last one counts, as it does where the value is read.
            .last()
    }

    fn wide_children(&self) -> &WideChildren {
        self.wide.get_or_init(|| {
            let mut wide = WideChildren::default();
            for parent in 0..self.nodes.len() {
                if self.children(parent).nth(MAX_SCANNED_CHILDREN).is_none() {
                    continue;
                }
                let children: Vec<usize> = self.children(parent).collect();
                for child in &children {
                    if let Some(key) = self.key_text(*child) {
                        wide.members.insert((parent, hash_key(key)), *child);
                    }
                }
                wide.children.insert(parent, children);
            }
            wide
        })
    }

    fn child_of_merged_mapping(&self, parent: usize, key: &str) -> Option<usize> {
        let merges = |child: &usize| {
            let node = self.nodes.get(*child);
            node.and_then(|node| node.key.as_ref())
                .is_some_and(|key| key.merges)
        };
        self.children(parent).filter(merges).find_map(|merge| {
            let sources: Vec<usize> = match self.nodes.get(merge)?.kind {
                Kind::Array => self.children(merge).collect(),
                _ => vec![merge],
            };
            sources
                .iter()
                .find_map(|source| self.child_node(*source, key))
        })
    }

    fn children(&self, parent: usize) -> impl Iterator<Item = usize> {
        let end = self.nodes.get(parent).map_or(0, |node| node.end as usize);
        let first = Some(parent + 1).filter(|first| *first < end);
        std::iter::successors(first, move |at| {
            let next = self.nodes.get(*at)?.end as usize;
            (next < end).then_some(next)
        })
    }

    fn key_text(&self, at: usize) -> Option<&str> {
        let key = self.nodes.get(at)?.key.as_ref()?;
        self.keys.get(key.text.bytes())
    }

    /// The keys that were read more than once, in the order of the text.
    pub(super) fn duplicate_keys(&self) -> Vec<DuplicateKey> {
        let mut found = Vec::new();
        let mut pending = vec![(0, String::new())];
        while let Some((parent, place)) = pending.pop() {
            let Some(node) = self.nodes.get(parent) else {
                continue;
            };
            if node.kind == Kind::Object {
                self.duplicate_keys_of(parent, &place, &mut found);
            }
            let first = pending.len();
            for (position, child) in self.children(parent).enumerate() {
                if self
                    .nodes
                    .get(child)
                    .is_some_and(|node| node.end as usize > child + 1)
                {
                    pending.push((child, self.child_pointer(&place, child, position)));
                }
            }
            pending[first..].reverse();
        }
        found
    }

    fn duplicate_keys_of(&self, parent: usize, place: &str, found: &mut Vec<DuplicateKey>) {
        let mut firsts = HashMap::new();
        for child in self.children(parent) {
            let Some(key) = self.nodes.get(child).and_then(|node| node.key.as_ref()) else {
                continue;
            };
            let name = self.keys.get(key.text.bytes()).unwrap_or_default();
            let (ignored, count) = firsts.entry(name).or_insert((key, 0));
            *count += 1;
            // A key that is there three times is reported once.
            if *count == 2 && !key.merges {
                found.push(DuplicateKey {
                    pointer: pointer::join(place, name),
                    key: name.to_owned(),
                    ignored: ignored.span.bytes(),
                });
            }
        }
    }

    fn child_pointer(&self, parent: &str, child: usize, position: usize) -> String {
        match self.key_text(child) {
            Some(key) => pointer::join(parent, key),
            None => pointer::join_index(parent, position),
        }
    }
}

fn hash_key(key: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    key.hash(&mut hasher);
    hasher.finish()
}

/// Fills an index in the order of the text.
#[derive(Default)]
struct IndexBuilder {
    index: SpanIndex,
    open: Vec<usize>,
    key: Option<Key>,
}

impl IndexBuilder {
    /// Whether the next scalar is a key.
    fn awaits_key(&self) -> bool {
        let innermost = self.open.last().and_then(|at| self.index.nodes.get(*at));
        self.key.is_none() && innermost.is_some_and(|node| node.kind == Kind::Object)
    }

    fn add_key(&mut self, text: &str, span: Range<usize>, merges: bool) {
        let start = self.index.keys.len();
        self.index.keys.push_str(text);
        self.key = Some(Key {
            text: SmallRange::from_range(&(start..self.index.keys.len())),
            span: SmallRange::from_range(&span),
            merges,
        });
    }

    /// Adds a value that encloses none, and tells its index.
    fn add_leaf(&mut self, kind: Kind, span: Range<usize>) -> usize {
        let at = self.index.nodes.len();
        self.index.nodes.push(Node {
            kind,
            key: self.key.take(),
            span: SmallRange::from_range(&span),
            end: to_u32(at + 1),
        });
        at
    }

    /// Adds a value that encloses those that follow until [`IndexBuilder::close_collection`].
    fn open_collection(&mut self, kind: Kind, span: Range<usize>) -> usize {
        let at = self.add_leaf(kind, span);
        self.open.push(at);
        at
    }

    fn close_collection(&mut self, end: usize) {
        let after = self.index.nodes.len();
        if let Some(node) = self.open.pop().and_then(|at| self.index.nodes.get_mut(at)) {
            node.end = to_u32(after);
            node.span.end_at(end);
        }
    }
}
