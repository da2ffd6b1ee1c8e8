//! Schemas that others extend. A schema with a discriminator and no alternatives of its own stands for the schemas that name it in
//! their `allOf` (OpenAPI 3.0.4, "Discriminator Object"; the only form that Swagger 2.0 has). Callers see nothing of those unless they
//! are listed, so a reference to such a schema in a request becomes one to a union of them.

#[cfg(test)]
mod tests;

use std::collections::{HashMap, HashSet, VecDeque};

use indexmap::IndexMap;
use serde_json::{Map, Value, json};

use super::split_read_write::{collect_references, free_key};
use crate::schema::expansion_budget::value_weight;
use crate::schema::keyword::{
    Object, extended_keys, object_referenced_key, schemas_in_keyword_mut,
};
use crate::schema::{DiscriminatedUnion, DiscriminatorValues, Schema, Schemas};

/// What the key of a union ends in.
const SUFFIX: &str = "_variant";

/// More of them are not listed: a schema that everything extends, such as the entity of Microsoft Graph, would fill every list of
/// tools with the whole API.
const MAX_DESCENDANTS: usize = 16;

/// So many schemas that one extends are looked into, which is more than any real one has.
const MAX_ANCESTORS: usize = 100;

/// All that the descendants lead to has this weight at most, about that many values and names. An API whose schemas all lead to each other
/// would be listed whole with each tool.
const MAX_WEIGHT: usize = 3_000;

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

/// A schema that has descendants.
struct Family<'s> {
    parent: &'s str,
    /// Also those further down. In the order of their names, so that nothing depends on the order of the spec's schemas.
    descendants: Vec<&'s str>,
}

fn find_families(definitions: &IndexMap<String, Schema>) -> Vec<Family<'_>> {
    let mut children: HashMap<&str, Vec<&str>> = HashMap::new();
    for (key, schema) in definitions {
        if !is_wrapper(&schema.value) {
            for parent in extended_keys(&schema.value) {
                children.entry(parent).or_default().push(key);
            }
        }
    }
    let parents = definitions
        .iter()
        .filter(|(key, schema)| children.contains_key(key.as_str()) && is_parent(&schema.value));
    let mut families: Vec<Family<'_>> = parents
        .filter_map(|(parent, schema)| {
            let property = schema
                .value
                .pointer("/discriminator/propertyName")?
                .as_str()?;
            let descendants = find_descendants(parent, &children)?;
            // What only the API sets tells nothing in a request.
            has_property(parent, property, definitions).then_some(())?;
            Some(Family {
                parent,
                descendants,
            })
        })
        .collect();
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

/// Whether a schema is a reference in an `allOf`, since nothing may stand beside it in OpenAPI 3.0, rather than another kind of what
/// it refers to.
fn is_wrapper(schema: &Value) -> bool {
    let members = schema.get("allOf").and_then(Value::as_array);
    let is_one = members.is_some_and(|members| members.len() == 1);
    is_one && schema.get("properties").is_none() && schema.get(STATED_VALUE).is_none()
}

fn is_parent(schema: &Value) -> bool {
    let has = |keyword: &str| schema.get(keyword).is_some();
    has("discriminator") && !has("oneOf") && !has("anyOf")
}

/// The descendants of a schema; `None` if there are too many.
fn find_descendants<'s>(
    parent: &'s str,
    children: &HashMap<&str, Vec<&'s str>>,
) -> Option<Vec<&'s str>> {
    let mut known = HashSet::from([parent]);
    let mut found: Vec<&str> = Vec::new();
    let mut next = 0;
    let mut key = parent;
    loop {
        let own = children.get(key).into_iter().flatten();
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
fn find_ancestors<'s>(key: &'s str, definitions: &'s IndexMap<String, Schema>) -> Vec<&'s Value> {
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

impl Family<'_> {
    /// The union of the descendants and the schema itself, which is the default.
    fn write_union(&self, schemas: &Schemas) -> Option<Schema> {
        let parent = schemas.definitions.get(self.parent)?;
        let stated = parent.value.get("discriminator")?.as_object()?;
        let descendants = self.descendants.iter();
        let alternatives: Vec<Value> = descendants.map(|key| reference_to(key)).collect();
        let mut discriminator = stated.clone();
        let property = stated.get("propertyName")?;
        let mapping = self.write_mapping(property, &schemas.definitions);
        discriminator.insert("mapping".to_owned(), Value::Object(mapping));
        let mut union = Map::new();
        for text in ["title", "description"] {
            union.extend(
                parent
                    .value
                    .get(text)
                    .map(|it| (text.to_owned(), it.clone())),
            );
        }
        // The default admits what descendants without values of their own do, so that several may match.
        union.insert("anyOf".to_owned(), Value::Array(alternatives));
        union.insert("discriminator".to_owned(), Value::Object(discriminator));
        let others = self.write_default(&union, schemas)?;
        if let Some(Value::Array(alternatives)) = union.get_mut("anyOf") {
            alternatives.push(others);
        }
        let default = json!(definition_reference(self.parent));
        if let Some(Value::Object(discriminator)) = union.get_mut("discriminator") {
            discriminator.insert("defaultMapping".to_owned(), default);
        }
        Some(Schema {
            pointer: parent.pointer.clone(),
            value: Value::Object(union),
        })
    }

    /// The values that lead to descendants: those of the mappings of the schema and of what it extends, and those that descendants
    /// state.
    fn write_mapping(&self, property: &Value, definitions: &IndexMap<String, Schema>) -> Object {
        let targets: Vec<String> = self
            .descendants
            .iter()
            .map(|key| definition_reference(key))
            .collect();
        let is_descendant = |target: &Value| targets.iter().any(|known| target == known);
        let mut written = Object::new();
        for ancestor in find_ancestors(self.parent, definitions) {
            let discriminator = ancestor.get("discriminator");
            let same = discriminator.filter(|it| it.get("propertyName") == Some(property));
            let mapping = same.and_then(|it| it.get("mapping")?.as_object());
            let entries = mapping.into_iter().flatten();
            for (value, target) in entries.filter(|(_, target)| is_descendant(target)) {
                written.entry(value).or_insert_with(|| target.clone());
            }
        }
        for (key, target) in self.descendants.iter().zip(&targets) {
            let stated = definitions
                .get(*key)
                .and_then(|it| it.value.get(STATED_VALUE));
            if let Some(value) = stated.and_then(Value::as_str) {
                written.entry(value).or_insert_with(|| json!(target));
            }
        }
        written
    }

    /// The schema itself, for all values that select none of the descendants.
    fn write_default(&self, union: &Object, schemas: &Schemas) -> Option<Value> {
        let union = DiscriminatedUnion::from_schema(union, &schemas.definitions)?;
        // What its parent admits as well says nothing of a descendant.
        let shared = union.list_property_values(&reference_to(self.parent));
        let mut values: Vec<Value> = Vec::new();
        for branch in union.alternatives() {
            let names = union.discriminator_names(branch);
            let DiscriminatorValues::Only(selected) = union.values_for_alternative(branch) else {
                continue;
            };
            values.extend(selected.into_iter().filter(|value| {
                let is_name = value
                    .as_str()
                    .is_some_and(|value| names.iter().any(|it| it == value));
                is_name || !shared.contains(value)
            }));
        }
        let mut default = reference_to(self.parent);
        if !values.is_empty() {
            default["properties"] = json!({union.property_name(): {"not": {"enum": values}}});
        }
        Some(default)
    }
}

/// Redirects the references of a schema that stands somewhere, its own among them.
fn redirect_schema(schema: &mut Value, keys: &HashMap<String, String>) {
    if let Value::Object(object) = schema
        && let Some(key) = object_referenced_key(object).and_then(|key| keys.get(key))
    {
        object.insert("$ref".to_owned(), json!(definition_reference(key)));
    }
    redirect_within(schema, keys);
}

/// Redirects the references in a schema, but not its own, nor those to what it extends or lists as tagged alternatives.
fn redirect_within(schema: &mut Value, keys: &HashMap<String, String>) {
    let is_extension = !is_wrapper(schema);
    let Value::Object(object) = schema else {
        return;
    };
    let is_tagged = object.contains_key("discriminator");
    for (keyword, value) in object.iter_mut() {
        let is_kept = match keyword.as_str() {
            "allOf" => is_extension,
            "oneOf" | "anyOf" => is_tagged,
            _ => false,
        };
        for inner in schemas_in_keyword_mut(keyword, value) {
            match is_kept {
                true => redirect_within(inner, keys),
                false => redirect_schema(inner, keys),
            }
        }
    }
}

fn reference_to(key: &str) -> Value {
    json!({"$ref": definition_reference(key)})
}

fn definition_reference(key: &str) -> String {
    format!("#/$defs/{key}")
}
