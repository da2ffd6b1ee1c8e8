//! What an object's schema says of one of its properties.

use serde_json::Value;

use crate::schema::keyword::{Object, reference, strings, types};
use crate::schema::resolve::Definitions;

/// How many references and `allOf`s within each other are followed.
const DEPTH: usize = 16;

/// What is said of a property.
#[derive(Debug, Default)]
pub(super) struct Stated {
    /// All values that it may have, where they are listed.
    pub(super) values: Option<Vec<Value>>,
    /// Strings that it has by way of example.
    pub(super) shown: Vec<String>,
    is_nullable: bool,
}

impl Stated {
    /// The tags as the values that remain.
    pub(super) fn admitted(&self, names: Vec<String>) -> super::Tags {
        let null = self.is_nullable.then_some(Value::Null);
        let values = names.into_iter().map(Value::String).chain(null);
        super::Tags::Only(values.collect())
    }
}

/// What a schema, its `allOf`, what it refers to and the keywords beside it say of a property;
/// `None` where they do not name it, or say that it is no string.
pub(super) fn stated(
    schema: &Value,
    beside: &Object,
    name: &str,
    definitions: &dyn Definitions,
) -> Option<Stated> {
    let mut found = Vec::new();
    collect(schema, name, definitions, DEPTH, &mut found);
    found.extend(beside.get("properties").and_then(|all| all.get(name)));
    if found.is_empty() {
        return None;
    }
    let mut stated = Stated {
        is_nullable: true,
        ..Stated::default()
    };
    for property in found {
        let types = all_types(property, definitions, DEPTH);
        if !types.is_empty() && !types.contains(&"string") {
            return None;
        }
        stated.is_nullable &= types.contains(&"null");
        stated.values = both(stated.values, values(property, definitions, DEPTH));
        show(property, definitions, DEPTH, &mut stated.shown);
    }
    Some(stated)
}

/// Whether a schema, its `allOf` or what it refers to names a property.
pub(super) fn names(schema: &Value, name: &str, definitions: &dyn Definitions) -> bool {
    let mut found = Vec::new();
    collect(schema, name, definitions, DEPTH, &mut found);
    !found.is_empty()
}

/// Whether a schema, its `allOf` or what it refers to names properties, and none of them is a
/// choice, in which others might be named.
pub(super) fn describes_objects(schema: &Value, definitions: &dyn Definitions) -> bool {
    fn look(schema: &Value, definitions: &dyn Definitions, depth: usize) -> Option<bool> {
        let (object, depth) = (schema.as_object()?, depth.checked_sub(1)?);
        if object.contains_key("oneOf") || object.contains_key("anyOf") {
            return None;
        }
        let mut found = object.contains_key("properties");
        for part in parts(object, definitions) {
            found |= look(part, definitions, depth)?;
        }
        Some(found)
    }
    look(schema, definitions, DEPTH) == Some(true)
}

/// Whether a schema, its `allOf` or what it refers to requires a property.
pub(super) fn is_required(schema: &Value, name: &str, definitions: &dyn Definitions) -> bool {
    fn look(schema: &Value, name: &str, definitions: &dyn Definitions, depth: usize) -> bool {
        let (Some(object), Some(depth)) = (schema.as_object(), depth.checked_sub(1)) else {
            return false;
        };
        strings(object, "required").contains(&name)
            || parts(object, definitions).any(|part| look(part, name, definitions, depth))
    }
    look(schema, name, definitions, DEPTH)
}

fn collect<'a>(
    schema: &'a Value,
    name: &str,
    definitions: &'a dyn Definitions,
    depth: usize,
    found: &mut Vec<&'a Value>,
) {
    let (Some(object), Some(depth)) = (schema.as_object(), depth.checked_sub(1)) else {
        return;
    };
    found.extend(object.get("properties").and_then(|all| all.get(name)));
    for part in parts(object, definitions) {
        collect(part, name, definitions, depth, found);
    }
}

/// The schemas that a value must satisfy besides the keywords of its own.
fn parts<'a>(
    object: &'a Object,
    definitions: &'a dyn Definitions,
) -> impl Iterator<Item = &'a Value> {
    let target = object.get("$ref").and_then(Value::as_str);
    let target = target.and_then(|target| definitions.schema(target.strip_prefix("#/$defs/")?));
    let members = object.get("allOf").and_then(Value::as_array);
    target.into_iter().chain(members.into_iter().flatten())
}

fn all_types<'a>(
    schema: &'a Value,
    definitions: &'a dyn Definitions,
    depth: usize,
) -> Vec<&'a str> {
    let (Some(object), Some(depth)) = (schema.as_object(), depth.checked_sub(1)) else {
        return Vec::new();
    };
    let own = types(object);
    if !own.is_empty() {
        return own;
    }
    parts(object, definitions)
        .map(|part| all_types(part, definitions, depth))
        .find(|types| !types.is_empty())
        .unwrap_or_default()
}

/// The values that a schema lists, by itself or in all of its alternatives.
fn values(schema: &Value, definitions: &dyn Definitions, depth: usize) -> Option<Vec<Value>> {
    let object = schema.as_object()?;
    let depth = depth.checked_sub(1)?;
    if object.get("type").is_some_and(|name| name == "null") {
        return Some(vec![Value::Null]);
    }
    let own = match (object.get("const"), object.get("enum")) {
        (Some(value), _) => Some(vec![value.clone()]),
        (None, Some(Value::Array(values))) => Some(values.clone()),
        _ => None,
    };
    let of_parts = parts(object, definitions)
        .map(|part| values(part, definitions, depth))
        .fold(own, both);
    ["anyOf", "oneOf"]
        .into_iter()
        .filter_map(|list| object.get(list)?.as_array())
        .map(|branches| {
            let all: Option<Vec<Vec<Value>>> = branches
                .iter()
                .map(|branch| values(branch, definitions, depth))
                .collect();
            all.map(|all| all.into_iter().flatten().collect())
        })
        .fold(of_parts, both)
}

fn both(one: Option<Vec<Value>>, other: Option<Vec<Value>>) -> Option<Vec<Value>> {
    match (one, other) {
        (Some(one), Some(other)) => Some(
            one.into_iter()
                .filter(|value| other.contains(value))
                .collect(),
        ),
        (one, other) => one.or(other),
    }
}

fn show(schema: &Value, definitions: &dyn Definitions, depth: usize, shown: &mut Vec<String>) {
    let (Some(object), Some(depth)) = (schema.as_object(), depth.checked_sub(1)) else {
        return;
    };
    let examples = object.get("examples").and_then(Value::as_array);
    let values = examples.into_iter().flatten().chain(object.get("default"));
    shown.extend(values.filter_map(Value::as_str).map(str::to_owned));
    for part in parts(object, definitions) {
        show(part, definitions, depth, shown);
    }
}

/// The key that a schema refers to, if it says nothing else of a property.
pub(super) fn untouched<'a>(branch: &'a Value, property: &str) -> Option<&'a str> {
    let says = branch
        .get("properties")
        .is_some_and(|all| all.get(property).is_some());
    reference(branch).filter(|_| !says)
}
