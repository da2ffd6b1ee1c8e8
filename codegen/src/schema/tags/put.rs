use indexmap::IndexMap;
use serde_json::Value;

use super::reach::{Reached, lone};
use super::tag::Tag;
use super::{Tagged, remarks};
use crate::schema::Schemas;
use crate::schema::keyword::held_mut;

/// Writes into the alternatives of discriminators which values lead to them, as far as they do not
/// say so themselves. `roots` are the lifted schemas that matter. Gives what is to be said of
/// contradictions, each with the pointer of its schema.
///
/// It is written into the definition where that is nothing but an alternative, so that it costs a
/// client next to nothing, and else beside the reference to it.
pub(crate) fn put_tags(
    schemas: &mut Schemas,
    roots: impl FnOnce() -> Vec<usize>,
) -> Vec<(String, String)> {
    let mut all = schemas.definitions.values().chain(&schemas.lifted);
    if !all.any(|schema| has_discriminator(&schema.value)) {
        return Vec::new();
    }
    let reached = Reached::from(schemas, &roots());
    if reached.tagged.is_empty() {
        return Vec::new();
    }
    let inside = reached.inside(schemas);
    let mut remarks = Vec::new();
    let mut changed = Vec::new();
    for place in reached.with_tags {
        if let Some(schema) = place.of(schemas) {
            let mut value = schema.value.clone();
            let mut said = Vec::new();
            put_beside(&mut value, schemas, &inside, &mut said);
            remarks.extend(said.into_iter().map(|said| (schema.pointer.clone(), said)));
            changed.push((place, value));
        }
    }
    for (place, value) in changed {
        if let Some(schema) = place.of_mut(schemas) {
            schema.value = value;
        }
    }
    for (key, tag) in inside {
        let schema = schemas.definitions.get_mut(&key);
        if let Some(object) = schema.and_then(|schema| schema.value.as_object_mut()) {
            tag.put(object);
        }
    }
    remarks
}

/// Whether a discriminator may be in a schema; most documents have none.
pub(super) fn has_discriminator(value: &Value) -> bool {
    match value {
        Value::Object(members) => members
            .iter()
            .any(|(key, value)| key == "discriminator" || has_discriminator(value)),
        Value::Array(values) => values.iter().any(has_discriminator),
        _ => false,
    }
}

/// Writes tags beside the references of alternatives, where their definitions have none.
fn put_beside(
    schema: &mut Value,
    schemas: &Schemas,
    inside: &IndexMap<String, Tag>,
    said: &mut Vec<String>,
) {
    let Value::Object(object) = schema else {
        return;
    };
    let missing: Vec<Option<Tag>> = match Tagged::of(object, &schemas.definitions) {
        None => Vec::new(),
        Some(tagged) => {
            said.extend(remarks::of(&tagged));
            let branches = tagged.branches().iter();
            let missing = |branch| {
                let key = lone(branch)?;
                Tag::missing(&tagged, branch).filter(|_| !inside.contains_key(key))
            };
            branches.map(missing).collect()
        }
    };
    let list = match object.contains_key("oneOf") {
        true => "oneOf",
        false => "anyOf",
    };
    let branches = object.get_mut(list).and_then(Value::as_array_mut);
    for (branch, tag) in branches.into_iter().flatten().zip(missing) {
        if let (Value::Object(branch), Some(tag)) = (branch, tag) {
            tag.put(branch);
        }
    }
    for (keyword, value) in object.iter_mut() {
        for inner in held_mut(keyword, value) {
            put_beside(inner, schemas, inside, said);
        }
    }
}
