use serde_json::{Map, Value};

use super::super::context::Context;
use super::super::fields;
use super::super::place::Place;
use super::super::spelling;
use super::{
    bounds, children, constants, defaults, dependencies, dialect, discriminator, dynamic, encoded,
    enums, examples, items, patterns, required, sense, types,
};
use crate::schema::replace_unevaluated_properties;

/// Reads all keywords but `$ref`, which was read before, and `nullable`.
pub(super) fn read(
    cx: &mut Context<'_>,
    object: &Map<String, Value>,
    out: &mut Map<String, Value>,
    at: &Place<'_>,
) {
    for (key, value) in object {
        read_one(cx, object, (key, value), out, at);
    }
    dynamic::read(cx, object, out, at);
    replace_unevaluated_properties(out);
    encoded::describe(out);
    required::add_marked(object, out);
    constants::read(cx, object, out, at);
    enums::fit(cx, out, at);
    defaults::fit(cx, out, at);
    sense::check(cx, object, out, at);
    if let Some(Value::String(pattern)) = out.get("pattern") {
        patterns::check(cx, pattern, &at.key("pattern"));
    }
    if let Some(Value::Object(by_pattern)) = out.get("patternProperties") {
        let at = at.key("patternProperties");
        for pattern in by_pattern.keys() {
            patterns::check(cx, pattern, &at.key(pattern));
        }
    }
}

/// Reads one keyword. What no version knows is dropped: it says nothing about validity.
pub(super) fn read_one(
    cx: &mut Context<'_>,
    object: &Map<String, Value>,
    (key, value): (&str, &Value),
    out: &mut Map<String, Value>,
    at: &Place<'_>,
) {
    let place = &at.key(key);
    let read = match key {
        "type" => return types::read(cx, value, out, place),
        "items" => return items::read(cx, object, value, out, place),
        "example" | "examples" => return examples::read(cx, key, value, out, place),
        "dependencies" => return dependencies::read(cx, value, out, place),
        "exclusiveMinimum" | "exclusiveMaximum" | "minimum" | "maximum" => {
            return bounds::read(cx, object, (key, value), out, at);
        }
        "const" | "default" => Some(value.clone()),
        "enum" => enums::read(cx, value, place),
        "required" => required::read(cx, value, place),
        "multipleOf" => bounds::multiple_of(cx, value, place),
        "minLength" | "maxLength" | "minItems" | "maxItems" | "minProperties" | "maxProperties"
        | "minContains" | "maxContains" => bounds::count(cx, key, value, place),
        "title" | "description" | "format" | "pattern" | "contentEncoding" | "contentMediaType" => {
            fields::text(cx, object, key, at).map(Value::String)
        }
        "readOnly" | "writeOnly" | "deprecated" | "uniqueItems" => {
            fields::flag(cx, object, key, at).map(Value::Bool)
        }
        "properties" | "patternProperties" | "dependentSchemas" => {
            children::map(cx, key, value, place)
        }
        "allOf" | "anyOf" | "oneOf" | "prefixItems" => children::list(cx, key, value, place),
        "additionalProperties" | "unevaluatedProperties" | "unevaluatedItems" => {
            children::schema_or_flag(cx, key, value, place)
        }
        "not" | "if" | "then" | "else" | "contains" | "propertyNames" | "contentSchema" => {
            children::one(cx, key, value, place)
        }
        "dependentRequired" => dependencies::required(cx, value, place),
        "discriminator" => discriminator::read(cx, object, value, at),
        "xml" | "externalDocs" => {
            fields::object(cx, object, key, at).map(|inner| Value::Object(inner.clone()))
        }
        "$schema" => {
            dialect::check(cx, value, place);
            None
        }
        "x-nullable" => None,
        _ => {
            spelling::check_one(cx, object, key, spelling::SCHEMA, at);
            (key.starts_with("x-") && key != crate::schema::CONSTANTS).then(|| value.clone())
        }
    };
    if let Some(read) = read {
        out.insert(key.to_owned(), read);
    }
}
