//! Short ways to say what a test needs.

use indexmap::IndexMap;
use serde_json::Value;

use crate::model::Definition;

/// Definitions from an object of schemas.
pub(crate) fn definitions(schemas: Value) -> IndexMap<String, Definition> {
    let Value::Object(schemas) = schemas else {
        panic!("an object of schemas");
    };
    schemas
        .into_iter()
        .map(|(key, schema)| {
            let definition = Definition {
                constant: key.to_uppercase(),
                pointer: format!("/components/schemas/{key}"),
                schema,
            };
            (key, definition)
        })
        .collect()
}
