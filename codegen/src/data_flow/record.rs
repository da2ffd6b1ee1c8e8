//! The objects in an operation's response, each with its place and the values that it has.

use std::rc::Rc;

use indexmap::IndexMap;
use serde_json::Value;

use crate::model::{Api, Definition, ReturnedSchemas};

use super::words::{NameParts, Names, noun_of_name};

/// How many references are followed to one schema.
const LONGEST_CHAIN: usize = 32;
/// Levels of objects in a response that are looked at.
const DEEPEST: usize = 3;
/// Objects of one response that are looked at: some responses have thousands.
const MOST_RECORDS: usize = 100;
/// Properties of one object that are looked at.
const MOST_PROPERTIES: usize = 500;
/// Parts of one composition that are looked at.
const MOST_PARTS: usize = 64;
/// Names of the property that holds what was asked for.
const ENVELOPES: [&str; 12] = [
    "data",
    "items",
    "results",
    "result",
    "values",
    "records",
    "entries",
    "list",
    "content",
    "rows",
    "value",
    "resources",
];

/// What an object in a response is of the operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// It is what the operation returns.
    Whole,
    /// It is an item of the list that the operation returns.
    Item,
    /// It belongs to one of these.
    Part,
}

/// A property with a scalar value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Property<'a> {
    pub(super) name: &'a str,
    /// What the name says. Most names occur in many responses.
    pub(super) parts: Rc<NameParts>,
    /// Its type, if the schema has one: `integer`.
    pub(super) value_type: Option<&'a str>,
}

/// An object in a response.
#[derive(Clone, Debug)]
pub(super) struct Record<'a> {
    /// Where it is: `results[].owner`, empty at the root.
    pub(super) path: String,
    /// The definitions that it may be of: several if the schema has alternatives.
    pub(super) definitions: Vec<&'a str>,
    /// What the property that holds it is called, as a noun.
    pub(super) noun: Option<String>,
    pub(super) role: Role,
    /// Whether it is in a list.
    pub(super) is_listed: bool,
    pub(super) properties: Vec<Property<'a>>,
    /// Names of all properties.
    pub(super) names: Vec<&'a str>,
}

impl Record<'_> {
    /// Whether it is what the operation returns, or a part of that: not of an item of a list.
    pub(super) fn is_result(&self) -> bool {
        self.role != Role::Part || !self.path.trim_end_matches("[]").contains(['.', '['])
    }

    /// The place of one of its properties.
    pub(super) fn place_of(&self, property: &str) -> String {
        match self.path.as_str() {
            "" => property.to_owned(),
            path => format!("{path}.{property}"),
        }
    }
}

/// Collects the objects in the response of each operation.
pub(super) fn collect_records<'a>(
    api: &'a Api,
    returned: &'a ReturnedSchemas,
) -> Vec<Vec<Record<'a>>> {
    let operations = api.operations.iter().zip(&returned.schemas);
    let mut names = Names::default();
    operations
        .map(|(it, returned_schema)| {
            let mut walk = Walk {
                definitions: &returned.definitions,
                names: std::mem::take(&mut names),
                path_noun: super::route::Route::from_template(&it.path).noun(),
                records: Vec::new(),
            };
            if let Some(output) = returned_schema {
                walk.visit_root(output);
            }
            names = walk.names;
            walk.records
        })
        .collect()
}

struct Walk<'a> {
    definitions: &'a IndexMap<String, Definition>,
    names: Names<'a>,
    path_noun: Option<String>,
    records: Vec<Record<'a>>,
}

/// A schema behind its references.
#[derive(Clone, Copy)]
struct Followed<'a> {
    schema: &'a Value,
    /// The last definition on the way to it.
    definition: Option<&'a str>,
}

/// Where a walk is.
struct Place {
    path: String,
    noun: Option<String>,
    role: Role,
    is_listed: bool,
    depth: usize,
}

impl<'a> Walk<'a> {
    fn visit_root(&mut self, output: &'a Value) {
        let root = self.resolve_schema(output);
        let place = |path: &str, role, is_listed| Place {
            path: path.to_owned(),
            noun: None,
            role,
            is_listed,
            depth: 0,
        };
        match self.items_of(root.schema) {
            Some(items) => self.visit_object(items, place("[]", Role::Item, true)),
            None => self.visit_object(root.schema, place("", Role::Whole, false)),
        }
    }

    fn resolve_schema(&self, schema: &'a Value) -> Followed<'a> {
        let mut followed = Followed {
            schema,
            definition: None,
        };
        for _ in 0..LONGEST_CHAIN {
            let key = followed.schema.get("$ref").and_then(Value::as_str);
            let key = key.and_then(|reference| reference.strip_prefix("#/$defs/"));
            let Some((key, target)) = key.and_then(|key| self.definitions.get_key_value(key))
            else {
                break;
            };
            followed = Followed {
                schema: &target.schema,
                definition: Some(key),
            };
        }
        followed
    }

    /// The schema of the items, if a schema is that of a list.
    fn items_of(&self, schema: &'a Value) -> Option<&'a Value> {
        self.resolve_schema(schema)
            .schema
            .get("items")
            .filter(|items| items.is_object())
    }

    fn visit_object(&mut self, schema: &'a Value, place: Place) {
        if self.records.len() >= MOST_RECORDS || place.depth >= DEEPEST {
            return;
        }
        let mut members = IndexMap::new();
        let mut definitions = Vec::new();
        self.collect_definitions(schema, &mut definitions);
        self.collect_properties(schema, 0, &mut members);
        if members.is_empty() {
            return;
        }
        let mut record = Record {
            path: place.path.clone(),
            definitions,
            noun: place.noun.clone(),
            role: place.role,
            is_listed: place.is_listed,
            properties: Vec::new(),
            names: members.keys().copied().collect(),
        };
        let mut inner = Vec::new();
        for (name, schema) in members {
            let followed = self.resolve_schema(schema).schema;
            if self
                .items_of(schema)
                .is_some_and(|items| self.has_properties(items))
            {
                inner.push((name, schema, true));
            } else if self.has_properties(schema) {
                inner.push((name, schema, false));
            } else if self.items_of(schema).is_none() {
                record.properties.push(Property {
                    name,
                    parts: self.names.find_parts(name),
                    value_type: scalar_type(followed),
                });
            }
        }
        let content = self.find_content(&place, &record, &inner);
        self.records.push(record);
        for (at, (name, schema, is_list)) in inner.into_iter().enumerate() {
            let prefix = match place.path.as_str() {
                "" => String::new(),
                path => format!("{path}."),
            };
            let is_content = content == Some(at);
            let role = match (is_content, is_list) {
                (false, _) => Role::Part,
                (true, true) => Role::Item,
                (true, false) => Role::Whole,
            };
            let next = Place {
                path: format!("{prefix}{name}{}", if is_list { "[]" } else { "" }),
                noun: noun_of_name(name),
                role,
                is_listed: is_list || place.is_listed,
                depth: place.depth + 1,
            };
            let schema = if is_list {
                self.items_of(schema).unwrap_or(schema)
            } else {
                schema
            };
            self.visit_object(schema, next);
        }
    }

    /// Which of the members of the root holds what was asked for: the one with the noun of the path, one that
    /// is called `data` or the like, or the only list.
    fn find_content(
        &self,
        place: &Place,
        record: &Record<'a>,
        inner: &[(&'a str, &'a Value, bool)],
    ) -> Option<usize> {
        if place.role != Role::Whole || has_identifier(record) {
            return None;
        }
        let is_envelope = |name: &str| ENVELOPES.contains(&name.to_lowercase().as_str());
        let has_noun =
            |name: &str| self.path_noun.is_some() && noun_of_name(name) == self.path_noun;
        let lists = || {
            inner
                .iter()
                .enumerate()
                .filter(|(_, (_, _, is_list))| *is_list)
        };
        let by_name = lists()
            .find(|(_, (name, ..))| has_noun(name))
            .or_else(|| lists().find(|(_, (name, ..))| is_envelope(name)))
            .or_else(|| {
                inner
                    .iter()
                    .enumerate()
                    .find(|(_, (name, ..))| is_envelope(name))
            });
        let only = || {
            lists()
                .next()
                .filter(|_| lists().count() == 1 && place.depth == 0)
        };
        by_name.or_else(only).map(|(at, _)| at)
    }

    /// The definitions of a schema: its own, or those of its alternatives.
    fn collect_definitions(&self, schema: &'a Value, definitions: &mut Vec<&'a str>) {
        let followed = self.resolve_schema(schema);
        definitions.extend(followed.definition);
        definitions.extend(
            parts_of(followed.schema).filter_map(|part| self.resolve_schema(part).definition),
        );
    }

    /// Whether a schema is that of an object with properties.
    fn has_properties(&self, schema: &'a Value) -> bool {
        self.has_properties_within(schema, 0)
    }

    fn has_properties_within(&self, schema: &'a Value, depth: usize) -> bool {
        let schema = self.resolve_schema(schema).schema;
        let properties = schema.get("properties").and_then(Value::as_object);
        properties.is_some_and(|properties| !properties.is_empty())
            || (depth < DEEPEST
                && parts_of(schema).any(|part| self.has_properties_within(part, depth + 1)))
    }

    /// The properties of a schema, with those of what it is composed of.
    fn collect_properties(
        &self,
        schema: &'a Value,
        depth: usize,
        members: &mut IndexMap<&'a str, &'a Value>,
    ) {
        let schema = self.resolve_schema(schema).schema;
        let properties = schema.get("properties").and_then(Value::as_object);
        for (name, schema) in properties.into_iter().flatten() {
            if members.len() < MOST_PROPERTIES {
                members.entry(name).or_insert(schema);
            }
        }
        if depth < DEEPEST {
            for part in parts_of(schema) {
                self.collect_properties(part, depth + 1, members);
            }
        }
    }
}

/// What a schema is composed of. The items of a tuple count as alternatives.
fn parts_of(schema: &Value) -> impl Iterator<Item = &Value> {
    let keywords = ["allOf", "anyOf", "oneOf", "prefixItems", "items"].into_iter();
    let lists = keywords.filter_map(|keyword| schema.get(keyword).and_then(Value::as_array));
    lists.flatten().take(MOST_PARTS)
}

/// Whether an object is a thing itself and holds no list of what was asked for: it has an `id`.
fn has_identifier(record: &Record<'_>) -> bool {
    record
        .properties
        .iter()
        .any(|property| property.parts.words == ["id"])
}

/// The type of a scalar; of several types the first that is not `null`.
pub(super) fn scalar_type(schema: &Value) -> Option<&str> {
    match schema.get("type") {
        Some(Value::String(name)) => Some(name),
        Some(Value::Array(names)) => names
            .iter()
            .filter_map(Value::as_str)
            .find(|name| *name != "null"),
        _ => None,
    }
}
