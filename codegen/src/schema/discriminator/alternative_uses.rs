//! The schemas that are sent, and which of them are nothing but alternatives.

use std::collections::{HashMap, HashSet};

use indexmap::IndexMap;
use serde_json::Value;

use super::DiscriminatedUnion;
use super::missing_values::PropertyValues;
use crate::schema::keyword::{child_schemas, referenced_key};
use crate::schema::resolve_reference::alias_target_key;
use crate::schema::{Schema, Schemas};

/// A schema of a document, by its index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum SchemaIndex {
    Definition(usize),
    Lifted(usize),
}

impl SchemaIndex {
    pub(super) fn schema_in(self, schemas: &Schemas) -> Option<&Schema> {
        match self {
            Self::Definition(index) => schemas.definitions.get_index(index).map(|(_, it)| it),
            Self::Lifted(index) => schemas.lifted.get(index),
        }
    }

    pub(super) fn schema_mut_in(self, schemas: &mut Schemas) -> Option<&mut Schema> {
        match self {
            Self::Definition(index) => schemas.definitions.get_index_mut(index).map(|(_, it)| it),
            Self::Lifted(index) => schemas.lifted.get_mut(index),
        }
    }
}

/// What the roots lead to.
#[derive(Default)]
pub(super) struct DiscriminatorUses {
    /// The schemas that have discriminators.
    pub(super) discriminated_schemas: Vec<SchemaIndex>,
    /// How often each definition is referred to, by its index.
    references: HashMap<usize, usize>,
    /// What alternatives do not say of their tags, by the definitions that they refer to.
    pub(super) missing_values: IndexMap<String, Vec<Option<PropertyValues>>>,
}

impl DiscriminatorUses {
    pub(super) fn from_roots(schemas: &Schemas, roots: &[usize]) -> Self {
        let mut reached = Self::default();
        let mut open: Vec<SchemaIndex> = roots
            .iter()
            .rev()
            .copied()
            .map(SchemaIndex::Lifted)
            .collect();
        let mut seen: HashSet<SchemaIndex> = open.iter().copied().collect();
        while let Some(place) = open.pop() {
            let Some(schema) = place.schema_in(schemas) else {
                continue;
            };
            let mut found = Vec::new();
            if reached.collect_uses(&schema.value, schemas, &mut found) {
                reached.discriminated_schemas.push(place);
            }
            let found = found.into_iter();
            for index in found.filter_map(|key| schemas.definitions.get_index_of(key)) {
                *reached.references.entry(index).or_default() += 1;
                let place = SchemaIndex::Definition(index);
                if seen.insert(place) {
                    open.push(place);
                }
            }
        }
        reached
    }

    /// Notes the tags in a schema, and lists what it refers to.
    fn collect_uses<'s>(
        &mut self,
        schema: &'s Value,
        schemas: &'s Schemas,
        found: &mut Vec<&'s str>,
    ) -> bool {
        let mut has_tags = false;
        if let Some(object) = schema.as_object()
            && let Some(tagged) = DiscriminatedUnion::from_schema(object, &schemas.definitions)
        {
            has_tags = true;
            for branch in tagged.alternatives() {
                if let Some(key) = alias_target_key(branch) {
                    let tag = PropertyValues::missing_in_alternative(&tagged, branch);
                    self.missing_values
                        .entry(key.to_owned())
                        .or_default()
                        .push(tag);
                }
            }
        }
        found.extend(referenced_key(schema));
        for inner in child_schemas(schema) {
            has_tags |= self.collect_uses(inner, schemas, found);
        }
        has_tags
    }

    /// The definitions that are nothing but alternatives with the same tags everywhere.
    pub(super) fn definitions_to_narrow(
        &self,
        schemas: &Schemas,
    ) -> IndexMap<String, PropertyValues> {
        let mut inside = IndexMap::new();
        for (key, tags) in &self.missing_values {
            let Some(Some(first)) = tags.first() else {
                continue;
            };
            let index = schemas.definitions.get_index_of(key);
            let uses = index.and_then(|index| self.references.get(&index));
            let is_everywhere = uses == Some(&tags.len());
            let is_same = tags.iter().all(|tag| tag.as_ref() == Some(first));
            if is_everywhere && is_same && first.can_narrow_definition(key, schemas) {
                inside.insert(key.clone(), first.clone());
            }
        }
        inside
    }
}
