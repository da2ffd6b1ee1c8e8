//! Joins the schema of a Rust type with those of the types in it, inline or under `$defs`. Derive macros see one
//! type at a time, so references are resolved here, when a tool is first listed.

use serde_json::{Map, json};

use super::definition_names::DefinitionNames;
use super::type_schema::TypeSchema;
use crate::value::Json;

/// Bytes of a schema above which types that it has several times go under `$defs`.
const BUDGET: usize = 16 * 1024;

/// What the name of a property begins with that stands for all properties of a type.
const PART: &str = "$part:";

/// Whose text of a type is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SchemaForm {
    Faithful,
    Listed,
}

impl SchemaForm {
    pub(super) fn parse_text(self, schema: &'static TypeSchema) -> Json {
        let text = match (self, schema.listed) {
            (Self::Listed, Some(text)) => text,
            _ => schema.faithful,
        };
        serde_json::from_str(text).unwrap_or_default()
    }
}

/// Puts the schema of a type together with those of the types in it.
pub(super) struct SchemaJoiner {
    text: SchemaForm,
    root: &'static TypeSchema,
    /// The types under `$defs`, as far as they are chosen before.
    names: DefinitionNames,
}

impl SchemaJoiner {
    pub(super) fn new(text: SchemaForm, root: &'static TypeSchema) -> Self {
        Self {
            text,
            root,
            names: DefinitionNames::default(),
        }
    }

    pub(super) fn into_schema(mut self) -> Json {
        match self.text {
            SchemaForm::Faithful => self.names.add_all(self.root),
            SchemaForm::Listed => self.names.add_recursive(self.root),
        }
        let whole = self.join_once();
        // Models read inlined types more easily, so `$defs` are used only if the schema gets long.
        if self.text == SchemaForm::Faithful || whole.to_string().len() <= BUDGET {
            return whole;
        }
        self.names.add_repeated(self.root);
        self.join_once()
    }

    /// The schema of the root, and below it those of all types that have a name by now.
    fn join_once(&mut self) -> Json {
        self.names.forget_uses();
        let mut whole = self.expand_type(self.root);
        let mut below = Map::new();
        while let Some((name, schema)) = self.names.next_used() {
            let schema = self.expand_type(schema);
            below.insert(name, schema);
        }
        if let (Json::Object(whole), false) = (&mut whole, below.is_empty()) {
            whole.insert("$defs".to_owned(), Json::Object(below));
        }
        whole
    }

    fn expand_type(&mut self, of: &'static TypeSchema) -> Json {
        let mut schema = self.text.parse_text(of);
        self.expand_schema(&mut schema, of);
        schema
    }

    fn expand_schema(&mut self, schema: &mut Json, of: &'static TypeSchema) {
        let Json::Object(object) = schema else {
            return;
        };
        for (keyword, value) in object.iter_mut() {
            match (keyword.as_str(), value) {
                ("items" | "additionalProperties" | "unevaluatedProperties" | "not", inner) => {
                    self.expand_schema(inner, of);
                }
                ("anyOf" | "oneOf" | "allOf" | "prefixItems", Json::Array(inner)) => {
                    inner
                        .iter_mut()
                        .for_each(|inner| self.expand_schema(inner, of));
                }
                ("properties", Json::Object(inner)) => {
                    let own = inner.iter_mut().filter(|(name, _)| !name.starts_with(PART));
                    own.for_each(|(_, inner)| self.expand_schema(inner, of));
                }
                _ => {}
            }
        }
        self.expand_parts(object, of);
        let target = object.get("$ref").and_then(Json::as_str);
        if let Some(target) = target.and_then(|target| resolve_type_reference(of, target)) {
            self.expand_reference(object, target);
        }
    }

    /// Puts a type in the place of a reference, or names it there. What is said beside the reference
    /// takes the place of what the type says.
    fn expand_reference(&mut self, object: &mut Map<String, Json>, target: &'static TypeSchema) {
        if let Some(name) = self.names.use_name(target) {
            object.insert("$ref".to_owned(), json!(format!("#/$defs/{name}")));
            return;
        }
        let beside = std::mem::take(object);
        if let Json::Object(inner) = self.expand_type(target) {
            *object = inner;
        }
        object.extend(beside.into_iter().filter(|(keyword, _)| keyword != "$ref"));
    }

    /// Puts the properties of the types that are part of this object among its own.
    fn expand_parts(&mut self, object: &mut Map<String, Json>, of: &'static TypeSchema) {
        let Some(Json::Object(properties)) = object.get_mut("properties") else {
            return;
        };
        let all = std::mem::take(properties).into_iter();
        let (parts, mut own): (Map<_, _>, Map<_, _>) =
            all.partition(|(name, _)| name.starts_with(PART));
        let mut needed = Vec::new();
        for part in parts.values() {
            let target = part.get("$ref").and_then(Json::as_str);
            let target = target.and_then(|target| resolve_type_reference(of, target));
            let part = target.map_or(Json::Null, |target| self.expand_type(target));
            let properties = part.get("properties").and_then(Json::as_object);
            for (name, schema) in properties.into_iter().flatten() {
                own.entry(name.clone()).or_insert_with(|| schema.clone());
            }
            needed.extend(
                part.get("required")
                    .and_then(Json::as_array)
                    .into_iter()
                    .flatten()
                    .cloned(),
            );
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
}

/// The type that a reference in the text of `of` means.
pub(super) fn resolve_type_reference(
    of: &'static TypeSchema,
    target: &str,
) -> Option<&'static TypeSchema> {
    let index: usize = target.strip_prefix("#/$defs/")?.parse().ok()?;
    of.types.get(index).map(|schema| schema())
}
