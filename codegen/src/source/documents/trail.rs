use std::collections::{HashMap, HashSet};

use crate::source::{address, pointer};

/// A step to a value.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Step {
    Key(String),
    Index(usize),
}

/// Where the values of a spec came from after overlays changed it: a tree of the places that are not
/// where they were.
#[derive(Debug, Default)]
pub(crate) struct Trail {
    root: Place,
}

#[derive(Debug, Default)]
struct Place {
    /// The address that it came from, if that does not follow from the place around it.
    origin: Option<String>,
    inner: HashMap<String, Place>,
}

impl Trail {
    /// The address that the value at a JSON pointer of the result came from: of the spec, or of the
    /// overlay that wrote it.
    pub(crate) fn origin(&self, pointer: &str) -> String {
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
    pub(crate) fn put(&mut self, steps: &[Step], origin: String) {
        let place = self.root.at(steps);
        place.origin = Some(origin);
        place.inner.clear();
    }

    /// Notes that members of an object, or some items of a list of so many, were removed.
    pub(crate) fn remove(&mut self, parent: &[Step], removed: &[Step], items: Option<usize>) {
        let whole = self.origin(&pointer_of(parent));
        let place = self.root.at(parent);
        let Some(items) = items else {
            for step in removed {
                place.inner.remove(&segment(step));
            }
            return;
        };
        let mut old = std::mem::take(&mut place.inner);
        let removed: HashSet<&Step> = removed.iter().collect();
        let kept = (0..items).filter(|index| !removed.contains(&Step::Index(*index)));
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

impl Place {
    fn at(&mut self, steps: &[Step]) -> &mut Self {
        steps.iter().fold(self, |place, step| {
            place.inner.entry(segment(step)).or_default()
        })
    }
}

/// A step as a JSON pointer has it.
fn segment(step: &Step) -> String {
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

pub(crate) fn pointer_of(steps: &[Step]) -> String {
    let mut pointer = String::new();
    for step in steps {
        push_step(&mut pointer, step);
    }
    pointer
}

/// The address of a member of the value at an address.
pub(crate) fn member(origin: &str, step: &Step) -> String {
    let (document, pointer) = address::split(origin);
    let mut pointer = pointer.to_owned();
    push_step(&mut pointer, step);
    address::join(document, &pointer)
}
