use indexmap::IndexMap;
use serde_json::{Map, Value, json};

use super::dialect::{Dialect, Draft, Reading};
use super::index::{Index, Place};
use super::scope::Scope;
use super::unify::unify;
use super::{Bundle, Bundled, Document, Resources};
use crate::schema::keyword::{Holds, Object};

/// How many copies of schemas dynamic references may ask for; beyond, they are read as plain ones.
const COPIES: usize = 10_000;

/// A place, as it is after what was entered before.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Key {
    pub(super) place: Place,
    scope: Scope<usize>,
}

pub(super) fn bundle(known: &Resources, uri: &str, schema: &Value) -> Bundle {
    let mut index = Index::new(known);
    let root = index.add(uri, Document::schema(schema.clone()));
    let mut bundler = Bundler {
        index,
        keys: IndexMap::new(),
        unresolved: Vec::new(),
    };
    let schema = bundler.schema(&root, &Scope::default());
    let mut schemas = Vec::new();
    while let Some((key, ())) = bundler.keys.get_index(schemas.len()) {
        let Key { place, scope } = key.clone();
        schemas.push(bundler.schema(&place, &scope));
    }
    let places = bundler.keys.keys().map(|key| &key.place).collect();
    let unified = unify(schema, places, schemas);
    let definitions = unified.definitions.into_iter().enumerate();
    let definitions = definitions.map(|(number, (place, schema))| {
        let uri = bundler.index.uri(place);
        (format!("d{number}"), Bundled { uri, schema })
    });
    Bundle {
        schema: unified.root,
        definitions: definitions.collect(),
        unresolved: bundler.unresolved,
    }
}

/// A reference to the definition of that key.
pub(super) fn reference_to(key: &str) -> String {
    format!("#/$defs/{key}")
}

struct Bundler<'a> {
    index: Index<'a>,
    keys: IndexMap<Key, ()>,
    unresolved: Vec<String>,
}

/// Where a schema stands that is being read.
struct Standpoint<'a> {
    at: &'a Place,
    resource: usize,
    dialect: Dialect,
    scope: &'a Scope<usize>,
}

impl Bundler<'_> {
    /// The schema at a place, in draft 2020-12.
    fn schema(&mut self, at: &Place, scope: &Scope<usize>) -> Value {
        match self.index.value(at) {
            Some(Value::Object(object)) => {
                let object = object.clone();
                let resource = self.index.resource_of(at);
                let entered = &self.index.resources[resource];
                let here = Standpoint {
                    at,
                    resource,
                    dialect: entered.dialect,
                    scope: &scope.enter(&resource, entered.dynamic_anchors.keys()),
                };
                Value::Object(self.object(&object, &here))
            }
            Some(other) => other.clone(),
            None => Value::Bool(true),
        }
    }

    fn object(&mut self, object: &Object, here: &Standpoint<'_>) -> Object {
        let alone = here.dialect.references_stand_alone() && object.contains_key("$ref");
        let mut out = Map::new();
        let mut references = Vec::new();
        for (keyword, value) in object {
            if alone && keyword != "$ref" {
                continue;
            }
            match here.dialect.read(keyword, object) {
                Reading::Nothing | Reading::Definitions => {}
                Reading::Data => {
                    put(&mut out, keyword, value.clone());
                }
                Reading::Keyword(name, holds) => {
                    let held = self.held(holds, value, &here.at.child(keyword), here.scope);
                    put(&mut out, name, held);
                }
                Reading::Dependencies => {
                    self.dependencies(value, &here.at.child(keyword), here.scope, &mut out);
                }
                Reading::Reference => references.extend(self.reference(value, here, false)),
                Reading::DynamicReference => references.extend(self.reference(value, here, true)),
            }
        }
        let mut references = references.into_iter().map(Value::String);
        if let Some(first) = references.next() {
            out.insert("$ref".to_owned(), first);
        }
        for reference in references {
            put(&mut out, "allOf", json!([{"$ref": reference}]));
        }
        if here.dialect.draft == Draft::Four {
            for (flag, bound) in [
                ("exclusiveMinimum", "minimum"),
                ("exclusiveMaximum", "maximum"),
            ] {
                exclude(flag, bound, &mut out);
            }
        }
        out
    }

    fn held(&mut self, holds: Holds, value: &Value, at: &Place, scope: &Scope<usize>) -> Value {
        match (holds, value) {
            (Holds::Schema, _) => self.schema(at, scope),
            (Holds::List, Value::Array(list)) => (0..list.len())
                .map(|index| self.schema(&at.child(&index.to_string()), scope))
                .collect(),
            (Holds::Map, Value::Object(map)) => Value::Object(
                map.keys()
                    .map(|name| (name.clone(), self.schema(&at.child(name), scope)))
                    .collect(),
            ),
            _ => value.clone(),
        }
    }

    fn dependencies(&mut self, value: &Value, at: &Place, scope: &Scope<usize>, out: &mut Object) {
        for (name, needed) in value.as_object().into_iter().flatten() {
            match needed {
                Value::Array(_) => put(out, "dependentRequired", json!({name: needed})),
                _ => {
                    let schema = self.schema(&at.child(name), scope);
                    put(out, "dependentSchemas", json!({name: schema}));
                }
            }
        }
    }

    /// A reference to the definition that is meant.
    fn reference(&mut self, value: &Value, here: &Standpoint<'_>, dynamic: bool) -> Option<String> {
        let reference = value.as_str()?;
        let base = self.index.resources[here.resource].uri.clone();
        let Some((place, anchor)) = self.index.find(&base, reference) else {
            self.unresolved.push(reference.to_owned());
            return None;
        };
        let place = anchor
            .filter(|_| dynamic)
            .and_then(|anchor| self.dynamic(&place, anchor, here.scope))
            .unwrap_or(place);
        Some(self.define(place, here.scope))
    }

    /// Where a dynamic reference leads that leads to `place` as a plain one.
    fn dynamic(&self, place: &Place, anchor: &str, scope: &Scope<usize>) -> Option<Place> {
        let static_target = &self.index.resources[self.index.resource_of(place)];
        static_target.dynamic_anchors.get(anchor)?;
        let first = &self.index.resources[*scope.get(anchor)?];
        first.dynamic_anchors.get(anchor).cloned()
    }

    fn define(&mut self, place: Place, scope: &Scope<usize>) -> String {
        let resource = self.index.resource_of(&place);
        let anchors = self.index.resources[resource].dynamic_anchors.keys();
        let scope = match self.keys.len() {
            0..COPIES => scope.enter(&resource, anchors),
            _ => Scope::default(),
        };
        let key = Key { place, scope };
        let (index, _) = self.keys.insert_full(key, ());
        reference_to(&index.to_string())
    }
}

/// `exclusiveMinimum: true` beside `minimum`, as draft 4 has it.
fn exclude(flag: &str, bound: &str, out: &mut Object) {
    if let Some(Value::Bool(excluded)) = out.get(flag).cloned() {
        out.shift_remove(flag);
        if excluded && let Some(limit) = out.shift_remove(bound) {
            out.insert(flag.to_owned(), limit);
        }
    }
}

/// Adds a keyword, to what an older keyword has said in its place.
fn put(out: &mut Object, keyword: &str, value: Value) {
    match (out.get_mut(keyword), value) {
        (Some(Value::Object(before)), Value::Object(more)) => before.extend(more),
        (Some(Value::Array(before)), Value::Array(more)) => before.extend(more),
        (_, value) => {
            out.insert(keyword.to_owned(), value);
        }
    }
}
