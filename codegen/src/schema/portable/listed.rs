use indexmap::IndexMap;
use serde_json::Value;

use super::Simplifier;
use crate::model::Definition;

/// The portable form of one schema; what it refers to stays a reference. `name` is what it is called.
pub(crate) fn listed(
    schema: &Value,
    name: &str,
    definitions: IndexMap<String, Definition>,
) -> Value {
    Simplifier::new(&definitions).schema(schema, name)
}
