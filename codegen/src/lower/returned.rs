//! The schemas of what operations return, for the data flow, which needs them whether tools advertise them or not.

use indexmap::IndexMap;
use serde_json::Value;

use super::response::result_schema;
use crate::model::Definition;
use crate::normalize::Operation;
use crate::schema::Schema;
use crate::schema::expansion_budget::{CopyBudget, value_weight};

/// Collects the schemas of the operations that become tools.
pub(super) struct Returned<'a> {
    lifted: &'a [Schema],
    definitions: &'a IndexMap<String, Definition>,
    /// Operations that share a response have a copy of its schema each.
    budget: CopyBudget,
    pub(super) schemas: Vec<Option<Value>>,
}

impl<'a> Returned<'a> {
    pub(super) fn new(lifted: &'a [Schema], definitions: &'a IndexMap<String, Definition>) -> Self {
        let mut budget = CopyBudget::default();
        let weight = |schema: &Schema| value_weight(&schema.value);
        budget.add_original(lifted.iter().map(weight).sum());
        Self {
            lifted,
            definitions,
            budget,
            schemas: Vec::new(),
        }
    }

    /// Adds the next operation. Of a result whose form is chosen, and beyond the budget, nothing is known.
    pub(super) fn add_operation(&mut self, operation: &Operation, is_chosen: bool) {
        let schema = match is_chosen {
            true => None,
            false => result_schema(operation, self.lifted, self.definitions),
        };
        let schema = schema.filter(|schema| self.budget.spend_budget(value_weight(schema)));
        self.schemas.push(schema);
    }
}
