//! Writes into the alternatives of discriminators which values select them, so that type, validation and
//! client schema agree. It takes the schemas of a document and the lifted ones that matter, changes them in place,
//! and gives remarks on contradictions.

use indexmap::IndexMap;
use serde_json::Value;

use super::alternative_uses::DiscriminatorUses;
use super::missing_values::PropertyValues;
use super::{DiscriminatedUnion, discriminator_remarks};
use crate::schema::Schemas;
use crate::schema::keyword::schemas_in_keyword_mut;
use crate::schema::resolve_reference::alias_target_key;

/// Writes into the alternatives of discriminators which values lead to them, as far as they do not
/// say so themselves. `roots` are the lifted schemas that matter. Gives what is to be said of
/// contradictions, each with the pointer of its schema.
///
/// It is written into the definition where that is nothing but an alternative, so that it costs a
/// client next to nothing, and else beside the reference to it.
pub(crate) fn write_discriminator_values(
    schemas: &mut Schemas,
    roots: impl FnOnce() -> Vec<usize>,
) -> Vec<(String, String)> {
    let mut all = schemas.definitions.values().chain(&schemas.lifted);
    if !all.any(|schema| has_discriminator(&schema.value)) {
        return Vec::new();
    }
    let reached = DiscriminatorUses::from_roots(schemas, &roots());
    if reached.missing_values.is_empty() {
        return Vec::new();
    }
    let inside = reached.definitions_to_narrow(schemas);
    let mut remarks = Vec::new();
    let mut changed = Vec::new();
    for place in reached.discriminated_schemas {
        if let Some(schema) = place.schema_in(schemas) {
            let mut value = schema.value.clone();
            let mut said = Vec::new();
            write_beside_references(&mut value, schemas, &inside, &mut said);
            remarks.extend(said.into_iter().map(|said| (schema.pointer.clone(), said)));
            changed.push((place, value));
        }
    }
    for (place, value) in changed {
        if let Some(schema) = place.schema_mut_in(schemas) {
            schema.value = value;
        }
    }
    for (key, tag) in inside {
        let schema = schemas.definitions.get_mut(&key);
        if let Some(object) = schema.and_then(|schema| schema.value.as_object_mut()) {
            tag.write_into_schema(object);
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
fn write_beside_references(
    schema: &mut Value,
    schemas: &Schemas,
    inside: &IndexMap<String, PropertyValues>,
    said: &mut Vec<String>,
) {
    let Value::Object(object) = schema else {
        return;
    };
    let missing: Vec<Option<PropertyValues>> =
        match DiscriminatedUnion::from_schema(object, &schemas.definitions) {
            None => Vec::new(),
            Some(tagged) => {
                said.extend(discriminator_remarks::remark_on_discriminator(&tagged));
                let branches = tagged.alternatives().iter();
                let missing = |branch| {
                    let key = alias_target_key(branch)?;
                    PropertyValues::missing_in_alternative(&tagged, branch)
                        .filter(|_| !inside.contains_key(key))
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
            tag.write_into_schema(branch);
        }
    }
    for (keyword, value) in object.iter_mut() {
        for inner in schemas_in_keyword_mut(keyword, value) {
            write_beside_references(inner, schemas, inside, said);
        }
    }
}
