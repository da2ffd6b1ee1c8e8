//! `allOf` as one schema, where that says exactly the same.

mod intersect;
mod number;
mod object;

use std::cell::Cell;
use std::collections::HashSet;

use indexmap::IndexMap;
use serde_json::Value;

use super::keyword::{Object, reference};
use super::resolve::Definitions;
use crate::model::Definition;
use intersect::intersect;
pub(crate) use number::compare;

/// How deep two definitions of one property are looked into.
const DEPTH: usize = 8;

/// How many schemas are joined to one, and how long a chain of references may lead to one of them:
/// far more than any spec has, and few enough for a spec that was made to take long.
const MOST_PARTS: usize = 1000;
const LONGEST_CHAIN: usize = 64;

/// How many properties of pairs of schemas are looked at for one merged schema. Each property that two parts
/// have can hold properties that two parts have, eight levels deep, so a short spec can ask for billions.
const MOST_INTERSECTIONS: usize = 100_000;

/// How far a merge may still go.
#[derive(Clone, Copy)]
struct Reach<'a> {
    /// Levels of properties.
    depth: usize,
    /// Pairs of schemas and properties of them, on all levels together.
    intersections: &'a Cell<usize>,
}

impl Reach<'_> {
    /// Notes that so many pairs are looked at; `None` if there is no budget for them.
    fn spend(self, count: usize) -> Option<()> {
        let left = self.intersections.get().checked_sub(count)?;
        self.intersections.set(left);
        Some(())
    }

    /// What is left one level deeper; `None` if nothing is.
    fn deeper(self) -> Option<Self> {
        self.spend(1)?;
        let depth = self.depth.checked_sub(1)?;
        Some(Self { depth, ..self })
    }
}

/// Merges `allOf` (and `$ref` beside other keywords) into one schema without either, through
/// references. `None` where one schema cannot say exactly the same: contradictions, several
/// patterns, `additionalProperties: false` beside other properties, `unevaluatedProperties`,
/// an `allOf` that contains itself; or if it would take a thousand parts, or a hundred thousand
/// properties would have to be looked at.
///
/// Of annotations the first wins, the outermost counting as first.
///
/// ```
/// use indexmap::IndexMap;
/// use serde_json::json;
/// use toolwright_codegen::schema::merge_all_of;
///
/// let dog = json!({"allOf": [
///     {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]},
///     {"properties": {"breed": {"type": "string"}}, "required": ["breed"]},
/// ]});
/// assert_eq!(
///     merge_all_of(&dog, &IndexMap::new()),
///     Some(json!({
///         "type": "object",
///         "properties": {"name": {"type": "string"}, "breed": {"type": "string"}},
///         "required": ["name", "breed"],
///     }))
/// );
/// ```
pub fn merge_all_of(schema: &Value, definitions: &IndexMap<String, Definition>) -> Option<Value> {
    merge(schema, definitions).map(|merged| merged.schema)
}

/// A merged schema and the definitions that went into it.
pub(crate) struct Merged {
    pub(crate) schema: Value,
    pub(crate) through: Vec<String>,
}

pub(crate) fn merge(schema: &Value, definitions: &dyn Definitions) -> Option<Merged> {
    let intersections = Cell::new(MOST_INTERSECTIONS);
    let reach = Reach {
        depth: DEPTH,
        intersections: &intersections,
    };
    Merger::new(definitions).run(schema, reach)
}

struct Merger<'a> {
    definitions: &'a dyn Definitions,
    through: Vec<String>,
    joined: HashSet<String>,
}

impl<'a> Merger<'a> {
    fn new(definitions: &'a dyn Definitions) -> Self {
        Self {
            definitions,
            through: Vec::new(),
            joined: HashSet::new(),
        }
    }

    fn run(mut self, schema: &'a Value, reach: Reach<'_>) -> Option<Merged> {
        let mut parts = Vec::new();
        self.flatten(schema, &mut Vec::new(), &mut parts)?;
        let mut parts = parts.into_iter();
        let first = own_keywords(parts.next()?);
        let merged = parts.try_fold(first, |merged, part| {
            let mut own = own_keywords(part);
            // A parent's discriminator chooses among its children; a child is no such choice.
            own.shift_remove("discriminator");
            intersect(merged, own, self.definitions, reach)
        })?;
        Some(Merged {
            schema: Value::Object(merged),
            through: self.through,
        })
    }

    fn flatten(
        &mut self,
        schema: &'a Value,
        open: &mut Vec<&'a str>,
        parts: &mut Vec<&'a Object>,
    ) -> Option<()> {
        let object = match schema {
            Value::Bool(true) => return Some(()),
            Value::Object(object) => object,
            _ => return None,
        };
        if object.contains_key("unevaluatedProperties") || object.contains_key("unevaluatedItems") {
            return None;
        }
        if parts.len() == MOST_PARTS {
            return None;
        }
        parts.push(object);
        if object.contains_key("$ref") {
            let key = reference(schema)?;
            if open.len() == LONGEST_CHAIN || open.contains(&key) {
                return None;
            }
            // What was joined before adds nothing.
            if self.joined.insert(key.to_owned()) {
                let target = self.definitions.schema(key)?;
                self.through.push(key.to_owned());
                open.push(key);
                self.flatten(target, open, parts)?;
                open.pop();
            }
        }
        match object.get("allOf") {
            None => Some(()),
            Some(Value::Array(members)) => members
                .iter()
                .try_for_each(|member| self.flatten(member, open, parts)),
            Some(_) => None,
        }
    }
}

/// What a schema says besides what other schemas say.
fn own_keywords(object: &Object) -> Object {
    let own = object
        .iter()
        .filter(|(keyword, _)| !matches!(keyword.as_str(), "allOf" | "$ref"));
    own.map(|(keyword, value)| (keyword.clone(), value.clone()))
        .collect()
}

#[cfg(test)]
mod tests;
