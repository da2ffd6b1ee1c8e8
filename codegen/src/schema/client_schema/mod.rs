//! The form of a schema that every known client accepts, as small as it can be said.
//!
//! What comes out may allow more than the spec does (a choice at the root becomes a plain object):
//! arguments are validated against the spec's own schema, the portable one only tells a model what
//! to send.

mod client_annotations;
mod client_assertions;
mod client_compositions;
mod root_object;

use std::cell::Cell;
use std::collections::HashMap;

use indexmap::IndexMap;
use serde_json::{Value, json};

use super::enum_from_consts::enum_from_consts;
use super::expansion_budget::{MIN_EXPANSION_BUDGET, expansion_budget};
use super::keyword::{KeywordContent, Object, child_schemas, declared_types, keyword_content};
use super::{enum_descriptions, file_argument};
use crate::model::{Api, Definition};
pub(crate) use client_annotations::{
    CLIENT_ANNOTATIONS, LONGEST_DESCRIPTION, is_same_ignoring_punctuation, overlay_annotations,
    truncate_text,
};
pub(crate) use client_assertions::applicable_types;
pub(crate) use root_object::{is_truncated_for_clients, undeclared_required_names};

/// Scalars whose text is no longer than this are repeated where they are used.
const LONGEST_INLINE_SCALAR: usize = 200;

/// How deep `allOf`s are merged within each other.
const MAX_MERGE_DEPTH: usize = 12;

/// A description of which models are shown the beginning.
///
/// ```
/// use toolwright_codegen::Builder;
/// use toolwright_codegen::schema_texts::{TextSettings, plan};
///
/// let modelled = Builder::new("tests/doc/shop.yaml").model()?;
/// let texts = plan(modelled.api(), &TextSettings::default());
/// assert!(texts.truncated.is_empty());
/// # Ok::<(), toolwright_codegen::BuildError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TruncatedDescription {
    /// JSON pointer of the operation or the definition that it is in.
    pub pointer: String,
    /// The argument or the property; empty for what has no name.
    pub name: String,
    /// Characters of the whole description.
    pub length: usize,
}

/// Brings schemas to their portable form. References to other than small scalars stay `$ref`s,
/// with nothing but annotations beside them.
pub(crate) struct Simplifier<'a> {
    definitions: &'a IndexMap<String, Definition>,
    leaves: HashMap<String, Option<Value>>,
    expanding: Vec<String>,
    /// Whether what is simplified was merged, and so stands at a second place.
    is_merged: bool,
    /// How many schemas may still be made of merged ones. After that `allOf` stays as it is.
    left: usize,
    /// How many schemas may still be looked into to fold the root at hand.
    unfolded: Cell<usize>,
    /// Characters of a description.
    longest_description: usize,
    /// JSON pointer of the operation or definition at hand.
    pointer: String,
    /// The descriptions that were cut, by their texts: one that stands in several places is cut once.
    truncated: IndexMap<String, TruncatedDescription>,
}

impl<'a> Simplifier<'a> {
    pub(crate) fn new(definitions: &'a IndexMap<String, Definition>) -> Self {
        Self {
            definitions,
            leaves: HashMap::new(),
            expanding: Vec::new(),
            is_merged: false,
            left: MIN_EXPANSION_BUDGET,
            unfolded: Cell::new(0),
            longest_description: LONGEST_DESCRIPTION,
            pointer: String::new(),
            truncated: IndexMap::new(),
        }
    }

    /// One for all schemas of an API, which may make as much of them as befits their size.
    pub(crate) fn for_api(api: &'a Api, longest_description: Option<usize>) -> Self {
        let inputs = api.operations.iter().map(|operation| &operation.input);
        let outputs = api.operations.iter().flat_map(|it| &it.output);
        Self {
            left: expansion_budget(&api.definitions, inputs.chain(outputs)),
            longest_description: longest_description.unwrap_or(LONGEST_DESCRIPTION),
            ..Self::new(&api.definitions)
        }
    }

    /// Says where what is simplified next stands in the spec.
    pub(crate) fn set_pointer(&mut self, pointer: &str) {
        self.pointer = pointer.to_owned();
    }

    /// The descriptions that were cut.
    pub(crate) fn into_truncated(self) -> Vec<TruncatedDescription> {
        self.truncated.into_values().collect()
    }

    /// The value of an annotation as clients are shown it, if it tells them anything.
    fn simplify_annotation(
        &mut self,
        keyword: &str,
        value: &Value,
        object: &Object,
        name: &str,
    ) -> Option<Value> {
        if keyword != "description" {
            return client_annotations::client_annotation(keyword, value, object, name);
        }
        let text = client_annotations::client_description(value, name, self.longest_description)?;
        let shown = truncate_text(&text, self.longest_description);
        if shown != text {
            let truncated = TruncatedDescription {
                pointer: self.pointer.clone(),
                name: name.to_owned(),
                length: text.chars().count(),
            };
            self.truncated.entry(text.into_owned()).or_insert(truncated);
        }
        Some(Value::from(shown))
    }

    /// A definition; `None` where there is none of that key.
    pub(crate) fn simplify_definition(&mut self, key: &str) -> Option<Value> {
        let definition = self.definitions.get(key)?;
        self.set_pointer(&definition.pointer);
        self.expanding.push(key.to_owned());
        let simplified = self.simplify_schema(&definition.schema, key);
        self.expanding.pop();
        Some(simplified)
    }

    /// A schema anywhere below the root; `name` is what its place is called.
    fn simplify_schema(&mut self, schema: &Value, name: &str) -> Value {
        self.left = self.left.saturating_sub(usize::from(self.is_merged));
        let united = enum_from_consts(schema);
        let told = enum_descriptions::describe_enum_values(
            united.as_ref().unwrap_or(schema),
            self.definitions,
        );
        match told.as_ref() {
            // Boolean schemas are not accepted by every client, and `not: {}` accepts nothing just the same.
            Value::Bool(false) => json!({"not": {}}),
            Value::Object(object) if client_compositions::is_composed(object) => {
                self.simplify_composition(object, name)
            }
            Value::Object(object) => Value::Object(self.simplify_keywords(object, name)),
            _ => json!({}),
        }
    }

    /// A schema without `$ref` and `allOf`.
    fn simplify_keywords(&mut self, object: &Object, name: &str) -> Object {
        let object = if file_argument::is_file_argument(object) {
            file_argument::client_file_schema(object)
        } else {
            client_assertions::normalize_assertions(object)
        };
        let mut simplified = Object::new();
        for (keyword, value) in &object {
            let value = match keyword_content(keyword) {
                KeywordContent::Schema => self.simplify_single_schema(keyword, value),
                KeywordContent::List => self.simplify_schema_list(value),
                KeywordContent::Map => self.simplify_schema_map(keyword, value),
                KeywordContent::Data => self
                    .simplify_annotation(keyword, value, &object, name)
                    .or_else(|| client_assertions::client_assertion(keyword, value)),
            };
            if let Some(value) = value {
                simplified.insert(keyword.clone(), value);
            }
        }
        client_assertions::add_required_items(&mut simplified);
        client_compositions::collapse_alternatives(simplified)
    }

    fn simplify_single_schema(&mut self, keyword: &str, value: &Value) -> Option<Value> {
        let open = matches!(
            keyword,
            "additionalProperties" | "unevaluatedProperties" | "unevaluatedItems"
        );
        match value {
            // `additionalProperties: false` is the boolean that all clients know, and it tells a
            // model not to invent names.
            Value::Bool(false) if open => Some(Value::Bool(false)),
            value if keyword == "contentSchema" || !value.is_object() && open => None,
            value => {
                let simplified = self.simplify_schema(value, "");
                let says_nothing = simplified == json!({});
                (!(open && says_nothing)).then_some(simplified)
            }
        }
    }

    fn simplify_schema_list(&mut self, value: &Value) -> Option<Value> {
        let mut members: Vec<Value> = Vec::new();
        for member in value.as_array()? {
            members.push(self.simplify_schema(member, ""));
        }
        (!members.is_empty()).then_some(Value::Array(members))
    }

    fn simplify_schema_map(&mut self, keyword: &str, value: &Value) -> Option<Value> {
        // Definitions were lifted before, and each client schema gets those that it refers to.
        if keyword == "$defs" {
            return None;
        }
        let mut members = Object::new();
        for (name, member) in value.as_object()? {
            if member != &Value::Bool(false) {
                members.insert(name.clone(), self.simplify_schema(member, name));
            }
        }
        (!members.is_empty()).then_some(Value::Object(members))
    }

    /// A small scalar definition.
    fn inline_scalar(&mut self, key: &str) -> Option<Value> {
        if let Some(known) = self.leaves.get(key) {
            return known.clone();
        }
        let definition = self.definitions.get(key)?;
        // Entered before it is known, so that a definition that refers to itself ends.
        self.leaves.insert(key.to_owned(), None);
        // Only scalars: repeating an object at each of its uses would cost more tokens than a
        // reference.
        let leaf = child_schemas(&definition.schema)
            .is_empty()
            .then(|| self.simplify_schema(&definition.schema, key))
            .filter(is_small_scalar);
        self.leaves.insert(key.to_owned(), leaf.clone());
        leaf
    }
}

/// The client schema of one schema; what it refers to stays a reference. `name` is what it is called.
pub(crate) fn simplify_schema(
    schema: &Value,
    name: &str,
    definitions: IndexMap<String, Definition>,
) -> Value {
    Simplifier::new(&definitions).simplify_schema(schema, name)
}

fn is_small_scalar(simplified: &Value) -> bool {
    let Some(object) = simplified.as_object() else {
        return false;
    };
    let scalar = declared_types(object)
        .iter()
        .all(|name| !matches!(*name, "object" | "array"));
    scalar
        && child_schemas(simplified).is_empty()
        && !object.contains_key("$ref")
        && simplified.to_string().len() <= LONGEST_INLINE_SCALAR
}

#[cfg(test)]
mod tests;
