//! Intersects `properties`, `patternProperties` and `additionalProperties` of two object schemas. The three are
//! merged together because `additionalProperties` is about what the other two leave (JSON Schema Core 2020-12,
//! section 10.3.2.3).

use serde_json::Value;

use super::MergeBudget;
use super::intersect_schemas::{accepts_anything, intersect_schemas};
use crate::schema::keyword::{Object, string_list};
use crate::schema::resolve_reference::DefinitionLookup;

/// The members that an object may have: three keywords that only mean something together.
pub(super) struct ObjectMembers {
    properties: Option<Object>,
    pattern: Option<Object>,
    rest: Option<Value>,
}

impl ObjectMembers {
    /// Puts the merged value of one of the three keywords into its place.
    pub(super) fn insert_keyword(&mut self, keyword: &str, merged: &mut Object) {
        let value = match keyword {
            "properties" => self.properties.take().map(Value::Object),
            "patternProperties" => self.pattern.take().map(Value::Object),
            _ => self.rest.take(),
        };
        if let Some(value) = value {
            merged.insert(keyword.to_owned(), value);
        }
    }
}

/// The members of objects that both allow, taken out of them.
pub(super) fn intersect_members(
    a: &mut Object,
    b: &mut Object,
    definitions: &dyn DefinitionLookup,
    reach: MergeBudget<'_>,
) -> Option<ObjectMembers> {
    let rest = match (additional_properties(a), additional_properties(b)) {
        (Some(a), Some(b)) => Some(intersect_schemas(a, b, definitions, reach)?),
        (one, other) => one.or(other).cloned(),
    };
    // A required name that the other side forbids has no value; the caller keeps `allOf`, which says so.
    let is_closed_to = |one: &Object, other: &Object| {
        forbids_additional_properties(one) && requires_undeclared_property(other, one)
    };
    if is_closed_to(a, b) || is_closed_to(b, a) {
        return None;
    }
    // `additionalProperties` of one side is also about names that only the other side's patterns match, which a
    // merged schema cannot express.
    if has_pattern_properties(a) && restricts_additional_properties(b)
        || has_pattern_properties(b) && restricts_additional_properties(a)
    {
        return None;
    }
    let properties = intersect_properties(a, b, definitions, reach)?;
    let mut pattern = Object::new();
    for (name, left) in keyword_entries(a, "patternProperties") {
        let value = match keyword_entry(b, "patternProperties", name) {
            Some(right) => intersect_schemas(left, right, definitions, reach)?,
            None => left.clone(),
        };
        pattern.insert(name.clone(), value);
    }
    for (name, right) in keyword_entries(b, "patternProperties") {
        pattern.entry(name.clone()).or_insert_with(|| right.clone());
    }
    Some(ObjectMembers {
        properties,
        pattern: has_either_keyword(a, b, "patternProperties").then_some(pattern),
        rest,
    })
}

/// The properties of both, those of `a` first. They are moved: a chain of parts has as many properties at
/// its end as all of them together.
fn intersect_properties(
    a: &mut Object,
    b: &mut Object,
    definitions: &dyn DefinitionLookup,
    reach: MergeBudget<'_>,
) -> Option<Option<Object>> {
    let (left, right) = (take_object(a, "properties"), take_object(b, "properties"));
    let Some(right) = right else {
        let left = left.map(|left| {
            apply_additional_properties_to_all(left, b, &Object::new(), definitions, reach)
        });
        return left.map_or(Some(None), |left| left.map(Some));
    };
    let mut properties = apply_additional_properties_to_all(
        left.unwrap_or_default(),
        b,
        &right,
        definitions,
        reach,
    )?;
    reach.spend_intersections(right.len())?;
    for (name, right) in right {
        match properties.get_mut(&name) {
            Some(left) => *left = intersect_schemas(left, &right, definitions, reach)?,
            None => drop(properties.insert(
                name,
                apply_additional_properties(right, a, definitions, reach)?,
            )),
        }
    }
    Some(Some(properties))
}

/// Properties of one side under the other side's `additionalProperties`, but for those that it has as well.
fn apply_additional_properties_to_all(
    mut properties: Object,
    other: &Object,
    of_other: &Object,
    definitions: &dyn DefinitionLookup,
    reach: MergeBudget<'_>,
) -> Option<Object> {
    if additional_properties(other).is_none() {
        return Some(properties);
    }
    reach.spend_intersections(properties.len())?;
    for (name, property) in &mut properties {
        if !of_other.contains_key(name) {
            *property =
                apply_additional_properties(std::mem::take(property), other, definitions, reach)?;
        }
    }
    Some(properties)
}

fn take_object(object: &mut Object, keyword: &str) -> Option<Object> {
    match object.get_mut(keyword)? {
        Value::Object(members) => Some(std::mem::take(members)),
        _ => Some(Object::new()),
    }
}

/// A property that only one side names, under the other side's `additionalProperties`.
fn apply_additional_properties(
    property: Value,
    other: &Object,
    definitions: &dyn DefinitionLookup,
    reach: MergeBudget<'_>,
) -> Option<Value> {
    match additional_properties(other) {
        None => Some(property),
        Some(Value::Bool(false)) => None,
        Some(rest) => intersect_schemas(&property, rest, definitions, reach),
    }
}

fn requires_undeclared_property(one: &Object, other: &Object) -> bool {
    string_list(one, "required").iter().any(|name| {
        keyword_entry(other, "properties", name).is_none()
            && !keyword_entries(other, "patternProperties").any(|_| true)
    })
}

fn keyword_entries<'a>(
    object: &'a Object,
    keyword: &str,
) -> impl Iterator<Item = (&'a String, &'a Value)> {
    object
        .get(keyword)
        .and_then(Value::as_object)
        .into_iter()
        .flatten()
}

fn keyword_entry<'a>(object: &'a Object, keyword: &str, name: &str) -> Option<&'a Value> {
    object.get(keyword)?.as_object()?.get(name)
}

fn has_either_keyword(a: &Object, b: &Object, keyword: &str) -> bool {
    a.contains_key(keyword) || b.contains_key(keyword)
}

fn additional_properties(object: &Object) -> Option<&Value> {
    object.get("additionalProperties")
}

fn forbids_additional_properties(object: &Object) -> bool {
    additional_properties(object) == Some(&Value::Bool(false))
}

fn restricts_additional_properties(object: &Object) -> bool {
    additional_properties(object).is_some_and(|rest| !accepts_anything(rest))
}

fn has_pattern_properties(object: &Object) -> bool {
    keyword_entries(object, "patternProperties")
        .next()
        .is_some()
}
