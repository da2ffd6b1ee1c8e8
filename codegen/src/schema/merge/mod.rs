//! `allOf` as one schema, where that says exactly the same.

mod intersect_schemas;
mod merge_numbers;
mod merge_objects;
mod merge_open_enums;

use std::borrow::Cow;
use std::cell::Cell;
use std::collections::HashSet;

use indexmap::IndexMap;
use serde_json::Value;

use super::keyword::{Object, object_referenced_key};
use super::resolve_reference::DefinitionLookup;
use super::unevaluated::{UNEVALUATED, replace_unevaluated_properties};
use crate::model::Definition;
use intersect_schemas::intersect_objects;
pub(crate) use merge_numbers::compare_numbers;

/// How deep two definitions of one property are looked into.
const MAX_PROPERTY_DEPTH: usize = 8;

/// How many schemas are joined to one, and how long a chain of references may lead to one of them:
/// far more than any spec has, and few enough for a spec that was made to take long.
const MAX_PARTS: usize = 1000;
const MAX_REFERENCE_CHAIN: usize = 64;

/// How many properties of pairs of schemas are looked at for one merged schema. Each property that two parts
/// have can hold properties that two parts have, eight levels deep, so a short spec can ask for billions.
const MAX_INTERSECTIONS: usize = 100_000;

/// How far a merge may still go.
#[derive(Clone, Copy)]
struct MergeBudget<'a> {
    /// Levels of properties.
    depth: usize,
    /// Pairs of schemas and properties of them, on all levels together.
    intersections: &'a Cell<usize>,
}

impl MergeBudget<'_> {
    /// Notes that so many pairs are looked at; `None` if there is no budget for them.
    fn spend_intersections(self, count: usize) -> Option<()> {
        let left = self.intersections.get().checked_sub(count)?;
        self.intersections.set(left);
        Some(())
    }

    /// What is left one level deeper; `None` if nothing is.
    fn descend(self) -> Option<Self> {
        self.spend_intersections(1)?;
        let depth = self.depth.checked_sub(1)?;
        Some(Self { depth, ..self })
    }
}

/// Merges `allOf` (and `$ref` beside other keywords) into one schema without either, through
/// references. `None` where one schema cannot say exactly the same: contradictions, several
/// patterns, `additionalProperties: false` beside other properties, `unevaluatedProperties` in a part
/// that has alternatives, `unevaluatedItems`, an `allOf` that contains itself; or if it would take a thousand
/// parts, or a hundred thousand properties would have to be looked at.
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
    merge_compositions(schema, definitions).map(|merged| merged.schema)
}

/// A merged schema and the definitions that went into it.
pub(crate) struct Merged {
    pub(crate) schema: Value,
    pub(crate) through: Vec<String>,
}

pub(crate) fn merge_compositions(
    schema: &Value,
    definitions: &dyn DefinitionLookup,
) -> Option<Merged> {
    let intersections = Cell::new(MAX_INTERSECTIONS);
    let reach = MergeBudget {
        depth: MAX_PROPERTY_DEPTH,
        intersections: &intersections,
    };
    AllOfMerger::new(definitions).merge_schema(schema, reach)
}

struct AllOfMerger<'a> {
    definitions: &'a dyn DefinitionLookup,
    through: Vec<String>,
    joined: HashSet<String>,
}

impl<'a> AllOfMerger<'a> {
    fn new(definitions: &'a dyn DefinitionLookup) -> Self {
        Self {
            definitions,
            through: Vec::new(),
            joined: HashSet::new(),
        }
    }

    fn merge_schema(mut self, schema: &'a Value, reach: MergeBudget<'_>) -> Option<Merged> {
        let object = match schema {
            Value::Object(object) if object.contains_key(UNEVALUATED) => {
                self.merge_with_unevaluated(object, &mut Vec::new(), reach)?
            }
            _ => {
                let mut parts = Vec::new();
                self.collect_parts(schema, &mut Vec::new(), &mut parts, reach)?;
                self.intersect_parts(parts, reach)?
            }
        };
        Some(Merged {
            schema: Value::Object(object),
            through: self.through,
        })
    }

    fn intersect_parts(
        &self,
        parts: Vec<Cow<'a, Object>>,
        reach: MergeBudget<'_>,
    ) -> Option<Object> {
        let mut parts = parts.into_iter();
        let first: Cow<'a, Object> = parts.next()?;
        let first = own_keywords(&first);
        parts.try_fold(first, |merged, part| {
            let mut own = own_keywords(&part);
            // A parent's discriminator chooses among its children; a child is no such choice.
            own.shift_remove("discriminator");
            intersect_objects(merged, own, self.definitions, reach)
        })
    }

    fn collect_parts(
        &mut self,
        schema: &'a Value,
        open: &mut Vec<&'a str>,
        parts: &mut Vec<Cow<'a, Object>>,
        reach: MergeBudget<'_>,
    ) -> Option<()> {
        let object = match schema {
            Value::Bool(true) => return Some(()),
            Value::Object(object) => object,
            _ => return None,
        };
        if object.contains_key(UNEVALUATED) {
            let merged = self.merge_with_unevaluated(object, open, reach)?;
            // What alternatives beside it evaluate is not known, and other parts would change it.
            if merged.contains_key(UNEVALUATED) {
                return None;
            }
            parts.push(Cow::Owned(merged));
            return Some(());
        }
        self.collect_object_parts(object, open, parts, reach)
    }

    fn collect_object_parts(
        &mut self,
        object: &'a Object,
        open: &mut Vec<&'a str>,
        parts: &mut Vec<Cow<'a, Object>>,
        reach: MergeBudget<'_>,
    ) -> Option<()> {
        if object.contains_key("unevaluatedItems") || parts.len() == MAX_PARTS {
            return None;
        }
        parts.push(Cow::Borrowed(object));
        if object.contains_key("$ref") {
            let key = object_referenced_key(object)?;
            // `A: {allOf: [A, …]}` has no finite merged form.
            if open.len() == MAX_REFERENCE_CHAIN || open.contains(&key) {
                return None;
            }
            // What was joined before adds nothing.
            if self.joined.insert(key.to_owned()) {
                let target = self.definitions.schema(key)?;
                self.through.push(key.to_owned());
                open.push(key);
                self.collect_parts(target, open, parts, reach)?;
                open.pop();
            }
        }
        match object.get("allOf") {
            None => Some(()),
            Some(Value::Array(members)) => members
                .iter()
                .try_for_each(|member| self.collect_parts(member, open, parts, reach)),
            Some(_) => None,
        }
    }

    /// Merges a schema with `unevaluatedProperties` by itself: the keyword is about what the schema and its
    /// own parts say of an object, and not about what stands beside it. It remains where alternatives or
    /// conditions do.
    fn merge_with_unevaluated(
        &mut self,
        object: &'a Object,
        open: &mut Vec<&'a str>,
        reach: MergeBudget<'_>,
    ) -> Option<Object> {
        // What others have joined before counts here, and a short spec could ask for it again and again.
        let mut inner = Self::new(self.definitions);
        let mut parts = Vec::new();
        inner.collect_object_parts(object, open, &mut parts, reach)?;
        reach.spend_intersections(parts.len())?;
        let mut merged = inner.intersect_parts(parts, reach)?;
        self.through.extend(inner.through);
        if let Some(rest) = object.get(UNEVALUATED) {
            merged.insert(UNEVALUATED.to_owned(), rest.clone());
        }
        replace_unevaluated_properties(&mut merged);
        Some(merged)
    }
}

/// What a schema says besides what other schemas say.
fn own_keywords(object: &Object) -> Object {
    let own = object
        .iter()
        .filter(|(keyword, _)| !matches!(keyword.as_str(), "allOf" | "$ref" | UNEVALUATED));
    own.map(|(keyword, value)| (keyword.clone(), value.clone()))
        .collect()
}

#[cfg(test)]
mod tests;
