//! Writes a list of types as alternatives with one type each: `type: [string, "null"]` becomes
//! `anyOf: [{type: string}, {type: "null"}]`. Cursor rejects an argument with a list of types, and Gemini the whole
//! request (`clients::profiles`); all clients read `anyOf`, which Pydantic writes as well. Takes client schemas, which
//! have no `const`, and changes nothing of what they accept.

use serde_json::{Value, json};

use super::applicable_types;
use super::example::is_of_type;
use super::keyword::{Object, declared_types, schemas_in_keyword_mut};
use super::nullable::has_type_or_applicator;

/// Writes all lists of types in a schema as alternatives.
pub(crate) fn split_type_lists(schema: &mut Value) {
    let Some(object) = schema.as_object_mut() else {
        return;
    };
    split_own_types(object);
    for (keyword, value) in object.iter_mut() {
        for inner in schemas_in_keyword_mut(keyword, value) {
            split_type_lists(inner);
        }
    }
    splice_alternatives(object);
}

fn split_own_types(object: &mut Object) {
    let Some(Value::Array(_)) = object.get("type") else {
        return;
    };
    let mut names: Vec<String> = declared_types(object)
        .into_iter()
        .map(str::to_owned)
        .collect();
    // Every integer is a number (JSON Schema 2020-12 Validation, section 6.1.1).
    if names.iter().any(|name| name == "number") {
        names.retain(|name| name != "integer");
    }
    let place = object.keys().position(|keyword| keyword == "type");
    object.shift_remove("type");
    if object.contains_key("anyOf") {
        return push_types_down(object, &names);
    }
    let (assertions, mut beside): (Object, Object) = std::mem::take(object)
        .into_iter()
        .partition(|(keyword, _)| is_about_one_type(keyword));
    let mut alternatives: Vec<Value> = names
        .iter()
        .filter_map(|name| alternative_of_type(name, &names, &assertions))
        .map(Value::Object)
        .collect();
    match alternatives.as_mut_slice() {
        // No value of the `enum` has one of the types, so nothing is accepted.
        [] => *object = assertions,
        // The `enum` has values of one of the types only.
        [Value::Object(only)] => *object = std::mem::take(only),
        _ => {
            let place = place.unwrap_or_default().min(beside.len());
            beside.shift_insert(place, "anyOf".to_owned(), Value::Array(alternatives));
        }
    }
    object.append(&mut beside);
}

/// Gives the types to those alternatives of `anyOf` that do not say theirs.
fn push_types_down(object: &mut Object, names: &[String]) {
    let Some(Value::Array(alternatives)) = object.get_mut("anyOf") else {
        return;
    };
    for alternative in alternatives {
        if let Value::Object(alternative) = alternative
            && !has_type_or_applicator(alternative)
        {
            alternative.shift_insert(0, "type".to_owned(), json!(names));
        }
    }
}

/// Whether a keyword belongs to an alternative: annotations and what holds alternatives itself stay beside `anyOf`.
fn is_about_one_type(keyword: &str) -> bool {
    matches!(keyword, "enum" | "format") || !applicable_types(keyword).is_empty()
}

/// A type with the keywords that are about it; nothing if no value of the `enum` has it.
fn alternative_of_type(name: &str, names: &[String], assertions: &Object) -> Option<Object> {
    let mut alternative = Object::new();
    alternative.insert("type".to_owned(), json!(name));
    for (keyword, value) in assertions {
        match (keyword.as_str(), value) {
            ("enum", Value::Array(values)) => {
                let mut own = values.clone();
                own.retain(|value| is_of_type(value, name));
                if own.is_empty() {
                    return None;
                }
                // The type says the same.
                if name != "null" {
                    alternative.insert(keyword.clone(), Value::Array(own));
                }
            }
            ("format", Value::String(format)) if type_with_format(format, names) == Some(name) => {
                alternative.insert(keyword.clone(), value.clone());
            }
            _ if applicable_types(keyword).contains(&name) => {
                alternative.insert(keyword.clone(), value.clone());
            }
            _ => {}
        }
    }
    Some(alternative)
}

/// The type that a format is about: numbers have the formats of OpenAPI's registry, all others are formats of strings.
fn type_with_format<'n>(format: &str, names: &'n [String]) -> Option<&'n str> {
    let is_numeric = format.starts_with("int")
        || format.starts_with("uint")
        || matches!(format, "float" | "double" | "decimal" | "number");
    let of_numbers = ["integer", "number"];
    let of_format = names.iter().find(|name| match is_numeric {
        true => of_numbers.contains(&name.as_str()),
        false => *name == "string",
    });
    of_format
        .or_else(|| names.iter().find(|name| *name != "null"))
        .map(String::as_str)
}

/// Puts the alternatives of an alternative in its place, if it says nothing else.
fn splice_alternatives(object: &mut Object) {
    let Some(Value::Array(alternatives)) = object.get_mut("anyOf") else {
        return;
    };
    let mut flat: Vec<Value> = Vec::with_capacity(alternatives.len());
    for alternative in std::mem::take(alternatives) {
        let inner = match alternative {
            Value::Object(mut inner) if inner.len() == 1 && inner.contains_key("anyOf") => {
                inner.shift_remove("anyOf")
            }
            other => Some(Value::Array(vec![other])),
        };
        if let Some(Value::Array(inner)) = inner {
            for one in inner {
                if !flat.contains(&one) {
                    flat.push(one);
                }
            }
        }
    }
    *alternatives = flat;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(mut schema: Value) -> Value {
        split_type_lists(&mut schema);
        schema
    }

    #[test]
    fn each_type_has_its_own_keywords() {
        let (either, expected) = (
            json!({"title": "T", "type": ["string", "array", "null"], "items": {"type": ["integer", "null"]},
                   "minLength": 1, "format": "date", "description": "One or more.", "default": null}),
            json!({"title": "T", "anyOf": [
                {"type": "string", "minLength": 1, "format": "date"},
                {"type": "array", "items": {"anyOf": [{"type": "integer"}, {"type": "null"}]}},
                {"type": "null"},
            ], "description": "One or more.", "default": null}),
        );
        assert_eq!(split(either).to_string(), expected.to_string());
    }

    #[test]
    fn each_value_of_an_enum_is_beside_its_type() {
        for (schema, expected) in [
            (
                json!({"type": ["string", "null"], "enum": ["a", null]}),
                json!({"anyOf": [{"type": "string", "enum": ["a"]}, {"type": "null"}]}),
            ),
            (
                json!({"type": ["string", "null"], "enum": ["a"], "description": "D."}),
                json!({"type": "string", "enum": ["a"], "description": "D."}),
            ),
            (
                json!({"type": ["integer", "number", "string"], "enum": [1, "b", 1.5]}),
                json!({"anyOf": [{"type": "number", "enum": [1, 1.5]}, {"type": "string", "enum": ["b"]}]}),
            ),
            (
                json!({"type": ["integer", "null"], "enum": ["a"]}),
                json!({"enum": ["a"]}),
            ),
        ] {
            assert_eq!(split(schema.clone()), expected, "{schema}");
        }
    }

    #[test]
    fn alternatives_that_are_there_get_the_types() {
        let schema =
            json!({"type": ["string", "null"], "anyOf": [{"minLength": 1}, {"type": "integer"}]});
        let expected = json!({"anyOf": [
            {"type": "string", "minLength": 1}, {"type": "null"}, {"type": "integer"}]});
        assert_eq!(split(schema), expected);
    }

    #[test]
    fn formats_of_numbers_stay_with_numbers() {
        let schema = json!({"type": ["string", "integer"], "format": "int64"});
        let expected =
            json!({"anyOf": [{"type": "string"}, {"type": "integer", "format": "int64"}]});
        assert_eq!(split(schema), expected);
    }
}
