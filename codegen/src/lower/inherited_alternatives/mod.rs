//! Schemas that others extend. A schema with a discriminator and no alternatives of its own stands for the schemas that name it in
//! their `allOf` (OpenAPI 3.0.4, "Discriminator Object"; the only form that Swagger 2.0 has). Callers see nothing of those unless they
//! are listed, so a reference to such a schema in a request becomes one to a union of them.

mod families;
mod overridden;
mod redirect;
#[cfg(test)]
mod tests;
mod union;

use std::collections::{HashMap, HashSet};

use indexmap::IndexMap;

use super::split_read_write::free_key;
use crate::normalize::Document;
use crate::schema::Schemas;
use crate::schema::in_place::reach_in_place;
use families::{Family, find_families};
use overridden::find_bodies_with_settings;
use redirect::Redirects;

/// What the key of a union ends in.
const SUFFIX: &str = "_variant";

/// The value of a discriminator that selects a schema, as Azure's specs state it
/// (<https://azure.github.io/autorest/extensions/#x-ms-discriminator-value>).
const STATED_VALUE: &str = "x-ms-discriminator-value";

/// Lets references to schemas with descendants lead to unions of these, in all definitions and in the lifted schemas that the
/// document sends. A value that selects none of the descendants is still one of the schema itself, with any properties.
pub(super) fn list_descendants(schemas: &mut Schemas, document: &Document) {
    let kept = find_bodies_with_settings(document, schemas);
    let sent: Vec<usize> = document.sent_schemas.iter().map(|id| id.index()).collect();
    redirect_to_unions(schemas, &sent, &kept);
}

/// Lets the references in definitions and in the lifted schemas `sent` lead to unions; in those that are `kept`, only
/// the references for properties and items do.
fn redirect_to_unions(schemas: &mut Schemas, sent: &[usize], kept: &HashSet<usize>) {
    let families = find_families(&schemas.definitions);
    if families.is_empty() {
        return;
    }
    let members = families.iter().flat_map(Family::list_members).collect();
    let applied = reach_in_place(members, &schemas.definitions);
    let mut redirects = Redirects {
        unions: HashMap::new(),
        applied: applied.into_iter().map(str::to_owned).collect(),
    };
    let mut unions = IndexMap::new();
    for family in &families {
        let key = free_key(family.parent, SUFFIX, schemas);
        if let Some(union) = family.write_union(schemas) {
            let parent = family.parent.to_owned();
            redirects.unions.insert(parent, key.clone());
            unions.insert(key, union);
        }
    }
    redirects.redirect_definitions(schemas);
    for index in sent {
        if let Some(schema) = schemas.lifted.get_mut(*index) {
            redirects.redirect_lifted(&mut schema.value, kept.contains(index));
        }
    }
    schemas.definitions.extend(unions);
}
