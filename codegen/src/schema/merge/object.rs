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
    pub(super) fn place(&self, keyword: &str, merged: &mut Object) {
        let value = match keyword {
            "properties" => self.properties.clone().map(Value::Object),
            "patternProperties" => self.pattern.clone().map(Value::Object),
            _ => self.rest.clone(),
        };
        if let Some(value) = value {
            merged.insert(keyword.to_owned(), value);
        }
    }
}

pub(super) fn members(
    a: &Object,
    b: &Object,
    definitions: &dyn Definitions,
    reach: Reach<'_>,
) -> Option<Members> {
    let rest = match (rest(a), rest(b)) {
        (Some(a), Some(b)) => Some(schemas(a, b, definitions, reach)?),
        (one, other) => one.or(other).cloned(),
    };
    if has_patterns(a) && restricts(b) || has_patterns(b) && restricts(a) {
        return None;
    }
    let mut properties = Object::new();
    for (name, left) in named(a, "properties") {
        let value = match member(b, "properties", name) {
            Some(right) => schemas(left, right, definitions, reach)?,
            None => under(left, b, definitions, reach)?,
        };
        properties.insert(name.clone(), value);
    }
    for (name, right) in named(b, "properties") {
        if !properties.contains_key(name) {
            properties.insert(name.clone(), under(right, a, definitions, reach)?);
        }
    }
    for (one, other) in [(a, b), (b, a)] {
        let closed = rest_is_false(other);
        if closed && undeclared(one, other) {
            return None;
        }
    }
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
        properties: declared(a, b, "properties").then_some(properties),
        pattern: declared(a, b, "patternProperties").then_some(pattern),
        rest,
    })
}

/// A property that only one side names, under the other side's `additionalProperties`.
fn under(
    property: &Value,
    other: &Object,
    definitions: &dyn Definitions,
    reach: Reach<'_>,
) -> Option<Value> {
    match rest(other) {
        None => Some(property.clone()),
        Some(Value::Bool(false)) => None,
        Some(rest) => schemas(property, rest, definitions, reach),
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
