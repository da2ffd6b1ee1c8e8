//! Copies of schemas, one for each meaning of the dynamic references in them.

#[cfg(test)]
mod tests;

use std::collections::{HashMap, HashSet};

use indexmap::IndexMap;
use serde_json::{Map, Value};

use crate::schema::keyword::{
    child_schemas, is_annotation_keyword, referenced_key, schemas_in_keyword_mut,
};
use crate::schema::resources::refine_partition;
use crate::schema::{Schema, Schemas};

const DEFINITIONS: &str = "#/$defs/";

/// Keeps one of several copies that mean the same, and gives a copy the name of the definition that
/// is nothing but a reference to it.
pub(super) fn reduce_copies(schemas: &mut Schemas, copies: HashSet<String>) {
    if copies.is_empty() {
        return;
    }
    let same = find_equivalent(&schemas.definitions, &copies);
    rename_definitions(schemas, &same);
    let named = adopt_copies(&mut schemas.definitions, copies);
    rename_definitions(schemas, &named);
}

/// The key that is kept instead of every other one that means the same.
fn find_equivalent(
    definitions: &IndexMap<String, Schema>,
    copies: &HashSet<String>,
) -> HashMap<String, String> {
    let (copied, plain): (Vec<_>, Vec<_>) = definitions
        .iter()
        .partition(|(key, _)| copies.contains(*key));
    let all: Vec<(&String, &Schema)> = plain.into_iter().chain(copied).collect();
    let indices: HashMap<&str, usize> = all.iter().map(|(key, _)| key.as_str()).zip(0..).collect();
    let targets: Vec<Vec<usize>> = all
        .iter()
        .map(|(_, schema)| {
            let keys = reference_targets(&schema.value).into_iter();
            keys.filter_map(|key| indices.get(key).copied()).collect()
        })
        .collect();
    let kinds = all.iter().map(|(_, schema)| &schema.pointer);
    let mut kept: Vec<&String> = Vec::new();
    let mut same = HashMap::new();
    for (class, (key, _)) in refine_partition(kinds, &targets).into_iter().zip(&all) {
        match kept.get(class) {
            Some(first) => {
                same.insert((*key).clone(), (*first).clone());
            }
            None => kept.push(key),
        }
    }
    same
}

/// Makes a definition that only refers to a copy that copy, and gives the new names of copies.
fn adopt_copies(
    definitions: &mut IndexMap<String, Schema>,
    mut copies: HashSet<String>,
) -> HashMap<String, String> {
    let mut names = HashMap::new();
    for index in 0..definitions.len() {
        while let Some((key, schema)) = definitions.get_index(index)
            && let Some(copy) = alias_target(&schema.value)
            && copy != key
            && copies.remove(copy)
            && let Some(target) = definitions.get(copy)
        {
            let (key, copy) = (key.clone(), copy.to_owned());
            let adopted = Schema {
                pointer: target.pointer.clone(),
                value: with_annotations(&target.value, &schema.value),
            };
            definitions[index] = adopted;
            names.insert(copy, key);
        }
    }
    names
}

/// The key that a schema refers to which has nothing but annotations beside.
fn alias_target(schema: &Value) -> Option<&str> {
    let mut keywords = schema.as_object()?.keys();
    let key = referenced_key(schema)?;
    keywords
        .all(|keyword| {
            keyword == "$ref" || is_annotation_keyword(keyword) && keyword != "discriminator"
        })
        .then_some(key)
}

/// A schema with the annotations of a reference to it.
fn with_annotations(target: &Value, reference: &Value) -> Value {
    let Value::Object(target) = target else {
        return target.clone();
    };
    let mut schema: Map<String, Value> = target.clone();
    for (keyword, value) in reference.as_object().into_iter().flatten() {
        if keyword != "$ref" {
            schema.insert(keyword.clone(), value.clone());
        }
    }
    Value::Object(schema)
}

/// The keys of all that a schema refers to.
fn reference_targets(schema: &Value) -> Vec<&str> {
    let mut found: Vec<&str> = referenced_key(schema).into_iter().collect();
    let mapping = schema.pointer("/discriminator/mapping");
    let mapped = mapping.and_then(Value::as_object).into_iter().flatten();
    let mapped = mapped.map(|(_, target)| target);
    let mapped = mapped.chain(schema.pointer("/discriminator/defaultMapping"));
    found.extend(mapped.filter_map(|target| target.as_str()?.strip_prefix(DEFINITIONS)));
    found.extend(
        child_schemas(schema)
            .into_iter()
            .flat_map(reference_targets),
    );
    found
}

/// Drops definitions for which there is another name, and refers to that one.
fn rename_definitions(schemas: &mut Schemas, names: &HashMap<String, String>) {
    if names.is_empty() {
        return;
    }
    let definitions = &mut schemas.definitions;
    definitions.retain(|key, _| !names.contains_key(key));
    for schema in definitions.values_mut().chain(&mut schemas.lifted) {
        redirect_references(&mut schema.value, names);
    }
}

fn redirect_references(schema: &mut Value, names: &HashMap<String, String>) {
    let Value::Object(object) = schema else {
        return;
    };
    if let Some(referenced_key) = object.get_mut("$ref") {
        redirect_one(referenced_key, names);
    }
    if let Some(Value::Object(discriminator)) = object.get_mut("discriminator") {
        for (keyword, value) in discriminator.iter_mut() {
            match (keyword.as_str(), value) {
                ("mapping", Value::Object(mapping)) => mapping
                    .values_mut()
                    .for_each(|target| redirect_one(target, names)),
                ("defaultMapping", target) => redirect_one(target, names),
                _ => {}
            }
        }
    }
    for (keyword, value) in object.iter_mut() {
        for inner in schemas_in_keyword_mut(keyword, value) {
            redirect_references(inner, names);
        }
    }
}

fn redirect_one(reference: &mut Value, names: &HashMap<String, String>) {
    let key = reference
        .as_str()
        .and_then(|text| text.strip_prefix(DEFINITIONS));
    let mut name = key.and_then(|key| names.get(key));
    while let Some(next) = name.and_then(|name| names.get(name)) {
        name = Some(next);
    }
    if let Some(name) = name {
        *reference = format!("{DEFINITIONS}{name}").into();
    }
}
