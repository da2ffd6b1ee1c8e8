use rmcp::model::{CallToolResult, ContentBlock, ProtocolVersion};
use serde_json::json;

use crate::outcome::Outcome;
use crate::tool::Tool;
use crate::value::Json;

/// The outcome of a call of `tool` as the client's protocol revision has it.
pub(super) fn call_tool_result(
    tool: &Tool,
    outcome: Outcome,
    version: Option<&ProtocolVersion>,
) -> CallToolResult {
    let content = vec![ContentBlock::text(outcome.text)];
    let mut result = if outcome.is_error {
        CallToolResult::error(content)
    } else {
        CallToolResult::success(content)
    };
    result.structured_content = outcome
        .structured
        .map(|structured| match &tool.output {
            Some(output) if output.wrapped && !outcome.is_error => json!({ "result": structured }),
            _ => structured,
        })
        .filter(|structured| structured.is_object() || takes_any_json(version));
    result
}

/// Before 2026-07-28 `structuredContent` had to be an object.
fn takes_any_json(version: Option<&ProtocolVersion>) -> bool {
    version.is_some_and(|version| *version >= ProtocolVersion::V_2026_07_28)
}

/// What is wrong with the parameters of a `tools/call` that does not have the protocol's form.
pub(super) fn malformed_call(params: Option<&Json>) -> String {
    let Some(Json::Object(params)) = params else {
        return "`params` of tools/call must be an object with a `name`".to_owned();
    };
    match (params.get("name"), params.get("arguments")) {
        (None | Some(Json::String(_)), Some(arguments)) if !arguments.is_object() => {
            format!("`arguments` must be an object, not {}", kind(arguments))
        }
        (None, _) => "`name` is missing".to_owned(),
        (Some(name), _) if !name.is_string() => {
            format!("`name` must be a string, not {}", kind(name))
        }
        _ => "the parameters of tools/call do not have the form that MCP asks for".to_owned(),
    }
}

fn kind(value: &Json) -> &'static str {
    match value {
        Json::Null => "null",
        Json::Bool(_) => "a boolean",
        Json::Number(_) => "a number",
        Json::String(_) => "a string",
        Json::Array(_) => "an array",
        Json::Object(_) => "an object",
    }
}
