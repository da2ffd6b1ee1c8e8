//! Values that satisfy a schema.

mod conformance;
mod example_number;
mod example_object;
mod example_string;
mod regex_match;

use std::borrow::Cow;
use std::cell::Cell;

use indexmap::IndexMap;
use serde_json::{Value, json};

use super::keyword::{Object, declared_types, referenced_key};
use super::merge::merge_compositions;
use super::resolve_reference::DefinitionLookup;
use crate::model::Definition;
pub(crate) use conformance::{conforms_to_schema, is_certain_violation, is_of_type};

/// Values in an example beyond which optional properties are left out.
const ROOM: usize = 120;

/// How deep optional properties are filled in.
const DEPTH: usize = 6;

/// Attempts after which the search for a value ends. A value that is kept costs as much as its attempts, so
/// that this also bounds how long an example gets.
const FUEL: usize = 20_000;

/// How many bytes of text are kept for what one attempt costs.
const BYTES_AT_ONCE: usize = 4;

/// How many properties are merged for what one attempt costs.
const MERGED_AT_ONCE: usize = 10;

/// How many schemas values are held against on the way to one example.
const MOST_CHECKED: usize = 1_000_000;

/// A value that `schema` allows: its own `examples`, `default`, `const` or `enum` where they
/// satisfy it, else one that is made up. The same for the same schema, always. `null` where no
/// value could be found.
///
/// ```
/// use indexmap::IndexMap;
/// use serde_json::json;
/// use toolwright_codegen::schema::make_example;
///
/// let pet = json!({
///     "type": "object",
///     "properties": {
///         "id": {"type": "integer", "minimum": 7},
///         "name": {"type": "string", "examples": ["Rex"]},
///     },
///     "required": ["id"],
/// });
/// assert_eq!(make_example(&pet, &IndexMap::new()), json!({"id": 7, "name": "Rex"}));
/// ```
pub fn make_example(schema: &Value, definitions: &IndexMap<String, Definition>) -> Value {
    let mut maker = ExampleBuilder {
        definitions,
        open: Vec::new(),
        room: ROOM,
        fuel: FUEL,
        unchecked: Cell::new(MOST_CHECKED),
    };
    maker.make_value(schema, 0, 0).unwrap_or(Value::Null)
}

struct ExampleBuilder<'a> {
    definitions: &'a IndexMap<String, Definition>,
    /// Definitions inside of which a value is being made.
    open: Vec<String>,
    room: usize,
    fuel: usize,
    /// How many schemas values may still be held against.
    unchecked: Cell<usize>,
}

impl ExampleBuilder<'_> {
    /// A value; another one for each `nth` where the schema has several. `None` where it has no
    /// end, or no value.
    fn make_value(&mut self, schema: &Value, depth: usize, nth: usize) -> Option<Value> {
        let object = match schema {
            Value::Bool(false) => return None,
            Value::Object(object) => object,
            _ => return Some(json!({})),
        };
        self.fuel = self.fuel.checked_sub(1)?;
        self.room = self.room.saturating_sub(1);
        if let Some(own) = self.find_spec_example(schema, object, nth) {
            // What the spec gives for the whole is taken whatever its length; what stands deeper may be
            // repeated by the arrays around it.
            if depth > 0 {
                self.fuel = self.fuel.checked_sub(value_cost(&own))?;
            }
            return Some(own);
        }
        if object.contains_key("$ref") || object.contains_key("allOf") {
            return self.make_from_composition(schema, object, depth, nth);
        }
        for keyword in ["oneOf", "anyOf"] {
            if let Some(Value::Array(alternatives)) = object.get(keyword) {
                return self.make_from_alternatives(
                    schema,
                    object,
                    keyword,
                    alternatives,
                    depth,
                    nth,
                );
            }
        }
        self.make_by_type(schema, object, depth, nth)
    }

    /// What the schema itself gives as an example.
    fn find_spec_example(&self, schema: &Value, object: &Object, nth: usize) -> Option<Value> {
        let list = |keyword: &str| object.get(keyword).and_then(Value::as_array);
        let given = list("examples")
            .into_iter()
            .flatten()
            .chain(object.get("default"))
            .filter(|value| !value.is_null());
        let constants = object
            .get("const")
            .into_iter()
            .chain(list("enum").into_iter().flatten());
        let mut good = given
            .chain(constants)
            .filter(|value| self.satisfies_schema(value, schema));
        if nth == 0 {
            return good.next().cloned();
        }
        let mut distinct: Vec<&Value> = Vec::new();
        for value in good {
            if !distinct.contains(&value) {
                distinct.push(value);
            }
        }
        distinct.get(nth).map(|value| (*value).clone())
    }

    fn make_from_composition(
        &mut self,
        schema: &Value,
        object: &Object,
        depth: usize,
        nth: usize,
    ) -> Option<Value> {
        if let Some(key) = referenced_key(schema)
            && object.len() == 1
        {
            let target = self.definitions.schema(key)?;
            return self.within_definitions(&[key.to_owned()], |maker| {
                maker.make_value(target, depth, nth)
            });
        }
        if let Some(merged) = merge_compositions(schema, self.definitions) {
            let properties = merged.schema.get("properties").and_then(Value::as_object);
            let merged_properties = properties.map_or(0, Object::len);
            self.fuel = self.fuel.saturating_sub(merged_properties / MERGED_AT_ONCE);
            return self.within_definitions(&merged.through, |maker| {
                maker.make_value(&merged.schema, depth, nth)
            });
        }
        let mut own = object.clone();
        own.shift_remove("allOf");
        let mut members = Vec::new();
        if let Some(target) = own.shift_remove("$ref") {
            members.push(json!({ "$ref": target }));
        }
        members.push(Value::Object(own));
        members.extend(
            object
                .get("allOf")
                .and_then(Value::as_array)
                .into_iter()
                .flatten()
                .cloned(),
        );
        let mut all = Object::new();
        let mut first = None;
        for member in &members {
            let made = self.make_value(member, depth, nth)?;
            if self.satisfies_schema(&made, schema) {
                return Some(made);
            }
            match made {
                Value::Object(made) => all.extend(made),
                other => first = first.or(Some(other)),
            }
        }
        first.or(Some(Value::Object(all)))
    }

    fn within_definitions(
        &mut self,
        keys: &[String],
        make: impl FnOnce(&mut Self) -> Option<Value>,
    ) -> Option<Value> {
        // A definition within itself has no end, so this value is given up and an optional place stays empty.
        if keys.iter().any(|key| self.open.contains(key)) {
            return None;
        }
        let length = self.open.len();
        self.open.extend_from_slice(keys);
        let made = make(self);
        self.open.truncate(length);
        made
    }

    fn make_from_alternatives(
        &mut self,
        schema: &Value,
        object: &Object,
        keyword: &str,
        alternatives: &[Value],
        depth: usize,
        nth: usize,
    ) -> Option<Value> {
        let mut around = object.clone();
        around.shift_remove(keyword);
        let is_annotated = around.keys().all(|keyword| is_mere_text(keyword));
        let mut best = None;
        for alternative in alternatives {
            // Keywords beside `anyOf` restrict every alternative, so they are merged into each
            // before a value is made.
            let restricted = match is_annotated {
                true => Cow::Borrowed(alternative),
                false => Cow::Owned(json!({"allOf": [around, alternative]})),
            };
            let attempts = [Self::make_value, Self::make_bare_value];
            for attempt in attempts {
                let Some(made) = attempt(self, &restricted, depth, nth) else {
                    continue;
                };
                if self.satisfies_schema(&made, schema) {
                    return Some(made);
                }
                best = best.or(Some(made));
            }
        }
        best
    }

    /// A value without what is optional. With it, a value may satisfy several alternatives of a `oneOf`.
    fn make_bare_value(&mut self, schema: &Value, depth: usize, nth: usize) -> Option<Value> {
        let room = std::mem::take(&mut self.room);
        let bare = self.make_value(schema, depth, nth);
        self.room = room;
        bare
    }

    fn make_by_type(
        &mut self,
        schema: &Value,
        object: &Object,
        depth: usize,
        nth: usize,
    ) -> Option<Value> {
        match infer_type(object) {
            "object" => self.make_object(schema, object, depth),
            "array" => self.make_array(object, depth),
            "string" => self.make_string(schema, object, nth),
            "integer" => example_number::make_number(object, true, nth, &|value| {
                self.satisfies_schema(value, schema)
            }),
            "number" => example_number::make_number(object, false, nth, &|value| {
                self.satisfies_schema(value, schema)
            }),
            "boolean" => Some(Value::Bool(nth.is_multiple_of(2))),
            "null" => Some(Value::Null),
            _ => Some(json!({})),
        }
    }

    fn make_string(&mut self, schema: &Value, object: &Object, nth: usize) -> Option<Value> {
        let made =
            example_string::make_text(object, nth, &|value| self.satisfies_schema(value, schema));
        self.fuel = self.fuel.checked_sub(value_cost(&made))?;
        Some(made)
    }

    fn make_array(&mut self, object: &Object, depth: usize) -> Option<Value> {
        let count = |keyword: &str| object.get(keyword).and_then(Value::as_u64);
        // `minItems: 1000000` costs a spec one line, and the example would cost megabytes.
        let least = count("minItems").unwrap_or(0).min(100) as usize;
        let most = count("maxItems").map_or(usize::MAX, |most| most as usize);
        let unique = object.get("uniqueItems") == Some(&Value::Bool(true));
        let first = object
            .get("prefixItems")
            .and_then(Value::as_array)
            .map_or(&[][..], Vec::as_slice);
        let anything = json!({});
        let rest = object
            .get("contains")
            .or_else(|| object.get("items"))
            .unwrap_or(&anything);
        let wanted = least.max(first.len()).max(1).min(most.max(least));
        let mut made: Vec<Value> = Vec::new();
        let mut nth = 0;
        // Variants may repeat (a boolean has two), so a unique list gets a few attempts more than items.
        while made.len() < wanted && nth < wanted + 8 {
            let schema = first.get(made.len()).unwrap_or(rest);
            let variant = if unique { nth } else { 0 };
            nth += 1;
            match self.make_value(schema, depth + 1, variant) {
                Some(value) if unique && made.contains(&value) => {}
                Some(value) => made.push(value),
                None => break,
            }
        }
        (made.len() >= least).then_some(Value::Array(made))
    }

    fn satisfies_schema(&self, value: &Value, schema: &Value) -> bool {
        conformance::conforms_within_budget(value, schema, self.definitions, &self.unchecked)
    }
}

/// Whether a keyword says nothing of which values there are.
fn is_mere_text(keyword: &str) -> bool {
    matches!(keyword, "title" | "description" | "deprecated")
}

/// What it costs to keep a value.
fn value_cost(value: &Value) -> usize {
    match value {
        Value::String(text) => 1 + text.len() / BYTES_AT_ONCE,
        Value::Array(items) => 1 + items.iter().map(value_cost).sum::<usize>(),
        Value::Object(members) => members
            .iter()
            .map(|(name, member)| 1 + name.len() / BYTES_AT_ONCE + value_cost(member))
            .sum(),
        _ => 1,
    }
}

/// The type to make a value of: what is said, or what the keywords are about.
fn infer_type(object: &Object) -> &str {
    let named = declared_types(object);
    if let Some(name) = named.iter().find(|name| **name != "null") {
        return name;
    }
    if let Some(name) = named.first() {
        return name;
    }
    let about = |keywords: &[&str]| keywords.iter().any(|keyword| object.contains_key(*keyword));
    if about(&[
        "properties",
        "required",
        "additionalProperties",
        "patternProperties",
        "minProperties",
    ]) {
        "object"
    } else if about(&["items", "prefixItems", "minItems", "contains"]) {
        "array"
    } else if about(&["pattern", "minLength", "maxLength", "format"]) {
        "string"
    } else if about(&[
        "minimum",
        "maximum",
        "multipleOf",
        "exclusiveMinimum",
        "exclusiveMaximum",
    ]) {
        "number"
    } else {
        ""
    }
}

#[cfg(test)]
mod tests;
