//! Schemas in the middle of an inheritance: a child of a schema with a discriminator that has
//! children of its own.
//!
//! Such a schema stands for its children just as its parent does, but only the parent says so.

use std::collections::HashSet;

use indexmap::IndexMap;
use serde_json::{Value, json};

use crate::schema::Schema;
use crate::schema::keyword::extended_keys;

/// Gives each of them the discriminator of its parent, without the mapping: that is of all children.
pub(in crate::normalize) fn inherit_discriminators(definitions: &mut IndexMap<String, Schema>) {
    let found: Vec<(usize, Value)> = {
        let extended: HashSet<&str> = definitions
            .values()
            .flat_map(|schema| extended_keys(&schema.value))
            .collect();
        definitions
            .iter()
            .enumerate()
            .filter(|(_, (key, schema))| {
                extended.contains(key.as_str()) && own_discriminator(schema).is_none()
            })
            .filter_map(|(index, (key, _))| {
                Some((index, inherited_discriminator(key, definitions)?))
            })
            .collect()
    };
    for (index, discriminator) in found {
        let target = definitions.get_index_mut(index);
        if let Some((
            _,
            Schema {
                value: Value::Object(object),
                ..
            },
        )) = target
        {
            object.insert("discriminator".to_owned(), discriminator);
        }
    }
}

/// The discriminator of the nearest ancestor that has one.
fn inherited_discriminator(key: &str, definitions: &IndexMap<String, Schema>) -> Option<Value> {
    let mut seen = HashSet::from([key]);
    let mut next: Vec<&str> = extended_keys(&definitions.get(key)?.value).collect();
    while let Some(parent) = next.pop() {
        let Some(schema) = definitions.get(parent).filter(|_| seen.insert(parent)) else {
            continue;
        };
        if let Some(name) = own_discriminator(schema) {
            return Some(json!({"propertyName": name}));
        }
        next.extend(extended_keys(&schema.value));
    }
    None
}

/// The property that tells the children of a schema apart, unless they are listed as alternatives.
fn own_discriminator(schema: &Schema) -> Option<&Value> {
    let lists = ["oneOf", "anyOf"];
    if lists.iter().any(|list| schema.value.get(list).is_some()) {
        return None;
    }
    schema.value.get("discriminator")?.get("propertyName")
}
