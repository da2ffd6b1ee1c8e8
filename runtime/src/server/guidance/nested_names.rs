//! The names that were meant within an argument: a violation says that an object there has no property of a name, and the schema
//! that the client was shown says which properties it has.

use rmcp::model::JsonObject;
use toolwright_inspect::suggest::{did_you_mean, suggest_names};

use super::MAX_DESCRIBED;
use super::client_schema::expand_schemas;
use crate::json::{Json, unescape_token, write_name};
use crate::read_only::ReadOnlyProperties;
use crate::violation::Violation;

/// So many names are compared with one.
const MAX_NAMES: usize = 100;

/// Suggestions for properties that objects within arguments do not have: sentences.
pub(super) fn suggest_nested_names(
    root: &JsonObject,
    violations: &[Violation],
    read_only: &ReadOnlyProperties,
) -> Vec<String> {
    let nested = violations.iter().filter(|it| !it.pointer.is_empty());
    let suggestions = nested.flat_map(|violation| {
        let unexpected = violation.unexpected_properties();
        let known = match unexpected.is_empty() {
            true => Vec::new(),
            false => list_names_at(root, &violation.pointer),
        };
        // What only the API sets has no name that was meant.
        let meant = unexpected
            .iter()
            .filter(|name| !read_only.contains_property(&violation.pointer, name));
        meant.filter_map(move |name| {
            // What one alternative has may be what the selected one rejects.
            let others = known.iter().copied();
            let others = others.filter(|known| !unexpected.iter().any(|it| it == known));
            let question = did_you_mean(suggest_names(name, others))?;
            let pointer = &violation.pointer;
            let name = write_name(name);
            Some(format!("{pointer} has no property {name}; {question}"))
        })
    });
    suggestions.take(MAX_DESCRIBED).collect()
}

/// The names of the properties of the objects at a place in the arguments.
fn list_names_at<'s>(root: &'s JsonObject, pointer: &str) -> Vec<&'s str> {
    let mut schemas = expand_schemas(root, vec![root]);
    for token in pointer.split('/').skip(1) {
        let name = unescape_token(token);
        let members = schemas.iter().filter_map(|schema| {
            let property = schema.get("properties").and_then(|all| all.get(&name));
            let member = property.or_else(|| schema.get("items"));
            member.or_else(|| schema.get("additionalProperties"))
        });
        let members = members.filter_map(Json::as_object).collect();
        schemas = expand_schemas(root, members);
    }
    let mut names: Vec<&str> = Vec::new();
    let properties = schemas
        .iter()
        .filter_map(|it| it.get("properties")?.as_object());
    for name in properties.flat_map(JsonObject::keys) {
        if !names.contains(&name.as_str()) && names.len() < MAX_NAMES {
            names.push(name);
        }
    }
    names
}
