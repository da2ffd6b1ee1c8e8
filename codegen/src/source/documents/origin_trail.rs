//! Remembers where each value of a spec was written before overlays changed it: a tree of those places whose origin
//! does not follow from the place around them. Diagnostics use it to point at the line that somebody wrote.

use std::collections::{HashMap, HashSet};

use crate::source::{Source, address, pointer};

/// An overlay that was read, and what its addresses start with.
#[derive(Debug)]
pub(crate) struct Overlay {
    pub(crate) name: String,
    pub(crate) source: Source,
}

/// What overlays made of a spec.
#[derive(Debug, Default)]
pub(crate) struct Overlaid {
    pub(crate) overlays: Vec<Overlay>,
    pub(crate) trail: OriginTrail,
}

/// A step to a value.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Step {
    Key(String),
    Index(usize),
}

/// Where the values of a spec came from after overlays changed it: a tree of the places that are not
/// where they were.
#[derive(Debug, Default)]
pub(crate) struct OriginTrail {
    root: OriginNode,
}

#[derive(Debug, Default)]
struct OriginNode {
    /// The address that it came from, if that does not follow from the place around it.
    origin: Option<String>,
    inner: HashMap<String, OriginNode>,
}

impl OriginTrail {
    /// The address that the value at a JSON pointer of the result came from: of the spec, or of the
    /// overlay that wrote it.
    pub(crate) fn origin_address(&self, pointer: &str) -> String {
        let mut place = Some(&self.root);
        let mut origin = String::new();
        for segment in pointer.split('/').skip(1) {
            place = place.and_then(|place| place.inner.get(segment));
            match place.and_then(|place| place.origin.as_ref()) {
                Some(stated) => origin.clone_from(stated),
                None => {
                    origin.push('/');
                    origin.push_str(segment);
                }
            }
        }
        origin
    }

    /// Notes that the value at a place, and all in it, came from an address.
    pub(crate) fn record_origin(&mut self, steps: &[Step], origin: String) {
        let place = self.root.node_mut(steps);
        place.origin = Some(origin);
        // What was inside was replaced with the value.
        place.inner.clear();
    }

    /// Notes that members of an object, or some items of a list of so many, were removed.
    pub(crate) fn record_removal(
        &mut self,
        parent: &[Step],
        removed: &[Step],
        items: Option<usize>,
    ) {
        let whole = self.origin_address(&pointer_from_steps(parent));
        let place = self.root.node_mut(parent);
        let Some(items) = items else {
            for step in removed {
                place.inner.remove(&pointer_segment(step));
            }
            return;
        };
        let mut old = std::mem::take(&mut place.inner);
        let removed: HashSet<&Step> = removed.iter().collect();
        let kept = (0..items).filter(|index| !removed.contains(&Step::Index(*index)));
        // Items behind a removed one move up, so their pointers change while their origin stays.
        for (now, before) in kept.enumerate() {
            let mut item = old.remove(&before.to_string()).unwrap_or_default();
            if now != before && item.origin.is_none() {
                item.origin = Some(format!("{whole}/{before}"));
            }
            if item.origin.is_some() || !item.inner.is_empty() {
                place.inner.insert(now.to_string(), item);
            }
        }
    }
}

impl OriginNode {
    fn node_mut(&mut self, steps: &[Step]) -> &mut Self {
        steps.iter().fold(self, |place, step| {
            place.inner.entry(pointer_segment(step)).or_default()
        })
    }
}

/// A step as a JSON pointer has it.
fn pointer_segment(step: &Step) -> String {
    match step {
        Step::Key(key) => pointer::escape(key).into_owned(),
        Step::Index(index) => index.to_string(),
    }
}

pub(crate) fn push_step(pointer: &mut String, step: &Step) {
    *pointer = match step {
        Step::Key(key) => pointer::join(pointer, key),
        Step::Index(index) => pointer::join_index(pointer, *index),
    };
}

pub(crate) fn pointer_from_steps(steps: &[Step]) -> String {
    let mut pointer = String::new();
    for step in steps {
        push_step(&mut pointer, step);
    }
    pointer
}

/// The address of a member of the value at an address.
pub(crate) fn member_address(origin: &str, step: &Step) -> String {
    let (document, pointer) = address::split(origin);
    let mut pointer = pointer.to_owned();
    push_step(&mut pointer, step);
    address::join(document, &pointer)
}
