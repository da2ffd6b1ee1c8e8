//! Gives each place a name of its own, whatever the order of the places. A name that is contested goes to the place
//! with the least rank, and the others get a hash of their place, which never depends on other places.

use std::collections::{HashMap, HashSet};
use std::hash::Hasher as _;

use fnv::FnvHasher;

/// A name that is wanted for a place.
#[derive(Clone, Debug)]
pub(crate) struct WantedName {
    pub(crate) name: String,
    /// What the name is for, `GET /pets`: what tells it from others that want the same name.
    pub(crate) place: String,
    /// Of those that want the same name, the one with the least rank gets it, and of these the one
    /// with the shortest place.
    pub(crate) rank: u8,
    /// The name that it has had so far.
    pub(crate) locked: Option<String>,
}

/// A name that was given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct AssignedName {
    pub(crate) name: String,
    /// Whether others have a say in it: it is not the name that was wanted, or not wanted for this
    /// place alone.
    pub(crate) is_contested: bool,
}

/// Gives each place a name of its own, whatever their order: first those that have one already, then
/// each the name that it wants, and where that is taken, what `other` makes of the name and a hash.
pub(crate) fn assign_unique_names(
    all: &[WantedName],
    taken: HashSet<String>,
    other: impl Fn(&str, &str) -> String,
) -> Vec<AssignedName> {
    let mut taken = taken;
    let mut wishes: HashMap<&str, usize> = HashMap::new();
    for wanted in all {
        *wishes.entry(&wanted.name).or_default() += 1;
    }
    let mut names: Vec<Option<String>> = all
        .iter()
        .map(|wanted| {
            let locked = wanted.locked.clone();
            locked.filter(|name| taken.insert(name.clone()))
        })
        .collect();
    let mut order: Vec<usize> = (0..all.len()).filter(|at| names[*at].is_none()).collect();
    // The order depends on rank and place alone, so that a new operation elsewhere changes no name.
    order.sort_by_key(|at| {
        let WantedName { rank, place, .. } = &all[*at];
        (*rank, place.len(), place.as_str())
    });
    for at in order {
        let WantedName { name, place, .. } = &all[at];
        let name = match taken.insert(name.clone()) {
            true => name.clone(),
            false => claim_numbered(other(name, &short_hash(place)), &mut taken),
        };
        names[at] = Some(name);
    }
    all.iter()
        .zip(names)
        .map(|(wanted, name)| {
            let name = name.unwrap_or_default();
            let is_contested = name != wanted.name || wishes[wanted.name.as_str()] > 1;
            AssignedName { name, is_contested }
        })
        .collect()
}

/// A name that is free, for the case that two places have the same hash.
fn claim_numbered(name: String, taken: &mut HashSet<String>) -> String {
    let mut candidate = name.clone();
    let mut number = 2_u32;
    while !taken.insert(candidate.clone()) {
        candidate = format!("{name}_{number}");
        number += 1;
    }
    candidate
}

/// How many characters a short hash has.
pub(super) const HASH_DIGITS: usize = 6;

/// Six hexadecimal digits that tell a place from others.
pub(super) fn short_hash(place: &str) -> String {
    let mut hasher = FnvHasher::default();
    hasher.write(place.as_bytes());
    let hash = hasher.finish() & 0xff_ffff;
    format!("{hash:0HASH_DIGITS$x}")
}
