use serde_json::{Map, Value};

use crate::format::listed;
use crate::json_type;
use crate::parameter::Parameter;
use crate::reader::Reader;
use crate::tool_schema::ToolSchema;

pub(crate) fn faults(tool: &ToolSchema, arguments: &Value) -> Vec<String> {
    let Value::Object(arguments) = arguments else {
        let kind = json_type::of(arguments);
        return vec![format!("Arguments expected object, got {kind}")];
    };
    let missing = missing(tool, arguments);
    let unknown = unknown(tool, arguments);
    let wrong = tool.parameters.iter().filter_map(|parameter| {
        let value = arguments.get(&parameter.name)?;
        wrong(parameter, value)
    });
    missing.chain(unknown).chain(wrong).collect()
}

fn missing(tool: &ToolSchema, arguments: &Map<String, Value>) -> impl Iterator<Item = String> {
    let names = tool.required_params.iter();
    let missing = names.filter(|name| !arguments.contains_key(*name));
    missing.map(|name| format!("Missing required parameter: {name}"))
}

fn unknown(tool: &ToolSchema, arguments: &Map<String, Value>) -> impl Iterator<Item = String> {
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

fn wrong(parameter: &Parameter, value: &Value) -> Option<String> {
    let (name, types) = (&parameter.name, &parameter.types);
    if !types.is_empty() && !types.iter().any(|it| json_type::is(value, it)) {
        let others = types
            .iter()
            .filter(|it| *it != "null" && **it != parameter.kind);
        let expected = others.fold(parameter.kind.clone(), |all, it| format!("{all} or {it}"));
        let kind = json_type::of(value);
        return Some(format!(
            "Parameter '{name}' expected {expected}, got {kind}"
        ));
    }
    let values = parameter.values.as_ref().filter(|it| !it.is_empty())?;
    let is_one = values.iter().any(|it| json_type::are_equal(it, value));
    (!is_one).then(|| format!("Parameter '{name}' must be one of: {}", listed(values)))
}
