use serde_json::{Map, json};

use super::names::Names;
use super::schema::TypeSchema;
use crate::value::Json;

/// Bytes of a schema above which types that it has several times go under `$defs`.
const BUDGET: usize = 16 * 1024;

/// Whose text of a type is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Text {
    Faithful,
    Listed,
}

impl Text {
    pub(super) fn of(self, schema: &'static TypeSchema) -> Json {
        let text = match (self, schema.listed) {
            (Self::Listed, Some(text)) => text,
            _ => schema.faithful,
        };
        serde_json::from_str(text).unwrap_or_default()
    }
}

/// Puts the schema of a type together with those of the types in it.
pub(super) struct Join {
    text: Text,
    root: &'static TypeSchema,
    /// The types under `$defs`, as far as they are chosen before.
    names: Names,
}

impl Join {
    pub(super) fn new(text: Text, root: &'static TypeSchema) -> Self {
        Self {
            text,
            root,
            names: Names::default(),
        }
    }

    pub(super) fn whole(mut self) -> Json {
        match self.text {
            Text::Faithful => self.names.add_all(self.root),
            Text::Listed => self.names.add_recursive(self.root),
        }
        let whole = self.joined();
        if self.text == Text::Faithful || whole.to_string().len() <= BUDGET {
            return whole;
        }
        self.names.add_repeated(self.root);
        self.joined()
    }

    /// The schema of the root, and below it those of all types that have a name by now.
    fn joined(&mut self) -> Json {
        self.names.forget_uses();
        let mut whole = self.expanded(self.root);
        let mut below = Map::new();
        while let Some((name, schema)) = self.names.next_used() {
            let schema = self.expanded(schema);
            below.insert(name, schema);
        }
        if let (Json::Object(whole), false) = (&mut whole, below.is_empty()) {
            whole.insert("$defs".to_owned(), Json::Object(below));
        }
        whole
    }

    fn expanded(&mut self, of: &'static TypeSchema) -> Json {
        let mut schema = self.text.of(of);
        self.schema(&mut schema, of);
        schema
    }

    fn schema(&mut self, schema: &mut Json, of: &'static TypeSchema) {
        let Json::Object(object) = schema else {
            return;
        };
        for (keyword, value) in object.iter_mut() {
            match (keyword.as_str(), value) {
                ("items" | "additionalProperties" | "unevaluatedProperties" | "not", inner) => {
                    self.schema(inner, of);
                }
                ("anyOf" | "oneOf" | "allOf" | "prefixItems", Json::Array(inner)) => {
                    inner.iter_mut().for_each(|inner| self.schema(inner, of));
                }
                ("properties", Json::Object(inner)) => {
                    inner.values_mut().for_each(|inner| self.schema(inner, of));
                }
                _ => {}
            }
        }
        self.parts(object);
        let target = object.get("$ref").and_then(Json::as_str);
        if let Some(target) = target.and_then(|target| referenced(of, target)) {
            self.reference(object, target);
        }
    }

    /// Puts a type in the place of a reference, or names it there. What is said beside the reference
    /// takes the place of what the type says.
    fn reference(&mut self, object: &mut Map<String, Json>, target: &'static TypeSchema) {
        if let Some(name) = self.names.used(target) {
            object.insert("$ref".to_owned(), json!(format!("#/$defs/{name}")));
            return;
        }
        let beside = std::mem::take(object);
        if let Json::Object(inner) = self.expanded(target) {
            *object = inner;
        }
        object.extend(beside.into_iter().filter(|(keyword, _)| keyword != "$ref"));
    }

    /// Puts the properties of the types that are part of this object among its own.
    fn parts(&mut self, object: &mut Map<String, Json>) {
        let Some(Json::Object(properties)) = object.get_mut("properties") else {
            return;
        };
        let (parts, mut own): (Map<_, _>, Map<_, _>) = std::mem::take(properties)
            .into_iter()
            .partition(|(name, _)| name.starts_with("$part:"));
        let mut needed = Vec::new();
        for part in parts.into_iter().map(|(_, part)| self.resolved(part)) {
            for (name, schema) in part.get("properties").and_then(Json::as_object).into_iter().flatten() {
                own.entry(name.clone()).or_insert_with(|| schema.clone());
            }
            needed.extend(part.get("required").and_then(Json::as_array).into_iter().flatten().cloned());
        }
        *properties = own;
        if needed.is_empty() {
            return;
        }
        let required = object.entry("required").or_insert_with(|| json!([]));
        if let Json::Array(required) = required {
            needed.retain(|name| !required.contains(name));
            required.append(&mut needed);
        }
    }

    /// The schema itself, where it is but a reference to a type under `$defs`.
    fn resolved(&mut self, schema: Json) -> Json {
        let name = schema.get("$ref").and_then(Json::as_str);
        match name.and_then(|name| self.names.named(name.strip_prefix("#/$defs/")?)) {
            Some(named) => self.expanded(named),
            None => schema,
        }
    }
}

/// The type that a reference in the text of `of` means.
pub(super) fn referenced(of: &'static TypeSchema, target: &str) -> Option<&'static TypeSchema> {
    let index: usize = target.strip_prefix("#/$defs/")?.parse().ok()?;
    of.types.get(index).map(|schema| schema())
}
