//! Parts that several operations share, by JSON pointer: read once, and warned about once.
//!
//! Each operation gets a copy, so a large body to which thousands of operations refer would take thousands of times
//! its size. Copies are paid for from a budget, and an operation that asks for too many is left out.

use std::collections::{HashMap, HashSet};

use serde_json::{Map, Value};

use super::context::{Context, Located};
use super::operation::{Parameter, RequestBody, Response};
use super::skip::Skip;
use crate::schema::SchemaId;
use crate::schema::expansion_budget::{CopyBudget, object_weight};

const TOO_MUCH_SHARED: &str =
    "the parts that it shares with other operations are too large to be copied for each of them";

/// The parts that were read. There is a table for each kind, since a broken spec refers to one place as two kinds.
#[derive(Default)]
pub(super) struct SharedParts {
    pub(super) parameters: PartTable<Parameter>,
    pub(super) bodies: PartTable<Option<RequestBody>>,
    pub(super) responses: PartTable<Response>,
    pub(super) headers: PartTable<Option<SchemaId>>,
    /// The places that are read again by each operation that refers to them.
    counted: HashSet<String>,
    budget: CopyBudget,
    /// How much all objects weigh that were read so far.
    weight: usize,
}

pub(super) type PartTable<T> = HashMap<String, Part<T>>;

/// A part, how much it weighs, and the schemas that were lifted out of it.
pub(super) struct Part<T> {
    value: T,
    weight: usize,
    schemas: Vec<SchemaId>,
}

impl SharedParts {
    /// Counts a place that cannot be kept because each operation reads it in another way. From the second time on it
    /// is paid for as a copy is.
    pub(super) fn count_place(
        &mut self,
        pointer: &str,
        object: &Map<String, Value>,
    ) -> Result<(), Skip> {
        let weight = object_weight(object);
        if self.counted.insert(pointer.to_owned()) {
            self.budget.add_original(weight);
            return Ok(());
        }
        self.pay_for_copy(weight)
    }

    /// Adds to the weight of the part that is being read.
    pub(super) fn add_weight(&mut self, object: &Map<String, Value>) {
        self.weight += object_weight(object);
    }

    fn pay_for_copy(&mut self, weight: usize) -> Result<(), Skip> {
        match self.budget.spend_budget(weight) {
            true => Ok(()),
            false => Err(Skip::for_operation(TOO_MUCH_SHARED)),
        }
    }
}

impl Context<'_> {
    /// The part at a place: read for the first operation, copied for all others. A part that no other operation has
    /// is not kept.
    pub(super) fn read_shared<T: Clone>(
        &mut self,
        table: fn(&mut SharedParts) -> &mut PartTable<T>,
        located: &Located<'_>,
        read: impl FnOnce(&mut Self) -> Result<T, Skip>,
    ) -> Result<T, Skip> {
        if !located.referenced {
            return read(self);
        }
        let pointer = &located.pointer;
        if let Some(part) = table(&mut self.shared_parts).get(pointer) {
            let (value, weight) = (part.value.clone(), part.weight);
            // A copy lifts no schema again, but its operation uses those of the original.
            self.arena.used.extend_from_slice(&part.schemas);
            self.shared_parts.pay_for_copy(weight)?;
            // The copy may stand in another part that is shared as well.
            self.shared_parts.weight += weight;
            return Ok(value);
        }
        let (weight, used) = (self.shared_parts.weight, self.arena.used.len());
        let value = read(self)?;
        let part = Part {
            value: value.clone(),
            weight: self.shared_parts.weight - weight,
            schemas: self.arena.used[used..].to_vec(),
        };
        self.shared_parts.budget.add_original(part.weight);
        table(&mut self.shared_parts).insert(pointer.clone(), part);
        Ok(value)
    }
}
