//! `dependencies` of older drafts, and what became of it.

use serde_json::{Map, Value};

use super::super::context::Context;
use super::super::place::Place;
use super::children;

pub(super) fn read_dependencies(
    cx: &mut Context<'_>,
    value: &Value,
    out: &mut Map<String, Value>,
    at: &Place<'_>,
) {
    let Value::Object(dependencies) = value else {
        cx.warn(at, "`dependencies` must be an object; it is ignored");
        return;
    };
    let (mut required, mut schemas) = (Map::new(), Map::new());
    for (name, dependency) in dependencies {
        let at = at.key(name);
        if dependency.is_array() {
            required.extend(read_names(cx, dependency, &at).map(|names| (name.clone(), names)));
        } else if let Some(schema) = children::read_child(cx, "dependencies", dependency, &at) {
            schemas.insert(name.clone(), schema);
        }
    }
    for (key, map) in [
        ("dependentRequired", required),
        ("dependentSchemas", schemas),
    ] {
        if !map.is_empty() {
            out.insert(key.into(), Value::Object(map));
        }
    }
}

/// `dependentRequired`
pub(super) fn read_dependent_required(
    cx: &mut Context<'_>,
    value: &Value,
    at: &Place<'_>,
) -> Option<Value> {
    let Value::Object(dependencies) = value else {
        cx.warn(at, "`dependentRequired` must be an object; it is ignored");
        return None;
    };
    let mut out = Map::new();
    for (name, dependency) in dependencies {
        let names = read_names(cx, dependency, &at.key(name));
        out.extend(names.map(|names| (name.clone(), names)));
    }
    Some(Value::Object(out))
}

fn read_names(cx: &mut Context<'_>, value: &Value, at: &Place<'_>) -> Option<Value> {
    let is_names = value
        .as_array()
        .is_some_and(|names| names.iter().all(Value::is_string));
    if is_names {
        return Some(value.clone());
    }
    cx.warn(at, "this must be a list of property names; it is ignored");
    None
}
