//! What operations have of the schemas that they share. A large body that thousands of tools take would be
//! thousands of times its size if each of them listed its properties.

use std::collections::HashSet;

use serde_json::Value;

use super::Lowering;
use crate::schema::expansion_budget::{CopyBudget, value_weight};
use crate::schema::{Schema, Schemas};

/// Pays for the copies of schemas that operations have.
#[derive(Default)]
pub(super) struct Copies {
    budget: CopyBudget,
    /// What was said already.
    reported: HashSet<&'static str>,
}

impl Copies {
    /// A budget that befits these schemas.
    pub(super) fn for_schemas(schemas: &Schemas) -> Self {
        let mut copies = Self::default();
        let definitions = schemas.definitions.values();
        let weight = |schema: &Schema| value_weight(&schema.value);
        let weight = definitions.chain(&schemas.lifted).map(weight).sum();
        copies.budget.add_original(weight);
        copies
    }
}

impl Lowering<'_> {
    /// Whether an operation can have a copy of a schema. If not, the first one is warned of, which has that
    /// `consequence`.
    pub(super) fn affords_copy(
        &mut self,
        schema: &Value,
        consequence: &'static str,
        pointer: &str,
    ) -> bool {
        // Only the first is reported: the others have the same cause.
        let is_affordable = self.copies.budget.spend_budget(value_weight(schema));
        if !is_affordable && self.copies.reported.insert(consequence) {
            let message = format!(
                "this large schema is used by so many operations that it cannot be copied for each of them; \
                 {consequence}, from here on"
            );
            self.diagnostics.warning(pointer, message);
        }
        is_affordable
    }
}
