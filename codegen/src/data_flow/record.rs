//! The objects in an operation's response, each with its place and the values that it has.

use std::collections::HashMap;
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
    /// What the property that holds it is called, as a noun.
    pub(super) noun: Option<String>,
    pub(super) role: Role,
    /// Whether it is in a list.
    pub(super) is_listed: bool,
    /// Most objects occur in many responses.
    pub(super) schema: Rc<RecordSchema<'a>>,
}

/// What an object is wherever it occurs.
#[derive(Debug)]
pub(super) struct RecordSchema<'a> {
    /// The definitions that it may be of: several if the schema has alternatives.
    pub(super) definitions: Vec<&'a str>,
    pub(super) properties: Vec<Property<'a>>,
    /// Names of all properties.
    pub(super) names: Vec<&'a str>,
    /// The properties with objects or lists of objects.
    inner: Vec<InnerObject<'a>>,
}

/// A property with an object, or with a list of objects.
#[derive(Debug)]
struct InnerObject<'a> {
    name: &'a str,
    schema: &'a Value,
    is_list: bool,
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
    let mut walk = Walk {
        definitions: &returned.definitions,
        names: Names::default(),
        known: HashMap::new(),
        path_noun: None,
        records: Vec::new(),
    };
    operations
        .map(|(it, returned_schema)| {
            walk.path_noun = super::route::Route::from_template(&it.path).noun();
            if let Some(output) = returned_schema {
                walk.visit_root(output);
            }
            std::mem::take(&mut walk.records)
        })
        .collect()
}

struct Walk<'a> {
    definitions: &'a IndexMap<String, Definition>,
    names: Names<'a>,
    /// What was found of a schema before, by its address and the last definition on the way to it.
    known: HashMap<(*const Value, Option<&'a str>), Rc<RecordSchema<'a>>>,
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
        let known = self.record_schema(schema);
        if known.names.is_empty() {
            return;
        }
        let record = Record {
            path: place.path.clone(),
            noun: place.noun.clone(),
            role: place.role,
            is_listed: place.is_listed,
            schema: Rc::clone(&known),
        };
        let content = self.find_content(&place, &record);
        self.records.push(record);
        for (at, inner) in known.inner.iter().enumerate() {
            let InnerObject {
                name,
                schema,
                is_list,
            } = *inner;
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

    /// What an object of a schema is.
    fn record_schema(&mut self, schema: &'a Value) -> Rc<RecordSchema<'a>> {
        let followed = self.resolve_schema(schema);
        let key = (std::ptr::from_ref(followed.schema), followed.definition);
        if let Some(known) = self.known.get(&key) {
            return Rc::clone(known);
        }
        let found = Rc::new(self.read_record_schema(schema));
        self.known.insert(key, Rc::clone(&found));
        found
    }

    fn read_record_schema(&mut self, schema: &'a Value) -> RecordSchema<'a> {
        let mut members = IndexMap::new();
        let mut definitions = Vec::new();
        self.collect_definitions(schema, &mut definitions);
        self.collect_properties(schema, 0, &mut members);
        let mut properties = Vec::new();
        let mut inner = Vec::new();
        for (name, schema) in &members {
            let items = self.items_of(schema);
            let is_list = items.is_some_and(|items| self.has_properties(items));
            if is_list || self.has_properties(schema) {
                inner.push(InnerObject {
                    name,
                    schema,
                    is_list,
                });
            } else if items.is_none() {
                properties.push(Property {
                    name,
                    parts: self.names.find_parts(name),
                    value_type: scalar_type(self.resolve_schema(schema).schema),
                });
            }
        }
        RecordSchema {
            definitions,
            properties,
            names: members.into_keys().collect(),
            inner,
        }
    }

    /// Which of the members of the root holds what was asked for: the one with the noun of the path, one that
    /// is called `data` or the like, or the only list.
    fn find_content(&self, place: &Place, record: &Record<'a>) -> Option<usize> {
        let inner = &record.schema.inner;
        if place.role != Role::Whole || has_identifier(record) {
            return None;
        }
        let is_envelope = |name: &str| ENVELOPES.contains(&name.to_lowercase().as_str());
        let has_noun =
            |name: &str| self.path_noun.is_some() && noun_of_name(name) == self.path_noun;
        let all = || inner.iter().enumerate();
        let lists = || all().filter(|(_, it)| it.is_list);
        let by_name = lists()
            .find(|(_, it)| has_noun(it.name))
            .or_else(|| lists().find(|(_, it)| is_envelope(it.name)))
            .or_else(|| all().find(|(_, it)| is_envelope(it.name)));
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
    let properties = &record.schema.properties;
    properties
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
