//! The `jsonschema` crate, which validates the same values in its own way.

use indexmap::IndexMap;
use jsonschema::Validator;
use serde_json::{Map, Value, json};

/// A validator of a schema whose references lead to definitions. `None` where it has a pattern that
/// is none: we leave it out and say so, and the oracle takes none of the schema.
///
/// # Errors
///
/// When it is no schema.
pub fn oracle(
    schema: &Value,
    definitions: &IndexMap<String, Value>,
) -> Result<Option<Validator>, String> {
    match jsonschema::draft202012::new(&document(schema, definitions)) {
        Ok(oracle) => Ok(Some(oracle)),
        Err(error) if error.to_string().ends_with("is not a \"regex\"") => Ok(None),
        Err(error) => Err(error.to_string()),
    }
}

/// The schema with the definitions that it reaches.
fn document(input: &Value, all: &IndexMap<String, Value>) -> Value {
    let mut definitions = Map::new();
    let mut open = vec![input];
    while let Some(schema) = open.pop() {
        match schema {
            Value::Object(members) => {
                let reference = members.get("$ref").and_then(Value::as_str);
                let key = reference.and_then(|reference| reference.strip_prefix("#/$defs/"));
                if let Some((key, target)) = key.and_then(|key| all.get_key_value(key))
                    && !definitions.contains_key(key)
                {
                    definitions.insert(key.clone(), target.clone());
                    open.push(target);
                }
                open.extend(members.values());
            }
            Value::Array(items) => open.extend(items),
            _ => {}
        }
    }
    definitions.insert(" ".to_owned(), input.clone());
    json!({"$ref": "#/$defs/%20", "$defs": definitions})
}
