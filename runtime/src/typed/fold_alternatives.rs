//! Turns the schema of a Rust enum into the object that MCP requires at the root of a tool's schema. Alternatives
//! are merged: all properties are allowed, and those that every alternative requires are required.

use serde_json::{Map, json};

use crate::value::Json;

type Object = Map<String, Json>;

/// A schema as the root of a tool's: an object without a choice. The alternatives of an enum become
/// one object that has the properties of all and requires what all of them do.
pub(super) fn fold_alternatives(schema: Json, is_input: bool) -> Object {
    let mut root = match schema {
        Json::Object(root) => root,
        _ => Object::new(),
    };
    let root_definitions = root.remove("$defs");
    let alternatives = ["oneOf", "anyOf"]
        .into_iter()
        .find_map(|keyword| root.remove(keyword));
    if let Some(Json::Array(alternatives)) = alternatives {
        merge_alternatives(
            &mut root,
            &resolve_references(alternatives, root_definitions.as_ref()),
        );
    }
    // MCP requires `type: object` at the root of a tool's schemas.
    root.insert("type".to_owned(), json!("object"));
    let has_properties = root
        .get("properties")
        .and_then(Json::as_object)
        .is_some_and(|all| !all.is_empty());
    if !has_properties {
        root.insert("properties".to_owned(), json!({}));
        if is_input && !root.contains_key("additionalProperties") {
            root.insert("additionalProperties".to_owned(), json!(false));
        }
    }
    if let Some(definitions) = root_definitions {
        root.insert("$defs".to_owned(), definitions);
    }
    root
}

/// The alternatives, with those that are under `$defs` in place.
fn resolve_references(alternatives: Vec<Json>, definitions: Option<&Json>) -> Vec<Json> {
    let target = |schema: &Json| {
        let name = schema.get("$ref")?.as_str()?.strip_prefix("#/$defs/")?;
        definitions?.get(name).cloned()
    };
    let place = |schema| target(&schema).unwrap_or(schema);
    alternatives.into_iter().map(place).collect()
}

fn merge_alternatives(root: &mut Object, alternatives: &[Json]) {
    let mut properties = Object::new();
    for alternative in alternatives {
        let own = alternative.get("properties").and_then(Json::as_object);
        for (name, schema) in own.into_iter().flatten() {
            let both = properties
                .get(name)
                .map(|known| merge_property_schemas(known, schema));
            properties.insert(name.clone(), both.unwrap_or_else(|| schema.clone()));
        }
    }
    let required = |schema: &Json| schema.get("required").and_then(Json::as_array).cloned();
    let mut common = alternatives.first().and_then(required).unwrap_or_default();
    common.retain(|name| {
        let needs = |schema| required(schema).is_some_and(|names| names.contains(name));
        alternatives.iter().all(needs)
    });
    root.insert("properties".to_owned(), Json::Object(properties));
    if !common.is_empty() {
        root.insert("required".to_owned(), Json::Array(common));
    }
}

/// One schema for a property that two alternatives describe: of two enums one, and otherwise a choice.
fn merge_property_schemas(known: &Json, other: &Json) -> Json {
    if known == other {
        return known.clone();
    }
    let values = |schema: &Json| schema.get("enum").and_then(Json::as_array).cloned();
    if let (Some(mut all), Some(more)) = (values(known), values(other))
        && known.get("type") == other.get("type")
    {
        all.extend(
            more.into_iter()
                .filter(|value| !all.contains(value))
                .collect::<Vec<_>>(),
        );
        let mut merged = known.clone();
        merged["enum"] = Json::Array(all);
        return merged;
    }
    let mut alternatives = match known.get("anyOf") {
        Some(Json::Array(all)) if known.as_object().is_some_and(|known| known.len() == 1) => {
            all.clone()
        }
        _ => vec![known.clone()],
    };
    if !alternatives.contains(other) {
        alternatives.push(other.clone());
    }
    json!({ "anyOf": alternatives })
}
