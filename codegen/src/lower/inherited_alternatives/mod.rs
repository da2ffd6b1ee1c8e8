//! Schemas that others extend. A schema with a discriminator and no alternatives of its own stands for the schemas that name it in
//! their `allOf` (OpenAPI 3.0.4, "Discriminator Object"; the only form that Swagger 2.0 has). Callers see nothing of those unless they
//! are listed, so a reference to such a schema in a request becomes one to a union of them.

mod families;
mod redirect;
#[cfg(test)]
mod tests;
mod union;

use std::collections::HashMap;

use indexmap::IndexMap;

use super::split_read_write::free_key;
use crate::schema::Schemas;
use families::find_families;
use redirect::{redirect_schema, redirect_within};

/// What the key of a union ends in.
const SUFFIX: &str = "_variant";

/// The value of a discriminator that selects a schema, as Azure's specs state it
/// (<https://azure.github.io/autorest/extensions/#x-ms-discriminator-value>).
const STATED_VALUE: &str = "x-ms-discriminator-value";

/// Lets references to schemas with descendants lead to unions of these, in all definitions and in the lifted schemas of the indices
/// `sent`. A value that selects none of the descendants is still one of the schema itself, with any properties.
pub(super) fn list_descendants(schemas: &mut Schemas, sent: &[usize]) {
    let families = find_families(&schemas.definitions);
    if families.is_empty() {
        return;
    }
    let mut keys = HashMap::new();
    let mut unions = IndexMap::new();
    for family in &families {
        let key = free_key(family.parent, SUFFIX, schemas);
        if let Some(union) = family.write_union(schemas) {
            keys.insert(family.parent.to_owned(), key.clone());
            unions.insert(key, union);
        }
    }
    for schema in schemas.definitions.values_mut() {
        // What a definition extends stays the schema itself.
        redirect_within(&mut schema.value, &keys);
    }
    for index in sent {
        if let Some(schema) = schemas.lifted.get_mut(*index) {
            redirect_schema(&mut schema.value, &keys);
        }
    }
    schemas.definitions.extend(unions);
}
