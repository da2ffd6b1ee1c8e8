//! Bundles a schema with everything that it refers to, as JSON Schema 2020-12. It reads each schema in the
//! dialect of its resource, resolves plain and dynamic references, and makes one definition for each place and each
//! dynamic scope that leads to it. `partition_refinement` merges the copies that turn out to be the same.

use indexmap::IndexMap;
use serde_json::{Map, Value, json};

use super::dialect::{Dialect, Draft, KeywordReading};
use super::dynamic_scope::DynamicScope;
use super::partition_refinement::merge_equal_copies;
use super::resource_index::{DocumentPlace, ResourceIndex};
use super::{Bundle, Bundled, Document, Resources};
use crate::schema::keyword::{KeywordContent, Object};

/// How many copies of schemas dynamic references may ask for; beyond, they are read as plain ones.
const MAX_SCOPED_COPIES: usize = 10_000;

/// A place, as it is after what was entered before.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct ScopedPlace {
    pub(super) place: DocumentPlace,
    scope: DynamicScope<usize>,
}

pub(super) fn bundle_schema(known: &Resources, uri: &str, schema: &Value) -> Bundle {
    let mut index = ResourceIndex::new(known);
    let root = index.add_document(uri, Document::from_schema(schema.clone()));
    let mut bundler = Bundler {
        index,
        keys: IndexMap::new(),
        unresolved: Vec::new(),
    };
    let schema = bundler.convert_schema(&root, &DynamicScope::default());
    let mut schemas = Vec::new();
    // Converting a schema may add keys behind the ones that are done, so the list grows while it is read.
    while let Some((key, ())) = bundler.keys.get_index(schemas.len()) {
        let ScopedPlace { place, scope } = key.clone();
        schemas.push(bundler.convert_schema(&place, &scope));
    }
    let places = bundler.keys.keys().map(|key| &key.place).collect();
    let unified = merge_equal_copies(schema, places, schemas);
    let definitions = unified.definitions.into_iter().enumerate();
    let definitions = definitions.map(|(number, (place, schema))| {
        let uri = bundler.index.place_uri(place);
        (format!("d{number}"), Bundled { uri, schema })
    });
    Bundle {
        schema: unified.root,
        definitions: definitions.collect(),
        unresolved: bundler.unresolved,
    }
}

/// A reference to the definition of that key.
pub(super) fn definition_reference(key: &str) -> String {
    format!("#/$defs/{key}")
}

struct Bundler<'a> {
    index: ResourceIndex<'a>,
    keys: IndexMap<ScopedPlace, ()>,
    unresolved: Vec<String>,
}

/// Where a schema stands that is being read.
struct ReadContext<'a> {
    at: &'a DocumentPlace,
    resource: usize,
    dialect: Dialect,
    scope: &'a DynamicScope<usize>,
}

impl Bundler<'_> {
    /// The schema at a place, in draft 2020-12.
    fn convert_schema(&mut self, at: &DocumentPlace, scope: &DynamicScope<usize>) -> Value {
        match self.index.get_value(at) {
            Some(Value::Object(object)) => {
                let object = object.clone();
                let resource = self.index.innermost_resource(at);
                let entered = &self.index.resources[resource];
                let here = ReadContext {
                    at,
                    resource,
                    dialect: entered.dialect,
                    scope: &scope.enter_resource(&resource, entered.dynamic_anchors.keys()),
                };
                Value::Object(self.convert_object(&object, &here))
            }
            Some(other) => other.clone(),
            // A reference to a place that is missing was reported; any value is the widest reading
            // of it.
            None => Value::Bool(true),
        }
    }

    fn convert_object(&mut self, object: &Object, here: &ReadContext<'_>) -> Object {
        // Up to draft 7, keywords beside `$ref` are ignored (JSON Schema draft 7, section 8.3).
        let alone = here.dialect.references_stand_alone() && object.contains_key("$ref");
        let mut out = Map::new();
        let mut references = Vec::new();
        for (keyword, value) in object {
            if alone && keyword != "$ref" {
                continue;
            }
            match here.dialect.read_keyword(keyword, object) {
                KeywordReading::Nothing | KeywordReading::Definitions => {}
                KeywordReading::Data => {
                    add_keyword(&mut out, keyword, value.clone());
                }
                KeywordReading::Keyword(name, holds) => {
                    let held = self.convert_keyword_value(
                        holds,
                        value,
                        &here.at.child(keyword),
                        here.scope,
                    );
                    add_keyword(&mut out, name, held);
                }
                KeywordReading::Dependencies => {
                    self.convert_dependencies(value, &here.at.child(keyword), here.scope, &mut out);
                }
                KeywordReading::Reference => {
                    references.extend(self.resolve_reference(value, here, false))
                }
                KeywordReading::DynamicReference => {
                    references.extend(self.resolve_reference(value, here, true))
                }
            }
        }
        let mut references = references.into_iter().map(Value::String);
        if let Some(first) = references.next() {
            out.insert("$ref".to_owned(), first);
        }
        // Draft 2020-12 allows `$ref` and `$dynamicRef` side by side, and a definition has one `$ref`.
        for reference in references {
            add_keyword(&mut out, "allOf", json!([{"$ref": reference}]));
        }
        if here.dialect.draft == Draft::Four {
            for (flag, bound) in [
                ("exclusiveMinimum", "minimum"),
                ("exclusiveMaximum", "maximum"),
            ] {
                convert_exclusive_bound(flag, bound, &mut out);
            }
        }
        out
    }

    fn convert_keyword_value(
        &mut self,
        holds: KeywordContent,
        value: &Value,
        at: &DocumentPlace,
        scope: &DynamicScope<usize>,
    ) -> Value {
        match (holds, value) {
            (KeywordContent::Schema, _) => self.convert_schema(at, scope),
            (KeywordContent::List, Value::Array(list)) => (0..list.len())
                .map(|index| self.convert_schema(&at.child(&index.to_string()), scope))
                .collect(),
            (KeywordContent::Map, Value::Object(map)) => Value::Object(
                map.keys()
                    .map(|name| (name.clone(), self.convert_schema(&at.child(name), scope)))
                    .collect(),
            ),
            _ => value.clone(),
        }
    }

    fn convert_dependencies(
        &mut self,
        value: &Value,
        at: &DocumentPlace,
        scope: &DynamicScope<usize>,
        out: &mut Object,
    ) {
        for (name, needed) in value.as_object().into_iter().flatten() {
            match needed {
                Value::Array(_) => add_keyword(out, "dependentRequired", json!({name: needed})),
                _ => {
                    let schema = self.convert_schema(&at.child(name), scope);
                    add_keyword(out, "dependentSchemas", json!({name: schema}));
                }
            }
        }
    }

    /// A reference to the definition that is meant.
    fn resolve_reference(
        &mut self,
        value: &Value,
        here: &ReadContext<'_>,
        dynamic: bool,
    ) -> Option<String> {
        let reference = value.as_str()?;
        let base = self.index.resources[here.resource].uri.clone();
        let Some((place, anchor)) = self.index.resolve_reference(&base, reference) else {
            self.unresolved.push(reference.to_owned());
            return None;
        };
        let place = anchor
            .filter(|_| dynamic)
            .and_then(|anchor| self.resolve_dynamic_reference(&place, anchor, here.scope))
            .unwrap_or(place);
        Some(self.add_definition(place, here.scope))
    }

    /// Where a dynamic reference leads that leads to `place` as a plain one.
    fn resolve_dynamic_reference(
        &self,
        place: &DocumentPlace,
        anchor: &str,
        scope: &DynamicScope<usize>,
    ) -> Option<DocumentPlace> {
        let static_target = &self.index.resources[self.index.innermost_resource(place)];
        // A dynamic reference is a plain one unless its first target has the dynamic anchor (JSON Schema Core 2020-12,
        // section 8.2.3.2).
        static_target.dynamic_anchors.get(anchor)?;
        let first = &self.index.resources[*scope.get_resource(anchor)?];
        first.dynamic_anchors.get(anchor).cloned()
    }

    fn add_definition(&mut self, place: DocumentPlace, scope: &DynamicScope<usize>) -> String {
        let resource = self.index.innermost_resource(&place);
        let anchors = self.index.resources[resource].dynamic_anchors.keys();
        let scope = match self.keys.len() {
            0..MAX_SCOPED_COPIES => scope.enter_resource(&resource, anchors),
            // Without a scope all further references to a place share one key, so the list of
            // definitions ends.
            _ => DynamicScope::default(),
        };
        let key = ScopedPlace { place, scope };
        let (index, _) = self.keys.insert_full(key, ());
        definition_reference(&index.to_string())
    }
}

/// `exclusiveMinimum: true` beside `minimum`, as draft 4 has it.
fn convert_exclusive_bound(flag: &str, bound: &str, out: &mut Object) {
    if let Some(Value::Bool(excluded)) = out.get(flag).cloned() {
        out.shift_remove(flag);
        if excluded && let Some(limit) = out.shift_remove(bound) {
            out.insert(flag.to_owned(), limit);
        }
    }
}

/// Adds a keyword, to what an older keyword has said in its place.
fn add_keyword(out: &mut Object, keyword: &str, value: Value) {
    match (out.get_mut(keyword), value) {
        (Some(Value::Object(before)), Value::Object(more)) => before.extend(more),
        (Some(Value::Array(before)), Value::Array(more)) => before.extend(more),
        (_, value) => {
            out.insert(keyword.to_owned(), value);
        }
    }
}
