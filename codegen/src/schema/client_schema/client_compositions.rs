//! Simplifies `$ref`, `allOf`, `anyOf` and `oneOf` for clients. `allOf` is merged into one schema as long as the
//! budget lasts and stays as it is otherwise; a choice of one alternative becomes that alternative.

use serde_json::{Value, json};

use super::client_annotations::{CLIENT_ANNOTATIONS, overlay_annotations};
use super::{MAX_MERGE_DEPTH, Simplifier};
use crate::schema::keyword::{Object, is_annotation_keyword, referenced_key};
use crate::schema::merge::merge_compositions;

/// Whether a schema refers to others that it must satisfy as a whole.
pub(super) fn is_composed(object: &Object) -> bool {
    object.contains_key("$ref") || object.contains_key("allOf")
}

impl Simplifier<'_> {
    /// A schema with `$ref` or `allOf`.
    pub(super) fn simplify_composition(&mut self, object: &Object, name: &str) -> Value {
        let (own, members) = split_members(object);
        let silent = own.keys().all(|keyword| is_annotation_keyword(keyword));
        match members.as_slice() {
            [] => return self.simplify_schema(&Value::Object(own), name),
            [member] if silent => return self.simplify_annotated_member(member, &own, name),
            _ => {}
        }
        if let Some(merged) = self.simplify_merged(object, name) {
            return merged;
        }
        let mut simplified = self.simplify_keywords(&own, name);
        let members = members
            .iter()
            .map(|member| self.simplify_schema(member, ""));
        simplified.insert("allOf".to_owned(), members.collect());
        Value::Object(simplified)
    }

    /// A schema under the annotations of its place.
    fn simplify_annotated_member(&mut self, member: &Value, above: &Object, name: &str) -> Value {
        let Some(key) = referenced_key(member) else {
            let mut member = member.clone();
            if let Value::Object(member) = &mut member {
                overlay_annotations(member, above);
            }
            return self.simplify_schema(&member, name);
        };
        if let Some(Value::Object(mut leaf)) = self.inline_scalar(key) {
            overlay_annotations(&mut leaf, above);
            return Value::Object(self.simplify_keywords(&leaf, name));
        }
        let mut simplified = Object::new();
        if self.definitions.contains_key(key) {
            simplified.insert("$ref".to_owned(), member["$ref"].clone());
        }
        for keyword in CLIENT_ANNOTATIONS {
            let value = above
                .get(keyword)
                .and_then(|value| self.simplify_annotation(keyword, value, above, name));
            if let Some(value) = value {
                simplified.insert(keyword.to_owned(), value);
            }
        }
        Value::Object(simplified)
    }

    fn simplify_merged(&mut self, object: &Object, name: &str) -> Option<Value> {
        if self.left == 0 {
            return None;
        }
        let merged = merge_compositions(&Value::Object(object.clone()), self.definitions)?;
        let again = merged
            .through
            .iter()
            .any(|key| self.expanding.contains(key));
        let length = self.expanding.len();
        // A definition that is merged into itself would grow forever, so its `allOf` stays there.
        if again || length + merged.through.len() > MAX_MERGE_DEPTH {
            return None;
        }
        self.expanding.extend(merged.through);
        let around = std::mem::replace(&mut self.is_merged, true);
        let simplified = self.simplify_schema(&merged.schema, name);
        self.is_merged = around;
        self.expanding.truncate(length);
        Some(simplified)
    }
}

/// The schema's own keywords, and the schemas that it must satisfy besides; members that only
/// annotate count as its own.
fn split_members(object: &Object) -> (Object, Vec<Value>) {
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
            Value::Object(inner) if inner.keys().all(|keyword| is_annotation_keyword(keyword)) => {
                for (keyword, value) in inner {
                    own_annotations
                        .entry(keyword.clone())
                        .or_insert_with(|| value.clone());
                }
            }
            _ => kept.push(member),
        }
    }
    // The schema's own annotations win over those of its members: they are written at the place of
    // use.
    for (keyword, value) in own_annotations {
        own.entry(keyword).or_insert(value);
    }
    (own, kept)
}

/// Says a choice without a choice where that is the same: one alternative, the same twice, anything
/// among them, a scalar or null.
pub(super) fn collapse_alternatives(mut object: Object) -> Object {
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
            // One alternative accepts anything, so the choice restricts nothing. For `oneOf` that
            // is not so.
            if alternatives.contains(&json!({})) {
                object.shift_remove(keyword);
                continue;
            }
        }
        let Some(only) = sole_alternative(alternatives) else {
            continue;
        };
        if object
            .keys()
            .all(|other| other == keyword || is_annotation_keyword(other))
        {
            let mut above = std::mem::take(&mut object);
            above.shift_remove(keyword);
            object = only;
            overlay_annotations(&mut object, &above);
        }
    }
    object
}

/// The one schema that says the same as the alternatives.
fn sole_alternative(alternatives: &[Value]) -> Option<Object> {
    match alternatives {
        [one] => one.as_object().cloned(),
        [one, null] if null == &json!({"type": "null"}) => nullable_scalar(one.as_object()?),
        [null, one] if null == &json!({"type": "null"}) => nullable_scalar(one.as_object()?),
        _ => None,
    }
}

fn nullable_scalar(schema: &Object) -> Option<Object> {
    let name = schema.get("type")?.as_str()?;
    // Clients accept lists of types for scalars alone.
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
