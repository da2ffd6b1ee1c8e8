//! Which bodies are required although the spec does not say so.

use indexmap::IndexMap;
use serde_json::Value;

use super::super::types::{object_of, required_names};
use crate::model::Definition;
use crate::schema::resolve_reference;

/// How many schemas of compositions are looked at. Those of real bodies have fewer than a hundred; schemas that all
/// refer to all others have more ways through them than can be gone.
const MOST_SCHEMAS: usize = 1_000;

/// Whether every value of a schema is an object with a member that it must have, so that no body without members
/// is valid. A schema that is not looked at counts as one that requires nothing.
pub(super) fn requires_members(schema: &Value, definitions: &IndexMap<String, Definition>) -> bool {
    let mut search = Search {
        definitions,
        left: MOST_SCHEMAS,
    };
    search.requires_members(schema)
}

struct Search<'d> {
    definitions: &'d IndexMap<String, Definition>,
    left: usize,
}

impl Search<'_> {
    fn requires_members(&mut self, schema: &Value) -> bool {
        let Some(left) = self.left.checked_sub(1) else {
            return false;
        };
        self.left = left;
        let object = object_of(schema, self.definitions).unwrap_or_default();
        let schema = resolve_reference(schema, self.definitions);
        if schema.get("type").is_some_and(|name| name != "object") {
            return false;
        }
        let names = [&object, schema].map(required_names);
        if names.iter().any(|names| !names.is_empty()) {
            return true;
        }
        let schemas = |keyword: &str| schema.get(keyword).and_then(Value::as_array);
        if schemas("allOf").is_some_and(|parts| parts.iter().any(|it| self.requires_members(it))) {
            return true;
        }
        ["anyOf", "oneOf"].into_iter().any(|keyword| {
            let mut alternatives = schemas(keyword).into_iter().flatten().peekable();
            alternatives.peek().is_some() && alternatives.all(|it| self.requires_members(it))
        })
    }
}
