//! `$ref` and what stands beside it.

use serde_json::{Map, Value};

use super::super::context::Context;
use super::super::lift;
use super::super::place::Place;
use super::super::reference::{self, Broken};
use super::keywords;
use crate::schema::nullable::is_spec_annotation;

/// Reads a schema that has a `$ref`.
pub(super) fn read_reference_with_siblings(
    cx: &mut Context<'_>,
    reference: &str,
    object: &Map<String, Value>,
    out: &mut Map<String, Value>,
    at: &Place<'_>,
) {
    if let Some(definition) = definition_for_reference(cx, reference, &at.key("$ref")) {
        out.insert("$ref".into(), definition.into());
    }
    if object.len() == 1 {
        return;
    }
    let Some(ignoring) = report_ignored_siblings(cx, at) else {
        return keywords::read_keywords(cx, object, out, at);
    };
    let mut ignored = Vec::new();
    for key in object.keys() {
        if is_spec_annotation(key) {
            keywords::read_one(cx, object, key, out, at);
        } else if !matches!(key.as_str(), "$ref" | "nullable" | "x-nullable")
            && !identifies_schema(key)
        {
            ignored.push(format!("`{key}`"));
        }
    }
    if !ignored.is_empty() {
        let keys = ignored.join(", ");
        cx.warn(at, format!("beside `$ref`, {ignoring} ignores {keys}"));
    }
}

/// The standard by which a reference stands alone, if it does.
fn report_ignored_siblings(cx: &Context<'_>, at: &Place<'_>) -> Option<&'static str> {
    if !cx.version.has_json_schema() {
        return Some(cx.version.name());
    }
    let draft = reference::draft_at(&cx.documents, &at.to_pointer())?;
    draft.references_stand_alone().then(|| draft.name())
}

fn definition_for_reference(
    cx: &mut Context<'_>,
    reference: &str,
    at: &Place<'_>,
) -> Option<String> {
    if !reference.contains(['#', '/', ':'])
        && let Some(definition) = component_name(cx, reference, at)
    {
        return Some(definition);
    }
    let broken = match lift::resolve_reference(cx, reference, at) {
        Ok(definition) => return Some(definition),
        Err(broken) => broken,
    };
    if matches!(broken, Broken::Elsewhere | Broken::Unread(_))
        && let Some(definition) = component_name(cx, reference, at)
    {
        return Some(definition);
    }
    cx.warn(
        at,
        format!("the schema refers to `{reference}`, {broken}; it is read as any value"),
    );
    None
}

/// The component of that name, for references that are but a name.
fn component_name(cx: &mut Context<'_>, name: &str, at: &Place<'_>) -> Option<String> {
    let definition = lift::reference_to_component(cx, name)?;
    cx.warn(
        at,
        format!("`{name}` is not a JSON pointer; it is read as the name of a schema"),
    );
    Some(definition)
}

/// Keywords that say which schema it is, and nothing of a value.
fn identifies_schema(key: &str) -> bool {
    matches!(
        key,
        "$schema" | "$id" | "$anchor" | "$comment" | "$defs" | "definitions"
    )
}
