use serde_json::Value;

use crate::parameter::{Parameter, parameters};
use crate::reader::Reader;
use crate::{format, validate};

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
            parameters: parameters(schema),
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

    /// The tool as a block for a model: its description and a line for each parameter.
    ///
    /// ```
    /// # use serde_json::json;
    /// # use toolwright_inspect::ToolSchema;
    /// let schema = json!({"properties": {
    ///     "city": {"type": "string", "description": "Where"},
    ///     "unit": {"type": "string", "default": "C", "enum": ["C", "F"]},
    /// }, "required": ["city"]});
    /// let tool = ToolSchema::parse("weather", "Tomorrow's weather", &schema);
    /// assert_eq!(tool.format_for_llm(), "\
    /// Tool: weather
    /// Description: Tomorrow's weather
    ///
    /// Parameters:
    /// - city (string, required): Where
    /// - unit (string, optional). Default: C. Values: C, F");
    /// ```
    pub fn format_for_llm(&self) -> String {
        format::block(self, format::Members::Hidden)
    }

    /// The same block with the members of objects and lists, indented below what they are in.
    ///
    /// ```
    /// # use serde_json::json;
    /// # use toolwright_inspect::ToolSchema;
    /// let pet = json!({"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]});
    /// let schema = json!({"properties": {"pets": {"type": "array", "items": pet}}});
    /// let tool = ToolSchema::parse("add_pets", "", &schema);
    /// assert_eq!(tool.format_nested(), "\
    /// Tool: add_pets
    ///
    /// Parameters:
    /// - pets (array of object, optional)
    ///   - name (string, required)");
    /// ```
    pub fn format_nested(&self) -> String {
        format::block(self, format::Members::Shown)
    }

    /// The tool in one line.
    ///
    /// ```
    /// # use serde_json::json;
    /// # use toolwright_inspect::ToolSchema;
    /// let schema = json!({"properties": {"id": {"type": "integer"}}});
    /// let tool = ToolSchema::parse("get_pet", "One pet", &schema);
    /// assert_eq!(tool.format_compact(), "get_pet(id?: integer)");
    /// ```
    pub fn format_compact(&self) -> String {
        format::format_compact(&self.tool_name, &self.raw_schema)
    }

    /// All that is wrong with arguments, as far as the tool's parameters go; empty if nothing is.
    /// First what is missing, then what there is no parameter for, then per parameter in the schema's
    /// order a value of another type or one that is not among those of the enumeration. Names beside
    /// the properties are known where the schema says what they are (`additionalProperties`,
    /// `patternProperties`). Members of objects are not looked at: [`raw_schema`](Self::raw_schema)
    /// is there for a validator of JSON Schema.
    ///
    /// Types are JSON Schema's: 5.0 is an integer, and `true` is none.
    ///
    /// ```
    /// # use serde_json::json;
    /// # use toolwright_inspect::ToolSchema;
    /// let schema = json!({"properties": {"id": {"type": "integer"}}, "required": ["id"]});
    /// let tool = ToolSchema::parse("get_pet", "", &schema);
    /// assert!(tool.validate_arguments(&json!({"id": 5.0})).is_empty());
    /// assert_eq!(
    ///     tool.validate_arguments(&json!({"id": true, "name": "Rex"})),
    ///     ["Unknown parameter: name", "Parameter 'id' expected integer, got boolean"]
    /// );
    /// ```
    pub fn validate_arguments(&self, arguments: &Value) -> Vec<String> {
        validate::faults(self, arguments)
    }
}
