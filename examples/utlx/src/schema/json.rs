//! Infers the structure of JSON data, and of values that other formats were read to.

use serde_json::Value;

use super::merge::merge;
use super::{node, scalar};
use crate::api::types::SchemaNode;
use crate::failure::Failure;

/// An object with more properties is described as a map from names to values of one kind: names that are data would
/// make the structure as large as the data.
pub(crate) const MAX_PROPERTIES: usize = 200;

/// Reads a text, which may begin with a byte order mark.
///
/// # Errors
///
/// The text is not JSON.
pub(crate) fn parse(text: &str) -> Result<Value, Failure> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    serde_json::from_str(text).map_err(|error| {
        Failure::parse(format!("The source is not valid JSON: {error}.")).with_details(
            serde_json::json!({
                "line": error.line(), "column": error.column(),
            }),
        )
    })
}

/// What a value looks like.
pub(crate) fn infer_value(value: &Value) -> SchemaNode {
    match value {
        Value::Object(members) if members.len() > MAX_PROPERTIES => {
            let values = members.values().map(infer_value);
            SchemaNode {
                additional_properties: values.reduce(merge).map(Box::new),
                ..node::of_type("object")
            }
        }
        Value::Object(members) => node::object(
            members
                .iter()
                .map(|(name, value)| (name.clone(), infer_value(value))),
        ),
        Value::Array(items) => {
            node::array(items.iter().map(infer_value).reduce(merge), items.len())
        }
        scalar => scalar::infer_typed(scalar),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_order_mark_is_no_part_of_the_data() {
        let value = parse("\u{feff}{\"a\": 1}").expect("is JSON");
        assert_eq!(value, serde_json::json!({"a": 1}));
    }
}
