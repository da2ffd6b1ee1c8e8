//! What the body of an example request must be on the wire, for the tests of a new crate: its
//! content type, and its content if the standards leave one way to write it. Computed from the
//! model alone, without the runtime's encoders, which those tests are to check.

use serde_json::{Map, Value, json};
use toolwright_codegen::model::{Body, BodyFormat, BodyPlace, Operation};

use super::style::format_scalar;

/// What a body has to be: its media type, and its content where there is one way to write it.
pub(super) fn expected_body(
    operation: &Operation,
    arguments: &Map<String, Value>,
) -> Option<Value> {
    let body = operation.body.as_ref()?;
    let value = body_value(operation, body, arguments)?;
    match &body.format {
        BodyFormat::Json(name) => Some(json!({"type": name, "json": value})),
        BodyFormat::JsonEither(field, names) => {
            let chosen = arguments.get(&field.wire).cloned();
            let name = chosen.or_else(|| names.first().cloned().map(Value::from));
            Some(json!({"type": name, "json": value}))
        }
        BodyFormat::Form(encodings) => {
            let name = "application/x-www-form-urlencoded";
            match encode_form(&value).filter(|_| encodings.is_empty()) {
                Some(text) => Some(json!({"type": name, "form": text})),
                None => Some(json!({"type": name})),
            }
        }
        BodyFormat::Text(name) => match value {
            Value::String(text) => Some(json!({"type": name, "text": text})),
            _ => Some(json!({"type": name})),
        },
        // Boundaries are random and XML has several spellings, so only the content type can be
        // expected.
        BodyFormat::Multipart(name, _)
        | BodyFormat::Parts(name, ..)
        | BodyFormat::Sequence(_, name)
        | BodyFormat::Xml(name, _) => Some(json!({"type": name})),
        // Which of them it is, the file says.
        BodyFormat::Binary(_) => None,
    }
}

/// The arguments that are the body. None where it is optional and not given.
fn body_value(operation: &Operation, body: &Body, arguments: &Map<String, Value>) -> Option<Value> {
    if body.place == BodyPlace::Property {
        return arguments.get(&body.field.wire).cloned();
    }
    let mut others: Vec<&str> = operation
        .parameters
        .iter()
        .map(|parameter| parameter.field.wire.as_str())
        .collect();
    // A flattened body is what no parameter claims. The argument for field selection and the one
    // that chooses the content type are the server's own and not sent.
    others.extend(operation.call.fields.as_deref());
    others.extend(body.format.field().map(|field| field.wire.as_str()));
    let members = arguments.iter();
    let members = members.filter(|(name, _)| !others.contains(&name.as_str()));
    let members = members.map(|(name, value)| {
        let mut renamed = operation.call.presets.renamed.iter();
        let property = renamed.find(|(argument, _)| argument == name);
        let name = property.map_or(name, |(_, property)| property);
        (name.clone(), value.clone())
    });
    let members: Map<String, Value> = members.collect();
    if members.is_empty() && !body.field.required {
        return None;
    }
    Some(members.into())
}

/// A form of scalars and lists of them.
fn encode_form(value: &Value) -> Option<String> {
    let mut pairs = Vec::new();
    for (name, value) in value.as_object()? {
        match value {
            Value::Array(items) => {
                for item in items {
                    pairs.push(format!("{name}={}", format_scalar(item)?));
                }
            }
            value => pairs.push(format!("{name}={}", format_scalar(value)?)),
        }
    }
    Some(pairs.join("&"))
}
