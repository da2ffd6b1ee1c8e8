use serde_json::{Map, Value};

use super::super::context::Context;
use super::super::fields;
use super::super::place::Place;

/// `example` and `examples`, both as `examples`.
pub(super) fn read_examples(
    cx: &mut Context<'_>,
    key: &str,
    value: &Value,
    out: &mut Map<String, Value>,
    at: &Place<'_>,
) {
    let values: Vec<Value> = match value {
        Value::Null => return,
        value if key == "example" => vec![value.clone()],
        Value::Array(values) => values.clone(),
        Value::Object(named) => {
            cx.warn(
                at,
                "`examples` of a schema must be a list, not an object; the values of the object are used",
            );
            let values = named.values();
            values
                .map(|value| value.get("value").unwrap_or(value).clone())
                .collect()
        }
        other => {
            let kind = fields::json_kind(other);
            cx.warn(
                at,
                format!("`examples` must be a list, not {kind}; it is ignored"),
            );
            return;
        }
    };
    let examples = out
        .entry("examples")
        .or_insert_with(|| Value::Array(Vec::new()));
    if let Value::Array(examples) = examples {
        examples.extend(values);
    }
}
