//! What several operations share, by JSON pointer: converted once, and warned about once. Each operation
//! gets a copy, so a large body that thousands of operations refer to would take thousands of times its
//! size. Copies are paid for, and an operation that asks for too many is left out.

use std::collections::{HashMap, HashSet};

use serde_json::{Map, Value};

use crate::schema::budget::{CopyBudget, weigh_object};

#[derive(Default)]
pub(super) struct Cache {
    converted: HashMap<(Kind, String), Converted>,
    /// The places that were counted, each read again by the operation that refers to it.
    counted: HashSet<String>,
    copies: CopyBudget,
    /// Whether the operation that is being read has asked for more than there may be.
    is_exhausted: bool,
}

struct Converted {
    value: Map<String, Value>,
    weight: usize,
}

/// What a place was read as: a broken spec refers to one place as two things.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Kind {
    Parameter,
    Body,
    Response,
    Header,
}

impl Cache {
    /// A copy of what a place was converted to. Beyond the budget it is empty, and the operation that it is
    /// for is [exhausting](Self::take_exhausted).
    pub(super) fn get(&mut self, kind: Kind, pointer: &str) -> Option<Map<String, Value>> {
        let place = (kind, pointer.to_owned());
        let weight = self.converted.get(&place)?.weight;
        match self.pay(weight) {
            true => Some(self.converted.get(&place)?.value.clone()),
            false => Some(Map::new()),
        }
    }

    /// Counts what a place was read as, where it cannot be kept because each operation reads it in another
    /// way. From the second time on it is paid for as a copy is.
    pub(super) fn count(&mut self, pointer: &str, value: &Map<String, Value>) {
        let weight = weigh_object(value);
        match self.counted.insert(pointer.to_owned()) {
            true => self.copies.add_original(weight),
            false => drop(self.pay(weight)),
        }
    }

    fn pay(&mut self, weight: usize) -> bool {
        let is_within = self.copies.pay(weight);
        self.is_exhausted |= !is_within;
        is_within
    }

    pub(super) fn put(&mut self, kind: Kind, pointer: &str, value: &Map<String, Value>) {
        let converted = Converted {
            value: value.clone(),
            weight: weigh_object(value),
        };
        self.copies.add_original(converted.weight);
        self.converted.insert((kind, pointer.to_owned()), converted);
    }

    /// Whether the operation that was read since the last call has asked for too many copies.
    pub(super) fn take_exhausted(&mut self) -> bool {
        std::mem::take(&mut self.is_exhausted)
    }
}
