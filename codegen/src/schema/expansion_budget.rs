//! How much may be made of a spec by expansion. `allOf` is written out at each place where it stands, so
//! that a short spec whose schemas refer to each other twice each would double with each of them: forty such
//! definitions ask for a million millions of properties. What is made must not outgrow what was read.

use indexmap::IndexMap;
use serde_json::{Map, Value};

use crate::model::Definition;

/// What a spec may always ask for, whatever its size.
pub(crate) const MIN_EXPANSION_BUDGET: usize = 20_000;

/// How many schemas and properties may be made by expansion for each unit that a spec's schemas weigh. Public
/// specs need less than one.
const SCHEMAS_PER_VALUE: usize = 3;

/// What copies may weigh in every spec, whatever its size.
const MIN_COPY_BUDGET: usize = 100_000;

/// What copies may weigh for each unit of the originals.
const COPIES_PER_ORIGINAL: usize = 20;

/// Bytes of a text that weigh as much as a value.
const BYTES_PER_UNIT: usize = 64;

/// How many schemas and properties may be made of these definitions, and of schemas that stand in operations,
/// by expansion.
pub(crate) fn expansion_budget<'a>(
    definitions: &'a IndexMap<String, Definition>,
    in_operations: impl IntoIterator<Item = &'a Value>,
) -> usize {
    let schemas = definitions.values().map(|definition| &definition.schema);
    let weight: usize = schemas.chain(in_operations).map(value_weight).sum();
    weight
        .saturating_mul(SCHEMAS_PER_VALUE)
        .max(MIN_EXPANSION_BUDGET)
}

/// What a JSON value weighs: one for each value in it, itself among them, and one for every 64 bytes of text.
pub(crate) fn value_weight(value: &Value) -> usize {
    match value {
        Value::Array(items) => 1 + items.iter().map(value_weight).sum::<usize>(),
        Value::Object(members) => 1 + object_weight(members),
        // A text costs memory and no work, so a long one counts for little.
        Value::String(text) => 1 + text.len() / BYTES_PER_UNIT,
        _ => 1,
    }
}

/// What the members of an object weigh.
pub(crate) fn object_weight(members: &Map<String, Value>) -> usize {
    let members = members.iter();
    members
        .map(|(key, value)| key.len() / BYTES_PER_UNIT + value_weight(value))
        .sum()
}

/// Pays for copies of what several places share. A large part to which thousands of places refer would take
/// thousands of times its size.
#[derive(Debug, Default)]
pub(crate) struct CopyBudget {
    /// What the originals weigh.
    originals: usize,
    /// What the copies weigh that were paid for.
    copied: usize,
}

impl CopyBudget {
    /// Counts an original, which is free and makes room for copies.
    pub(crate) fn add_original(&mut self, weight: usize) {
        self.originals = self.originals.saturating_add(weight);
    }

    /// Whether there is budget for a copy of that weight, which is spent then.
    pub(crate) fn spend_budget(&mut self, weight: usize) -> bool {
        let copied = self.copied.saturating_add(weight);
        let most = self
            .originals
            .saturating_mul(COPIES_PER_ORIGINAL)
            .max(MIN_COPY_BUDGET);
        let is_within = copied <= most;
        if is_within {
            self.copied = copied;
        }
        is_within
    }
}
