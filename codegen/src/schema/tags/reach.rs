//! The schemas that are sent, and which of them are nothing but alternatives.

use std::collections::{HashMap, HashSet};

use indexmap::IndexMap;
use serde_json::Value;

use super::Tagged;
use super::tag::Tag;
use crate::schema::keyword::{annotates, children, reference};
use crate::schema::{Schema, Schemas};

/// A schema of a document, by its index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Place {
    Definition(usize),
    Lifted(usize),
}

impl Place {
    pub(super) fn of(self, schemas: &Schemas) -> Option<&Schema> {
        match self {
            Self::Definition(index) => schemas.definitions.get_index(index).map(|(_, it)| it),
            Self::Lifted(index) => schemas.lifted.get(index),
        }
    }

    pub(super) fn of_mut(self, schemas: &mut Schemas) -> Option<&mut Schema> {
        match self {
            Self::Definition(index) => schemas.definitions.get_index_mut(index).map(|(_, it)| it),
            Self::Lifted(index) => schemas.lifted.get_mut(index),
        }
    }
}

/// What the roots lead to.
#[derive(Default)]
pub(super) struct Reached {
    /// The schemas that have discriminators.
    pub(super) with_tags: Vec<Place>,
    /// How often each definition is referred to, by its index.
    references: HashMap<usize, usize>,
    /// What alternatives do not say of their tags, by the definitions that they refer to.
    pub(super) tagged: IndexMap<String, Vec<Option<Tag>>>,
}

impl Reached {
    pub(super) fn from(schemas: &Schemas, roots: &[usize]) -> Self {
        let mut reached = Self::default();
        let mut open: Vec<Place> = roots.iter().rev().copied().map(Place::Lifted).collect();
        let mut seen: HashSet<Place> = open.iter().copied().collect();
        while let Some(place) = open.pop() {
            let Some(schema) = place.of(schemas) else {
                continue;
            };
            let mut found = Vec::new();
            if reached.look(&schema.value, schemas, &mut found) {
                reached.with_tags.push(place);
            }
            let found = found.into_iter();
            for index in found.filter_map(|key| schemas.definitions.get_index_of(key)) {
                *reached.references.entry(index).or_default() += 1;
                let place = Place::Definition(index);
                if seen.insert(place) {
                    open.push(place);
                }
            }
        }
        reached
    }

    /// Notes the tags in a schema, and lists what it refers to.
    fn look<'s>(
        &mut self,
        schema: &'s Value,
        schemas: &'s Schemas,
        found: &mut Vec<&'s str>,
    ) -> bool {
        let mut has_tags = false;
        if let Some(object) = schema.as_object()
            && let Some(tagged) = Tagged::of(object, &schemas.definitions)
        {
            has_tags = true;
            for branch in tagged.branches() {
                if let Some(key) = lone(branch) {
                    let tag = Tag::missing(&tagged, branch);
                    self.tagged.entry(key.to_owned()).or_default().push(tag);
                }
            }
        }
        found.extend(reference(schema));
        for inner in children(schema) {
            has_tags |= self.look(inner, schemas, found);
        }
        has_tags
    }

    /// The definitions that are nothing but alternatives with the same tags everywhere.
    pub(super) fn inside(&self, schemas: &Schemas) -> IndexMap<String, Tag> {
        let mut inside = IndexMap::new();
        for (key, tags) in &self.tagged {
            let Some(Some(first)) = tags.first() else {
                continue;
            };
            let index = schemas.definitions.get_index_of(key);
            let uses = index.and_then(|index| self.references.get(&index));
            let is_everywhere = uses == Some(&tags.len());
            let is_same = tags.iter().all(|tag| tag.as_ref() == Some(first));
            if is_everywhere && is_same && first.has_place_in(key, schemas) {
                inside.insert(key.clone(), first.clone());
            }
        }
        inside
    }
}

/// The key of an alternative that is a reference under annotations.
pub(super) fn lone(branch: &Value) -> Option<&str> {
    let mut keywords = branch.as_object()?.keys();
    let key = reference(branch)?;
    keywords
        .all(|keyword| keyword == "$ref" || annotates(keyword))
        .then_some(key)
}
