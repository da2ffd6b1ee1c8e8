use serde_json::{Map, Value};

use super::super::context::Context;
use super::super::fields;
use super::super::lift;
use super::super::place::{Place, push_segment};
use super::super::reference;

/// `discriminator` as an object, its mapping to `#/$defs/{key}`.
pub(super) fn read(cx: &mut Context<'_>, value: &Value, at: &Place<'_>) -> Option<Value> {
    let mut out = Map::new();
    match value {
        Value::String(name) => {
            out.insert("propertyName".into(), name.clone().into());
        }
        Value::Object(object) => {
            let Some(Value::String(name)) = object.get("propertyName") else {
                cx.warn(at, "`discriminator` needs a `propertyName`; it is ignored");
                return None;
            };
            out.insert("propertyName".into(), name.clone().into());
            if let Some(mapping) = object.get("mapping") {
                out.extend(mapping_of(cx, mapping, &at.key("mapping")));
            }
            fields::extensions(object, &mut out);
        }
        other => {
            let kind = fields::kind(other);
            cx.warn(
                at,
                format!("`discriminator` must be an object, not {kind}; it is ignored"),
            );
            return None;
        }
    }
    Some(Value::Object(out))
}

fn mapping_of(cx: &mut Context<'_>, value: &Value, at: &Place<'_>) -> Option<(String, Value)> {
    let Value::Object(mapping) = value else {
        let kind = fields::kind(value);
        cx.warn(
            at,
            format!("`mapping` must be an object, not {kind}; it is ignored"),
        );
        return None;
    };
    let mut out = Map::with_capacity(mapping.len());
    for (name, target) in mapping {
        let text = target.as_str().unwrap_or_default();
        let definition = match lift::definition_of_component(cx, text) {
            Some(definition) => Some(definition),
            None => definition_of_neighbour(cx, text, at).or_else(|| {
                let is_name = reference::is_name(text);
                (!is_name)
                    .then(|| lift::definition(cx, text, at).ok())
                    .flatten()
            }),
        };
        match definition {
            Some(definition) => {
                out.insert(name.clone(), definition.into());
            }
            None => cx.warn(
                &at.key(name),
                format!("the discriminator refers to `{text}`, which is not in the document; it is ignored"),
            ),
        }
    }
    Some(("mapping".into(), Value::Object(out)))
}

/// What a name means to a document beside the spec that has components of its own.
fn definition_of_neighbour(cx: &mut Context<'_>, name: &str, at: &Place<'_>) -> Option<String> {
    if at.document().is_empty() {
        return None;
    }
    let mut reference = format!("#{}", cx.version.schemas_at());
    push_segment(&mut reference, name);
    lift::definition(cx, &reference, at).ok()
}
