//! Finds the families of a document: schemas with a discriminator and those that extend them, as far as their union
//! is small enough for a list of tools. Takes the definitions of requests; knows nothing of how a union is written.

use std::collections::{HashMap, HashSet, VecDeque};

use indexmap::IndexMap;
use serde_json::Value;

use super::STATED_VALUE;
use super::overridden::overrides_property;
use super::redirect::is_wrapper;
use crate::lower::split_read_write::collect_references;
use crate::schema::expansion_budget::value_weight;
use crate::schema::in_place::reach_in_place;
use crate::schema::keyword::extended_keys;
use crate::schema::{Schema, component_name};

/// More of them are not listed: a schema that everything extends, such as the entity of Microsoft Graph, would fill every list of
/// tools with the whole API.
pub(super) const MAX_DESCENDANTS: usize = 16;

/// So many schemas that one extends are looked into, which is more than any real one has.
const MAX_ANCESTORS: usize = 100;

/// All that the descendants lead to has this weight at most, about that many values and names. An API whose schemas all lead to each other
/// would be listed whole with each tool.
pub(super) const MAX_WEIGHT: usize = 3_000;

/// A schema that has descendants.
pub(super) struct Family<'s> {
    pub(super) parent: &'s str,
    /// Also those further down. In the order of their names, so that nothing depends on the order of the spec's schemas.
    pub(super) descendants: Vec<&'s str>,
}

impl<'s> Family<'s> {
    /// The keys of the schemas that the union consists of.
    pub(super) fn list_members(&self) -> impl Iterator<Item = &'s str> {
        self.descendants.iter().copied().chain([self.parent])
    }
}

pub(super) fn find_families(definitions: &IndexMap<String, Schema>) -> Vec<Family<'_>> {
    let children = find_children(definitions);
    let parents = definitions
        .iter()
        .filter(|(key, schema)| children.contains_key(key.as_str()) && is_parent(&schema.value));
    let mut families: Vec<Family<'_>> = parents
        .filter_map(|(parent, schema)| {
            let property = discriminator_property(&schema.value)?;
            let descendants = find_descendants(parent, property, &children, definitions)?;
            // What only the API sets tells nothing in a request.
            has_property(parent, property, definitions).then_some(())?;
            Some(Family {
                parent,
                descendants,
            })
        })
        .collect();
    retain_without_overrides(&mut families, definitions);
    let descendants: HashMap<&str, Vec<&str>> = families
        .iter()
        .map(|family| (family.parent, family.descendants.clone()))
        .collect();
    // Once for each: many schemas may lead to the same large one.
    let weights: HashMap<&str, usize> = match families.is_empty() {
        true => HashMap::new(),
        false => definitions
            .iter()
            .map(|(key, schema)| (key.as_str(), value_weight(&schema.value)))
            .collect(),
    };
    let reach = Reach {
        definitions,
        descendants,
        weights,
    };
    families.retain(|family| reach.is_small(family.parent));
    families
}

/// Leaves the families in which `x-mcp` overrides no property.
fn retain_without_overrides(
    families: &mut Vec<Family<'_>>,
    definitions: &IndexMap<String, Schema>,
) {
    let overridden: HashSet<&str> = definitions
        .iter()
        .filter(|(_, schema)| overrides_property(&schema.value))
        .map(|(key, _)| key.as_str())
        .collect();
    if !overridden.is_empty() {
        families.retain(|family| {
            let applied = reach_in_place(family.list_members().collect(), definitions);
            applied.is_disjoint(&overridden)
        });
    }
}

/// What schemas lead to, if all that have descendants lead to these as well.
struct Reach<'s> {
    definitions: &'s IndexMap<String, Schema>,
    descendants: HashMap<&'s str, Vec<&'s str>>,
    weights: HashMap<&'s str, usize>,
}

impl<'s> Reach<'s> {
    /// Whether a schema does not lead to too much.
    fn is_small(&self, parent: &'s str) -> bool {
        let mut seen = HashSet::new();
        let mut open = vec![parent];
        let mut weight = 0;
        while let Some(key) = open.pop() {
            let Some(schema) = self.definitions.get(key).filter(|_| seen.insert(key)) else {
                continue;
            };
            weight += self.weights.get(key).copied().unwrap_or_default();
            if weight > MAX_WEIGHT {
                return false;
            }
            collect_references(&schema.value, &mut open);
            open.extend(self.descendants.get(key).into_iter().flatten());
        }
        true
    }
}

/// The schemas that extend each schema.
fn find_children(definitions: &IndexMap<String, Schema>) -> HashMap<&str, Vec<&str>> {
    let extended: HashSet<&str> = definitions
        .values()
        .flat_map(|schema| extended_keys(&schema.value))
        .collect();
    let mapped: HashSet<&str> = definitions
        .values()
        .flat_map(|schema| mapped_keys(&schema.value))
        .collect();
    // A wrapper is a kind of its own if anybody can mean it: by its name, or by what is said of it. Any other one is a
    // reference with a description.
    let is_kind = |key: &str, schema: &Schema| {
        !is_wrapper(&schema.value)
            || component_name(&schema.pointer).is_some()
            || schema.value.get(STATED_VALUE).is_some()
            || extended.contains(key)
            || mapped.contains(key)
    };
    let mut children: HashMap<&str, Vec<&str>> = HashMap::new();
    for (key, schema) in definitions.iter().filter(|(key, it)| is_kind(key, it)) {
        for parent in extended_keys(&schema.value) {
            children.entry(parent).or_default().push(key);
        }
    }
    children
}

/// The keys of the definitions that the discriminator of a schema leads to.
fn mapped_keys(schema: &Value) -> impl Iterator<Item = &str> {
    let mapping = schema.pointer("/discriminator/mapping");
    let targets = mapping.and_then(Value::as_object).into_iter().flatten();
    targets.filter_map(|(_, target)| target.as_str()?.strip_prefix("#/$defs/"))
}

fn is_parent(schema: &Value) -> bool {
    let has = |keyword: &str| schema.get(keyword).is_some();
    has("discriminator") && !has("oneOf") && !has("anyOf")
}

/// The descendants of a schema by the property of its discriminator; `None` if there are too many.
fn find_descendants<'s>(
    parent: &'s str,
    property: &str,
    children: &HashMap<&str, Vec<&'s str>>,
    definitions: &'s IndexMap<String, Schema>,
) -> Option<Vec<&'s str>> {
    let mut known = HashSet::from([parent]);
    let mut found: Vec<&str> = Vec::new();
    let mut next = 0;
    let mut key = parent;
    loop {
        // Children that another property tells apart have no values of this one, unless it leads to them.
        let is_other = definitions.get(key).is_some_and(|schema| {
            discriminator_property(&schema.value).is_some_and(|other| other != property)
        });
        let mapped = match is_other {
            true => list_mapped(parent, property, definitions),
            false => HashSet::new(),
        };
        let own = children.get(key).into_iter().flatten();
        let own = own.filter(|child| !is_other || mapped.contains(*child));
        // Of very many children, no more than are needed to know that there are too many.
        let new = own.filter(|child| known.insert(child));
        found.extend(new.take(MAX_DESCENDANTS + 1 - found.len()));
        if found.len() > MAX_DESCENDANTS {
            return None;
        }
        key = match found.get(next) {
            Some(key) => key,
            None => {
                found.sort_unstable();
                return Some(found);
            }
        };
        next += 1;
    }
}

/// The keys of the definitions that the values of a property lead to, by the discriminators of a schema and of what it
/// extends.
fn list_mapped<'s>(
    key: &'s str,
    property: &str,
    definitions: &'s IndexMap<String, Schema>,
) -> HashSet<&'s str> {
    let ancestors = find_ancestors(key, definitions).into_iter();
    let same = ancestors.filter(|schema| discriminator_property(schema) == Some(property));
    same.flat_map(mapped_keys).collect()
}

/// The property of the discriminator of a schema.
fn discriminator_property(schema: &Value) -> Option<&str> {
    schema.pointer("/discriminator/propertyName")?.as_str()
}

/// Whether a schema, or one that it extends, has a property.
fn has_property(key: &str, property: &str, definitions: &IndexMap<String, Schema>) -> bool {
    let is_property = |schema: &Value| {
        let properties = schema.get("properties");
        properties.is_some_and(|properties| properties.get(property).is_some())
    };
    find_ancestors(key, definitions).into_iter().any(|schema| {
        let members = schema.get("allOf").and_then(Value::as_array);
        let mut own = std::iter::once(schema).chain(members.into_iter().flatten());
        own.any(is_property)
    })
}

/// A schema and those that it extends, the nearest first.
pub(super) fn find_ancestors<'s>(
    key: &'s str,
    definitions: &'s IndexMap<String, Schema>,
) -> Vec<&'s Value> {
    let mut seen = HashSet::from([key]);
    let mut found = Vec::new();
    let mut open = VecDeque::from([key]);
    while let Some(key) = open.pop_front()
        && found.len() < MAX_ANCESTORS
    {
        if let Some(schema) = definitions.get(key) {
            found.push(&schema.value);
            open.extend(extended_keys(&schema.value).filter(|key| seen.insert(*key)));
        }
    }
    found
}
