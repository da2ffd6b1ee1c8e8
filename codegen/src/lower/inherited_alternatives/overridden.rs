//! What keeps the form in which arguments are overridden: properties of the body itself. `x-mcp` and settings cannot
//! be applied to the alternatives of a union, and callers would choose what they were not left to choose.

use std::collections::HashSet;

use serde_json::Value;

use crate::normalize::Document;
use crate::schema::Schemas;
use crate::schema::in_place::{collect_in_place_schemas, in_place_references, reach_in_place};

/// Whether `x-mcp` overrides a property of a schema, without those of its references.
pub(super) fn overrides_property(schema: &Value) -> bool {
    let is_overridden = |property: &Value| property.get("x-mcp").is_some();
    own_properties(schema).any(|(_, property)| is_overridden(property))
}

/// The indices of the lifted schemas of bodies that have a property for which their operation has a setting.
pub(super) fn find_bodies_with_settings(document: &Document, schemas: &Schemas) -> HashSet<usize> {
    let mut found = HashSet::new();
    for operation in &document.operations {
        let rules = &operation.x_mcp.arguments;
        let bodies = operation.body.iter().filter(|_| !rules.is_empty());
        let contents = bodies.flat_map(|body| body.content.values());
        for id in contents.filter_map(|media| media.schema) {
            let Some(body) = id.find_in(&schemas.lifted) else {
                continue;
            };
            let keys = reach_in_place(in_place_references(&body.value), &schemas.definitions);
            let reached = keys
                .into_iter()
                .filter_map(|key| schemas.definitions.get(key));
            let mut names = reached
                .chain([body])
                .flat_map(|schema| own_properties(&schema.value))
                .map(|(name, _)| name);
            if names.any(|name| rules.iter().any(|rule| rule.argument == *name)) {
                found.insert(id.index());
            }
        }
    }
    found
}

/// The properties that a schema names, without those of its references.
fn own_properties(schema: &Value) -> impl Iterator<Item = (&String, &Value)> {
    let mut parts = Vec::new();
    collect_in_place_schemas(schema, &mut parts);
    let properties = parts
        .into_iter()
        .filter_map(|part| part.get("properties")?.as_object());
    properties.flatten()
}
