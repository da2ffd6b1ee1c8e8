//! What there is to know of a tool's schema.

use serde_json::json;
use toolwright_inspect::openapi::parameters_with_required;

use super::bridged_tools::BridgedTool;
use crate::value::Json;

/// The schema of a tool in both forms, and which of its parameters are required.
pub(super) fn describe_schema(tool: &BridgedTool) -> Json {
    let schema = Json::Object(tool.schema.as_ref().clone());
    let required: Vec<&str> = required_names(tool).collect();
    let optional: Vec<&str> = property_names(tool)
        .filter(|name| !required.contains(name))
        .collect();
    json!({
        "tool_name": tool.name,
        "description": tool.description,
        "json_schema": {
            "full": schema,
            "properties": schema.get("properties").unwrap_or(&json!({})),
            "required": required,
            "type": schema.get("type").unwrap_or(&json!("object")),
        },
        "openapi_format": parameters_with_required(&schema),
        "validation_info": {
            "required_fields": required,
            "optional_fields": optional,
            "total_parameters": property_names(tool).count(),
        },
    })
}

/// The names of a tool's parameters, in their order.
pub(super) fn property_names(tool: &BridgedTool) -> impl Iterator<Item = &str> {
    let properties = tool.schema.get("properties").and_then(Json::as_object);
    properties
        .into_iter()
        .flatten()
        .map(|(name, _)| name.as_str())
}

/// The names of the parameters that a call must have.
pub(super) fn required_names(tool: &BridgedTool) -> impl Iterator<Item = &str> {
    let required = tool.schema.get("required").and_then(Json::as_array);
    required.into_iter().flatten().filter_map(Json::as_str)
}
