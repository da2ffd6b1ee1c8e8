//! The input and output schemas of an operation as the schema provider returns them: first what
//! readers look up by position, then the rest of the schema unchanged. Takes the listed schemas, in
//! which `null` means that there is none.

use serde_json::{Map, Value, json};

use super::shown::Shown;
use crate::schema_texts::SchemaTexts;

/// What callers are told of an operation's arguments and of what it gives back.
///
/// ```
/// use serde_json::{Value, json};
/// use toolwright_codegen::discovery::Extracted;
///
/// let input = json!({"type": "object", "properties": {"id": {"type": "integer"}}, "required": ["id"]});
/// let extracted = Extracted::new(input, Value::Null);
/// assert_eq!(extracted.input["required_count"], 1);
/// assert!(extracted.has_input_schema && !extracted.has_output_schema);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Extracted {
    /// The normalised schema of the arguments.
    pub input: Value,
    /// The normalised schema of the success response.
    pub output: Value,
    /// Whether there was a schema of the arguments.
    pub has_input_schema: bool,
    /// Whether there was a schema of the success response.
    pub has_output_schema: bool,
}

impl Extracted {
    /// Takes the listed schemas of an operation, in which `null` is none.
    pub fn new(input: Value, output: Value) -> Self {
        let (has_input_schema, has_output_schema) = (!input.is_null(), !output.is_null());
        Self {
            input: describe_input(input),
            output: describe_output(output),
            has_input_schema,
            has_output_schema,
        }
    }
}

/// The normalised schema of arguments; `null` is none.
pub(super) fn describe_input(schema: Value) -> Value {
    normalized(match schema {
        Value::Null => json!({"type": "object", "properties": {}}),
        schema => schema,
    })
}

/// The normalised schema of a success response; `null` is none.
pub(super) fn describe_output(schema: Value) -> Value {
    normalized(match schema {
        Value::Null => json!({"type": "object"}),
        schema => schema,
    })
}

/// The output schema of what comes back itself: only MCP's structured content is in an object always.
pub(super) fn unwrapped(texts: &SchemaTexts, index: usize) -> Value {
    let mut output = texts.portable_output(index);
    let stated = texts.outputs.get(index).and_then(Option::as_ref);
    // MCP requires structured content to be an object, so a list is wrapped in `{"result": …}`. The
    // provider describes what the API itself returns.
    if !stated.is_some_and(|stated| stated.wrapped) {
        return output;
    }
    let definitions = output.get_mut("$defs").map(Value::take);
    let result = output.pointer_mut("/properties/result");
    let mut result = result.map(Value::take).unwrap_or_default();
    if let (Some(result), Some(definitions)) = (result.as_object_mut(), definitions) {
        result.insert("$defs".to_owned(), definitions);
    }
    result
}

/// A schema with all that readers ask for in its first members; what else it says comes after that, since
/// without `$defs` or `items` it would not be understood.
pub fn normalized(schema: Value) -> Value {
    let shown = Shown {
        schema: &schema,
        definitions: schema.get("$defs"),
    };
    let own = schema.get("type").filter(|own| **own != "");
    let kind = own.cloned().or_else(|| shown.kind().map(Value::from));
    let Value::Object(mut rest) = schema else {
        return normalized(json!({}));
    };
    let mut take = |keyword: &str, is_good: fn(&Value) -> bool, otherwise: Value| {
        rest.shift_remove(keyword)
            .filter(is_good)
            .unwrap_or(otherwise)
    };
    let properties = take("properties", Value::is_object, json!({}));
    let required = take("required", Value::is_array, json!([]));
    let description = take("description", Value::is_string, json!(""));
    let property_count = properties.as_object().map_or(0, Map::len);
    let required_count = required.as_array().map_or(0, Vec::len);
    let mut normalized = Map::new();
    for (key, value) in [
        ("type", kind.unwrap_or_else(|| json!("object"))),
        ("properties", properties),
        ("required", required),
        ("description", description),
        ("property_count", property_count.into()),
        ("required_count", required_count.into()),
        (
            "optional_count",
            property_count.saturating_sub(required_count).into(),
        ),
    ] {
        normalized.insert(key.to_owned(), value);
    }
    for (keyword, value) in rest {
        normalized.entry(keyword).or_insert(value);
    }
    normalized.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOTHING: &str = r#"{"type":"object","properties":{},"required":[],"description":"","property_count":0,"required_count":0,"optional_count":0}"#;

    #[test]
    fn c18_c19_what_is_absent_is_an_object() {
        let extracted = Extracted::new(Value::Null, Value::Null);
        assert!(!extracted.has_input_schema && !extracted.has_output_schema);
        assert_eq!(extracted.input.to_string(), NOTHING);
        assert_eq!(extracted.output.to_string(), NOTHING);

        let extracted = Extracted::new(json!({"type": "object"}), json!({"type": "array"}));
        assert!(extracted.has_input_schema && extracted.has_output_schema);
        assert_eq!(extracted.output["type"], "array");
    }

    #[test]
    fn c20_schemas_are_normalised() {
        let schema = json!({
            "type": "object",
            "properties": {"b": {"type": "string"}, "a": {"type": "integer"}, "c": {}},
            "required": ["a"],
            "description": "All.",
        });
        let expected = json!({
            "type": "object",
            "properties": {"b": {"type": "string"}, "a": {"type": "integer"}, "c": {}},
            "required": ["a"],
            "description": "All.",
            "property_count": 3,
            "required_count": 1,
            "optional_count": 2,
        });
        assert_eq!(normalized(schema).to_string(), expected.to_string());
        assert_eq!(normalized(json!({})).to_string(), NOTHING);
    }

    #[test]
    fn c20_what_references_need_is_kept() {
        let schema = json!({
            "$ref": "#/$defs/Node",
            "$defs": {"Node": {"type": "array", "items": {"$ref": "#/$defs/Node"}}},
        });
        let normalized = normalized(schema.clone());
        assert_eq!(normalized["type"], "array");
        assert_eq!(normalized["$ref"], schema["$ref"]);
        assert_eq!(normalized["$defs"], schema["$defs"]);
    }

    #[test]
    fn c21_what_is_no_object_is_the_empty_one() {
        for odd in [Value::Null, json!(true), json!("object"), json!([1])] {
            assert_eq!(normalized(odd).to_string(), NOTHING);
        }
    }

    #[test]
    fn c22_the_count_of_optional_properties_is_never_negative() {
        let schema = json!({"properties": {"a": {}}, "required": ["x", "y"]});
        let normalized = normalized(schema);
        assert_eq!(normalized["required_count"], 2);
        assert_eq!(normalized["optional_count"], 0);
    }
}
