use serde_json::{Value, json};

use super::annotation::{ANNOTATIONS, overlay};
use super::{DEPTH, Simplifier};
use crate::schema::keyword::{Object, annotates, reference};
use crate::schema::merge::merge;

/// Whether a schema refers to others that it must satisfy as a whole.
pub(super) fn is_composed(object: &Object) -> bool {
    object.contains_key("$ref") || object.contains_key("allOf")
}

impl Simplifier<'_> {
    /// A schema with `$ref` or `allOf`.
    pub(super) fn composed(&mut self, object: &Object, name: &str) -> Value {
        let (own, members) = taken_apart(object);
        let silent = own.keys().all(|keyword| annotates(keyword));
        match members.as_slice() {
            [] => return self.schema(&Value::Object(own), name),
            [member] if silent => return self.annotated(member, &own, name),
            _ => {}
        }
        if let Some(merged) = self.merged(object, name) {
            return merged;
        }
        let mut simplified = self.plain(&own, name);
        let members = members.iter().map(|member| self.schema(member, ""));
        simplified.insert("allOf".to_owned(), members.collect());
        Value::Object(simplified)
    }

    /// A schema under the annotations of its place.
    fn annotated(&mut self, member: &Value, above: &Object, name: &str) -> Value {
        let Some(key) = reference(member) else {
            let mut member = member.clone();
            if let Value::Object(member) = &mut member {
                overlay(member, above);
            }
            return self.schema(&member, name);
        };
        if let Some(Value::Object(mut leaf)) = self.leaf(key) {
            overlay(&mut leaf, above);
            return Value::Object(self.plain(&leaf, name));
        }
        let mut simplified = Object::new();
        if self.definitions.contains_key(key) {
            simplified.insert("$ref".to_owned(), member["$ref"].clone());
        }
        for keyword in ANNOTATIONS {
            let value = above
                .get(keyword)
                .and_then(|value| self.annotation(keyword, value, above, name));
            if let Some(value) = value {
                simplified.insert(keyword.to_owned(), value);
            }
        }
        Value::Object(simplified)
    }

    fn merged(&mut self, object: &Object, name: &str) -> Option<Value> {
        if self.left == 0 {
            return None;
        }
        let merged = merge(&Value::Object(object.clone()), self.definitions)?;
        let again = merged
            .through
            .iter()
            .any(|key| self.expanding.contains(key));
        let length = self.expanding.len();
        if again || length + merged.through.len() > DEPTH {
            return None;
        }
        self.expanding.extend(merged.through);
        let around = std::mem::replace(&mut self.is_merged, true);
        let simplified = self.schema(&merged.schema, name);
        self.is_merged = around;
        self.expanding.truncate(length);
        Some(simplified)
    }
}

/// The schema's own keywords, and the schemas that it must satisfy besides; members that only
/// annotate count as its own.
fn taken_apart(object: &Object) -> (Object, Vec<Value>) {
    let mut own = object.clone();
    let mut members = Vec::new();
    if let Some(target) = own.shift_remove("$ref") {
        members.push(json!({ "$ref": target }));
    }
    if let Some(Value::Array(all)) = own.shift_remove("allOf") {
        members.extend(all);
    }
    let (mut kept, mut own_annotations) = (Vec::new(), Object::new());
    for member in members {
        match &member {
            Value::Bool(true) => {}
            Value::Object(inner) if inner.keys().all(|keyword| annotates(keyword)) => {
                for (keyword, value) in inner {
                    own_annotations
                        .entry(keyword.clone())
                        .or_insert_with(|| value.clone());
                }
            }
            _ => kept.push(member),
        }
    }
    for (keyword, value) in own_annotations {
        own.entry(keyword).or_insert(value);
    }
    (own, kept)
}

/// Says a choice without a choice where that is the same: one alternative, the same twice, anything
/// among them, a scalar or null.
pub(super) fn reduce(mut object: Object) -> Object {
    for keyword in ["anyOf", "oneOf"] {
        let Some(Value::Array(alternatives)) = object.get_mut(keyword) else {
            continue;
        };
        if keyword == "anyOf" {
            let mut kept: Vec<Value> = Vec::new();
            for alternative in std::mem::take(alternatives) {
                if !kept.contains(&alternative) {
                    kept.push(alternative);
                }
            }
            *alternatives = kept;
            if alternatives.contains(&json!({})) {
                object.shift_remove(keyword);
                continue;
            }
        }
        let Some(only) = only(alternatives) else {
            continue;
        };
        if object
            .keys()
            .all(|other| other == keyword || annotates(other))
        {
            let mut above = std::mem::take(&mut object);
            above.shift_remove(keyword);
            object = only;
            overlay(&mut object, &above);
        }
    }
    object
}

/// The one schema that says the same as the alternatives.
fn only(alternatives: &[Value]) -> Option<Object> {
    match alternatives {
        [one] => one.as_object().cloned(),
        [one, null] if null == &json!({"type": "null"}) => with_null(one.as_object()?),
        [null, one] if null == &json!({"type": "null"}) => with_null(one.as_object()?),
        _ => None,
    }
}

fn with_null(schema: &Object) -> Option<Object> {
    let name = schema.get("type")?.as_str()?;
    if !matches!(name, "string" | "integer" | "number" | "boolean") {
        return None;
    }
    let mut nullable = schema.clone();
    nullable.insert("type".to_owned(), json!([name, "null"]));
    if let Some(Value::Array(values)) = nullable.get_mut("enum")
        && !values.contains(&Value::Null)
    {
        values.push(Value::Null);
    }
    Some(nullable)
}
