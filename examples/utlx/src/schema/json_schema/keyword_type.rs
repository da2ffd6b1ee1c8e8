use std::collections::HashSet;

use serde_json::{Map, Value};

/// The type, and whether null is one as well. A schema without `type` says by its keywords what it describes.
pub(super) fn read_type(members: &Map<String, Value>) -> (String, bool) {
    let known = |name: &str| match name {
        // The structure of `get_input_schema` says so of its root.
        "primitive" => members
            .get("primitiveType")
            .and_then(Value::as_str)
            .unwrap_or("any")
            .to_owned(),
        name => name.to_owned(),
    };
    match members.get("type") {
        Some(Value::String(name)) => (known(name), false),
        Some(Value::Array(names)) => {
            let names: HashSet<&str> = names.iter().filter_map(Value::as_str).collect();
            let nullable = names.contains("null");
            let mut others = names.into_iter().filter(|name| *name != "null");
            match (others.next(), others.next()) {
                (Some(only), None) => (known(only), nullable),
                (None, _) => ("null".to_owned(), false),
                _ => ("any".to_owned(), nullable),
            }
        }
        _ if members.contains_key("properties") || members.contains_key("required") => {
            ("object".to_owned(), false)
        }
        _ if members.contains_key("items") => ("array".to_owned(), false),
        _ => (type_of_values(members).unwrap_or("any").to_owned(), false),
    }
}

fn type_of_values(members: &Map<String, Value>) -> Option<&'static str> {
    let first = match members.get("const") {
        Some(value) => value,
        None => members.get("enum")?.get(0)?,
    };
    Some(match first {
        Value::String(_) => "string",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        _ => return None,
    })
}
