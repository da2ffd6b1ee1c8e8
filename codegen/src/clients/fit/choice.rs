//! Rewrites `allOf`, `oneOf` and `anyOf` for clients that reject them or allow nothing beside
//! `anyOf`. The result describes at least what the original accepts. Arguments are still validated
//! against the spec's own schema, so a wider description loses no check.

use serde_json::{Value, json};

use super::demands::Demands;
use super::notes::Notes;
use crate::schema::keyword::{Object, string_list};
use crate::schema::overlay_annotations;

/// Says `allOf` and `oneOf` without them, where a client refuses them.
pub(super) fn flatten_all_of(object: &mut Object, demands: &Demands) {
    if !demands.admits_keyword("allOf")
        && let Some(Value::Array(members)) = object.shift_remove("allOf")
    {
        for member in members {
            if let Value::Object(member) = member {
                add_branch(object, member);
            }
        }
    }
    if !demands.admits_keyword("oneOf")
        && let Some(alternatives) = object.shift_remove("oneOf")
    {
        // If both keywords exist, `anyOf` stays and `oneOf` is dropped. A schema cannot have
        // `anyOf` twice without `allOf`, which the same clients often reject.
        object.entry("anyOf").or_insert(alternatives);
    }
}

/// Adds what another schema says and this one does not.
fn add_branch(object: &mut Object, other: Object) {
    for (keyword, value) in other {
        match (object.get_mut(&keyword), value) {
            (Some(Value::Object(own)), Value::Object(others)) if keyword == "properties" => {
                for (name, schema) in others {
                    own.entry(name).or_insert(schema);
                }
            }
            (Some(Value::Array(own)), Value::Array(others)) if keyword == "required" => {
                let new: Vec<Value> = others
                    .into_iter()
                    .filter(|name| !own.contains(name))
                    .collect();
                own.extend(new);
            }
            // The outer schema wins: merging two bounds or patterns would need their intersection,
            // and a wrong one would mislead more than a wide one.
            (Some(_), _) => {}
            (None, value) => {
                object.insert(keyword, value);
            }
        }
    }
}

/// Leaves nothing beside `anyOf`: alternatives that are one thing become it. Otherwise the first
/// of them gets the description, and what else stands beside them is dropped.
pub(super) fn alone(object: &mut Object, notes: &mut Notes, demands: &Demands) {
    if !demands.lone_any_of {
        return;
    }
    collapse_choice(object);
    let Some(Value::Array(branches)) = object.shift_remove("anyOf") else {
        return;
    };
    let branches: Vec<Object> = branches.into_iter().filter_map(object_of).collect();
    // The client rejects `anyOf` beside `type`. The type of a scalar says more to a model than its
    // alternatives.
    if object.contains_key("type") && !is_object(object) {
        return;
    }
    if branches.iter().all(is_object) && !branches.is_empty() {
        join_branches(object, branches);
        notes.add_note("one of several forms, not all properties together");
    } else if !object.contains_key("type") && !branches.is_empty() {
        object.insert(
            "anyOf".to_owned(),
            move_description_to_first_branch(object, branches),
        );
        object.retain(|keyword, _| keyword == "anyOf");
    }
}

/// Becomes the only alternative that there is.
pub(super) fn collapse_choice(object: &mut Object) {
    let Some(Value::Array(branches)) = object.get("anyOf") else {
        return;
    };
    if let [Value::Object(one)] = branches.as_slice() {
        let one = one.clone();
        let above = std::mem::replace(object, one);
        overlay_annotations(object, &above);
    }
}

fn object_of(schema: Value) -> Option<Object> {
    match schema {
        Value::Object(object) => Some(object),
        _ => None,
    }
}

fn is_object(schema: &Object) -> bool {
    schema.get("type") == Some(&json!("object")) || schema.contains_key("properties")
}

/// One object with the properties of all alternatives, and what all of them require.
fn join_branches(object: &mut Object, branches: Vec<Object>) {
    // Only what all alternatives require may be required of the joined object. Anything else would
    // exclude a valid form.
    let first = branches
        .first()
        .map(|branch| string_list(branch, "required"));
    let common: Vec<Value> = first
        .unwrap_or_default()
        .into_iter()
        .filter(|name| {
            branches
                .iter()
                .all(|branch| string_list(branch, "required").contains(name))
        })
        .map(Value::from)
        .collect();
    let mut joined = Object::new();
    joined.insert("type".to_owned(), json!("object"));
    for mut branch in branches {
        branch.retain(|keyword, _| keyword == "properties");
        add_branch(&mut joined, branch);
    }
    if !common.is_empty() {
        joined.insert("required".to_owned(), Value::Array(common));
    }
    add_branch(object, joined);
}

/// The alternatives, the first of them under the description of the whole.
fn move_description_to_first_branch(object: &Object, mut branches: Vec<Object>) -> Value {
    let description = object.get("description").and_then(Value::as_str);
    if let (Some(text), Some(first)) = (description, branches.first_mut()) {
        let own = first.get("description").and_then(Value::as_str);
        // The description of the whole would be dropped with the rest, since nothing may stand
        // beside `anyOf`.
        let both = own.map_or_else(|| text.to_owned(), |own| format!("{text}\n\n{own}"));
        first.insert("description".to_owned(), both.into());
    }
    branches.into_iter().map(Value::Object).collect()
}
