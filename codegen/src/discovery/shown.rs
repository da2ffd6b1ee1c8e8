//! A schema as discovery shows it, read through its references: the value of a keyword, and the
//! type that its alternatives have in common. Both are bounded, because definitions may refer to
//! each other in cycles or multiply.

use std::cell::Cell;

use serde_json::Value;

use crate::schema::keyword::{Object, referenced_key, string_list};

/// How many references are followed to a schema.
const LONGEST_CHAIN: usize = 64;

/// How many alternatives are looked into for the type of one schema: each may have alternatives itself.
const MOST_ALTERNATIVES: usize = 10_000;

/// A schema as callers see it, and the definitions that it may refer to.
#[derive(Clone, Copy)]
pub(super) struct Shown<'a> {
    pub(super) schema: &'a Value,
    /// `$defs` of the root.
    pub(super) definitions: Option<&'a Value>,
}

impl<'a> Shown<'a> {
    /// The value of a keyword, in the schema or in what it refers to.
    pub(super) fn get(self, keyword: &str) -> Option<&'a Value> {
        let mut schema = self.schema;
        for _ in 0..LONGEST_CHAIN {
            if let Some(value) = schema.get(keyword) {
                return Some(value);
            }
            schema = self.definitions?.get(referenced_key(schema)?)?;
        }
        None
    }

    /// The text of a keyword, unless it is empty.
    pub(super) fn text(self, keyword: &str) -> Option<&'a str> {
        let text = self.get(keyword).and_then(Value::as_str);
        text.filter(|text| !text.is_empty())
    }

    /// The type of what is not `null`: its own, or that of all its alternatives.
    pub(super) fn kind(self) -> Option<String> {
        self.kind_within(LONGEST_CHAIN, &Cell::new(MOST_ALTERNATIVES))
    }

    /// The type that a schema without one is about, by its keywords: the request's types hold no other.
    fn implied(self) -> Option<&'static str> {
        let about = [
            ("properties", "object"),
            ("additionalProperties", "object"),
            ("items", "array"),
        ];
        let mut about = about.into_iter();
        about.find_map(|(keyword, kind)| self.get(keyword).map(|_| kind))
    }

    fn kind_within(self, depth: usize, left: &Cell<usize>) -> Option<String> {
        let depth = depth.checked_sub(1)?;
        left.set(left.get().checked_sub(1)?);
        match self.get("type") {
            Some(Value::String(name)) if !name.is_empty() => return Some(name.clone()),
            Some(Value::Array(names)) => return either(names),
            _ => {}
        }
        let alternatives = ["anyOf", "oneOf"];
        let mut alternatives = alternatives.iter().filter_map(|keyword| self.get(keyword));
        let Some(alternatives) = alternatives.next() else {
            return self.implied().map(str::to_owned);
        };
        let alternatives = alternatives.as_array()?;
        let kinds = alternatives.iter().map(|schema| {
            let alternative = Self { schema, ..self };
            alternative.kind_within(depth, left)
        });
        let kinds = kinds.filter(|kind| kind.as_deref() != Some("null"));
        let kinds: Vec<Option<String>> = kinds.collect();
        let first = kinds.first()?;
        // Alternatives of different types have no type in common, and naming the first would
        // mislead.
        let are_same = kinds.iter().all(|kind| kind == first);
        first.clone().filter(|_| are_same)
    }
}

fn either(names: &[Value]) -> Option<String> {
    let names = names.iter().filter_map(Value::as_str);
    let (nothing, names): (Vec<&str>, Vec<&str>) = names.partition(|name| *name == "null");
    match names.as_slice() {
        [] => nothing.first().map(|name| (*name).to_owned()),
        names => Some(names.join(",")),
    }
}

/// The properties of an object schema.
pub(super) fn properties(schema: &Value) -> impl Iterator<Item = (&String, &Value)> {
    let properties = schema.get("properties").and_then(Value::as_object);
    properties.into_iter().flatten()
}

/// The names that an object schema requires.
pub(super) fn required(schema: &Value) -> Vec<&str> {
    let object: Option<&Object> = schema.as_object();
    object.map_or(Vec::new(), |object| string_list(object, "required"))
}
