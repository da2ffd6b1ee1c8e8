//! Writes schemas as parts of JSON text that can be joined. Takes schemas with references to
//! definitions; in portable ones the annotations beside a `$ref` move into the definition's text,
//! because many clients ignore what stands there. What goes under `$defs` is decided later.

use std::borrow::Cow;
use std::collections::HashSet;

use indexmap::IndexMap;
use serde_json::Value;

use super::PartPlan;
use crate::model::Definition;
use crate::schema::keyword::{
    KeywordContent, Object, child_schemas, keyword_content, referenced_key,
};
use crate::schema::{CLIENT_ANNOTATIONS, Simplifier, overlay_annotations};

/// The portable forms of all definitions that `roots` reach, in the order of the definitions.
pub(super) fn reachable<'a>(
    simplifier: &mut Simplifier,
    roots: impl Iterator<Item = &'a Value>,
    definitions: &IndexMap<String, Definition>,
) -> IndexMap<String, Value> {
    let mut found: IndexMap<String, Value> = IndexMap::new();
    let mut open: Vec<String> = Vec::new();
    for root in roots {
        collect_references(root, &mut open);
    }
    let mut seen: HashSet<String> = HashSet::new();
    while let Some(key) = open.pop() {
        if seen.contains(&key) {
            continue;
        }
        if let Some(schema) = simplifier.simplify_definition(&key) {
            collect_references(&schema, &mut open);
            found.insert(key.clone(), schema);
        }
        seen.insert(key);
    }
    found.sort_by_cached_key(|key, _| definitions.get_index_of(key));
    found
}

/// A boolean schema as an object: the text of a definition starts with a brace.
fn as_object(schema: &Value) -> Cow<'_, Object> {
    match schema {
        Value::Object(object) => Cow::Borrowed(object),
        Value::Bool(false) => {
            // `false` allows nothing, and so does the negation of what allows everything.
            let nothing = ("not".to_owned(), Value::Object(Object::new()));
            Cow::Owned(Object::from_iter([nothing]))
        }
        _ => Cow::Owned(Object::new()),
    }
}

fn collect_references(schema: &Value, keys: &mut Vec<String>) {
    let mut open = vec![schema];
    while let Some(schema) = open.pop() {
        keys.extend(referenced_key(schema).map(str::to_owned));
        open.extend(child_schemas(schema));
    }
}

/// Writes schemas in parts.
pub(super) struct Writer<'a> {
    definitions: &'a IndexMap<String, Value>,
    portable: bool,
}

impl<'a> Writer<'a> {
    /// For schemas whose definitions may be put in place.
    pub(super) fn portable(definitions: &'a IndexMap<String, Value>) -> Self {
        Self {
            definitions,
            portable: true,
        }
    }

    /// For schemas whose definitions are referred to.
    pub(super) fn faithful(definitions: &'a IndexMap<String, Value>) -> Self {
        Self {
            definitions,
            portable: false,
        }
    }

    /// The definitions that some text names.
    pub(super) fn write_definitions(&self) -> IndexMap<String, Vec<PartPlan>> {
        self.definitions
            .iter()
            .filter(|(_, schema)| !self.portable || referenced_key(schema).is_none())
            .map(|(key, schema)| (key.clone(), self.write_definition(&as_object(schema))))
            .collect()
    }

    /// The parts of an input or output schema.
    pub(super) fn write_root(&self, schema: &Value) -> Vec<PartPlan> {
        let mut sink = Sink::default();
        self.write_schema(schema, &mut sink);
        sink.finish()
    }

    fn write_definition(&self, object: &Object) -> Vec<PartPlan> {
        let body: Object = object
            .iter()
            .filter(|(keyword, _)| !CLIENT_ANNOTATIONS.contains(&keyword.as_str()))
            .map(|(keyword, value)| (keyword.clone(), value.clone()))
            .collect();
        if body.is_empty() {
            return vec![PartPlan::Text(Value::Object(object.clone()).to_string())];
        }
        let mut sink = Sink::default();
        sink.push(PartPlan::Text(opening(object)));
        self.write_members(&body, &mut sink);
        sink.text.push('}');
        sink.finish()
    }

    fn write_schema(&self, schema: &Value, sink: &mut Sink) {
        match schema {
            Value::Object(object) if self.portable && object.contains_key("$ref") => {
                self.write_reference(object, sink);
            }
            Value::Object(object) if self.is_reference(schema) => {
                let key = referenced_key(schema).unwrap_or_default().to_owned();
                sink.push(match object.len() {
                    1 => PartPlan::Inline(key),
                    _ => PartPlan::Annotated(opening(object), key),
                });
            }
            Value::Object(object) => {
                sink.text.push('{');
                self.write_members(object, sink);
                sink.text.push('}');
            }
            other => sink.text.push_str(&other.to_string()),
        }
    }

    /// Whether a schema is a reference with nothing but annotations.
    fn is_reference(&self, schema: &Value) -> bool {
        referenced_key(schema).is_some_and(|key| self.definitions.contains_key(key))
            && schema.as_object().is_some_and(|object| {
                object.keys().all(|keyword| {
                    keyword == "$ref" || CLIENT_ANNOTATIONS.contains(&keyword.as_str())
                })
            })
    }

    fn write_members(&self, object: &Object, sink: &mut Sink) {
        for (index, (keyword, value)) in object.iter().enumerate() {
            sink.key(index, keyword);
            match (keyword_content(keyword), value) {
                (KeywordContent::Schema, schema) => self.write_schema(schema, sink),
                (KeywordContent::List, Value::Array(list)) => {
                    sink.text.push('[');
                    for (index, schema) in list.iter().enumerate() {
                        if index > 0 {
                            sink.text.push(',');
                        }
                        self.write_schema(schema, sink);
                    }
                    sink.text.push(']');
                }
                (KeywordContent::Map, Value::Object(map)) => {
                    sink.text.push('{');
                    for (index, (name, schema)) in map.iter().enumerate() {
                        sink.key(index, name);
                        self.write_schema(schema, sink);
                    }
                    sink.text.push('}');
                }
                (_, data) => sink.text.push_str(&data.to_string()),
            }
        }
    }

    /// A definition in its place: as it is, or under the annotations that stand beside the `$ref`.
    fn write_reference(&self, place: &Object, sink: &mut Sink) {
        let mut above = place.clone();
        let mut seen: Vec<String> = Vec::new();
        loop {
            let schema = Value::Object(above.clone());
            let key = referenced_key(&schema).map(str::to_owned);
            above.shift_remove("$ref");
            let target = key
                .as_ref()
                .filter(|key| !seen.contains(key))
                .and_then(|key| self.definitions.get(key))
                .and_then(Value::as_object);
            let (Some(key), Some(target)) = (key, target) else {
                return self.write_schema(&Value::Object(above), sink);
            };
            if let Some(next) = target.get("$ref") {
                let mut merged = annotations(target);
                overlay_annotations(&mut merged, &above);
                merged.insert("$ref".to_owned(), next.clone());
                above = merged;
                seen.push(key);
                continue;
            }
            let own = annotations(target);
            let mut merged = own.clone();
            overlay_annotations(&mut merged, &above);
            if merged.contains_key("description") && !own.contains_key("description") {
                merged.shift_remove("title");
            }
            if own.len() == target.len() {
                return self.write_schema(&Value::Object(merged), sink);
            }
            return if merged == own {
                sink.push(PartPlan::Inline(key))
            } else {
                sink.push(PartPlan::Annotated(opening(&merged), key))
            };
        }
    }
}

fn annotations(object: &Object) -> Object {
    let mut found = Object::new();
    overlay_annotations(&mut found, object);
    found
}

/// The beginning of a schema: its brace and its annotations, each with the comma that follows.
fn opening(object: &Object) -> String {
    let mut text = String::from("{");
    for (keyword, value) in annotations(object) {
        text.push_str(&format!("\"{keyword}\":{},", value));
    }
    text
}

/// The parts so far, and the text behind them.
#[derive(Default)]
struct Sink {
    parts: Vec<PartPlan>,
    text: String,
}

impl Sink {
    fn key(&mut self, index: usize, key: &str) {
        if index > 0 {
            self.text.push(',');
        }
        self.text.push_str(&Value::from(key).to_string());
        self.text.push(':');
    }

    fn flush(&mut self) {
        if !self.text.is_empty() {
            self.parts
                .push(PartPlan::Text(std::mem::take(&mut self.text)));
        }
    }

    fn push(&mut self, part: PartPlan) {
        self.flush();
        self.parts.push(part);
    }

    fn finish(mut self) -> Vec<PartPlan> {
        self.flush();
        self.parts
    }
}
