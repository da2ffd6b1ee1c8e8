//! The form of a schema that every known client accepts, as small as it can be said.
//!
//! What comes out may allow more than the spec does (a choice at the root becomes a plain object):
//! arguments are validated against the spec's own schema, the portable one only tells a model what
//! to send.

mod annotation;
mod assertion;
mod composition;
mod listed;
mod root;

use std::cell::Cell;
use std::collections::HashMap;

use indexmap::IndexMap;
use serde_json::{Value, json};

use super::budget::{SMALLEST_BUDGET, expansion_budget};
use super::keyword::{Holds, Object, children, holds, types};
use super::united::united;
use super::{constants, file};
use crate::model::{Api, Definition};
pub(crate) use annotation::{ANNOTATIONS, LONGEST_DESCRIPTION, alike, overlay, shortened};
pub(crate) use assertion::about;
pub(crate) use listed::listed;
pub(crate) use root::{is_cut_when_listed, undeclared};
pub use truncated::Truncated;

/// Scalars whose text is no longer than this are repeated where they are used.
const LEAF: usize = 200;

/// How deep `allOf`s are merged within each other.
const DEPTH: usize = 12;

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
    truncated: IndexMap<String, Truncated>,
}

impl<'a> Simplifier<'a> {
    pub(crate) fn new(definitions: &'a IndexMap<String, Definition>) -> Self {
        Self {
            definitions,
            leaves: HashMap::new(),
            expanding: Vec::new(),
            is_merged: false,
            left: SMALLEST_BUDGET,
            unfolded: Cell::new(0),
            longest_description: LONGEST_DESCRIPTION,
            pointer: String::new(),
            truncated: IndexMap::new(),
        }
    }

    /// One for all schemas of an API, which may make as much of them as befits their size.
    pub(crate) fn for_all(api: &'a Api, longest_description: Option<usize>) -> Self {
        let inputs = api.operations.iter().map(|operation| &operation.input);
        let outputs = api.operations.iter().flat_map(|it| &it.output);
        Self {
            left: expansion_budget(&api.definitions, inputs.chain(outputs)),
            longest_description: longest_description.unwrap_or(LONGEST_DESCRIPTION),
            ..Self::new(&api.definitions)
        }
    }

    /// Says where what is simplified next stands in the spec.
    pub(crate) fn enter(&mut self, pointer: &str) {
        self.pointer = pointer.to_owned();
    }

    /// The descriptions that were cut.
    pub(crate) fn into_truncated(self) -> Vec<Truncated> {
        self.truncated.into_values().collect()
    }

    /// The value of an annotation as clients are shown it, if it tells them anything.
    fn annotation(
        &mut self,
        keyword: &str,
        value: &Value,
        object: &Object,
        name: &str,
    ) -> Option<Value> {
        if keyword != "description" {
            return annotation::portable(keyword, value, object, name);
        }
        let text = annotation::described(value, name)?;
        let shown = shortened(&text, self.longest_description);
        if shown != text {
            let truncated = Truncated {
                pointer: self.pointer.clone(),
                name: name.to_owned(),
                length: text.chars().count(),
            };
            self.truncated.entry(text.into_owned()).or_insert(truncated);
        }
        Some(Value::from(shown))
    }

    /// A definition; `None` where there is none of that key.
    pub(crate) fn definition(&mut self, key: &str) -> Option<Value> {
        let definition = self.definitions.get(key)?;
        self.enter(&definition.pointer);
        self.expanding.push(key.to_owned());
        let simplified = self.schema(&definition.schema, key);
        self.expanding.pop();
        Some(simplified)
    }

    /// A schema anywhere below the root; `name` is what its place is called.
    fn schema(&mut self, schema: &Value, name: &str) -> Value {
        self.left = self.left.saturating_sub(usize::from(self.is_merged));
        let united = united(schema);
        let told = constants::told(united.as_ref().unwrap_or(schema), self.definitions);
        match told.as_ref() {
            Value::Bool(false) => json!({"not": {}}),
            Value::Object(object) if composition::is_composed(object) => {
                self.composed(object, name)
            }
            Value::Object(object) => Value::Object(self.plain(object, name)),
            _ => json!({}),
        }
    }

    /// A schema without `$ref` and `allOf`.
    fn plain(&mut self, object: &Object, name: &str) -> Object {
        let object = if file::is_file(object) {
            file::portable(object)
        } else {
            assertion::normal(object)
        };
        let mut simplified = Object::new();
        for (keyword, value) in &object {
            let value = match holds(keyword) {
                Holds::Schema => self.single(keyword, value),
                Holds::List => self.list(value),
                Holds::Map => self.map(keyword, value),
                Holds::Data => self
                    .annotation(keyword, value, &object, name)
                    .or_else(|| assertion::portable(keyword, value)),
            };
            if let Some(value) = value {
                simplified.insert(keyword.clone(), value);
            }
        }
        assertion::complete(&mut simplified);
        composition::reduce(simplified)
    }

    fn single(&mut self, keyword: &str, value: &Value) -> Option<Value> {
        let open = matches!(
            keyword,
            "additionalProperties" | "unevaluatedProperties" | "unevaluatedItems"
        );
        match value {
            Value::Bool(false) if open => Some(Value::Bool(false)),
            value if keyword == "contentSchema" || !value.is_object() && open => None,
            value => {
                let simplified = self.schema(value, "");
                let says_nothing = simplified == json!({});
                (!(open && says_nothing)).then_some(simplified)
            }
        }
    }

    fn list(&mut self, value: &Value) -> Option<Value> {
        let mut members: Vec<Value> = Vec::new();
        for member in value.as_array()? {
            members.push(self.schema(member, ""));
        }
        (!members.is_empty()).then_some(Value::Array(members))
    }

    fn map(&mut self, keyword: &str, value: &Value) -> Option<Value> {
        if keyword == "$defs" {
            return None;
        }
        let mut members = Object::new();
        for (name, member) in value.as_object()? {
            if member != &Value::Bool(false) {
                members.insert(name.clone(), self.schema(member, name));
            }
        }
        (!members.is_empty()).then_some(Value::Object(members))
    }

    /// A small scalar definition.
    fn leaf(&mut self, key: &str) -> Option<Value> {
        if let Some(known) = self.leaves.get(key) {
            return known.clone();
        }
        let definition = self.definitions.get(key)?;
        self.leaves.insert(key.to_owned(), None);
        let leaf = children(&definition.schema)
            .is_empty()
            .then(|| self.schema(&definition.schema, key))
            .filter(is_leaf);
        self.leaves.insert(key.to_owned(), leaf.clone());
        leaf
    }
}

fn is_leaf(simplified: &Value) -> bool {
    let Some(object) = simplified.as_object() else {
        return false;
    };
    let scalar = types(object)
        .iter()
        .all(|name| !matches!(*name, "object" | "array"));
    scalar
        && children(simplified).is_empty()
        && !object.contains_key("$ref")
        && simplified.to_string().len() <= LEAF
}

#[cfg(test)]
mod tests;
mod truncated;
