//! A quick check of arguments against a tool's parameters: what is missing, what is unknown, and
//! what has a wrong type or value. It is meant for callers that want a readable list before they
//! send a call. It does not look inside objects; a server validates with the whole schema.

use serde_json::{Map, Value};

use crate::format::list_values;
use crate::json_type;
use crate::parameter::Parameter;
use crate::reader::Reader;
use crate::tool_schema::ToolSchema;
use crate::violation::ArgumentViolation;

impl ToolSchema {
    /// All that is wrong with arguments, as far as the tool's parameters go; empty if nothing is.
    /// First what is missing, then what there is no parameter for, then per parameter in the schema's
    /// order a value of another type or one that is not among those of the enumeration. Names beside
    /// the properties are known where the schema says what they are (`additionalProperties`,
    /// `patternProperties`). Members of objects are not looked at, unless the schema has a validator:
    /// that of a server's own tool has the tables that its calls are validated with. Then all that
    /// these find is listed, and nothing else.
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

/// What is wrong with one parameter.
struct Fault {
    parameter: String,
    text: String,
}

fn find_faults(tool: &ToolSchema, arguments: &Value) -> Vec<String> {
    let Value::Object(members) = arguments else {
        let kind = json_type::type_name(arguments);
        return vec![format!("Arguments expected object, got {kind}")];
    };
    let missing = missing_parameters(tool, members);
    let unknown = unknown_parameters(tool, members);
    let wrong = tool.parameters.iter().filter_map(|parameter| {
        let value = members.get(&parameter.name)?;
        let text = type_fault(parameter, value)?;
        Some(Fault {
            parameter: parameter.name.clone(),
            text,
        })
    });
    let faults: Vec<Fault> = missing.chain(unknown).chain(wrong).collect();
    match tool.find_violations(arguments) {
        Some(violations) => merge_violations(tool, faults, violations),
        None => faults.into_iter().map(|fault| fault.text).collect(),
    }
}

/// The faults that a validator confirms, and after them what else it finds, in the schema's order.
fn merge_violations(
    tool: &ToolSchema,
    mut faults: Vec<Fault>,
    mut violations: Vec<ArgumentViolation>,
) -> Vec<String> {
    faults.retain(|fault| violations.iter().any(|it| it.concerns(&fault.parameter)));
    violations.retain(|violation| {
        !faults
            .iter()
            .any(|fault| violation.concerns(&fault.parameter))
    });
    let place = |violation: &ArgumentViolation| {
        let argument = violation.argument()?;
        tool.parameters.iter().position(|it| it.name == argument)
    };
    violations.sort_by_key(|violation| place(violation).unwrap_or(usize::MAX));
    let further = violations.iter().map(violation_text);
    faults
        .into_iter()
        .map(|fault| fault.text)
        .chain(further)
        .collect()
}

fn violation_text(violation: &ArgumentViolation) -> String {
    let message = &violation.message;
    match (violation.argument(), violation.inner_pointer()) {
        (None, _) => message.clone(),
        (Some(name), "") => format!("Parameter '{name}': {message}"),
        (Some(name), inner) => format!("Parameter '{name}' at {inner}: {message}"),
    }
}

fn missing_parameters(
    tool: &ToolSchema,
    arguments: &Map<String, Value>,
) -> impl Iterator<Item = Fault> {
    let names = tool.required_params.iter();
    let missing = names.filter(|name| !arguments.contains_key(*name));
    missing.map(|name| Fault {
        parameter: name.clone(),
        text: format!("Missing required parameter: {name}"),
    })
}

fn unknown_parameters(
    tool: &ToolSchema,
    arguments: &Map<String, Value>,
) -> impl Iterator<Item = Fault> {
    // JSON Schema allows unknown properties by default, but here an unknown name is nearly always a
    // mistake of the caller.
    let others = Reader::new(&tool.raw_schema).allows_other_properties();
    let names = arguments.keys().filter(move |_| !others);
    let is_known = |name: &String| tool.parameter(name).is_some();
    let unknown = names.filter(move |name| !is_known(name) && !tool.required_params.contains(name));
    unknown.map(|name| Fault {
        parameter: name.clone(),
        text: format!("Unknown parameter: {name}"),
    })
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
    // Not `==`: in JSON Schema, 1 and 1.0 are equal, and serde_json keeps them apart.
    let is_one = values.iter().any(|it| json_type::are_equal(it, value));
    (!is_one).then(|| format!("Parameter '{name}' must be one of: {}", list_values(values)))
}
