use serde_json::{Map, Value};

use crate::format::list_values;
use crate::json_type;
use crate::parameter::Parameter;
use crate::reader::Reader;
use crate::tool_schema::ToolSchema;

impl ToolSchema {
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
        find_faults(self, arguments)
    }
}

fn find_faults(tool: &ToolSchema, arguments: &Value) -> Vec<String> {
    let Value::Object(arguments) = arguments else {
        let kind = json_type::type_name(arguments);
        return vec![format!("Arguments expected object, got {kind}")];
    };
    let missing = missing_parameters(tool, arguments);
    let unknown = unknown_parameters(tool, arguments);
    let wrong = tool.parameters.iter().filter_map(|parameter| {
        let value = arguments.get(&parameter.name)?;
        type_fault(parameter, value)
    });
    missing.chain(unknown).chain(wrong).collect()
}

fn missing_parameters(
    tool: &ToolSchema,
    arguments: &Map<String, Value>,
) -> impl Iterator<Item = String> {
    let names = tool.required_params.iter();
    let missing = names.filter(|name| !arguments.contains_key(*name));
    missing.map(|name| format!("Missing required parameter: {name}"))
}

fn unknown_parameters(
    tool: &ToolSchema,
    arguments: &Map<String, Value>,
) -> impl Iterator<Item = String> {
    let schema = Reader::new(&tool.raw_schema);
    let others = match schema.keyword("additionalProperties") {
        Some(Value::Bool(others)) => *others,
        Some(_) => true,
        None => schema.keyword("patternProperties").is_some(),
    };
    let names = arguments.keys().filter(move |_| !others);
    let is_known = |name: &String| tool.parameter(name).is_some();
    let unknown = names.filter(move |name| !is_known(name) && !tool.required_params.contains(name));
    unknown.map(|name| format!("Unknown parameter: {name}"))
}

fn type_fault(parameter: &Parameter, value: &Value) -> Option<String> {
    let (name, types) = (&parameter.name, &parameter.types);
    if !types.is_empty() && !types.iter().any(|it| json_type::has_type(value, it)) {
        let others = types
            .iter()
            .filter(|it| *it != "null" && **it != parameter.kind);
        let expected = others.fold(parameter.kind.clone(), |all, it| format!("{all} or {it}"));
        let kind = json_type::type_name(value);
        return Some(format!(
            "Parameter '{name}' expected {expected}, got {kind}"
        ));
    }
    let values = parameter.values.as_ref().filter(|it| !it.is_empty())?;
    let is_one = values.iter().any(|it| json_type::are_equal(it, value));
    (!is_one).then(|| format!("Parameter '{name}' must be one of: {}", list_values(values)))
}
