//! Schemas that accept null as well.

use serde_json::{Value, json};

use super::keyword::Object;

/// A schema that accepts null and whatever `schema` accepts. One that says nothing of a value accepts null
/// already.
pub(crate) fn accept_null(mut schema: Object) -> Value {
    if is_plain_union(&schema) {
        add_null_alternative(&mut schema);
    } else if has_applicator(&schema) {
        return with_null_alternative(schema);
    } else if schema.contains_key("type") {
        add_null_type(&mut schema);
        add_null_constant(&mut schema);
    } else if schema.contains_key("enum") || schema.contains_key("const") {
        add_null_constant(&mut schema);
    } else if schema.keys().any(|key| !is_spec_annotation(key)) {
        return with_null_alternative(schema);
    }
    Value::Object(schema)
}

/// Whether a schema says of which type a value is, or leaves that to other schemas.
pub(crate) fn has_type_or_applicator(schema: &Object) -> bool {
    schema.contains_key("type") || has_applicator(schema)
}

/// Keywords that say something about a value and refuse none.
pub(crate) fn is_spec_annotation(key: &str) -> bool {
    matches!(
        key,
        "title"
            | "description"
            | "default"
            | "example"
            | "examples"
            | "readOnly"
            | "writeOnly"
            | "deprecated"
            | "externalDocs"
            | "xml"
    ) || (key.starts_with("x-") && key != "x-nullable")
}

/// Keywords that hand the same value to other schemas, which might refuse null.
fn has_applicator(out: &Object) -> bool {
    let applicators = ["$ref", "allOf", "anyOf", "oneOf", "not", "if"];
    applicators.iter().any(|key| out.contains_key(*key))
}

/// `anyOf` beside nothing but annotations.
fn is_plain_union(out: &Object) -> bool {
    out.contains_key("anyOf")
        && out
            .keys()
            .all(|key| key == "anyOf" || is_spec_annotation(key))
}

fn add_null_alternative(out: &mut Object) {
    let null = json!({"type": "null"});
    if let Some(Value::Array(alternatives)) = out.get_mut("anyOf")
        && !alternatives.contains(&null)
    {
        alternatives.push(null);
    }
}

fn add_null_type(out: &mut Object) {
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

fn add_null_constant(out: &mut Object) {
    // `const` has one value, so that a second one needs `enum`.
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
fn with_null_alternative(out: Object) -> Value {
    let (mut outer, inner): (Object, Object) = out
        .into_iter()
        .partition(|(key, _)| is_spec_annotation(key));
    outer.insert("anyOf".into(), json!([inner, {"type": "null"}]));
    Value::Object(outer)
}
