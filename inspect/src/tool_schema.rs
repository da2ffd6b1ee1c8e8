//! The parsed input schema of a tool, which formatting and validation work on. Takes a JSON Schema
//! of any draft from any source, and keeps the original for callers who need keywords that
//! parameters do not have.

use serde_json::Value;

use crate::parameter::{Parameter, read_parameters};
use crate::reader::Reader;
use crate::violation::{ArgumentViolation, Validator};

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
    validator: Option<Validator>,
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
            parameters: read_parameters(&schema),
            required_params: schema.required().into_iter().map(str::to_owned).collect(),
            raw_schema: raw_schema.clone(),
            validator: None,
        }
    }

    /// The tool with a validator of whole arguments. It decides what
    /// [`validate_arguments`](Self::validate_arguments) finds, which then has no limits of its own.
    ///
    /// ```
    /// # use serde_json::{Value, json};
    /// # use toolwright_inspect::{ArgumentViolation, ToolSchema};
    /// let is_even = |arguments: &Value| match arguments["count"].as_i64() {
    ///     Some(count) if count % 2 == 1 => vec![ArgumentViolation::new("/count", "is odd")],
    ///     _ => Vec::new(),
    /// };
    /// let schema = json!({"properties": {"count": {"type": "integer"}}});
    /// let tool = ToolSchema::parse("pair", "", &schema).with_validator(is_even);
    /// assert_eq!(tool.validate_arguments(&json!({"count": 3})), ["Parameter 'count': is odd"]);
    /// ```
    #[must_use]
    pub fn with_validator(
        self,
        validate: impl Fn(&Value) -> Vec<ArgumentViolation> + Send + Sync + 'static,
    ) -> Self {
        Self {
            validator: Some(Validator::new(validate)),
            ..self
        }
    }

    /// What the validator finds; `None` without one.
    pub(crate) fn find_violations(&self, arguments: &Value) -> Option<Vec<ArgumentViolation>> {
        Some(self.validator.as_ref()?.validate(arguments))
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
