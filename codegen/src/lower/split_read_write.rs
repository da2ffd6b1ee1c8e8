//! What responses have otherwise than requests: properties that are `readOnly` or `writeOnly`.

use std::collections::{HashMap, HashSet};

use serde_json::Value;

use crate::schema::keyword::{
    Object, child_schemas, object_referenced_key, schemas_in_keyword_mut,
};
use crate::schema::{Schema, Schemas};

/// What the key of a definition for responses ends in.
const SUFFIX: &str = "_response";

/// Puts the schemas of responses beside those of requests, which are reached from `sent`, and gives
/// the index of the first of them among the lifted ones.
///
/// A definition that responses have otherwise than requests gets a key of its own for them, unless
/// no request has it: then there is but one form, under its own key.
pub(super) fn join_responses(requests: &mut Schemas, responses: &Schemas, sent: &[usize]) -> usize {
    let changed = changed_keys(requests, responses);
    let keys = response_keys(&changed, requests, &reachable_from_lifted(sent, requests));
    for (key, schema) in &responses.definitions {
        if changed.contains(key.as_str()) {
            let own = keys.get(key).unwrap_or(key).clone();
            requests
                .definitions
                .insert(own, with_response_keys(schema, &keys));
        }
    }
    let first = requests.lifted.len();
    let lifted = responses.lifted.iter();
    requests
        .lifted
        .extend(lifted.map(|schema| with_response_keys(schema, &keys)));
    first
}

fn with_response_keys(schema: &Schema, keys: &HashMap<String, String>) -> Schema {
    let mut value = schema.value.clone();
    rewrite_references(&mut value, keys);
    Schema {
        pointer: schema.pointer.clone(),
        value,
    }
}

/// The keys of the definitions that are not the same in both, or refer to such.
fn changed_keys<'s>(requests: &Schemas, responses: &'s Schemas) -> HashSet<&'s str> {
    let mut users: HashMap<&str, Vec<&str>> = HashMap::new();
    let mut open: Vec<&str> = Vec::new();
    for (key, schema) in &responses.definitions {
        let mut referred = Vec::new();
        collect_references(&schema.value, &mut referred);
        for target in referred {
            users.entry(target).or_default().push(key);
        }
        let requested = requests.definitions.get(key);
        if requested.is_none_or(|requested| requested.value != schema.value) {
            open.push(key);
        }
    }
    let mut changed: HashSet<&str> = HashSet::new();
    while let Some(key) = open.pop() {
        // Who refers to a changed definition is changed as well; each is visited once, so this ends.
        if changed.insert(key) {
            open.extend(users.get(key).into_iter().flatten());
        }
    }
    changed
}

/// The keys of the definitions that the lifted schemas of these indices lead to.
pub(super) fn reachable_from_lifted(lifted: &[usize], schemas: &Schemas) -> HashSet<String> {
    let mut open = Vec::new();
    for schema in lifted.iter().filter_map(|index| schemas.lifted.get(*index)) {
        collect_references(&schema.value, &mut open);
    }
    reachable_keys(open, schemas)
}

/// The keys of these definitions and of all that they lead to.
pub(super) fn reachable_keys<'s>(mut open: Vec<&'s str>, schemas: &'s Schemas) -> HashSet<String> {
    let mut reached = HashSet::new();
    while let Some(key) = open.pop() {
        if !reached.contains(key)
            && let Some(schema) = schemas.definitions.get(key)
        {
            reached.insert(key.to_owned());
            collect_references(&schema.value, &mut open);
        }
    }
    reached
}

/// New keys for the definitions that requests have otherwise.
fn response_keys(
    changed: &HashSet<&str>,
    requests: &Schemas,
    sent: &HashSet<String>,
) -> HashMap<String, String> {
    // A definition that no request uses needs no second key.
    let doubled = changed.iter().filter(|key| sent.contains(**key));
    doubled
        .map(|key| ((*key).to_owned(), free_key(key, SUFFIX, requests)))
        .collect()
}

/// A free key for another form of a definition.
pub(super) fn free_key(key: &str, suffix: &str, schemas: &Schemas) -> String {
    let mut new = format!("{key}{suffix}");
    while schemas.definitions.contains_key(&new) {
        new.push('_');
    }
    new
}

/// The key that a definition of requests has, where `key` may be that of responses.
pub(super) fn request_key(key: &str) -> Option<&str> {
    key.trim_end_matches('_').strip_suffix(SUFFIX)
}

/// The keys of the definitions that a schema refers to, at any depth.
pub(super) fn collect_references<'s>(schema: &'s Value, found: &mut Vec<&'s str>) {
    if let Value::Object(object) = schema {
        own_references(object, found);
    }
    for inner in child_schemas(schema) {
        collect_references(inner, found);
    }
}

/// The keys of the definitions that a schema itself refers to.
pub(super) fn own_references<'s>(object: &'s Object, found: &mut Vec<&'s str>) {
    found.extend(object_referenced_key(object));
    found.extend(mapped_targets(object).filter_map(|target| target.strip_prefix(PREFIX)));
}

const PREFIX: &str = "#/$defs/";

/// What a discriminator leads to.
fn mapped_targets(schema: &Object) -> impl Iterator<Item = &str> {
    let discriminator = schema.get("discriminator");
    let mapping = discriminator.and_then(|it| it.get("mapping")?.as_object());
    let default = discriminator.and_then(|it| it.get("defaultMapping"));
    let targets = mapping.into_iter().flatten().map(|(_, target)| target);
    targets.chain(default).filter_map(Value::as_str)
}

fn rewrite_references(schema: &mut Value, keys: &HashMap<String, String>) {
    let Value::Object(object) = schema else {
        return;
    };
    redirect_references(object, keys);
    for (keyword, value) in object.iter_mut() {
        for inner in schemas_in_keyword_mut(keyword, value) {
            rewrite_references(inner, keys);
        }
    }
}

/// Lets what a schema itself refers to be under its new keys.
pub(super) fn redirect_references(object: &mut Object, keys: &HashMap<String, String>) {
    if let Some(target) = object.get_mut("$ref") {
        redirect_target(target, keys);
    }
    if let Some(discriminator) = object.get_mut("discriminator") {
        let mapping = discriminator.get_mut("mapping");
        let mapping = mapping.and_then(Value::as_object_mut);
        let targets = mapping.into_iter().flat_map(|mapping| mapping.values_mut());
        targets.for_each(|target| redirect_target(target, keys));
        if let Some(target) = discriminator.get_mut("defaultMapping") {
            redirect_target(target, keys);
        }
    }
}

fn redirect_target(target: &mut Value, keys: &HashMap<String, String>) {
    let key = target.as_str().and_then(|text| text.strip_prefix(PREFIX));
    if let Some(new) = key.and_then(|key| keys.get(key)) {
        *target = format!("{PREFIX}{new}").into();
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::schema::direction::{without_read_only, without_write_only};

    fn joined(sent: &[usize]) -> Schemas {
        let schema = |value: Value| Schema {
            pointer: String::new(),
            value,
        };
        let pet = json!({"type": "object", "required": ["id", "secret"], "properties": {
            "id": {"type": "integer", "readOnly": true},
            "secret": {"type": "string", "writeOnly": true},
            "tag": {"$ref": "#/$defs/Tag"},
        }});
        let pets = json!({
            "oneOf": [{"$ref": "#/$defs/Pet"}, {"$ref": "#/$defs/Tag"}],
            "discriminator": {"propertyName": "id", "mapping": {"pet": "#/$defs/Pet"}},
        });
        let definitions = [
            ("Tag", json!({"type": "string"})),
            ("Pet", pet),
            ("Pets", pets),
            ("Pet_response", json!({"type": "null"})),
        ];
        let schemas = Schemas {
            definitions: definitions
                .into_iter()
                .map(|(key, value)| (key.to_owned(), schema(value)))
                .collect(),
            lifted: vec![schema(json!({"$ref": "#/$defs/Pets"}))],
        };
        let all = schemas.lifted_ids();
        let mut joined = without_read_only(&schemas, &all);
        assert_eq!(
            join_responses(&mut joined, &without_write_only(&schemas, &all), sent),
            1
        );
        joined
    }

    const KEYS: [&str; 4] = ["Tag", "Pet", "Pets", "Pet_response"];

    #[test]
    fn what_is_the_same_is_shared() {
        let joined = joined(&[0]);
        assert_eq!(
            joined.lifted[1].value,
            json!({"$ref": "#/$defs/Pets_response"})
        );
        let keys: Vec<&String> = joined.definitions.keys().collect();
        assert_eq!(
            keys,
            [&KEYS[..], &["Pet_response_", "Pets_response"]].concat()
        );
        assert_eq!(
            joined.definitions["Pets_response"].value,
            json!({
                "oneOf": [{"$ref": "#/$defs/Pet_response_"}, {"$ref": "#/$defs/Tag"}],
                "discriminator": {"propertyName": "id", "mapping": {"pet": "#/$defs/Pet_response_"}},
            })
        );
        assert_eq!(
            joined.definitions["Pet_response_"].value,
            json!({"type": "object", "required": ["id"], "properties": {
                "id": {"type": "integer", "readOnly": true},
                "tag": {"$ref": "#/$defs/Tag"},
            }})
        );
        assert!(
            joined.definitions["Pet"].value["properties"]
                .get("id")
                .is_none()
        );
    }

    #[test]
    fn what_is_never_sent_keeps_its_name() {
        let joined = joined(&[]);
        assert_eq!(joined.lifted[1].value, json!({"$ref": "#/$defs/Pets"}));
        assert!(joined.definitions.keys().eq(KEYS));
        let pet = &joined.definitions["Pet"].value;
        assert_eq!(pet["required"], json!(["id"]));
    }
}
