//! What an object's schema says of one of its properties.

use std::collections::HashSet;

use serde_json::Value;

use crate::schema::keyword::{Object, declared_types, referenced_key, string_list};
use crate::schema::resolve_reference::DefinitionLookup;

/// How many schemas are looked into for one property: they may fan out.
const MAX_SCHEMAS: usize = 500;

/// What is said of a property.
#[derive(Debug, Default)]
pub(super) struct PropertyFacts {
    /// All values that it may have, where they are listed.
    pub(super) values: Option<Vec<Value>>,
    /// Strings that it has by way of example.
    pub(super) examples: Vec<String>,
    is_nullable: bool,
}

impl PropertyFacts {
    /// The tags as the values that remain.
    pub(super) fn to_allowed_values(&self, names: Vec<String>) -> super::DiscriminatorValues {
        let null = self.is_nullable.then_some(Value::Null);
        let values = names.into_iter().map(Value::String).chain(null);
        super::DiscriminatorValues::Only(values.collect())
    }
}

/// What a schema, its `allOf`, what it refers to and the keywords beside it say of a property;
/// `None` where they do not name it, or say that it is no string.
pub(super) fn collect_property_facts(
    schema: &Value,
    beside: &Object,
    name: &str,
    definitions: &dyn DefinitionLookup,
) -> Option<PropertyFacts> {
    let mut found = find_property_schemas(schema, name, definitions);
    found.extend(beside.get("properties").and_then(|all| all.get(name)));
    if found.is_empty() {
        return None;
    }
    let mut stated = PropertyFacts {
        // Null is allowed if every schema of the property allows it.
        is_nullable: true,
        ..PropertyFacts::default()
    };
    for property in found {
        let parts = composed_schemas(property, definitions);
        let types = find_types(&parts);
        if !types.is_empty() && !types.contains(&"string") {
            return None;
        }
        // A property must satisfy all of its schemas, so null needs the consent of each.
        stated.is_nullable &= types.contains(&"null");
        stated.values = intersect_values(
            stated.values,
            collect_listed_values(property, definitions, &mut { MAX_SCHEMAS }),
        );
        stated.examples.extend(list_examples(&parts));
    }
    Some(stated)
}

/// Whether a schema, its `allOf` or what it refers to names a property.
pub(super) fn has_property(schema: &Value, name: &str, definitions: &dyn DefinitionLookup) -> bool {
    !find_property_schemas(schema, name, definitions).is_empty()
}

/// Whether a schema, its `allOf` or what it refers to names properties, and none of them is a
/// choice, in which others might be named.
pub(super) fn has_known_properties(schema: &Value, definitions: &dyn DefinitionLookup) -> bool {
    let parts = composed_schemas(schema, definitions);
    let has = |part: &Value, keyword: &str| part.get(keyword).is_some();
    // A branch might declare the property, so nothing certain can be said.
    let is_certain = |part: &&Value| part.is_object() && !has(part, "oneOf") && !has(part, "anyOf");
    parts.len() < MAX_SCHEMAS
        && parts.iter().all(is_certain)
        && parts.iter().any(|part| has(part, "properties"))
}

/// Whether a schema, its `allOf` or what it refers to requires a property.
pub(super) fn requires_property(
    schema: &Value,
    name: &str,
    definitions: &dyn DefinitionLookup,
) -> bool {
    let parts = composed_schemas(schema, definitions);
    let mut objects = parts.into_iter().filter_map(Value::as_object);
    objects.any(|object| string_list(object, "required").contains(&name))
}

fn find_property_schemas<'a>(
    schema: &'a Value,
    name: &str,
    definitions: &'a dyn DefinitionLookup,
) -> Vec<&'a Value> {
    let parts = composed_schemas(schema, definitions).into_iter();
    let properties = parts.filter_map(|part| part.get("properties")?.get(name));
    properties.collect()
}

/// A schema and all that a value must satisfy with it, each once, by references and `allOf`.
fn composed_schemas<'a>(
    schema: &'a Value,
    definitions: &'a dyn DefinitionLookup,
) -> Vec<&'a Value> {
    let mut seen: HashSet<*const Value> = HashSet::new();
    let mut found = Vec::new();
    let mut open = vec![schema];
    while let Some(schema) = open.pop()
        && found.len() < MAX_SCHEMAS
    {
        if !seen.insert(std::ptr::from_ref(schema)) {
            continue;
        }
        found.push(schema);
        if let Some(object) = schema.as_object() {
            let parts: Vec<&Value> = referenced_and_all_of(object, definitions).collect();
            open.extend(parts.into_iter().rev());
        }
    }
    found
}

/// The schemas that a value must satisfy besides the keywords of its own.
fn referenced_and_all_of<'a>(
    object: &'a Object,
    definitions: &'a dyn DefinitionLookup,
) -> impl Iterator<Item = &'a Value> {
    let target = object.get("$ref").and_then(Value::as_str);
    let target = target.and_then(|target| definitions.schema(target.strip_prefix("#/$defs/")?));
    let members = object.get("allOf").and_then(Value::as_array);
    target.into_iter().chain(members.into_iter().flatten())
}

/// The types that the first of these schemas names that names any.
fn find_types<'a>(parts: &[&'a Value]) -> Vec<&'a str> {
    let objects = parts.iter().filter_map(|part| part.as_object());
    let types = objects.map(declared_types);
    let mut types = types.filter(|types| !types.is_empty());
    types.next().unwrap_or_default()
}

/// The values that a schema lists, by itself or in all of its alternatives.
fn collect_listed_values(
    schema: &Value,
    definitions: &dyn DefinitionLookup,
    left: &mut usize,
) -> Option<Vec<Value>> {
    *left = left.checked_sub(1)?;
    let parts = composed_schemas(schema, definitions);
    let of_parts = parts.into_iter().filter_map(Value::as_object);
    of_parts
        .map(|object| list_own_values(object, definitions, left))
        .fold(None, intersect_values)
}

/// The values that a schema lists, without those of its references and `allOf`.
fn list_own_values(
    object: &Object,
    definitions: &dyn DefinitionLookup,
    left: &mut usize,
) -> Option<Vec<Value>> {
    // Null is a list of one value, which an `anyOf` of an enum and null needs.
    if object.get("type").is_some_and(|name| name == "null") {
        return Some(vec![Value::Null]);
    }
    let own = match (object.get("const"), object.get("enum")) {
        (Some(value), _) => Some(vec![value.clone()]),
        (None, Some(Value::Array(values))) => Some(values.clone()),
        _ => None,
    };
    ["anyOf", "oneOf"]
        .into_iter()
        .filter_map(|list| object.get(list)?.as_array())
        .map(|branches| {
            let all: Option<Vec<Vec<Value>>> = branches
                .iter()
                .map(|branch| collect_listed_values(branch, definitions, left))
                .collect();
            all.map(|all| all.into_iter().flatten().collect())
        })
        .fold(own, intersect_values)
}

fn intersect_values(one: Option<Vec<Value>>, other: Option<Vec<Value>>) -> Option<Vec<Value>> {
    match (one, other) {
        (Some(one), Some(other)) => Some(
            one.into_iter()
                .filter(|value| other.contains(value))
                .collect(),
        ),
        (one, other) => one.or(other),
    }
}

fn list_examples(parts: &[&Value]) -> Vec<String> {
    let values = parts.iter().flat_map(|part| {
        let examples = part.get("examples").and_then(Value::as_array);
        examples.into_iter().flatten().chain(part.get("default"))
    });
    let texts = values.filter_map(Value::as_str);
    texts.map(str::to_owned).collect()
}

/// The key that a schema refers to, if it says nothing else of a property.
pub(super) fn reference_without_property<'a>(branch: &'a Value, property: &str) -> Option<&'a str> {
    let says = branch
        .get("properties")
        .is_some_and(|all| all.get(property).is_some());
    referenced_key(branch).filter(|_| !says)
}
