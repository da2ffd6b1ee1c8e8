//! What an object's schema says of one of its properties.

use serde_json::Value;

use crate::schema::keyword::{Object, declared_types, referenced_key, string_list};
use crate::schema::resolve_reference::DefinitionLookup;

/// How many references and `allOf`s within each other are followed.
const MAX_DEPTH: usize = 16;

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
    let mut found = Vec::new();
    collect_property_schemas(schema, name, definitions, MAX_DEPTH, &mut found);
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
        let types = find_types(property, definitions, MAX_DEPTH);
        if !types.is_empty() && !types.contains(&"string") {
            return None;
        }
        // A property must satisfy all of its schemas, so null needs the consent of each.
        stated.is_nullable &= types.contains(&"null");
        stated.values = intersect_values(
            stated.values,
            collect_listed_values(property, definitions, MAX_DEPTH),
        );
        collect_examples(property, definitions, MAX_DEPTH, &mut stated.examples);
    }
    Some(stated)
}

/// Whether a schema, its `allOf` or what it refers to names a property.
pub(super) fn has_property(schema: &Value, name: &str, definitions: &dyn DefinitionLookup) -> bool {
    let mut found = Vec::new();
    collect_property_schemas(schema, name, definitions, MAX_DEPTH, &mut found);
    !found.is_empty()
}

/// Whether a schema, its `allOf` or what it refers to names properties, and none of them is a
/// choice, in which others might be named.
pub(super) fn has_known_properties(schema: &Value, definitions: &dyn DefinitionLookup) -> bool {
    fn find_properties(
        schema: &Value,
        definitions: &dyn DefinitionLookup,
        depth: usize,
    ) -> Option<bool> {
        let (object, depth) = (schema.as_object()?, depth.checked_sub(1)?);
        // A branch might declare the property, so nothing certain can be said.
        if object.contains_key("oneOf") || object.contains_key("anyOf") {
            return None;
        }
        let mut found = object.contains_key("properties");
        for part in referenced_and_all_of(object, definitions) {
            found |= find_properties(part, definitions, depth)?;
        }
        Some(found)
    }
    find_properties(schema, definitions, MAX_DEPTH) == Some(true)
}

/// Whether a schema, its `allOf` or what it refers to requires a property.
pub(super) fn requires_property(
    schema: &Value,
    name: &str,
    definitions: &dyn DefinitionLookup,
) -> bool {
    fn find_in_required(
        schema: &Value,
        name: &str,
        definitions: &dyn DefinitionLookup,
        depth: usize,
    ) -> bool {
        let (Some(object), Some(depth)) = (schema.as_object(), depth.checked_sub(1)) else {
            return false;
        };
        string_list(object, "required").contains(&name)
            || referenced_and_all_of(object, definitions)
                .any(|part| find_in_required(part, name, definitions, depth))
    }
    find_in_required(schema, name, definitions, MAX_DEPTH)
}

fn collect_property_schemas<'a>(
    schema: &'a Value,
    name: &str,
    definitions: &'a dyn DefinitionLookup,
    depth: usize,
    found: &mut Vec<&'a Value>,
) {
    let (Some(object), Some(depth)) = (schema.as_object(), depth.checked_sub(1)) else {
        return;
    };
    found.extend(object.get("properties").and_then(|all| all.get(name)));
    for part in referenced_and_all_of(object, definitions) {
        collect_property_schemas(part, name, definitions, depth, found);
    }
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

fn find_types<'a>(
    schema: &'a Value,
    definitions: &'a dyn DefinitionLookup,
    depth: usize,
) -> Vec<&'a str> {
    let (Some(object), Some(depth)) = (schema.as_object(), depth.checked_sub(1)) else {
        return Vec::new();
    };
    let own = declared_types(object);
    if !own.is_empty() {
        return own;
    }
    referenced_and_all_of(object, definitions)
        .map(|part| find_types(part, definitions, depth))
        .find(|types| !types.is_empty())
        .unwrap_or_default()
}

/// The values that a schema lists, by itself or in all of its alternatives.
fn collect_listed_values(
    schema: &Value,
    definitions: &dyn DefinitionLookup,
    depth: usize,
) -> Option<Vec<Value>> {
    let object = schema.as_object()?;
    let depth = depth.checked_sub(1)?;
    // Null is a list of one value, which an `anyOf` of an enum and null needs.
    if object.get("type").is_some_and(|name| name == "null") {
        return Some(vec![Value::Null]);
    }
    let own = match (object.get("const"), object.get("enum")) {
        (Some(value), _) => Some(vec![value.clone()]),
        (None, Some(Value::Array(values))) => Some(values.clone()),
        _ => None,
    };
    let of_parts = referenced_and_all_of(object, definitions)
        .map(|part| collect_listed_values(part, definitions, depth))
        .fold(own, intersect_values);
    ["anyOf", "oneOf"]
        .into_iter()
        .filter_map(|list| object.get(list)?.as_array())
        .map(|branches| {
            let all: Option<Vec<Vec<Value>>> = branches
                .iter()
                .map(|branch| collect_listed_values(branch, definitions, depth))
                .collect();
            all.map(|all| all.into_iter().flatten().collect())
        })
        .fold(of_parts, intersect_values)
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

fn collect_examples(
    schema: &Value,
    definitions: &dyn DefinitionLookup,
    depth: usize,
    shown: &mut Vec<String>,
) {
    let (Some(object), Some(depth)) = (schema.as_object(), depth.checked_sub(1)) else {
        return;
    };
    let examples = object.get("examples").and_then(Value::as_array);
    let values = examples.into_iter().flatten().chain(object.get("default"));
    shown.extend(values.filter_map(Value::as_str).map(str::to_owned));
    for part in referenced_and_all_of(object, definitions) {
        collect_examples(part, definitions, depth, shown);
    }
}

/// The key that a schema refers to, if it says nothing else of a property.
pub(super) fn reference_without_property<'a>(branch: &'a Value, property: &str) -> Option<&'a str> {
    let says = branch
        .get("properties")
        .is_some_and(|all| all.get(property).is_some());
    referenced_key(branch).filter(|_| !says)
}
