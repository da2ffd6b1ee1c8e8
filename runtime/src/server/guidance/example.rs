//! Makes an example of valid arguments from a JSON Schema, for the error that rejects invalid ones.
//!
//! It gives up (`None`) rather than guess: patterns, and lists that need several items, have no example. The caller
//! validates the example before it is shown.

use rmcp::model::JsonObject;

use crate::value::Json;

const MAX_DEPTH: usize = 8;

/// Arguments with all that is required, those that are wanted, and those of `sent` that need others beside them, with these;
/// `None` where they can't be made up.
pub(super) fn example_arguments(
    schema: &JsonObject,
    sent: &[String],
    wanted: &[&str],
) -> Option<Json> {
    let sent = sent.iter().map(String::as_str);
    let dependents = sent.filter(|name| !dependent_properties(schema, name).is_empty());
    let others = dependents.chain(wanted.iter().copied());
    example_object(schema, others.collect(), schema, MAX_DEPTH)
}

fn example_value(schema: &Json, root: &JsonObject, depth: usize) -> Option<Json> {
    let Json::Object(members) = schema else {
        return Some(Json::from("…"));
    };
    if depth == 0 {
        return None;
    }
    if let Some(stated) = stated_example(members) {
        return Some(stated);
    }
    if let Some(target) = members.get("$ref").and_then(Json::as_str) {
        let key = target.strip_prefix("#/$defs/")?;
        return example_value(root.get("$defs")?.get(key)?, root, depth - 1);
    }
    if let Some(Json::Array(alternatives)) = members.get("anyOf").or_else(|| members.get("oneOf")) {
        let mut made = alternatives
            .iter()
            .filter_map(|alternative| example_value(alternative, root, depth - 1));
        return made.find(|value| !value.is_null());
    }
    match schema_type(members) {
        "object" => example_object(members, Vec::new(), root, depth),
        "array" => example_array(members, root, depth),
        "integer" | "number" => Some(example_number(members)),
        "boolean" => Some(Json::Bool(true)),
        "null" => Some(Json::Null),
        _ => example_string(members),
    }
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

fn example_object(
    schema: &JsonObject,
    wanted: Vec<&str>,
    root: &JsonObject,
    depth: usize,
) -> Option<Json> {
    let properties = schema.get("properties").and_then(Json::as_object);
    let required = schema.get("required").and_then(Json::as_array);
    let mut made = JsonObject::new();
    let is_file = |all: &JsonObject| all.contains_key("content") && all.contains_key("text");
    if properties.is_some_and(is_file) && required.is_none() {
        made.insert("text".to_owned(), Json::from("text"));
    }
    let mut names: Vec<&str> = strings_of(required).chain(wanted).collect();
    let mut next = 0;
    while let Some(name) = names.get(next).copied() {
        next += 1;
        if made.contains_key(name) {
            continue;
        }
        let property = properties.and_then(|all| all.get(name));
        let value = example_value(property.unwrap_or(&Json::Bool(true)), root, depth - 1)?;
        made.insert(name.to_owned(), value);
        names.extend(dependent_properties(schema, name));
    }
    Some(Json::Object(made))
}

/// What an object must have if it has a property of that name.
fn dependent_properties<'a>(schema: &'a JsonObject, name: &str) -> Vec<&'a str> {
    let of = |keyword: &str| schema.get(keyword)?.get(name);
    let listed = of("dependentRequired").and_then(Json::as_array);
    let required = of("dependentSchemas").and_then(|schema| schema.get("required")?.as_array());
    strings_of(listed).chain(strings_of(required)).collect()
}

fn strings_of(list: Option<&Vec<Json>>) -> impl Iterator<Item = &str> {
    list.into_iter().flatten().filter_map(Json::as_str)
}

fn example_array(schema: &JsonObject, root: &JsonObject, depth: usize) -> Option<Json> {
    let least = schema.get("minItems").and_then(Json::as_u64).unwrap_or(0);
    if least > 1 {
        return None;
    }
    let items = schema.get("items").unwrap_or(&Json::Bool(true));
    let item = example_value(items, root, depth - 1);
    match item {
        Some(item) => Some(Json::Array(vec![item])),
        None if least == 0 => Some(Json::Array(Vec::new())),
        None => None,
    }
}

fn example_number(schema: &JsonObject) -> Json {
    let bound = |keyword: &str| {
        schema
            .get(keyword)
            .filter(|bound| bound.is_number())
            .cloned()
    };
    bound("minimum")
        .or_else(|| bound("maximum"))
        .or_else(|| bound("multipleOf"))
        .unwrap_or_else(|| Json::from(1))
}

fn example_string(schema: &JsonObject) -> Option<Json> {
    if schema.contains_key("pattern") {
        return None;
    }
    // Hosts and addresses are those reserved for documentation (RFC 2606, RFC 5737).
    let text = match schema.get("format").and_then(Json::as_str) {
        Some("date") => "2026-01-31",
        Some("date-time") => "2026-01-31T12:00:00Z",
        Some("time") => "12:00:00Z",
        Some("uuid") => "123e4567-e89b-12d3-a456-426614174000",
        Some("email") => "name@example.com",
        Some("uri" | "url") => "https://example.com",
        Some("ipv4") => "192.0.2.1",
        Some("byte" | "binary") => "aGVsbG8=",
        _ => "text",
    };
    let least = schema.get("minLength").and_then(Json::as_u64).unwrap_or(0);
    let least = usize::try_from(least).ok().filter(|least| *least <= 64)?;
    Some(Json::String(format!("{text:x<least$}")))
}
