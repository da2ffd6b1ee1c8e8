//! The names that were meant within an argument: a violation says that an object there has no property of a name, and the schema
//! that the client was shown says which properties it has.

use rmcp::model::JsonObject;
use toolwright_inspect::suggest::{did_you_mean, suggest_names};

use super::MAX_DESCRIBED;
use crate::json::{Json, unescape_token};
use crate::violation::Violation;

/// So many schemas are looked into at each step of a pointer: definitions may fan out.
const MAX_SCHEMAS: usize = 100;

/// Suggestions for properties that objects within arguments do not have: sentences.
pub(super) fn suggest_nested_names(root: &JsonObject, violations: &[Violation]) -> Vec<String> {
    let nested = violations.iter().filter(|it| !it.pointer.is_empty());
    let suggestions = nested.flat_map(|violation| {
        let unexpected = violation.unexpected_properties();
        let known = match unexpected.is_empty() {
            true => Vec::new(),
            false => list_names_at(root, &violation.pointer),
        };
        unexpected.into_iter().filter_map(move |name| {
            let question = did_you_mean(suggest_names(&name, known.iter().copied()))?;
            let pointer = &violation.pointer;
            Some(format!("{pointer} has no property `{name}`; {question}"))
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
        if !names.contains(&name.as_str()) && names.len() < MAX_SCHEMAS {
            names.push(name);
        }
    }
    names
}

/// Schemas with what they refer to and are composed of, each once.
fn expand_schemas<'s>(root: &'s JsonObject, schemas: Vec<&'s JsonObject>) -> Vec<&'s JsonObject> {
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
        let key = target.and_then(|target| target.strip_prefix("#/$defs/"));
        open.extend(key.and_then(|key| root.get("$defs")?.get(key)?.as_object()));
        for keyword in ["allOf", "anyOf", "oneOf"] {
            let parts = schema.get(keyword).and_then(Json::as_array);
            open.extend(parts.into_iter().flatten().filter_map(Json::as_object));
        }
    }
    found
}
