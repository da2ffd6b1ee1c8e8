//! Intersects two schemas keyword by keyword: the result accepts what both accept. It takes objects that have
//! neither `allOf` nor `$ref`, which `merge` has expanded before, and gives `None` if no single schema says the same.

use std::cmp::Ordering;
use std::collections::HashSet;

use serde_json::Value;

use super::{AllOfMerger, MergeBudget, merge_numbers, merge_objects, merge_open_enums};
use crate::schema::keyword::{Object, is_annotation_keyword, referenced_key};
use crate::schema::resolve_reference::DefinitionLookup;

/// Keywords that mean something else when a neighbour joins them.
const KEYWORD_GROUPS: [&[&str]; 3] = [
    &["if", "then", "else"],
    &["contains", "minContains", "maxContains"],
    &["prefixItems", "items"],
];

/// The keywords that are merged as one.
const OBJECT_KEYWORDS: [&str; 3] = ["properties", "patternProperties", "additionalProperties"];

/// One object of keywords that says what both say; neither has `allOf` or `$ref`.
pub(crate) fn intersect_objects(
    mut a: Object,
    mut b: Object,
    definitions: &dyn DefinitionLookup,
    reach: MergeBudget<'_>,
) -> Option<Object> {
    if KEYWORD_GROUPS
        .iter()
        .any(|group| has_conflicting_group(&a, &b, group))
    {
        return None;
    }
    merge_open_enums::merge_known_values(&mut a, &mut b);
    let mut members = merge_objects::intersect_members(&mut a, &mut b, definitions, reach)?;
    let mut merged = Object::new();
    for (keyword, left) in std::mem::take(&mut a) {
        if OBJECT_KEYWORDS.contains(&keyword.as_str()) {
            members.insert_keyword(&keyword, &mut merged);
            continue;
        }
        let value = match b.shift_remove(&keyword) {
            Some(right) => intersect_keyword(&keyword, left, right, definitions, reach)?,
            None => left,
        };
        merged.insert(keyword, value);
    }
    for (keyword, right) in b {
        if OBJECT_KEYWORDS.contains(&keyword.as_str()) {
            members.insert_keyword(&keyword, &mut merged);
        } else {
            merged.insert(keyword, right);
        }
    }
    has_satisfiable_bounds(&merged).then_some(merged)
}

/// Whether both sides have keywords of that group, not the same ones, and more than one keyword in
/// all.
fn has_conflicting_group(a: &Object, b: &Object, group: &[&str]) -> bool {
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
    // A group with one keyword in all can be merged like any other: nothing beside it changes its
    // meaning.
    several && !b.is_empty() && a != b
}

fn intersect_keyword(
    keyword: &str,
    a: Value,
    b: Value,
    definitions: &dyn DefinitionLookup,
    reach: MergeBudget<'_>,
) -> Option<Value> {
    if a == b {
        return Some(a);
    }
    match keyword {
        "type" => intersect_types(&a, &b),
        "enum" => intersect_enums(&a, &b),
        "required" => Some(union_required(a, b)),
        "minimum" | "exclusiveMinimum" | "minLength" | "minItems" | "minProperties" => {
            merge_numbers::tighter_bound(a, b, Ordering::Greater)
        }
        "maximum" | "exclusiveMaximum" | "maxLength" | "maxItems" | "maxProperties" => {
            merge_numbers::tighter_bound(a, b, Ordering::Less)
        }
        "multipleOf" => merge_numbers::least_common_multiple(a, b),
        "uniqueItems" | "deprecated" | "readOnly" | "writeOnly" => Some(Value::Bool(
            a == Value::Bool(true) || b == Value::Bool(true),
        )),
        "items" => intersect_schemas(&a, &b, definitions, reach),
        keyword if is_annotation_keyword(keyword) => Some(a),
        _ => None,
    }
}

/// One schema that says what both say.
pub(super) fn intersect_schemas(
    a: &Value,
    b: &Value,
    definitions: &dyn DefinitionLookup,
    reach: MergeBudget<'_>,
) -> Option<Value> {
    if a == b || accepts_anything(b) {
        return Some(a.clone());
    }
    if accepts_anything(a) {
        return Some(b.clone());
    }
    // `false` accepts nothing, and neither does its intersection with anything.
    if a == &Value::Bool(false) || b == &Value::Bool(false) {
        return Some(Value::Bool(false));
    }
    if let Some(described) = add_annotations(a, b).or_else(|| add_annotations(b, a)) {
        return Some(described);
    }
    let reach = reach.descend()?;
    let parts = serde_json::json!({"allOf": [a, b]});
    AllOfMerger::new(definitions)
        .merge_schema(&parts, reach)
        .map(|merged| merged.schema)
}

/// `schema` with the annotations of `other`, if `other` has nothing but annotations and perhaps
/// the same `$ref`.
fn add_annotations(schema: &Value, other: &Value) -> Option<Value> {
    let other_object = other.as_object()?;
    let same = referenced_key(other).is_none() || referenced_key(other) == referenced_key(schema);
    let silent = other_object
        .keys()
        .all(|keyword| keyword == "$ref" || is_annotation_keyword(keyword));
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

pub(super) fn accepts_anything(schema: &Value) -> bool {
    match schema {
        Value::Bool(anything) => *anything,
        Value::Object(object) => object.is_empty(),
        _ => false,
    }
}

fn intersect_types(a: &Value, b: &Value) -> Option<Value> {
    let (a, b) = (type_names(a), type_names(b));
    let mut common: Vec<&str> = Vec::new();
    for name in &a {
        let kept = match *name {
            // Every integer is a number, so that the common part of the two types is `integer`.
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
        // No type is common to both. The merge gives up, so that the schema stays as it is and the
        // contradiction can be seen.
        [] => None,
        [one] => Some(Value::from(*one)),
        several => Some(Value::from(several.to_vec())),
    }
}

fn type_names(value: &Value) -> Vec<&str> {
    match value {
        Value::String(name) => vec![name],
        Value::Array(names) => names.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    }
}

fn intersect_enums(a: &Value, b: &Value) -> Option<Value> {
    let b: HashSet<&Value> = b.as_array()?.iter().collect();
    let common: Vec<Value> = a
        .as_array()?
        .iter()
        .filter(|value| b.contains(value))
        .cloned()
        .collect();
    (!common.is_empty()).then_some(Value::Array(common))
}

fn union_required(a: Value, b: Value) -> Value {
    let (Value::Array(mut all), Value::Array(more)) = (a, b) else {
        return Value::Array(Vec::new());
    };
    let known: HashSet<Value> = all.iter().cloned().collect();
    all.extend(more.into_iter().filter(|value| !known.contains(value)));
    Value::Array(all)
}

/// Whether any value can satisfy the bounds.
fn has_satisfiable_bounds(object: &Object) -> bool {
    let ordered = |low: &str, high: &str| match (object.get(low), object.get(high)) {
        (Some(Value::Number(low)), Some(Value::Number(high))) => {
            merge_numbers::compare_numbers(low, high) != Some(Ordering::Greater)
        }
        _ => true,
    };
    ordered("minimum", "maximum")
        && ordered("minLength", "maxLength")
        && ordered("minItems", "maxItems")
        && ordered("minProperties", "maxProperties")
}
