//! Dispatches each keyword of a schema to the rule that reads it. The order matters where one rule needs the result of
//! another, such as `enum` that of `type`.

use serde_json::{Map, Value};

use super::super::context::Context;
use super::super::fields;
use super::super::place::Place;
use super::super::spelling;
use super::{
    bounds, children, constants, defaults, dependencies, dialect, discriminator,
    dynamic_references, encoded, enums, items, known_values, patterns, required, schema_examples,
    sense, types,
};
use crate::schema::replace_unevaluated_properties;

/// Reads all keywords but `$ref`, which was read before, and `nullable`.
pub(super) fn read_keywords(
    cx: &mut Context<'_>,
    object: &Map<String, Value>,
    out: &mut Map<String, Value>,
    at: &Place<'_>,
) {
    for key in object.keys() {
        read_one(cx, object, key, out, at);
    }
    dynamic_references::read_dynamic_reference(cx, object, out, at);
    replace_unevaluated_properties(out);
    encoded::describe_encoding(out);
    required::add_marked(object, out);
    constants::read_constants(cx, object, out, at);
    enums::fit_to_type(cx, out, at);
    let known = known_values::take_known_values(object, out);
    defaults::fit_default(cx, out, at);
    sense::check_sense(cx, object, out, at);
    if let Some(known) = known {
        known_values::add_known_values(out, known);
    }
    if let Some(Value::String(pattern)) = out.get("pattern") {
        patterns::check_pattern(cx, pattern, &at.key("pattern"));
    }
    if let Some(Value::Object(by_pattern)) = out.get("patternProperties") {
        let at = at.key("patternProperties");
        for pattern in by_pattern.keys() {
            patterns::check_pattern(cx, pattern, &at.key(pattern));
        }
    }
}

/// Reads one keyword. What no version knows is dropped: it says nothing about validity.
pub(super) fn read_one(
    cx: &mut Context<'_>,
    object: &Map<String, Value>,
    key: &str,
    out: &mut Map<String, Value>,
    at: &Place<'_>,
) {
    let Some(value) = object.get(key) else {
        return;
    };
    let place = &at.key(key);
    let read = match key {
        "type" => return types::read_types(cx, value, out, place),
        "items" => return items::read_items(cx, object, value, out, place),
        "example" | "examples" => {
            return schema_examples::read_examples(cx, key, value, out, place);
        }
        "dependencies" => return dependencies::read_dependencies(cx, value, out, place),
        "exclusiveMinimum" | "exclusiveMaximum" | "minimum" | "maximum" => {
            return bounds::read_bounds(cx, object, key, out, at);
        }
        "const" | "default" => Some(value.clone()),
        "enum" => enums::read_enum(cx, value, place),
        "required" => required::read_required(cx, value, place),
        "multipleOf" => bounds::multiple_of(cx, value, place),
        "minLength" | "maxLength" | "minItems" | "maxItems" | "minProperties" | "maxProperties"
        | "minContains" | "maxContains" => bounds::read_count(cx, key, value, place),
        "title" | "description" | "format" | "pattern" | "contentEncoding" | "contentMediaType" => {
            fields::read_text(cx, object, key, at).map(Value::String)
        }
        "readOnly" | "writeOnly" | "deprecated" | "uniqueItems" => {
            fields::read_flag(cx, object, key, at).map(Value::Bool)
        }
        "properties" | "patternProperties" | "dependentSchemas" => {
            children::read_map(cx, key, value, place)
        }
        "allOf" | "anyOf" | "oneOf" | "prefixItems" => children::read_list(cx, key, value, place),
        "additionalProperties" | "unevaluatedProperties" | "unevaluatedItems" => {
            children::schema_or_flag(cx, key, value, place)
        }
        "not" | "if" | "then" | "else" | "contains" | "propertyNames" | "contentSchema" => {
            children::read_child(cx, key, value, place)
        }
        "dependentRequired" => dependencies::read_dependent_required(cx, value, place),
        "discriminator" => discriminator::read_discriminator(cx, object, value, at),
        "xml" | "externalDocs" => {
            fields::read_object(cx, object, key, at).map(|inner| Value::Object(inner.clone()))
        }
        "$schema" => {
            dialect::check_dialect(cx, value, place);
            None
        }
        "x-nullable" => None,
        _ => {
            spelling::check_one(cx, object, key, spelling::SCHEMA, at);
            (key.starts_with("x-") && key != crate::schema::X_CONSTANTS).then(|| value.clone())
        }
    };
    if let Some(read) = read {
        out.insert(key.to_owned(), read);
    }
}
