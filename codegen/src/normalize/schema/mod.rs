//! A schema of any version as JSON Schema 2020-12.
//!
//! The walk knows at each step whether it is at a schema, at a map of schemas or at data, so a
//! property that is named like a keyword is left alone.

mod bounds;
mod children;
mod constants;
pub(in crate::normalize) mod cycles;
mod defaults;
mod dependencies;
pub(in crate::normalize) mod dialect;
mod discriminator;
mod dynamic_references;
mod encoded;
mod enums;
pub(in crate::normalize) mod inheritance;
mod items;
mod keywords;
mod known_values;
mod nullable;
mod patterns;
mod required;
mod schema_examples;
mod sense;
mod siblings;
#[cfg(test)]
mod tests;
mod types;

use serde_json::{Map, Value};

pub(crate) use constants::{is_about_enum, with_enum_extensions};
pub(crate) use encoded::describe_encoding;

use super::context::Context;
use super::fields;
use super::place::Place;

/// Deeper nesting than any parser lets through is not followed.
const MAX_DEPTH: usize = 100;

/// Reads the schema at a place.
pub(super) fn read_schema(cx: &mut Context<'_>, value: &Value, at: &Place<'_>) -> Value {
    match value {
        Value::Object(object) => read_object(cx, object, at),
        Value::Bool(_) => {
            if !cx.version.has_json_schema() {
                let version = cx.version.name();
                cx.warn(
                    at,
                    format!(
                        "a schema must be an object in {version}; this boolean is read as in JSON \
                        Schema"
                    ),
                );
            }
            value.clone()
        }
        other => {
            let kind = fields::json_kind(other);
            cx.warn(
                at,
                format!("a schema must be an object, not {kind}; it is read as any value"),
            );
            any_schema()
        }
    }
}

fn read_object(cx: &mut Context<'_>, object: &Map<String, Value>, at: &Place<'_>) -> Value {
    if at.depth() > MAX_DEPTH {
        cx.warn(
            at,
            "the schema is nested too deeply; this part of it is read as any value",
        );
        return any_schema();
    }
    let around = dynamic_references::enter_scope(cx, object, at);
    let mut out = Map::new();
    match object.get("$ref") {
        Some(Value::String(reference)) => {
            siblings::read_reference_with_siblings(cx, reference, object, &mut out, at)
        }
        Some(other) => {
            fields::report_wrong_type(cx, "$ref", "a string", other, "is ignored", at);
            keywords::read_keywords(cx, object, &mut out, at);
        }
        None => keywords::read_keywords(cx, object, &mut out, at),
    }
    if let Some(around) = around {
        cx.arena.scope = around;
    }
    nullable::apply_nullable(cx, object, out, at)
}

fn any_schema() -> Value {
    Value::Object(Map::new())
}
