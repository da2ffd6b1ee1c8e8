//! `$dynamicRef` and `$recursiveRef`, and what they lead to.

use serde_json::{Map, Value, json};

use super::super::context::Context;
use super::super::lift;
use super::super::place::Place;
use super::super::reference::{self, Broken, Scope};

/// Enters a schema that has a `$id`; the scope around it is given back, to be restored.
pub(super) fn enter_scope(
    cx: &mut Context<'_>,
    object: &Map<String, Value>,
    at: &Place<'_>,
) -> Option<Scope> {
    if !object.get("$id").is_some_and(Value::is_string) {
        return None;
    }
    let entered = reference::enter_resource(&cx.documents, &cx.arena.scope, &at.to_pointer());
    Some(std::mem::replace(&mut cx.arena.scope, entered))
}

/// Reads what a schema refers to dynamically, beside its `$ref` if it has one.
pub(super) fn read_dynamic_reference(
    cx: &mut Context<'_>,
    object: &Map<String, Value>,
    out: &mut Map<String, Value>,
    at: &Place<'_>,
) {
    if let Some(value) = object.get("$dynamicRef") {
        let definition = resolve_dynamic(cx, value, &at.key("$dynamicRef"));
        add_reference(definition, out);
    }
    if object.contains_key("$recursiveRef") {
        let definition = resolve_recursive(cx, &at.key("$recursiveRef"));
        add_reference(definition, out);
    }
    if let Some(Value::String(name)) = object.get("$dynamicAnchor") {
        check_anchor(cx, name, at);
    }
}

fn add_reference(definition: Option<String>, out: &mut Map<String, Value>) {
    let Some(definition) = definition else {
        return;
    };
    // Both keywords hold at once, and an object has one `$ref`; so the second becomes a member of
    // `allOf`.
    if !out.contains_key("$ref") {
        out.insert("$ref".into(), definition.into());
        return;
    }
    let also = json!({"$ref": definition});
    match out.get_mut("allOf") {
        Some(Value::Array(all)) => all.push(also),
        _ => {
            out.insert("allOf".into(), json!([also]));
        }
    }
}

fn resolve_dynamic(cx: &mut Context<'_>, value: &Value, at: &Place<'_>) -> Option<String> {
    let Some(reference) = value.as_str() else {
        cx.warn(
            at,
            "`$dynamicRef` must be a string; it is read as any value",
        );
        return None;
    };
    let broken = match lift::resolve_dynamic_reference(cx, reference, at) {
        Ok(definition) => return Some(definition),
        Err(Broken::Anchor) => {
            "which is not a `$dynamicAnchor` or `$anchor` of an enclosing schema".to_owned()
        }
        Err(broken) => broken.to_string(),
    };
    cx.warn(
        at,
        format!("`$dynamicRef` refers to `{reference}`, {broken}; it is read as any value"),
    );
    None
}

/// Where no schema around it has a `$id`, the outermost one is what `#` comes closest to.
fn resolve_recursive(cx: &mut Context<'_>, at: &Place<'_>) -> Option<String> {
    if let Ok(definition) = lift::resolve_recursive_reference(cx, at) {
        return Some(definition);
    }
    let definition = lift::reference_to_base(cx);
    let message = match definition {
        Some(_) => "`$recursiveRef` is read as a reference to the enclosing schema",
        None => "`$recursiveRef` is not within a schema; it is read as any value",
    };
    cx.warn(at, message);
    definition
}

/// Says that nothing can lead to a dynamic anchor, for there is one of its name before it.
fn check_anchor(cx: &mut Context<'_>, name: &str, at: &Place<'_>) {
    let is_known = cx.version.has_json_schema() || !at.document().is_empty();
    if is_known && !reference::is_dynamic_anchor(&cx.documents, &at.to_pointer(), name) {
        cx.warn(
            &at.key("$dynamicAnchor"),
            format!(
                "the dynamic anchor `{name}` is declared twice; it is ignored, unless its schema gets its \
                 own `$id`"
            ),
        );
    }
}
