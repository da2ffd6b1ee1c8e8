//! The part of the schema provider's answer that tells a model what to do next: an overview,
//! guidance for each parameter, an example call and notes. The names of its members and the wording
//! are part of the interface of discovery, so they change only on purpose.

use serde_json::{Value, json};

use super::example::Examples;
use super::method;
use super::parameters::{Parameter, Parameters};
use crate::interned::Template;
use crate::model::Operation;

/// What callers are told to do next.
pub(super) fn instructions(
    operation: &Operation,
    parameters: &Parameters<'_>,
    examples: &Examples<'_>,
) -> Template {
    Template::object([
        ("next_tool", Template::Executor),
        ("overview", overview(operation, parameters).into()),
        (
            "parameter_guidance",
            guidance(operation, parameters, examples).into(),
        ),
        ("example_call", example_call(operation, examples)),
        ("validation_notes", notes(operation, parameters).into()),
    ])
}

fn overview(operation: &Operation, parameters: &Parameters<'_>) -> Value {
    let Operation {
        method,
        path,
        description,
        ..
    } = operation;
    let does = method::description(method);
    let body = match method::requires_body(method) {
        true => "Yes",
        false => "No",
    };
    let (count, required) = (parameters.count, parameters.required.len());
    json!(format!(
        "Execute {method} request to {path}\n\
         Description: {description}\n\
         Method: {does}\n\
         Requires body data: {body}\n\
         Total parameters: {count}\n\
         Required parameters: {required}"
    ))
}

fn guidance(operation: &Operation, parameters: &Parameters<'_>, examples: &Examples<'_>) -> Value {
    let each = |some: &[Parameter<'_>]| -> Value {
        some.iter().map(|one| of_parameter(one, examples)).collect()
    };
    let path = parameters.path.iter().map(|it| {
        json!({
            "name": it.name,
            "placeholder": it.placeholder,
            "description": format!("Path parameter: {}", it.name),
        })
    });
    let body = method::requires_body(&operation.method).then(|| parameters.body_structure());
    json!({
        "required": each(&parameters.required),
        "optional": each(&parameters.optional),
        "path_params": path.collect::<Value>(),
        "body_structure": body,
    })
}

fn of_parameter(parameter: &Parameter<'_>, examples: &Examples<'_>) -> Value {
    let schema = parameter.schema;
    json!({
        "name": parameter.name,
        "type": schema.kind().unwrap_or_else(|| "string".to_owned()),
        "description": schema.text("description").unwrap_or("No description provided"),
        "format": schema.text("format"),
        "example": examples.parameter_value(parameter),
    })
}

fn example_call(operation: &Operation, examples: &Examples<'_>) -> Template {
    let Operation { method, path, .. } = operation;
    let parameters = json!({
        "endpoint_path": path,
        "method": method.to_string(),
        "request_data": examples.arguments(),
    });
    let description = json!(format!("Example call to execute {method} {path}"));
    Template::object([
        ("tool_name", Template::Executor),
        ("parameters", parameters.into()),
        ("description", description.into()),
    ])
}

fn notes(operation: &Operation, parameters: &Parameters<'_>) -> Value {
    let mut notes = Vec::new();
    let mut note = |note: &str| notes.push(Value::from(note));
    if !parameters.path.is_empty() {
        note("Path parameters will be automatically interpolated into the URL");
    }
    note(match method::requires_body(&operation.method) {
        true => "Body parameters will be sent as JSON in the request body",
        false => "Parameters will be sent as query parameters",
    });
    if parameters.has_complex_types() {
        note("This endpoint has complex object/array parameters - review the schema carefully");
    }
    let required = parameters.required.len();
    if required > 0 {
        note(&format!(
            "{required} parameters are required for this endpoint"
        ));
    }
    notes.into()
}
