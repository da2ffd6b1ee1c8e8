//! `discriminator` of a schema. Its mapping may name components or refer to any schema; both become keys of
//! definitions, and a name that leads to none of the alternatives is kept as lost, for a diagnostic of a later stage.

#[cfg(test)]
mod tests;

use serde_json::{Map, Value};

use super::super::context::Context;
use super::super::fields;
use super::super::lift;
use super::super::place::Place;
use super::super::reference;
use crate::source::pointer::push_token;

/// How many alternatives within alternatives are looked into.
const DEPTH: usize = 4;

/// The `discriminator` of a schema as an object, its mapping to `#/$defs/{key}`.
pub(super) fn read_discriminator(
    cx: &mut Context<'_>,
    schema: &Map<String, Value>,
    value: &Value,
    parent: &Place<'_>,
) -> Option<Value> {
    let at = &parent.key("discriminator");
    let mut out = Map::new();
    match value {
        Value::String(name) => {
            out.insert("propertyName".into(), name.clone().into());
        }
        Value::Object(object) => {
            let Some(Value::String(name)) = object.get("propertyName") else {
                cx.warn(
                    at,
                    "`discriminator` must have a `propertyName`; it is ignored",
                );
                return None;
            };
            out.insert("propertyName".into(), name.clone().into());
            let known = alternative_keys(cx, schema, parent, DEPTH);
            if let Some(mapping) = object.get("mapping") {
                mapping_of(cx, mapping, known.as_deref(), &at.key("mapping"), &mut out);
            }
            if let Some(target) = object.get("defaultMapping") {
                let target = target_of(cx, target, known.as_deref(), &at.key("defaultMapping"));
                out.extend(target.map(|target| ("defaultMapping".to_owned(), target.into())));
            }
            fields::copy_extensions(object, &mut out);
        }
        other => {
            let kind = fields::json_kind(other);
            cx.warn(
                at,
                format!("`discriminator` must be an object, not {kind}; it is ignored"),
            );
            return None;
        }
    }
    Some(Value::Object(out))
}

fn mapping_of(
    cx: &mut Context<'_>,
    value: &Value,
    known: Option<&[String]>,
    at: &Place<'_>,
    out: &mut Map<String, Value>,
) {
    let Value::Object(mapping) = value else {
        let kind = fields::json_kind(value);
        cx.warn(
            at,
            format!("`mapping` must be an object, not {kind}; it is ignored"),
        );
        return;
    };
    let mut found = Map::with_capacity(mapping.len());
    let mut lost = Vec::new();
    for (name, target) in mapping {
        match target_of(cx, target, known, &at.key(name)) {
            Some(definition) => {
                found.insert(name.clone(), definition.into());
            }
            None => lost.push(Value::from(name.clone())),
        }
    }
    out.insert("mapping".to_owned(), Value::Object(found));
    if !lost.is_empty() {
        out.insert("lost".to_owned(), Value::Array(lost));
    }
}

/// The definition that a mapping leads to, which should be one of the alternatives.
fn target_of(
    cx: &mut Context<'_>,
    target: &Value,
    known: Option<&[String]>,
    at: &Place<'_>,
) -> Option<String> {
    let Some(text) = target.as_str() else {
        let kind = fields::json_kind(target);
        cx.warn(
            at,
            format!(
                "the discriminator must refer to a schema by a string, not {kind}; it is ignored"
            ),
        );
        return None;
    };
    let definition = target_definition(cx, text, at);
    let problem = match &definition {
        None => "which is not found in the document",
        Some(definition) if known.is_some_and(|known| !known.contains(definition)) => {
            "which is not one of the alternatives"
        }
        Some(_) => return definition,
    };
    cx.warn(
        at,
        format!("the discriminator refers to `{text}`, {problem}; it is ignored"),
    );
    None
}

/// A mapping leads to a component by its name, or to any schema by a reference.
fn target_definition(cx: &mut Context<'_>, text: &str, at: &Place<'_>) -> Option<String> {
    if let Some(definition) = lift::reference_to_component(cx, text) {
        return Some(definition);
    }
    if let Some(definition) = definition_of_neighbour(cx, text, at) {
        return Some(definition);
    }
    if reference::is_name(text) {
        return None;
    }
    lift::resolve_reference(cx, text, at).ok()
}

/// What a schema's alternatives refer to, and the alternatives of those; `None` where it has none,
/// or one without a reference.
fn alternative_keys(
    cx: &mut Context<'_>,
    schema: &Map<String, Value>,
    at: &Place<'_>,
    depth: usize,
) -> Option<Vec<String>> {
    let mut known = None;
    for keyword in ["oneOf", "anyOf"] {
        let Some(Value::Array(members)) = schema.get(keyword) else {
            continue;
        };
        for member in members.iter().filter(|member| !is_null(member)) {
            let text = reference::reference_in(member)?;
            let all = known.get_or_insert_with(Vec::new);
            all.extend(lift::resolve_reference(cx, text, at).ok());
            let Ok(target) = reference::locate_reference(&cx.documents, &at.to_pointer(), text)
            else {
                continue;
            };
            if let (Value::Object(inner), Some(depth)) = (target.value, depth.checked_sub(1)) {
                let inner = alternative_keys(cx, inner, &Place::At(&target.pointer), depth);
                known
                    .get_or_insert_with(Vec::new)
                    .extend(inner.into_iter().flatten());
            }
        }
    }
    known
}

fn is_null(schema: &Value) -> bool {
    schema.get("type").is_some_and(|name| name == "null")
}

/// What a name means to a document beside the spec that has components of its own.
fn definition_of_neighbour(cx: &mut Context<'_>, name: &str, at: &Place<'_>) -> Option<String> {
    if at.document().is_empty() {
        return None;
    }
    let mut reference = format!("#{}", cx.version.schemas_at());
    push_token(&mut reference, name);
    lift::resolve_reference(cx, &reference, at).ok()
}
