use serde_json::{Map, Value};

use crate::reader::Reader;

/// The properties of an input schema, each with a boolean `required` of its own instead of the list in the schema.
///
/// That is no form of the standard: OpenAPI 3.0 has such a `required` for parameters that stand beside a schema. It
/// is short, and there are clients that read it. A property's own list of required members gives way to the boolean. A
/// schema without properties, or none at all, gives `{}`.
///
/// ```
/// use serde_json::json;
/// use toolwright_inspect::openapi::parameters_with_required;
///
/// let schema = json!({
///     "type": "object",
///     "properties": {"limit": {"type": "integer", "maximum": 100}, "sort": {"enum": ["name", "age"]}},
///     "required": ["limit"],
/// });
/// assert_eq!(
///     parameters_with_required(&schema),
///     json!({
///         "limit": {"type": "integer", "maximum": 100, "required": true},
///         "sort": {"enum": ["name", "age"], "required": false},
///     })
/// );
/// assert_eq!(parameters_with_required(&json!(null)), json!({}));
/// ```
pub fn parameters_with_required(schema: &Value) -> Value {
    let reader = Reader::new(schema);
    let required = reader.required();
    let properties = reader.keyword("properties").and_then(Value::as_object);
    let parameters = properties.into_iter().flatten().map(|(name, property)| {
        let mut parameter = property.as_object().cloned().unwrap_or_else(Map::new);
        let is_required = required.contains(&name.as_str());
        parameter.insert("required".to_owned(), is_required.into());
        (name.clone(), Value::Object(parameter))
    });
    Value::Object(parameters.collect())
}
