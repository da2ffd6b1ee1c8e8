//! `example` and `examples`, in all the forms that specs write them in.

use openapiv3::ReferenceOr;
use serde_json::{Map, Value};

use super::super::context::Context;
use super::super::fields;
use super::super::openapi_object::read_object;
use super::super::place::Place;
use super::super::skip::Skip;

/// Copies `example` and `examples`, references followed.
pub(super) fn copy_examples<'a>(
    cx: &mut Context<'a>,
    from: &'a Map<String, Value>,
    to: &mut Map<String, Value>,
    at: &Place<'_>,
) {
    if let Some(example) = from.get("example").filter(|example| !example.is_null()) {
        to.insert("example".into(), example.clone());
    }
    let examples = match from.get("examples") {
        Some(Value::Object(named)) => named_examples(cx, named, &at.key("examples")),
        Some(Value::Array(values)) => {
            let message =
                "`examples` must be an object, not a list; the values of the list are used";
            cx.warn(&at.key("examples"), message);
            let values = values.iter().enumerate();
            values
                .map(|(index, value)| (format!("example{}", index + 1), wrap_value(value)))
                .collect()
        }
        Some(Value::Null) | None => return,
        Some(other) => {
            fields::report_wrong_type(cx, "examples", "an object", other, "is ignored", at);
            return;
        }
    };
    if !examples.is_empty() {
        to.insert("examples".into(), examples.into());
    }
}

/// Reads the first of the examples that [`copy_examples`] copied.
pub(super) fn read_first_example(
    cx: &mut Context<'_>,
    copied: Map<String, Value>,
    at: &Place<'_>,
) -> Result<Option<Value>, Skip> {
    let read: openapiv3::MediaType = read_object(cx, copied, at)?;
    let first = read.examples.into_values().next();
    let first = first.and_then(ReferenceOr::into_item);
    Ok(read
        .example
        .or_else(|| first.and_then(|example| example.value)))
}

fn named_examples<'a>(
    cx: &mut Context<'a>,
    named: &'a Map<String, Value>,
    at: &Place<'_>,
) -> Map<String, Value> {
    let mut out = Map::with_capacity(named.len());
    for (name, value) in named {
        let at = at.key(name);
        if !value.is_object() {
            cx.warn(
                &at,
                "an example must be an object with a `value`; this one is read as the value itself",
            );
            out.insert(name.clone(), wrap_value(value));
            continue;
        }
        match cx.follow_reference(value, &at) {
            Ok(located) => {
                let example = read_example(cx, located.object, &Place::At(&located.pointer));
                out.insert(name.clone(), example.into());
            }
            Err(unreadable) => cx.warn(&at, format!("the example {unreadable}; it is ignored")),
        }
    }
    out
}

fn read_example(
    cx: &mut Context<'_>,
    object: &Map<String, Value>,
    at: &Place<'_>,
) -> Map<String, Value> {
    let mut out = Map::new();
    let texts = ["summary", "description", "externalValue"];
    fields::copy_texts(cx, object, &mut out, &texts, at);
    // 3.2 says `dataValue` for what was always meant by `value`.
    let value = object.get("value").or_else(|| object.get("dataValue"));
    if let Some(value) = value.cloned().or_else(|| parse_serialized(object)) {
        out.insert("value".into(), value);
    }
    out
}

/// What a serialised example says of the value: JSON in it is read.
fn parse_serialized(object: &Map<String, Value>) -> Option<Value> {
    let text = object.get("serializedValue")?.as_str()?;
    let parsed = serde_json::from_str(text).ok();
    let structured = parsed.filter(|value: &Value| value.is_object() || value.is_array());
    Some(structured.unwrap_or_else(|| text.into()))
}

fn wrap_value(value: &Value) -> Value {
    Value::Object(Map::from_iter([("value".to_owned(), value.clone())]))
}
