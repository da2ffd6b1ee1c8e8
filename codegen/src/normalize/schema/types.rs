//! `type` of a schema: one name or a list of names, including the names that other languages have for them.

use serde_json::{Map, Value};

use super::super::context::Context;
use super::super::fields;
use super::super::place::Place;
use super::super::version::Version;

/// `type` and, where the type says it, `format`.
pub(super) fn read_types(
    cx: &mut Context<'_>,
    value: &Value,
    out: &mut Map<String, Value>,
    at: &Place<'_>,
) {
    let names: Vec<&'static str> = match value {
        Value::String(name) => {
            if name == "null" && !cx.version.has_json_schema() {
                let version = cx.version.name();
                cx.warn(
                    at,
                    format!("{version} has no type `null`; it is read as in JSON Schema"),
                );
            }
            read_type(cx, name, out, at).into_iter().collect()
        }
        Value::Array(list) => {
            if !cx.version.has_json_schema() {
                let version = cx.version.name();
                cx.warn(
                    at,
                    format!("`type` must not be a list in {version}; it is read as in JSON Schema"),
                );
            }
            read_type_list(cx, list, out, at)
        }
        other => {
            let kind = fields::json_kind(other);
            cx.warn(
                at,
                format!("`type` must be a string, not {kind}; it is ignored"),
            );
            return;
        }
    };
    match names.as_slice() {
        [] => {}
        [name] => {
            out.insert("type".into(), (*name).into());
        }
        names => {
            out.insert("type".into(), names.to_vec().into());
        }
    }
}

/// The types of a list; one that is not known makes it any type.
fn read_type_list(
    cx: &mut Context<'_>,
    list: &[Value],
    out: &mut Map<String, Value>,
    at: &Place<'_>,
) -> Vec<&'static str> {
    let mut names = Vec::new();
    for (index, value) in list.iter().enumerate() {
        let at = at.index(index);
        let name = match value {
            Value::String(name) => read_type(cx, name, out, &at),
            // YAML reads an unquoted `null` as a null, and authors mean the type's name.
            Value::Null => Some("null"),
            other => {
                let kind = fields::json_kind(other);
                cx.warn(
                    &at,
                    format!("`type` must contain only strings, not {kind}; any type is accepted"),
                );
                None
            }
        };
        let Some(name) = name else {
            // Leaving out the unknown type alone would reject values that the spec allows.
            return Vec::new();
        };
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

fn read_type(
    cx: &mut Context<'_>,
    name: &str,
    out: &mut Map<String, Value>,
    at: &Place<'_>,
) -> Option<&'static str> {
    if let Some(known) = known_type(name) {
        return Some(known);
    }
    if name == "file" {
        if cx.version != Version::Swagger2 {
            cx.warn(
                at,
                "`file` is not a type; it is read as a string with the format `binary`",
            );
        }
        // Swagger 2.0 has `file` as a type of responses and form parameters. 3.0 says the same with
        // this format.
        out.insert("format".into(), "binary".into());
        return Some("string");
    }
    let meant = suggest_type(name);
    let then = match meant {
        Some(meant) => format!("it is read as `{meant}`"),
        None => "any type is accepted".to_owned(),
    };
    cx.warn(at, format!("`{name}` is not a type; {then}"));
    meant
}

fn known_type(name: &str) -> Option<&'static str> {
    let types = [
        "string", "integer", "number", "boolean", "object", "array", "null",
    ];
    types.into_iter().find(|known| *known == name)
}

/// The type that other languages' names for it mean.
fn suggest_type(name: &str) -> Option<&'static str> {
    let lower = name.trim().to_ascii_lowercase();
    match lower.as_str() {
        "str" | "text" | "date" | "datetime" | "date-time" | "uuid" => Some("string"),
        "int" | "int32" | "int64" | "long" => Some("integer"),
        "float" | "double" | "decimal" => Some("number"),
        "bool" => Some("boolean"),
        "list" => Some("array"),
        "map" | "dict" => Some("object"),
        other => known_type(other),
    }
}
