//! Makes an example of valid arguments from a JSON Schema, for the error that rejects invalid ones.
//!
//! It gives up (`None`) rather than guess, for example at a pattern with look-around or a long list. The caller
//! validates the example before it is shown.

use std::cell::Cell;

use rmcp::model::JsonObject;

use super::client_schema::find_definition;
use super::example_scalars::{example_number, example_string};
use crate::value::Json;

const MAX_DEPTH: usize = 8;

/// So many values make an example that is too long in any case.
const MAX_VALUES: usize = 500;

/// How many schemas an object may consist of: definitions may fan out.
const MAX_PARTS: usize = 100;

/// More items than this make an example that nobody reads.
const MAX_ITEMS: u64 = 5;

/// The name of a property in an object that may have any.
const ANY_NAME: &str = "key";

/// What an example is made for.
#[derive(Clone, Copy, Debug)]
pub(super) struct ExampleRequest<'a> {
    /// The schema of the arguments.
    pub(super) schema: &'a JsonObject,
    /// The names that were sent. Those that need other arguments beside them are in the example, with these.
    pub(super) sent: &'a [String],
    /// Arguments that are to be in it, as far as they can be made up.
    pub(super) wanted: &'a [&'a str],
    /// The path of the operation, with placeholders; empty if there is none.
    pub(super) path: &'a str,
}

/// The schema that references are within, and how many values may still be made for one example.
struct Root<'s> {
    schema: &'s JsonObject,
    values_left: Cell<usize>,
}

impl<'s> Root<'s> {
    fn new(schema: &'s JsonObject) -> Self {
        Self {
            schema,
            values_left: Cell::new(MAX_VALUES),
        }
    }

    /// Pays for a value; `None` if there were too many.
    fn count_value(&self) -> Option<()> {
        self.values_left.set(self.values_left.get().checked_sub(1)?);
        Some(())
    }
}

/// Arguments with all that is required and what else is asked for; `None` where required ones can't be made up.
pub(super) fn example_arguments(request: ExampleRequest<'_>) -> Option<JsonObject> {
    let schema = request.schema;
    let root = &Root::new(schema);
    let sent = request.sent.iter().map(String::as_str);
    let dependents = sent.filter(|name| !dependent_properties(schema, name).is_empty());
    let others = dependents.chain(request.wanted.iter().copied());
    let mut made = example_members(schema, others.collect(), root, MAX_DEPTH)?;
    for (name, value) in &mut made {
        if is_empty(value) && request.path.contains(&format!("{{{name}}}")) {
            *value = example_path_value(schema.get("properties")?.get(name)?, root)?;
        }
    }
    Some(made)
}

/// An object for a path. Its schema may allow an empty one, but a path has to have all of its segments.
fn example_path_value(schema: &Json, root: &Root<'_>) -> Option<Json> {
    let schema = resolve_reference(schema, root)?.as_object()?;
    let mut properties = read_properties(schema).into_iter().flatten();
    let mut made = properties.find_map(|(name, property)| {
        Some((name.as_str(), example_value(property, root, MAX_DEPTH)?))
    });
    if made.is_none() && schema_type(schema) == "object" {
        let others = schema.get("additionalProperties");
        let others = others.unwrap_or(&Json::Bool(true));
        let is_allowed = *others != Json::Bool(false);
        made = example_value(others, root, MAX_DEPTH)
            .filter(|_| is_allowed)
            .map(|value| (ANY_NAME, value));
    }
    let (name, value) = made?;
    Some(Json::Object(JsonObject::from_iter([(
        name.to_owned(),
        value,
    )])))
}

fn is_empty(value: &Json) -> bool {
    match value {
        Json::Object(members) => members.is_empty(),
        Json::Array(items) => items.is_empty(),
        _ => false,
    }
}

/// What a schema that is only a reference refers to.
fn resolve_reference<'s>(schema: &'s Json, root: &Root<'s>) -> Option<&'s Json> {
    let mut schema = schema;
    for _ in 0..MAX_DEPTH {
        let Some(target) = schema.get("$ref").and_then(Json::as_str) else {
            return Some(schema);
        };
        schema = find_definition(root.schema, target)?;
    }
    None
}

fn example_value(schema: &Json, root: &Root<'_>, depth: usize) -> Option<Json> {
    let Json::Object(members) = schema else {
        return Some(Json::from("…"));
    };
    if depth == 0 {
        return None;
    }
    root.count_value()?;
    if let Some(stated) = stated_example(members) {
        return Some(stated);
    }
    if let Some(target) = members.get("$ref").and_then(Json::as_str) {
        return example_value(find_definition(root.schema, target)?, root, depth - 1);
    }
    let is_object = members.contains_key("properties");
    if let Some(alternatives) = list_alternatives(members).filter(|_| !is_object) {
        let mut made = alternatives
            .iter()
            .filter_map(|alternative| example_value(alternative, root, depth - 1));
        return made.find(|value| !value.is_null());
    }
    if let (Some([part, ..]), false) = (all_of(members), is_object) {
        return match schema_type(resolve_reference(part, root)?.as_object()?) {
            "object" => example_members(members, Vec::new(), root, depth).map(Json::Object),
            _ => example_value(part, root, depth - 1),
        };
    }
    match schema_type(members) {
        "object" => example_members(members, Vec::new(), root, depth).map(Json::Object),
        "array" => example_array(members, root, depth),
        "integer" | "number" => Some(example_number(members)),
        "boolean" => Some(Json::Bool(true)),
        "null" => Some(Json::Null),
        _ => example_string(members),
    }
}

/// The schemas of which a value has to meet one.
fn list_alternatives(schema: &JsonObject) -> Option<&Vec<Json>> {
    let alternatives = schema.get("anyOf").or_else(|| schema.get("oneOf"));
    alternatives.and_then(Json::as_array)
}

fn all_of(schema: &JsonObject) -> Option<&[Json]> {
    schema.get("allOf")?.as_array().map(Vec::as_slice)
}

/// What the schema itself has for an example.
fn stated_example(schema: &JsonObject) -> Option<Json> {
    let first = |keyword: &str| schema.get(keyword)?.as_array()?.first().cloned();
    first("examples")
        .or_else(|| schema.get("default").cloned())
        .or_else(|| schema.get("const").cloned())
        .or_else(|| first("enum"))
}

fn schema_type(schema: &JsonObject) -> &str {
    match schema.get("type") {
        Some(Json::String(kind)) => kind,
        Some(Json::Array(kinds)) => {
            let mut kinds = kinds.iter().filter_map(Json::as_str);
            kinds.find(|kind| *kind != "null").unwrap_or("null")
        }
        _ if schema.contains_key("properties") => "object",
        _ if schema.contains_key("items") => "array",
        _ => "string",
    }
}

/// The members of an object: all that are required, and of `wanted` those that can be made up.
fn example_members(
    schema: &JsonObject,
    wanted: Vec<&str>,
    root: &Root<'_>,
    depth: usize,
) -> Option<JsonObject> {
    let mut parts = Vec::new();
    collect_parts(schema, root, depth, &mut parts)?;
    let required = parts.iter().flat_map(|part| required_names(part));
    let required: Vec<&str> = required.collect();
    let mut made = JsonObject::new();
    let is_file = |all: &JsonObject| all.contains_key("content") && all.contains_key("text");
    if required.is_empty() && read_properties(schema).is_some_and(is_file) {
        made.insert("text".to_owned(), Json::from("text"));
    }
    let mut names: Vec<&str> = required.iter().copied().chain(wanted).collect();
    let mut next = 0;
    while let Some(name) = names.get(next).copied() {
        next += 1;
        if made.contains_key(name) {
            continue;
        }
        let property = parts
            .iter()
            .find_map(|part| read_properties(part)?.get(name));
        let property = property.unwrap_or(&Json::Bool(true));
        match example_value(property, root, depth - 1) {
            Some(value) => made.insert(name.to_owned(), value),
            None if required.contains(&name) => return None,
            None => continue,
        };
        let dependent = parts
            .iter()
            .flat_map(|part| dependent_properties(part, name));
        names.extend(dependent);
    }
    Some(made)
}

/// The schemas that an object meets in an example: one, all of its `allOf`, and the first of its alternatives.
fn collect_parts<'s>(
    schema: &'s JsonObject,
    root: &Root<'s>,
    depth: usize,
    parts: &mut Vec<&'s JsonObject>,
) -> Option<()> {
    let depth = depth.checked_sub(1)?;
    if parts.len() == MAX_PARTS {
        return None;
    }
    parts.push(schema);
    let all = all_of(schema);
    let alternative = list_alternatives(schema).and_then(|alternatives| alternatives.first());
    for part in all.into_iter().flatten().chain(alternative) {
        match resolve_reference(part, root)? {
            Json::Object(part) => collect_parts(part, root, depth, parts)?,
            _ => continue,
        }
    }
    Some(())
}

fn read_properties(schema: &JsonObject) -> Option<&JsonObject> {
    schema.get("properties")?.as_object()
}

fn required_names(schema: &JsonObject) -> impl Iterator<Item = &str> {
    list_strings(schema.get("required").and_then(Json::as_array))
}

/// What an object must have if it has a property of that name.
fn dependent_properties<'a>(schema: &'a JsonObject, name: &str) -> Vec<&'a str> {
    let of = |keyword: &str| schema.get(keyword)?.get(name);
    let listed = of("dependentRequired").and_then(Json::as_array);
    let required = of("dependentSchemas").and_then(|schema| schema.get("required")?.as_array());
    list_strings(listed).chain(list_strings(required)).collect()
}

fn list_strings(list: Option<&Vec<Json>>) -> impl Iterator<Item = &str> {
    list.into_iter().flatten().filter_map(Json::as_str)
}

fn example_array(schema: &JsonObject, root: &Root<'_>, depth: usize) -> Option<Json> {
    let least = schema.get("minItems").and_then(Json::as_u64).unwrap_or(0);
    if least > MAX_ITEMS {
        return None;
    }
    let first = schema.get("prefixItems").and_then(Json::as_array);
    let first = first.into_iter().flatten();
    let first: Option<Vec<Json>> = first
        .map(|item| example_value(item, root, depth - 1))
        .collect();
    let mut made = first?;
    let items = schema.get("items").unwrap_or(&Json::Bool(true));
    let is_unique = schema.get("uniqueItems") == Some(&Json::Bool(true));
    // One item shows what a list is of, even if none is required.
    while made.is_empty() || (made.len() as u64) < least {
        let last = made.last().filter(|_| is_unique);
        let item = match last {
            Some(last) => another_value(items, last, root),
            None => example_value(items, root, depth - 1),
        };
        match item {
            Some(item) => made.push(item),
            None if least == 0 => break,
            None => return None,
        }
    }
    Some(Json::Array(made))
}

/// A value beside one that must be another: the next of an enum, number or text.
fn another_value(schema: &Json, last: &Json, root: &Root<'_>) -> Option<Json> {
    let schema = resolve_reference(schema, root)?;
    if let Some(choices) = schema.get("enum").and_then(Json::as_array) {
        let place = choices.iter().position(|choice| choice == last)?;
        return choices.get(place + 1).cloned();
    }
    match last {
        Json::Number(number) => {
            let step = schema.get("multipleOf").and_then(Json::as_i64);
            let next = number.as_i64()?.checked_add(step.unwrap_or(1));
            next.map(Json::from)
        }
        Json::String(text) => Some(Json::String(format!("{text}2"))),
        _ => None,
    }
}
