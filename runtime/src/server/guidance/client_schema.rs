//! Follows the references and compositions of a schema that clients are shown. Its definitions may fan out and refer to each other, so
//! each is looked at once, and not more than so many.

use rmcp::model::JsonObject;

use crate::json::Json;

/// How many schemas are looked into.
const MAX_SCHEMAS: usize = 100;

/// The definition that a reference leads to.
pub(super) fn find_definition<'s>(root: &'s JsonObject, target: &str) -> Option<&'s Json> {
    root.get("$defs")?.get(target.strip_prefix("#/$defs/")?)
}

/// Schemas with what they refer to and are composed of, each once.
pub(super) fn expand_schemas<'s>(
    root: &'s JsonObject,
    schemas: Vec<&'s JsonObject>,
) -> Vec<&'s JsonObject> {
    let mut found: Vec<&JsonObject> = Vec::new();
    let mut open = schemas;
    while let Some(schema) = open.pop()
        && found.len() < MAX_SCHEMAS
    {
        if found.iter().any(|known| std::ptr::eq(*known, schema)) {
            continue;
        }
        found.push(schema);
        let target = schema.get("$ref").and_then(Json::as_str);
        let target = target.and_then(|target| find_definition(root, target)?.as_object());
        open.extend(target);
        for keyword in ["allOf", "anyOf", "oneOf"] {
            let parts = schema.get(keyword).and_then(Json::as_array);
            open.extend(parts.into_iter().flatten().filter_map(Json::as_object));
        }
    }
    found
}
