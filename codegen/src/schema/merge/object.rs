use serde_json::Value;

use super::Reach;
use super::intersect::{is_anything, schemas};
use crate::schema::keyword::{Object, strings};
use crate::schema::resolve::Definitions;

/// The members that an object may have: three keywords that only mean something together.
pub(super) struct Members {
    properties: Option<Object>,
    pattern: Option<Object>,
    rest: Option<Value>,
}

impl Members {
    /// Puts the merged value of one of the three keywords into its place.
    pub(super) fn place(&mut self, keyword: &str, merged: &mut Object) {
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
pub(super) fn take_members(
    a: &mut Object,
    b: &mut Object,
    definitions: &dyn Definitions,
    reach: Reach<'_>,
) -> Option<Members> {
    let rest = match (rest(a), rest(b)) {
        (Some(a), Some(b)) => Some(schemas(a, b, definitions, reach)?),
        (one, other) => one.or(other).cloned(),
    };
    let is_closed_to = |one: &Object, other: &Object| rest_is_false(one) && undeclared(other, one);
    if is_closed_to(a, b) || is_closed_to(b, a) {
        return None;
    }
    if has_patterns(a) && restricts(b) || has_patterns(b) && restricts(a) {
        return None;
    }
    let properties = properties(a, b, definitions, reach)?;
    let mut pattern = Object::new();
    for (name, left) in named(a, "patternProperties") {
        let value = match member(b, "patternProperties", name) {
            Some(right) => schemas(left, right, definitions, reach)?,
            None => left.clone(),
        };
        pattern.insert(name.clone(), value);
    }
    for (name, right) in named(b, "patternProperties") {
        pattern.entry(name.clone()).or_insert_with(|| right.clone());
    }
    Some(Members {
        properties,
        pattern: declared(a, b, "patternProperties").then_some(pattern),
        rest,
    })
}

/// The properties of both, those of `a` first. They are moved: a chain of parts has as many properties at
/// its end as all of them together.
fn properties(
    a: &mut Object,
    b: &mut Object,
    definitions: &dyn Definitions,
    reach: Reach<'_>,
) -> Option<Option<Object>> {
    let (left, right) = (take_object(a, "properties"), take_object(b, "properties"));
    let Some(right) = right else {
        let left = left.map(|left| all_under(left, b, &Object::new(), definitions, reach));
        return left.map_or(Some(None), |left| left.map(Some));
    };
    let mut properties = all_under(left.unwrap_or_default(), b, &right, definitions, reach)?;
    reach.spend(right.len())?;
    for (name, right) in right {
        match properties.get_mut(&name) {
            Some(left) => *left = schemas(left, &right, definitions, reach)?,
            None => drop(properties.insert(name, under(right, a, definitions, reach)?)),
        }
    }
    Some(Some(properties))
}

/// Properties of one side under the other side's `additionalProperties`, but for those that it has as well.
fn all_under(
    mut properties: Object,
    other: &Object,
    of_other: &Object,
    definitions: &dyn Definitions,
    reach: Reach<'_>,
) -> Option<Object> {
    if rest(other).is_none() {
        return Some(properties);
    }
    reach.spend(properties.len())?;
    for (name, property) in &mut properties {
        if !of_other.contains_key(name) {
            *property = under(std::mem::take(property), other, definitions, reach)?;
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
fn under(
    property: Value,
    other: &Object,
    definitions: &dyn Definitions,
    reach: Reach<'_>,
) -> Option<Value> {
    match rest(other) {
        None => Some(property),
        Some(Value::Bool(false)) => None,
        Some(rest) => schemas(&property, rest, definitions, reach),
    }
}

fn undeclared(one: &Object, other: &Object) -> bool {
    strings(one, "required").iter().any(|name| {
        member(other, "properties", name).is_none()
            && !named(other, "patternProperties").any(|_| true)
    })
}

fn named<'a>(object: &'a Object, keyword: &str) -> impl Iterator<Item = (&'a String, &'a Value)> {
    object
        .get(keyword)
        .and_then(Value::as_object)
        .into_iter()
        .flatten()
}

fn member<'a>(object: &'a Object, keyword: &str, name: &str) -> Option<&'a Value> {
    object.get(keyword)?.as_object()?.get(name)
}

fn declared(a: &Object, b: &Object, keyword: &str) -> bool {
    a.contains_key(keyword) || b.contains_key(keyword)
}

fn rest(object: &Object) -> Option<&Value> {
    object.get("additionalProperties")
}

fn rest_is_false(object: &Object) -> bool {
    rest(object) == Some(&Value::Bool(false))
}

fn restricts(object: &Object) -> bool {
    rest(object).is_some_and(|rest| !is_anything(rest))
}

fn has_patterns(object: &Object) -> bool {
    named(object, "patternProperties").next().is_some()
}
