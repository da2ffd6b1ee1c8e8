//! Adds the property of a discriminator to alternatives that lack it, as TypeSpec's unions without an envelope do. It takes
//! the schemas that requests and responses lead to, changes them in place, and gives remarks.

use std::collections::HashSet;

use serde_json::{Value, json};

use super::write_values::has_discriminator;
use super::{DiscriminatedUnion, is_null_alternative};
use crate::schema::keyword::schemas_in_keyword_mut;
use crate::schema::merge::merge_compositions;
use crate::schema::resolve_reference::alias_target_key;
use crate::schema::{Schema, Schemas};

/// Adds the property of a discriminator to its alternatives where none of them has it: a discriminator says
/// that the property is there (OpenAPI 3.1.1, "Discriminator Object"), and TypeSpec's unions without an
/// envelope are written so. `roots` are the lifted schemas that are sent, `sent` the keys of the definitions
/// that they lead to. Gives what is to be said of it, each with the pointer of its schema.
pub(crate) fn add_discriminator_property(
    schemas: &mut Schemas,
    roots: &[usize],
    sent: impl FnOnce(&Schemas) -> HashSet<String>,
) -> Vec<(String, String)> {
    let mut all = schemas.definitions.values().chain(&schemas.lifted);
    if !all.any(|schema| has_discriminator(&schema.value)) {
        return Vec::new();
    }
    let sent = sent(schemas);
    let known = schemas.clone();
    let definitions = schemas.definitions.iter_mut();
    let definitions = definitions.filter(|(key, _)| sent.contains(*key));
    let lifted = schemas.lifted.iter_mut().enumerate();
    let lifted = lifted.filter(|(index, _)| roots.contains(index));
    let definitions = definitions.map(|(_, schema)| schema);
    let mut remarks = Vec::new();
    for schema in definitions.chain(lifted.map(|(_, schema)| schema)) {
        let Schema { pointer, value } = schema;
        add_property_to_alternatives(value, &known, &mut |property| {
            let remark = format!(
                "no alternative has the discriminator's property `{property}`; it is added to each of them"
            );
            remarks.push((pointer.clone(), remark));
        });
    }
    remarks
}

fn add_property_to_alternatives(schema: &mut Value, known: &Schemas, tell: &mut impl FnMut(&str)) {
    let Value::Object(object) = schema else {
        return;
    };
    let tagged = DiscriminatedUnion::from_schema(object, &known.definitions);
    let tagged = tagged.filter(DiscriminatedUnion::lacks_property);
    if let Some((property, branches)) = tagged.and_then(|tagged| {
        Some((
            tagged.property_name().to_owned(),
            alternatives_with_property(&tagged, known)?,
        ))
    }) {
        let list = match object.contains_key("oneOf") {
            true => "oneOf",
            false => "anyOf",
        };
        object.insert(list.to_owned(), Value::Array(branches));
        tell(&property);
    }
    for (keyword, value) in object.iter_mut() {
        for inner in schemas_in_keyword_mut(keyword, value) {
            add_property_to_alternatives(inner, known, tell);
        }
    }
}

/// The alternatives with their tags; `None` where one has no name, or no place for another property.
fn alternatives_with_property(
    tagged: &DiscriminatedUnion<'_>,
    known: &Schemas,
) -> Option<Vec<Value>> {
    let branches = tagged.alternatives().iter().map(|branch| {
        if is_null_alternative(branch) {
            return Some(branch.clone());
        }
        alias_target_key(branch)?;
        let names = tagged.discriminator_names(branch);
        let mut with_tag = branch.clone();
        let property = tagged.property_name();
        with_tag["properties"] = json!({property: {"type": "string", "enum": names}});
        with_tag["required"] = json!([property]);
        let has_place =
            !names.is_empty() && merge_compositions(&with_tag, &known.definitions).is_some();
        has_place.then_some(with_tag)
    });
    branches.collect()
}
