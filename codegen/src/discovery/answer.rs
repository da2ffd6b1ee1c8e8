use serde_json::{Value, json};

use super::example::Examples;
use super::instructions::instructions;
use super::parameters::Parameters;
use super::schemas::Extracted;
use crate::interned::Template;
use crate::model::Operation;

/// All that the schema provider says of an operation.
pub(super) fn answer(
    operation: &Operation,
    schemas: &Extracted,
    parameters: &Parameters<'_>,
    examples: &Examples<'_>,
) -> Template {
    let info = json!({
        "tool_name": operation.tool,
        "method": operation.method.to_string(),
        "endpoint_path": operation.path,
        "description": operation.description,
    });
    Template::object([
        ("success", Value::Bool(true).into()),
        ("endpoint_info", info.into()),
        ("input_schema", schemas.input.clone().into()),
        ("output_schema", schemas.output.clone().into()),
        ("parameter_info", parameters.info(operation).into()),
        (
            "execution_instructions",
            instructions(operation, parameters, examples),
        ),
    ])
}
