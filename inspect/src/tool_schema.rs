use serde_json::Value;

use crate::parameter::{Parameter, read_parameters};
use crate::reader::Reader;

/// What a tool accepts, read from its input schema.
///
/// ```
/// use serde_json::json;
/// use toolwright_inspect::ToolSchema;
///
/// let schema = json!({"type": "object", "properties": {"id": {"type": "integer"}}, "required": ["id"]});
/// let tool = ToolSchema::parse("get_pet", "One pet", &schema);
/// assert_eq!(tool.parameters[0].kind, "integer");
/// assert_eq!(tool.required_params, ["id"]);
/// assert_eq!(tool.raw_schema, schema);
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ToolSchema {
    /// Name of the tool.
    pub tool_name: String,
    /// What the tool does; may be empty.
    pub description: String,
    /// Its parameters, in the order of the schema.
    pub parameters: Vec<Parameter>,
    /// The names of those that have to be given, in the order of the schema's `required`. A name that
    /// is no property is among them: it has to be given all the same.
    pub required_params: Vec<String>,
    /// The schema that was read, as it was.
    pub raw_schema: Value,
}

impl ToolSchema {
    /// Reads an input schema (JSON Schema of any draft). References within it are followed. What
    /// isn't understood is passed over: a schema that is no object has no parameters.
    pub fn parse(
        tool_name: impl Into<String>,
        description: impl Into<String>,
        raw_schema: &Value,
    ) -> Self {
        let schema = Reader::new(raw_schema);
        Self {
            tool_name: tool_name.into(),
            description: description.into(),
            parameters: read_parameters(schema),
            required_params: schema.required().map(str::to_owned).collect(),
            raw_schema: raw_schema.clone(),
        }
    }

    /// The parameter of that name.
    ///
    /// ```
    /// # use serde_json::json;
    /// # use toolwright_inspect::ToolSchema;
    /// let schema = json!({"properties": {"id": {"type": "integer"}}});
    /// let tool = ToolSchema::parse("get_pet", "", &schema);
    /// assert!(tool.parameter("id").is_some() && tool.parameter("name").is_none());
    /// ```
    pub fn parameter(&self, name: &str) -> Option<&Parameter> {
        self.parameters.iter().find(|it| it.name == name)
    }
}
