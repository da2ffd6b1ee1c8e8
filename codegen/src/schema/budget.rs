//! How much may be made of schemas by expansion. `allOf` is written out at each place where it stands, so
//! that a short spec whose schemas refer to each other twice each would double with each of them: forty such
//! definitions ask for a million millions of properties. What is made must not outgrow what was read.

use indexmap::IndexMap;
use serde_json::Value;

use crate::model::Definition;

/// What a spec may always ask for, whatever its size.
pub(crate) const SMALLEST_BUDGET: usize = 5_000;

/// How many schemas may be made by expansion for each value that the definitions consist of. Public specs
/// need less than one.
const SCHEMAS_PER_VALUE: usize = 2;

/// How many schemas may be made of these definitions by expansion.
pub(crate) fn expansion_budget(definitions: &IndexMap<String, Definition>) -> usize {
    let schemas = definitions.values().map(|definition| &definition.schema);
    let values: usize = schemas.map(count_values).sum();
    values
        .saturating_mul(SCHEMAS_PER_VALUE)
        .max(SMALLEST_BUDGET)
}

/// How many values a JSON value consists of, itself among them.
fn count_values(value: &Value) -> usize {
    match value {
        Value::Array(items) => 1 + items.iter().map(count_values).sum::<usize>(),
        Value::Object(members) => 1 + members.values().map(count_values).sum::<usize>(),
        _ => 1,
    }
}
