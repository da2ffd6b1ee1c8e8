use serde_json::{Map, Value, json};

use super::super::context::Context;
use super::super::fields;
use super::super::place::Place;
use super::super::version::Version;
use super::annotations;

/// Lets a schema accept null where `nullable` or `x-nullable` says so.
pub(super) fn apply(
    cx: &mut Context<'_>,
    object: &Map<String, Value>,
    mut out: Map<String, Value>,
    at: &Place<'_>,
) -> Value {
    if !is_nullable(cx, object, at) {
        return Value::Object(out);
    }
    if is_plain_union(&out) {
        add_null_alternative(&mut out);
    } else if has_applicator(&out) {
        return with_alternative(out);
    } else if out.contains_key("type") {
        add_null_type(&mut out);
        add_null_constant(&mut out);
    } else {
        cx.warn(
            at,
            "`nullable` without `type` says nothing by the standard; null is accepted",
        );
        if is_alternative(at) && out.keys().all(|key| annotations::is_annotation(key)) {
            out.insert("type".into(), "null".into());
        } else if out.contains_key("enum") || out.contains_key("const") {
            add_null_constant(&mut out);
        } else if out.keys().any(|key| !annotations::is_annotation(key)) {
            return with_alternative(out);
        }
    }
    Value::Object(out)
}

fn is_nullable(cx: &mut Context<'_>, object: &Map<String, Value>, at: &Place<'_>) -> bool {
    let extension = object.get("x-nullable") == Some(&Value::Bool(true));
    let keyword = fields::flag(cx, object, "nullable", at) == Some(true);
    if keyword && cx.version != Version::OpenApi30 {
        let version = cx.version.name();
        cx.warn(
            &at.key("nullable"),
            format!("`nullable` is not in {version}; it is read as in OpenAPI 3.0"),
        );
    }
    extension || keyword
}

/// Whether the place is one of several alternatives: there `{nullable: true}` is meant as null.
fn is_alternative(at: &Place<'_>) -> bool {
    matches!(at, Place::Index(Place::Key(_, "anyOf" | "oneOf"), _))
}

/// Keywords that hand the same value to other schemas, which might refuse null.
fn has_applicator(out: &Map<String, Value>) -> bool {
    let applicators = ["$ref", "allOf", "anyOf", "oneOf", "not", "if"];
    applicators.iter().any(|key| out.contains_key(*key))
}

/// `anyOf` beside nothing but annotations.
fn is_plain_union(out: &Map<String, Value>) -> bool {
    out.contains_key("anyOf")
        && out
            .keys()
            .all(|key| key == "anyOf" || annotations::is_annotation(key))
}

fn add_null_alternative(out: &mut Map<String, Value>) {
    let null = json!({"type": "null"});
    if let Some(Value::Array(alternatives)) = out.get_mut("anyOf")
        && !alternatives.contains(&null)
    {
        alternatives.push(null);
    }
}

fn add_null_type(out: &mut Map<String, Value>) {
    match out.get_mut("type") {
        Some(Value::Array(names)) if !names.iter().any(|name| name == "null") => {
            names.push("null".into());
        }
        Some(declared @ Value::String(_)) if declared != "null" => {
            *declared = json!([declared.take(), "null"]);
        }
        _ => {}
    }
}

fn add_null_constant(out: &mut Map<String, Value>) {
    if let Some(constant) = out.shift_remove("const") {
        out.insert("enum".into(), json!([constant]));
    }
    if let Some(Value::Array(values)) = out.get_mut("enum")
        && !values.contains(&Value::Null)
    {
        values.push(Value::Null);
    }
}

/// The schema or null; annotations stay outside, where they are said of both.
fn with_alternative(out: Map<String, Value>) -> Value {
    let (mut outer, inner): (Map<_, _>, Map<_, _>) = out
        .into_iter()
        .partition(|(key, _)| annotations::is_annotation(key));
    outer.insert("anyOf".into(), json!([inner, {"type": "null"}]));
    Value::Object(outer)
}
