//! Which bodies are required although the spec does not say so.

use indexmap::IndexMap;
use serde_json::Value;

use super::super::types::{object_of, required_names};
use crate::model::Definition;
use crate::schema::resolve;

/// How many compositions within each other are looked into.
const DEEPEST: usize = 8;

/// Whether every value of a schema is an object with a member that it must have, so that no body without members
/// is valid.
pub(super) fn requires_members(schema: &Value, definitions: &IndexMap<String, Definition>) -> bool {
    requires_members_within(schema, definitions, DEEPEST)
}

fn requires_members_within(
    schema: &Value,
    definitions: &IndexMap<String, Definition>,
    depth: usize,
) -> bool {
    let object = object_of(schema, definitions).unwrap_or_default();
    let schema = resolve(schema, definitions);
    let is_object = schema.get("type").is_none_or(|name| name == "object");
    let names = [&object, schema].map(required_names);
    if names.iter().any(|names| is_object && !names.is_empty()) {
        return true;
    }
    let Some(depth) = depth.checked_sub(1) else {
        return false;
    };
    let requires = |schema: &Value| requires_members_within(schema, definitions, depth);
    let schemas = |keyword: &str| schema.get(keyword).and_then(Value::as_array);
    let is_required_by_one = schemas("allOf").is_some_and(|parts| parts.iter().any(requires));
    is_object
        && (is_required_by_one
            || ["anyOf", "oneOf"].into_iter().any(|keyword| {
                let mut alternatives = schemas(keyword).into_iter().flatten().peekable();
                alternatives.peek().is_some() && alternatives.all(requires)
            }))
}
