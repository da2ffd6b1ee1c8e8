//! Rewrites `type` for clients that accept a single one or require it everywhere. Null becomes
//! `nullable` if the client knows that word, otherwise a note in the description. Other types
//! become alternatives of `anyOf`.

use serde_json::{Value, json};

use super::choice;
use super::demands::Demands;
use super::notes::Notes;
use crate::schema::applicable_types;
use crate::schema::keyword::{Object, declared_types};

/// One type instead of several: null becomes a word, other types become alternatives.
pub(super) fn reduce_to_single_type(object: &mut Object, notes: &mut Notes, demands: &Demands) {
    if !demands.one_type {
        return;
    }
    // Pydantic and many generators write an optional value as `anyOf: [X, {type: null}]`. Without
    // the null, the single alternative takes the place of the choice.
    let mut is_nullable = demands.lone_any_of && without_null_branch(object);
    if is_nullable {
        choice::collapse_choice(object);
    }
    if let Some(Value::Array(_)) = object.get("type") {
        let names: Vec<String> = declared_types(object)
            .into_iter()
            .map(str::to_owned)
            .collect();
        let others: Vec<&str> = names
            .iter()
            .map(String::as_str)
            .filter(|name| *name != "null")
            .collect();
        is_nullable |= others.len() < names.len();
        match others.as_slice() {
            [] => {
                object.insert("type".to_owned(), json!("null"));
                return;
            }
            [one] => {
                object.insert("type".to_owned(), json!(one));
            }
            several => split_types(object, several),
        }
    }
    if !is_nullable {
        return;
    }
    // The `enum` must not name a null that the type no longer has.
    if let Some(Value::Array(values)) = object.get_mut("enum") {
        values.retain(|value| !value.is_null());
    }
    if demands.nullable && !object.contains_key("anyOf") {
        object.insert("nullable".to_owned(), json!(true));
    } else {
        notes.add_note("or null");
    }
}

/// Takes null out of the alternatives; whether it was there.
fn without_null_branch(object: &mut Object) -> bool {
    let Some(Value::Array(branches)) = object.get_mut("anyOf") else {
        return false;
    };
    let before = branches.len();
    branches.retain(|branch| branch.get("type") != Some(&json!("null")));
    branches.len() < before
}

/// An alternative for each type, with the keywords that are about it.
fn split_types(object: &mut Object, names: &[&str]) {
    object.shift_remove("type");
    let mut branches = Vec::new();
    for name in names {
        let mut branch = Object::new();
        branch.insert("type".to_owned(), json!(name));
        for (keyword, value) in object.iter() {
            if applicable_types(keyword).contains(name) {
                branch.insert(keyword.clone(), value.clone());
            }
        }
        branches.push(Value::Object(branch));
    }
    object.retain(|keyword, _| applicable_types(keyword).is_empty());
    if !object.contains_key("anyOf") {
        object.insert("anyOf".to_owned(), Value::Array(branches));
    }
}

/// A type where there was none.
pub(super) fn add_missing_type(object: &mut Object, notes: &mut Notes, demands: &Demands) {
    let silent = !object.contains_key("type") && !object.contains_key("anyOf");
    if !demands.typed || !silent {
        return;
    }
    let strings = match object.get("enum") {
        Some(Value::Array(values)) => values.iter().all(Value::is_string),
        _ => false,
    };
    let implied = [
        (strings, "string"),
        (object.contains_key("properties"), "object"),
        (object.contains_key("items"), "array"),
    ];
    match implied.iter().find(|(holds, _)| *holds) {
        Some((_, name)) => {
            object.insert("type".to_owned(), json!(name));
        }
        None => {
            notes.add_note("any JSON value");
            // No array: it would need `items`, which nobody has described.
            let any = ["string", "number", "boolean", "object"].map(|name| json!({"type": name}));
            object.insert("anyOf".to_owned(), json!(any));
            choice::alone(object, notes, demands);
        }
    }
}
