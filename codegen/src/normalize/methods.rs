//! The members of a path item that are operations.

use serde_json::Value;

use super::context::Context;
use super::fields;
use super::place::Place;
use super::version::Version;
use crate::model::Method;

/// An operation as a path item has it.
pub(super) struct Declared<'a> {
    pub(super) method: Method,
    pub(super) value: &'a Value,
    pub(super) pointer: String,
}

/// The operations of one member of a path item.
pub(super) fn of_member<'a>(
    cx: &mut Context<'a>,
    (key, value): (&str, &'a Value),
    path: &str,
    at: &Place<'_>,
) -> Vec<Declared<'a>> {
    if key == "additionalOperations" && cx.version == Version::OpenApi32 {
        return additional(cx, value, path, at);
    }
    let declared = method(cx, key, at).map(|method| Declared {
        method,
        value,
        pointer: at.pointer(),
    });
    declared.into_iter().collect()
}

fn method(cx: &mut Context<'_>, key: &str, at: &Place<'_>) -> Option<Method> {
    let has_query = cx.version == Version::OpenApi32;
    let method_of =
        |key: &str| Method::from_key(key).filter(|method| *method != Method::Query || has_query);
    if let Some(method) = method_of(key) {
        return Some(method);
    }
    let known = ["$ref", "summary", "description", "parameters", "servers"];
    if known.contains(&key) || key.starts_with("x-") {
        return None;
    }
    let like = method_of(&key.to_ascii_lowercase());
    cx.warn(
        at,
        match like {
            Some(method) => format!("the method `{key}` must be written `{}`", method.key()),
            None => format!("`{key}` is no method that a path item can have; it is ignored"),
        },
    );
    like
}

/// Operations of methods that have no key of their own in a path item.
fn additional<'a>(
    cx: &mut Context<'a>,
    value: &'a Value,
    path: &str,
    at: &Place<'_>,
) -> Vec<Declared<'a>> {
    let Value::Object(operations) = value else {
        let kind = fields::kind(value);
        let message =
            format!("`additionalOperations` must be an object, not {kind}; it is ignored");
        cx.warn(at, message);
        return Vec::new();
    };
    let mut declared = Vec::new();
    for (name, value) in operations {
        let at = at.key(name);
        match Method::ALL
            .into_iter()
            .find(|method| method.to_string() == *name)
        {
            Some(method) => {
                let key = method.key();
                cx.warn(&at, format!("an operation of `{name}` must be at `{key}`"));
                declared.push(Declared {
                    method,
                    value,
                    pointer: at.pointer(),
                });
            }
            None => {
                let reason = format!("no tool can send a request of method `{name}`");
                cx.diagnostics.skipped(name, path, at.pointer(), reason);
            }
        }
    }
    declared
}
