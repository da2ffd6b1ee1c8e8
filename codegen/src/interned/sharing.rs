//! Decides which values of a document are written once and referred to elsewhere: those that save
//! bytes by it. Takes interned values and the places where they are used, and gives names with
//! a hash of the value, so that a change of the spec changes few lines of the output.

use std::collections::{HashMap, HashSet};
use std::hash::Hasher as _;

use fnv::FnvHasher;
use heck::ToSnakeCase;

use super::{Id, Interner, Node};

/// Bytes that a shared value has to save: each costs a member of its own, and a step when it is read.
const LEAST_SAVING: usize = 64;

/// Bytes of a reference, about: `{"$ref":"#/shared/limit-3fa2c1"}`.
const REFERENCE: usize = 36;

/// Bytes of a name before its hash.
const LONGEST_NAME: usize = 40;

/// A value that a document has in some place.
pub(crate) struct Use<'a> {
    pub(crate) id: Id,
    /// What it is called if it is shared.
    pub(crate) name: &'a str,
    /// Whether it is one of the schemas, which are read first.
    pub(crate) is_schema: bool,
}

/// Which values a document has once, and what they are called.
pub(crate) struct Sharing {
    /// Bytes of each value, with references in it in place of what is shared.
    sizes: Vec<usize>,
    names: HashMap<Id, String>,
    is_schema: Vec<bool>,
}

impl Sharing {
    pub(crate) fn new(interner: &Interner, uses: &[Use<'_>]) -> Self {
        let counts = count_uses(interner, uses);
        let mut sharing = Self {
            sizes: Vec::with_capacity(counts.len()),
            names: HashMap::new(),
            is_schema: mark_schemas(interner, uses),
        };
        let hints = find_hints(interner, uses);
        let hashes = hash_values(interner);
        let mut taken = HashSet::new();
        for (id, node) in interner.iter_nodes() {
            let size = sharing.measure_node(node);
            sharing.sizes.push(size);
            if node.is_container() && is_worth_sharing(size, counts[id.0]) {
                let hint = hints[id.0].map_or_else(String::new, |hint| to_name(hint, interner));
                let hash = hashes[id.0];
                // The name depends on the value alone, so that it stays if others come or go.
                let mut name = format!("{hint}-{:06x}", hash & 0xff_ffff);
                while !taken.insert(name.clone()) {
                    name = format!("{hint}-{hash:016x}-{}", taken.len());
                }
                sharing.names.insert(id, name);
            }
        }
        sharing
    }

    /// What refers to a shared value.
    pub(crate) fn write_reference(&self, id: Id) -> Option<String> {
        let name = self.names.get(&id)?;
        let section = match self.is_schema[id.0] {
            true => "shared",
            false => "more",
        };
        Some(format!("{{\"$ref\":\"#/{section}/{name}\"}}"))
    }

    /// The names of shared values, of schemas or of all else, in alphabetic order.
    pub(crate) fn list_shared(&self, are_schemas: bool) -> Vec<(&str, Id)> {
        let names = self.names.iter();
        let names = names.filter(|(id, _)| self.is_schema[id.0] == are_schemas);
        let mut names: Vec<(&str, Id)> = names.map(|(id, name)| (name.as_str(), *id)).collect();
        names.sort_unstable_by_key(|(name, _)| *name);
        names
    }

    /// About the bytes of a value on one line.
    pub(crate) fn placed_size(&self, id: Id) -> usize {
        match self.names.contains_key(&id) {
            true => REFERENCE,
            false => self.sizes[id.0],
        }
    }

    /// About the bytes of a value on one line, as it stands in its own place.
    pub(crate) fn own_size(&self, id: Id) -> usize {
        self.sizes[id.0]
    }

    fn measure_node(&self, node: &Node) -> usize {
        let size = |id: &Id| self.placed_size(*id);
        match node {
            Node::Leaf(text) => text.len(),
            Node::Array(items) => items.iter().map(|item| size(item) + 1).sum::<usize>() + 2,
            Node::Object(members) => {
                let members = members.iter();
                members
                    .map(|(key, value)| size(key) + size(value) + 2)
                    .sum::<usize>()
                    + 2
            }
        }
    }
}

fn is_worth_sharing(size: usize, uses: usize) -> bool {
    let apart = size.saturating_mul(uses);
    let shared = REFERENCE.saturating_mul(uses).saturating_add(size);
    apart.saturating_sub(shared) >= LEAST_SAVING
}

/// In how many places each value stands, with those inside of equal values counted once.
fn count_uses(interner: &Interner, uses: &[Use<'_>]) -> Vec<usize> {
    let mut counts = vec![0_usize; interner.nodes.len()];
    for (_, node) in interner.iter_nodes() {
        node.visit_children(|id| counts[id.0] += 1);
    }
    for used in uses {
        counts[used.id.0] += 1;
    }
    counts
}

/// Which values stand in schemas.
fn mark_schemas(interner: &Interner, uses: &[Use<'_>]) -> Vec<bool> {
    let mut is_schema = vec![false; interner.nodes.len()];
    for used in uses.iter().filter(|used| used.is_schema) {
        is_schema[used.id.0] = true;
    }
    // Values come after those that they hold.
    for (id, node) in interner.iter_nodes().rev() {
        if is_schema[id.0] {
            node.visit_children(|inner| is_schema[inner.0] = true);
        }
    }
    is_schema
}

/// What a value is called in the first place where it stands.
#[derive(Clone, Copy)]
enum Hint<'a> {
    Key(Id),
    Name(&'a str),
}

fn find_hints<'a>(interner: &Interner, uses: &[Use<'a>]) -> Vec<Option<Hint<'a>>> {
    let mut hints = vec![None; interner.nodes.len()];
    for (_, node) in interner.iter_nodes() {
        if let Node::Object(members) = node {
            for (key, value) in members {
                hints[value.0].get_or_insert(Hint::Key(*key));
            }
        }
    }
    for used in uses {
        hints[used.id.0].get_or_insert(Hint::Name(used.name));
    }
    hints
}

/// A name that needs no escape in JSON or in a JSON pointer.
fn to_name(hint: Hint<'_>, interner: &Interner) -> String {
    let text = match hint {
        Hint::Name(name) => name,
        Hint::Key(key) => match interner.node(key) {
            Node::Leaf(text) => text,
            _ => "",
        },
    };
    let ascii = text
        .chars()
        .filter(|c| c.is_ascii_alphanumeric() || "_- ".contains(*c));
    let mut name = ascii.collect::<String>().to_snake_case();
    name.truncate(LONGEST_NAME);
    name
}

/// A hash of each value that is the same on every machine and in every release, unlike those of the standard library.
fn hash_values(interner: &Interner) -> Vec<u64> {
    let mut hashes: Vec<u64> = Vec::with_capacity(interner.nodes.len());
    for (_, node) in interner.iter_nodes() {
        let mut hasher = FnvHasher::default();
        match node {
            Node::Leaf(text) => hasher.write(text.as_bytes()),
            Node::Array(_) => hasher.write(b"["),
            Node::Object(_) => hasher.write(b"{"),
        }
        node.visit_children(|id| hasher.write(&hashes[id.0].to_le_bytes()));
        hashes.push(hasher.finish());
    }
    hashes
}
