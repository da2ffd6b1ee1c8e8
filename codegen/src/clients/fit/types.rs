//! Rewrites `type` for clients that require it everywhere and allow nothing beside `anyOf`. An alternative that is
//! null becomes `nullable` if the client knows that word, otherwise a note in the description.

use serde_json::{Value, json};

use super::choice;
use super::demands::Demands;
use super::notes::Notes;
use crate::schema::keyword::Object;

/// Takes null out of `anyOf` where nothing may stand beside it, and says it in another way. Without the null, a single
/// alternative takes the place of the choice.
pub(super) fn replace_null_alternative(object: &mut Object, notes: &mut Notes, demands: &Demands) {
    if !demands.lone_any_of || !without_null_branch(object) {
        return;
    }
    choice::collapse_choice(object);
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
