use std::cell::Cell;
use std::cmp::Ordering;

use indexmap::IndexMap;
use serde_json::{Number, Value};

use super::pattern;
use crate::model::Definition;
use crate::schema::keyword::{Object, reference, strings, types};
use crate::schema::merge::compare;
use crate::schema::resolve::Definitions;

/// How deep values and references are looked into.
const DEPTH: usize = 64;

/// How many schemas a value is held against: alternatives may fan out.
pub(super) const MOST_SCHEMAS: usize = 100_000;

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
pub(crate) fn conforms(
    value: &Value,
    schema: &Value,
    definitions: &IndexMap<String, Definition>,
) -> bool {
    conforms_within(value, schema, definitions, &Cell::new(MOST_SCHEMAS))
}

/// As [`conforms`], while there is some of `left`: how many schemas may still be looked at. After that
/// nothing conforms.
pub(super) fn conforms_within(
    value: &Value,
    schema: &Value,
    definitions: &IndexMap<String, Definition>,
    left: &Cell<usize>,
) -> bool {
    let check = Check::new(definitions, left.get());
    let conforms = check.schema(value, schema, DEPTH);
    left.set(check.left.get());
    conforms
}

/// Whether `value` breaks `schema` beyond doubt, as far as [`conforms`] looks.
pub(crate) fn breaks(value: &Value, schema: &Value, definitions: &dyn Definitions) -> bool {
    let check = Check::new(definitions, MOST_SCHEMAS);
    !check.schema(value, schema, DEPTH) && !check.gave_up.get()
}

struct Check<'a> {
    definitions: &'a dyn Definitions,
    left: Cell<usize>,
    /// Whether something was too deep or too much to be looked at.
    gave_up: Cell<bool>,
}

impl<'a> Check<'a> {
    fn new(definitions: &'a dyn Definitions, most: usize) -> Self {
        Self {
            definitions,
            left: Cell::new(most),
            gave_up: Cell::new(false),
        }
    }
}

impl Check<'_> {
    fn schema(&self, value: &Value, schema: &Value, depth: usize) -> bool {
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
        if let Some(target) = reference(schema).and_then(|key| self.definitions.schema(key))
            && !self.schema(value, target, depth)
        {
            return false;
        }
        self.constants(value, object)
            && self.composition(value, object, depth)
            && match value {
                Value::Number(number) => number_conforms(number, object),
                Value::String(text) => text_conforms(text, object),
                Value::Array(items) => self.array(items, object, depth),
                Value::Object(members) => self.object(members, object, depth),
                _ => true,
            }
    }

    fn constants(&self, value: &Value, object: &Object) -> bool {
        let types = types(object);
        let typed = types.is_empty() || types.iter().any(|name| is_of_type(value, name));
        let listed = match object.get("enum") {
            Some(Value::Array(values)) => values.iter().any(|listed| is_same(listed, value)),
            _ => true,
        };
        typed
            && listed
            && object
                .get("const")
                .is_none_or(|constant| is_same(constant, value))
    }

    fn composition(&self, value: &Value, object: &Object, depth: usize) -> bool {
        let matching = |keyword: &str| {
            let members = object.get(keyword)?.as_array()?;
            let count = members
                .iter()
                .filter(|member| self.schema(value, member, depth))
                .count();
            Some((count, members.len()))
        };
        matching("allOf").is_none_or(|(count, all)| count == all)
            && matching("anyOf").is_none_or(|(count, _)| count > 0)
            && matching("oneOf").is_none_or(|(count, _)| count == 1)
            && object
                .get("not")
                .is_none_or(|not| !self.schema(value, not, depth))
    }

    fn array(&self, items: &[Value], object: &Object, depth: usize) -> bool {
        let first = object
            .get("prefixItems")
            .and_then(Value::as_array)
            .map_or(&[][..], Vec::as_slice);
        let unique = object.get("uniqueItems") == Some(&Value::Bool(true));
        let repeated = |index: usize| items[..index].contains(&items[index]);
        within(items.len(), object, "minItems", "maxItems")
            && !(unique && (0..items.len()).any(repeated))
            && items
                .iter()
                .zip(first)
                .all(|(item, schema)| self.schema(item, schema, depth))
            && object.get("items").is_none_or(|schema| {
                items
                    .iter()
                    .skip(first.len())
                    .all(|item| self.schema(item, schema, depth))
            })
    }

    fn object(&self, members: &Object, object: &Object, depth: usize) -> bool {
        let map = |keyword: &str| object.get(keyword).and_then(Value::as_object);
        let member = |(name, value): (&String, &Value)| {
            let declared = map("properties").and_then(|all| all.get(name));
            let mut named = declared.is_some();
            if declared.is_some_and(|schema| !self.schema(value, schema, depth)) {
                return false;
            }
            for (source, schema) in map("patternProperties").into_iter().flatten() {
                if pattern::matches(source, name) {
                    named = true;
                    if !self.schema(value, schema, depth) {
                        return false;
                    }
                }
            }
            let rest = object.get("additionalProperties");
            let names = object.get("propertyNames");
            (named || rest.is_none_or(|schema| self.schema(value, schema, depth)))
                && names
                    .is_none_or(|schema| self.schema(&Value::from(name.as_str()), schema, depth))
        };
        within(members.len(), object, "minProperties", "maxProperties")
            && strings(object, "required")
                .iter()
                .all(|name| members.contains_key(*name))
            && map("dependentRequired").is_none_or(|needs| {
                members.keys().all(|name| {
                    let mut needed = strings(needs, name).into_iter();
                    needed.all(|name| members.contains_key(name))
                })
            })
            && members.iter().all(member)
    }
}

/// Whether JSON Schema takes two values for the same one: `1` is `1.0`.
fn is_same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => compare(a, b) == Some(Ordering::Equal),
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| is_same(a, b))
        }
        (Value::Object(a), Value::Object(b)) => {
            let same = |(name, value)| b.get(name).is_some_and(|other| is_same(value, other));
            a.len() == b.len() && a.iter().all(same)
        }
        _ => a == b,
    }
}

fn within(length: usize, object: &Object, low: &str, high: &str) -> bool {
    let bound = |keyword: &str| object.get(keyword).and_then(Value::as_f64);
    let length = length as f64;
    bound(low).is_none_or(|low| length >= low) && bound(high).is_none_or(|high| length <= high)
}

fn text_conforms(text: &str, object: &Object) -> bool {
    let source = object.get("pattern").and_then(Value::as_str);
    within(text.chars().count(), object, "minLength", "maxLength")
        && source.is_none_or(|source| pattern::matches(source, text))
}

fn number_conforms(number: &Number, object: &Object) -> bool {
    let holds = |keyword: &str, refused: &[Ordering]| match object.get(keyword) {
        Some(Value::Number(bound)) => {
            compare(number, bound).is_none_or(|order| !refused.contains(&order))
        }
        _ => true,
    };
    let step = object.get("multipleOf").and_then(Value::as_f64);
    holds("minimum", &[Ordering::Less])
        && holds("maximum", &[Ordering::Greater])
        && holds("exclusiveMinimum", &[Ordering::Less, Ordering::Equal])
        && holds("exclusiveMaximum", &[Ordering::Greater, Ordering::Equal])
        && step.is_none_or(|step| is_multiple(number, step))
}

fn is_multiple(number: &Number, step: f64) -> bool {
    let Some(number) = number.as_f64() else {
        return true;
    };
    let ratio = number / step;
    step > 0.0 && (ratio - ratio.round()).abs() < 1e-9
}
