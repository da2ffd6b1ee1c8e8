//! `unevaluatedProperties` as `additionalProperties`, where both say the same.

use super::keyword::Object;

pub(crate) const UNEVALUATED: &str = "unevaluatedProperties";

/// The keywords by which another schema says which properties the same object has (JSON Schema Core
/// 2020-12, 10.2 and 8.2.3).
const APPLICATORS: [&str; 8] = [
    "$ref",
    "$dynamicRef",
    "allOf",
    "anyOf",
    "oneOf",
    "if",
    "then",
    "dependentSchemas",
];

/// Replaces `unevaluatedProperties` by `additionalProperties` where no other schema evaluates properties of
/// the same object: then what `properties` and `patternProperties` leave is what is not evaluated. Beside
/// `additionalProperties` nothing is left, so that the keyword goes.
pub(crate) fn replace_unevaluated_properties(object: &mut Object) {
    let is_alone = !APPLICATORS
        .iter()
        .any(|keyword| object.contains_key(*keyword));
    if is_alone && let Some(rest) = object.shift_remove(UNEVALUATED) {
        object
            .entry("additionalProperties".to_owned())
            .or_insert(rest);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn replaced(mut schema: Value) -> Value {
        replace_unevaluated_properties(schema.as_object_mut().unwrap());
        schema
    }

    #[test]
    fn is_the_same_where_nothing_else_evaluates() {
        assert_eq!(
            replaced(json!({"properties": {"a": {}}, UNEVALUATED: {"type": "string"}})),
            json!({"properties": {"a": {}}, "additionalProperties": {"type": "string"}})
        );
        assert_eq!(
            replaced(json!({"not": {"required": ["a"]}, UNEVALUATED: false})),
            json!({"not": {"required": ["a"]}, "additionalProperties": false})
        );
        assert_eq!(
            replaced(json!({"additionalProperties": true, UNEVALUATED: false})),
            json!({"additionalProperties": true})
        );
        for schema in [
            json!({"anyOf": [{"properties": {"a": {}}}], UNEVALUATED: false}),
            json!({"$ref": "#/$defs/A", UNEVALUATED: false}),
            json!({"if": {}, UNEVALUATED: false}),
            json!({"properties": {}}),
        ] {
            assert_eq!(replaced(schema.clone()), schema);
        }
    }
}
