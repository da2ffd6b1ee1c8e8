use std::cmp::Ordering;
use std::collections::HashSet;

use serde_json::Value;

use super::{Merger, Reach, number, object};
use crate::schema::keyword::{Object, annotates, reference};
use crate::schema::resolve::Definitions;

/// Keywords that mean something else when a neighbour joins them.
const TOGETHER: [&[&str]; 3] = [
    &["if", "then", "else"],
    &["contains", "minContains", "maxContains"],
    &["prefixItems", "items"],
];

/// The keywords that are merged as one.
const OBJECT: [&str; 3] = ["properties", "patternProperties", "additionalProperties"];

/// One object of keywords that says what both say; neither has `allOf` or `$ref`.
pub(crate) fn intersect(
    mut a: Object,
    mut b: Object,
    definitions: &dyn Definitions,
    reach: Reach<'_>,
) -> Option<Object> {
    if TOGETHER.iter().any(|group| disagree(&a, &b, group)) {
        return None;
    }
    let mut members = object::take_members(&mut a, &mut b, definitions, reach)?;
    let mut merged = Object::new();
    for (keyword, left) in std::mem::take(&mut a) {
        if OBJECT.contains(&keyword.as_str()) {
            members.place(&keyword, &mut merged);
            continue;
        }
        let value = match b.shift_remove(&keyword) {
            Some(right) => both(&keyword, left, right, definitions, reach)?,
            None => left,
        };
        merged.insert(keyword, value);
    }
    for (keyword, right) in b {
        if OBJECT.contains(&keyword.as_str()) {
            members.place(&keyword, &mut merged);
        } else {
            merged.insert(keyword, right);
        }
    }
    possible(&merged).then_some(merged)
}

/// Whether both sides have keywords of that group, not the same ones, and more than one keyword in
/// all.
fn disagree(a: &Object, b: &Object, group: &[&str]) -> bool {
    let of = |object: &Object| -> Vec<(String, Value)> {
        group
            .iter()
            .filter_map(|keyword| Some(((*keyword).to_owned(), object.get(*keyword)?.clone())))
            .collect()
    };
    let (a, b) = (of(a), of(b));
    let several = a
        .first()
        .is_some_and(|(first, _)| a.iter().chain(&b).any(|(keyword, _)| keyword != first));
    several && !b.is_empty() && a != b
}

fn both(
    keyword: &str,
    a: Value,
    b: Value,
    definitions: &dyn Definitions,
    reach: Reach<'_>,
) -> Option<Value> {
    if a == b {
        return Some(a);
    }
    match keyword {
        "type" => common_type(&a, &b),
        "enum" => common_values(&a, &b),
        "required" => Some(union(a, b)),
        "minimum" | "exclusiveMinimum" | "minLength" | "minItems" | "minProperties" => {
            number::tighter(a, b, Ordering::Greater)
        }
        "maximum" | "exclusiveMaximum" | "maxLength" | "maxItems" | "maxProperties" => {
            number::tighter(a, b, Ordering::Less)
        }
        "multipleOf" => number::common_multiple(a, b),
        "uniqueItems" | "deprecated" | "readOnly" | "writeOnly" => Some(Value::Bool(
            a == Value::Bool(true) || b == Value::Bool(true),
        )),
        "items" => schemas(&a, &b, definitions, reach),
        keyword if annotates(keyword) => Some(a),
        _ => None,
    }
}

/// One schema that says what both say.
pub(super) fn schemas(
    a: &Value,
    b: &Value,
    definitions: &dyn Definitions,
    reach: Reach<'_>,
) -> Option<Value> {
    if a == b || is_anything(b) {
        return Some(a.clone());
    }
    if is_anything(a) {
        return Some(b.clone());
    }
    if a == &Value::Bool(false) || b == &Value::Bool(false) {
        return Some(Value::Bool(false));
    }
    if let Some(described) = described(a, b).or_else(|| described(b, a)) {
        return Some(described);
    }
    let reach = reach.deeper()?;
    let parts = serde_json::json!({"allOf": [a, b]});
    Merger::new(definitions)
        .run(&parts, reach)
        .map(|merged| merged.schema)
}

/// `schema` with the annotations of `other`, if `other` has nothing but annotations and perhaps
/// the same `$ref`.
fn described(schema: &Value, other: &Value) -> Option<Value> {
    let other_object = other.as_object()?;
    let same = reference(other).is_none() || reference(other) == reference(schema);
    let silent = other_object
        .keys()
        .all(|keyword| keyword == "$ref" || annotates(keyword));
    if !same || !silent {
        return None;
    }
    let mut described = schema.as_object()?.clone();
    for (keyword, value) in other_object {
        described
            .entry(keyword.clone())
            .or_insert_with(|| value.clone());
    }
    Some(Value::Object(described))
}

pub(super) fn is_anything(schema: &Value) -> bool {
    match schema {
        Value::Bool(anything) => *anything,
        Value::Object(object) => object.is_empty(),
        _ => false,
    }
}

fn common_type(a: &Value, b: &Value) -> Option<Value> {
    let (a, b) = (names(a), names(b));
    let mut common: Vec<&str> = Vec::new();
    for name in &a {
        let kept = match *name {
            "number" if !b.contains(&"number") && b.contains(&"integer") => "integer",
            "integer" if b.contains(&"number") => "integer",
            name if b.contains(&name) => name,
            _ => continue,
        };
        if !common.contains(&kept) {
            common.push(kept);
        }
    }
    match common.as_slice() {
        [] => None,
        [one] => Some(Value::from(*one)),
        several => Some(Value::from(several.to_vec())),
    }
}

fn names(value: &Value) -> Vec<&str> {
    match value {
        Value::String(name) => vec![name],
        Value::Array(names) => names.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    }
}

fn common_values(a: &Value, b: &Value) -> Option<Value> {
    let b: HashSet<&Value> = b.as_array()?.iter().collect();
    let common: Vec<Value> = a
        .as_array()?
        .iter()
        .filter(|value| b.contains(value))
        .cloned()
        .collect();
    (!common.is_empty()).then_some(Value::Array(common))
}

fn union(a: Value, b: Value) -> Value {
    let (Value::Array(mut all), Value::Array(more)) = (a, b) else {
        return Value::Array(Vec::new());
    };
    let known: HashSet<Value> = all.iter().cloned().collect();
    all.extend(more.into_iter().filter(|value| !known.contains(value)));
    Value::Array(all)
}

/// Whether any value can satisfy the bounds.
fn possible(object: &Object) -> bool {
    let ordered = |low: &str, high: &str| match (object.get(low), object.get(high)) {
        (Some(Value::Number(low)), Some(Value::Number(high))) => {
            number::compare(low, high) != Some(Ordering::Greater)
        }
        _ => true,
    };
    ordered("minimum", "maximum")
        && ordered("minLength", "maxLength")
        && ordered("minItems", "maxItems")
        && ordered("minProperties", "maxProperties")
}
