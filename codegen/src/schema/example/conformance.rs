//! Checks whether a JSON value satisfies a schema, well enough to judge examples and defaults. It takes a value,
//! a schema and the definitions that it may refer to, and gives a boolean within a budget of compared schemas.
//! Servers do not use it: calls are validated by the static tables that `emit` writes.

use std::cell::Cell;
use std::cmp::Ordering;

use indexmap::IndexMap;
use serde_json::{Number, Value};

use super::regex_match;
use crate::model::Definition;
use crate::schema::keyword::{Object, declared_types, referenced_key, string_list};
use crate::schema::merge::compare_numbers;
use crate::schema::resolve_reference::DefinitionLookup;

/// How deep values and references are looked into.
const MAX_DEPTH: usize = 64;

/// How many schemas a value is held against: alternatives may fan out.
pub(super) const MAX_CHECKED_SCHEMAS: usize = 100_000;

/// Whether `value` is of the type that JSON Schema calls by that name.
pub(crate) fn is_of_type(value: &Value, name: &str) -> bool {
    match name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        "number" => value.is_number(),
        "integer" => match value {
            Value::Number(number) => {
                // `1.0` is an integer (JSON Schema Validation 2020-12, section 6.1.1).
                number.is_i64()
                    || number.is_u64()
                    || number.as_f64().is_some_and(|number| number.fract() == 0.0)
            }
            _ => false,
        },
        _ => false,
    }
}

/// Whether `value` satisfies `schema`; keywords that examples seldom meet (`if`, `contains`,
/// `unevaluated…`) are taken as satisfied.
pub(crate) fn conforms_to_schema(
    value: &Value,
    schema: &Value,
    definitions: &IndexMap<String, Definition>,
) -> bool {
    conforms_within_budget(value, schema, definitions, &Cell::new(MAX_CHECKED_SCHEMAS))
}

/// As [`conforms`], while there is some of `left`: how many schemas may still be looked at. After that
/// nothing conforms.
pub(super) fn conforms_within_budget(
    value: &Value,
    schema: &Value,
    definitions: &IndexMap<String, Definition>,
    left: &Cell<usize>,
) -> bool {
    let check = ConformanceCheck::new(definitions, left.get());
    let conforms = check.satisfies_schema(value, schema, MAX_DEPTH);
    left.set(check.left.get());
    conforms
}

/// Whether `value` breaks `schema` beyond doubt, as far as [`conforms`] looks.
pub(crate) fn is_certain_violation(
    value: &Value,
    schema: &Value,
    definitions: &dyn DefinitionLookup,
) -> bool {
    let check = ConformanceCheck::new(definitions, MAX_CHECKED_SCHEMAS);
    !check.satisfies_schema(value, schema, MAX_DEPTH) && !check.gave_up.get()
}

struct ConformanceCheck<'a> {
    definitions: &'a dyn DefinitionLookup,
    left: Cell<usize>,
    /// Whether something was too deep or too much to be looked at.
    gave_up: Cell<bool>,
}

impl<'a> ConformanceCheck<'a> {
    fn new(definitions: &'a dyn DefinitionLookup, most: usize) -> Self {
        Self {
            definitions,
            left: Cell::new(most),
            gave_up: Cell::new(false),
        }
    }
}

impl ConformanceCheck<'_> {
    fn satisfies_schema(&self, value: &Value, schema: &Value, depth: usize) -> bool {
        let (Some(depth), Some(left)) = (depth.checked_sub(1), self.left.get().checked_sub(1))
        else {
            self.gave_up.set(true);
            return false;
        };
        self.left.set(left);
        let object = match schema {
            Value::Bool(anything) => return *anything,
            Value::Object(object) => object,
            _ => return true,
        };
        if let Some(target) = referenced_key(schema).and_then(|key| self.definitions.schema(key))
            && !self.satisfies_schema(value, target, depth)
        {
            return false;
        }
        self.satisfies_type_and_values(value, object)
            && self.satisfies_composition(value, object, depth)
            && match value {
                Value::Number(number) => satisfies_number_keywords(number, object),
                Value::String(text) => satisfies_string_keywords(text, object),
                Value::Array(items) => self.satisfies_array_keywords(items, object, depth),
                Value::Object(members) => self.satisfies_object_keywords(members, object, depth),
                _ => true,
            }
    }

    fn satisfies_type_and_values(&self, value: &Value, object: &Object) -> bool {
        let types = declared_types(object);
        let typed = types.is_empty() || types.iter().any(|name| is_of_type(value, name));
        let listed = match object.get("enum") {
            Some(Value::Array(values)) => values.iter().any(|listed| is_equal_json(listed, value)),
            _ => true,
        };
        typed
            && listed
            && object
                .get("const")
                .is_none_or(|constant| is_equal_json(constant, value))
    }

    fn satisfies_composition(&self, value: &Value, object: &Object, depth: usize) -> bool {
        let matching = |keyword: &str| {
            let members = object.get(keyword)?.as_array()?;
            let count = members
                .iter()
                .filter(|member| self.satisfies_schema(value, member, depth))
                .count();
            Some((count, members.len()))
        };
        matching("allOf").is_none_or(|(count, all)| count == all)
            && matching("anyOf").is_none_or(|(count, _)| count > 0)
            && matching("oneOf").is_none_or(|(count, _)| count == 1)
            && object
                .get("not")
                .is_none_or(|not| !self.satisfies_schema(value, not, depth))
    }

    fn satisfies_array_keywords(&self, items: &[Value], object: &Object, depth: usize) -> bool {
        let first = object
            .get("prefixItems")
            .and_then(Value::as_array)
            .map_or(&[][..], Vec::as_slice);
        let unique = object.get("uniqueItems") == Some(&Value::Bool(true));
        // Quadratic, but examples have few items.
        let repeated = |index: usize| items[..index].contains(&items[index]);
        is_length_within(items.len(), object, "minItems", "maxItems")
            && !(unique && (0..items.len()).any(repeated))
            && items
                .iter()
                .zip(first)
                .all(|(item, schema)| self.satisfies_schema(item, schema, depth))
            && object.get("items").is_none_or(|schema| {
                items
                    .iter()
                    .skip(first.len())
                    .all(|item| self.satisfies_schema(item, schema, depth))
            })
    }

    fn satisfies_object_keywords(&self, members: &Object, object: &Object, depth: usize) -> bool {
        let map = |keyword: &str| object.get(keyword).and_then(Value::as_object);
        let member = |(name, value): (&String, &Value)| {
            let declared = map("properties").and_then(|all| all.get(name));
            let mut named = declared.is_some();
            if declared.is_some_and(|schema| !self.satisfies_schema(value, schema, depth)) {
                return false;
            }
            for (source, schema) in map("patternProperties").into_iter().flatten() {
                if regex_match::matches_pattern(source, name) {
                    named = true;
                    if !self.satisfies_schema(value, schema, depth) {
                        return false;
                    }
                }
            }
            let rest = object.get("additionalProperties");
            let names = object.get("propertyNames");
            // `additionalProperties` is about names that neither `properties` nor `patternProperties` match
            // (JSON Schema Core 2020-12, section 10.3.2.3).
            (named || rest.is_none_or(|schema| self.satisfies_schema(value, schema, depth)))
                && names.is_none_or(|schema| {
                    self.satisfies_schema(&Value::from(name.as_str()), schema, depth)
                })
        };
        is_length_within(members.len(), object, "minProperties", "maxProperties")
            && string_list(object, "required")
                .iter()
                .all(|name| members.contains_key(*name))
            && map("dependentRequired").is_none_or(|needs| {
                members.keys().all(|name| {
                    let mut needed = string_list(needs, name).into_iter();
                    needed.all(|name| members.contains_key(name))
                })
            })
            && members.iter().all(member)
    }
}

/// Whether JSON Schema takes two values for the same one: `1` is `1.0`.
fn is_equal_json(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => compare_numbers(a, b) == Some(Ordering::Equal),
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| is_equal_json(a, b))
        }
        (Value::Object(a), Value::Object(b)) => {
            let same = |(name, value)| b.get(name).is_some_and(|other| is_equal_json(value, other));
            a.len() == b.len() && a.iter().all(same)
        }
        _ => a == b,
    }
}

fn is_length_within(length: usize, object: &Object, low: &str, high: &str) -> bool {
    let bound = |keyword: &str| object.get(keyword).and_then(Value::as_f64);
    // As floats, because `maxItems: 2.0` is a valid bound.
    let length = length as f64;
    bound(low).is_none_or(|low| length >= low) && bound(high).is_none_or(|high| length <= high)
}

fn satisfies_string_keywords(text: &str, object: &Object) -> bool {
    let source = object.get("pattern").and_then(Value::as_str);
    // JSON Schema counts characters, not bytes (JSON Schema Validation 2020-12, sections 6.3.1 and
    // 6.3.2).
    is_length_within(text.chars().count(), object, "minLength", "maxLength")
        && source.is_none_or(|source| regex_match::matches_pattern(source, text))
}

fn satisfies_number_keywords(number: &Number, object: &Object) -> bool {
    let holds = |keyword: &str, refused: &[Ordering]| match object.get(keyword) {
        Some(Value::Number(bound)) => {
            compare_numbers(number, bound).is_none_or(|order| !refused.contains(&order))
        }
        _ => true,
    };
    let step = object.get("multipleOf").and_then(Value::as_f64);
    holds("minimum", &[Ordering::Less])
        && holds("maximum", &[Ordering::Greater])
        && holds("exclusiveMinimum", &[Ordering::Less, Ordering::Equal])
        && holds("exclusiveMaximum", &[Ordering::Greater, Ordering::Equal])
        && step.is_none_or(|step| is_multiple_of(number, step))
}

fn is_multiple_of(number: &Number, step: f64) -> bool {
    let Some(number) = number.as_f64() else {
        return true;
    };
    let ratio = number / step;
    // Decimal fractions such as 0.1 are not exact in binary, so a small deviation counts as none.
    step > 0.0 && (ratio - ratio.round()).abs() < 1e-9
}
