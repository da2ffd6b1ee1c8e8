//! Schemas that are put together of others (`allOf`, `anyOf`, `oneOf`, `$ref` beside keywords that say
//! what a value is). A type is made of such a schema at each place where it stands, unlike of a definition,
//! which has one type. So this keeps two promises: what contains itself gets a type that contains itself,
//! and what multiplies ends at a budget that grows with the spec.

use std::collections::HashMap;

use serde_json::Value;

use crate::model::Type;

/// How many places are named at which a schema became any JSON.
const MOST_PLACES: usize = 5;

/// The compositions that are being typed, and what may still be spent on them.
#[derive(Debug)]
pub(super) struct Compositions {
    /// Those around the schema that is being typed, with their types as soon as these have names.
    open: HashMap<Value, Option<Type>>,
    left: usize,
    widened: Vec<String>,
}

impl Compositions {
    /// None yet; so many types and properties may be made of them.
    pub(super) fn with_budget(left: usize) -> Self {
        Self {
            open: HashMap::new(),
            left,
            widened: Vec::new(),
        }
    }

    /// Begins a composition; the type of one that has begun already. Such a one without a name consists of
    /// itself alone, which says nothing about a value.
    pub(super) fn begin_composition(&mut self, schema: &Value) -> Option<Type> {
        if let Some(known) = self.open.get(schema) {
            return Some(known.clone().unwrap_or(Type::Json));
        }
        self.open.insert(schema.clone(), None);
        None
    }

    pub(super) fn announce_composition(&mut self, schema: &Value, made: Type) {
        self.open.insert(schema.clone(), Some(made));
    }

    pub(super) fn end_composition(&mut self, schema: &Value) {
        self.open.remove(schema);
    }

    /// Whether there is budget for so many more types and properties; always outside of compositions.
    pub(super) fn spend_inside(&mut self, count: usize, pointer: &str) -> bool {
        self.open.is_empty() || self.spend_budget(count, pointer)
    }

    /// Whether there is budget for so many more types and properties.
    pub(super) fn spend_budget(&mut self, count: usize, pointer: &str) -> bool {
        self.left = self.left.saturating_sub(count);
        if self.left == 0 {
            self.widen_composition(pointer);
        }
        self.left > 0
    }

    /// Notes that the schema at a place became any JSON.
    pub(super) fn widen_composition(&mut self, pointer: &str) {
        if self.widened.len() < MOST_PLACES {
            self.widened.push(pointer.to_owned());
        }
    }

    pub(super) fn into_widened(self) -> Vec<String> {
        self.widened
    }
}

pub(super) fn is_composition(schema: &Value) -> bool {
    const KEYWORDS: [&str; 4] = ["allOf", "anyOf", "oneOf", "$ref"];
    KEYWORDS.iter().any(|key| schema.get(key).is_some())
}
