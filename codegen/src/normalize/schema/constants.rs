//! What a spec says of the values of an `enum`, in the extensions that generators know.

use std::borrow::Cow;
use std::collections::HashMap;

use serde_json::{Map, Value, json};

use super::super::context::Context;
use super::super::fields;
use super::super::place::Place;
use super::enums::convert_value;
use crate::schema::X_CONSTANTS;

/// openapi-generator, NSwag.
const NAMES: [&str; 3] = ["x-enum-varnames", "x-enumNames", "x-enum-names"];

/// openapi-generator, NSwag, Redoc.
const DESCRIPTIONS: [&str; 3] = [
    "x-enum-descriptions",
    "x-enumDescriptions",
    "x-enumdescriptions",
];

/// AutoRest: an object whose `values` are of `{value, name, description}`; `known_values` reads its `modelAsString`.
pub(super) const OF_AUTOREST: &str = "x-ms-enum";

/// Whether a key is one of these extensions, which stand in parameters of Swagger 2.0, too.
pub(crate) fn is_about_enum(key: &str) -> bool {
    key == OF_AUTOREST || NAMES.contains(&key) || DESCRIPTIONS.contains(&key)
}

/// The schema of a parameter, with what the parameter says of its `enum`. In Swagger 2.0 both are one object, and
/// converters to OpenAPI 3 leave the extensions in the parameter.
pub(crate) fn with_enum_extensions<'s>(
    parameter: &Map<String, Value>,
    schema: &'s Value,
) -> Cow<'s, Value> {
    let Some(object) = schema
        .as_object()
        .filter(|object| object.contains_key("enum"))
    else {
        return Cow::Borrowed(schema);
    };
    let is_missing = |key: &String| is_about_enum(key) && !object.contains_key(key);
    let mut missing = parameter
        .iter()
        .filter(|(key, _)| is_missing(key))
        .peekable();
    if missing.peek().is_none() {
        return Cow::Borrowed(schema);
    }
    let mut object = object.clone();
    object.extend(missing.map(|(key, value)| (key.clone(), value.clone())));
    Cow::Owned(Value::Object(object))
}

/// Notes what is said of the values of `enum`.
pub(super) fn read_constants(
    cx: &mut Context<'_>,
    object: &Map<String, Value>,
    out: &mut Map<String, Value>,
    at: &Place<'_>,
) {
    let Some(Value::Array(values)) = object.get("enum") else {
        return;
    };
    let names = texts_of_values(cx, object, &NAMES, values, at);
    let descriptions = texts_of_values(cx, object, &DESCRIPTIONS, values, at);
    let of_autorest = autorest_values(object);
    let declared = out.get("type").and_then(Value::as_str).unwrap_or_default();
    let mut constants = Vec::new();
    for (index, value) in values.iter().enumerate() {
        let text = |texts: &Option<Vec<Option<String>>>| texts.as_ref()?.get(index)?.clone();
        // By the value's JSON, since AutoRest lists values in an order of its own.
        let of_autorest = of_autorest.get(&value.to_string());
        let member = |key| of_autorest?.get(key)?.as_str().map(str::to_owned);
        let constant = Constant {
            // The same conversion as for `enum` itself, or the texts would not be found there.
            value: convert_value(declared, value).unwrap_or_else(|| value.clone()),
            name: text(&names).or_else(|| member("name")),
            description: text(&descriptions).or_else(|| member("description")),
        };
        constants.extend((!value.is_null() && constant.says_something()).then_some(constant));
    }
    if constants.is_empty() {
        return;
    }
    let constants = constants.iter().map(Constant::noted_constants).collect();
    out.insert(X_CONSTANTS.to_owned(), Value::Array(constants));
}

struct Constant {
    value: Value,
    name: Option<String>,
    description: Option<String>,
}

impl Constant {
    fn says_something(&self) -> bool {
        self.name.is_some() || self.description.is_some()
    }

    fn noted_constants(&self) -> Value {
        let mut noted = json!({"const": self.value});
        for (key, text) in [("title", &self.name), ("description", &self.description)] {
            if let Some(text) = text {
                noted[key] = json!(text);
            }
        }
        noted
    }
}

/// The texts of one of the extensions, in the order of the values.
fn texts_of_values(
    cx: &mut Context<'_>,
    object: &Map<String, Value>,
    keys: &[&str],
    values: &[Value],
    at: &Place<'_>,
) -> Option<Vec<Option<String>>> {
    let (key, given) = keys
        .iter()
        .find_map(|key| Some((*key, object.get(*key)?)))?;
    let text = |value: &Value| match value {
        Value::String(text) if !text.trim().is_empty() => Some(text.trim().to_owned()),
        _ => None,
    };
    match given {
        Value::Array(texts) if texts.len() == values.len() => {
            Some(texts.iter().map(text).collect())
        }
        Value::Array(texts) => {
            let (there, wanted) = (texts.len(), values.len());
            let message = format!(
                "`enum` has {wanted} values and `{key}` has {there}, so they cannot be matched; `{key}` is \
                 ignored"
            );
            cx.warn_of_key(&at.key(key), message);
            None
        }
        Value::Object(texts) => {
            let of = |value: &Value| match value {
                Value::String(name) => texts.get(name),
                other => texts.get(&other.to_string()),
            };
            Some(values.iter().map(|value| text(of(value)?)).collect())
        }
        other => {
            fields::report_wrong_type(cx, key, "a list", other, "is ignored", at);
            None
        }
    }
}

fn autorest_values(object: &Map<String, Value>) -> HashMap<String, &Value> {
    let values = object
        .get(OF_AUTOREST)
        .and_then(|given| given.get("values"));
    let values = values.and_then(Value::as_array).into_iter().flatten();
    values
        .filter_map(|one| Some((one.get("value")?.to_string(), one)))
        .collect()
}
