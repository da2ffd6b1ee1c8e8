//! Converts the outcome of a call to MCP's `CallToolResult`, by the rules of the client's revision of MCP.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use rmcp::model::{CallToolResult, ContentBlock, ResourceContents};
use serde_json::json;

use crate::outcome::{Attachment, Outcome};
use crate::tool_info::ToolInfo;
use crate::value::Json;

/// The outcome of a call of `tool`. `structuredContent` may be any JSON for a modern client; before
/// revision 2026-07-28 it had to be an object, and what is none stands in `{"result": …}`.
///
/// A success without structured content, of a tool that promised some, becomes an error: clients
/// that check results would hide it from the model.
pub(super) fn call_tool_result(
    tool: &ToolInfo,
    mut outcome: Outcome,
    is_modern: bool,
) -> CallToolResult {
    // MCP, "Output schema": a tool with one MUST return structured content that conforms to it.
    if lacks_promised_output(tool, &outcome) {
        outcome.is_error = true;
        outcome.notes.push(UNSTRUCTURED.to_owned());
    }
    let mut content = vec![ContentBlock::text(outcome.text)];
    content.extend(outcome.notes.into_iter().map(ContentBlock::text));
    content.extend(outcome.attachments.into_iter().map(to_content_block));
    let mut result = if outcome.is_error {
        CallToolResult::error(content)
    } else {
        CallToolResult::success(content)
    };
    let is_framed = |structured: &Json| match tool.output {
        Some(output) => output.wrapped && !outcome.is_error,
        // Before revision 2026-07-28, `structuredContent` had to be an object.
        None => !is_modern && !structured.is_object(),
    };
    result.structured_content = outcome
        .structured
        .map(|structured| match is_framed(&structured) {
            true => json!({ "result": structured }),
            false => structured,
        })
        // Without a frame it is in the text alone. Newer versions of rmcp do the same.
        .filter(|structured| is_modern || structured.is_object());
    result
}

/// Whether a success lacks the structured content that its tool promises.
pub(super) fn lacks_promised_output(tool: &ToolInfo, outcome: &Outcome) -> bool {
    tool.output.is_some() && outcome.structured.is_none() && !outcome.is_error
}

pub(super) const UNSTRUCTURED: &str = "The API has responded, but not with the complete JSON that its spec \
    describes. Only for that reason is this an error: the result below is what the API sent.";

fn to_content_block(attachment: Attachment) -> ContentBlock {
    let Attachment {
        name,
        media_type,
        data,
    } = attachment;
    let data = BASE64_STANDARD.encode(data);
    match media_type.split('/').next() {
        Some("image") => ContentBlock::image(data, media_type),
        Some("audio") => ContentBlock::audio(data, media_type),
        _ => {
            let name = name.unwrap_or_else(|| "file".to_owned());
            let name = utf8_percent_encode(&name, NON_ALPHANUMERIC);
            let uri = format!("attachment:///{name}");
            ContentBlock::resource(ResourceContents::blob(data, uri).with_mime_type(media_type))
        }
    }
}

/// What is wrong with the parameters of a request that does not have the protocol's form.
pub(super) fn describe_malformed_params(method: &str, params: Option<&Json>) -> String {
    let of_no_form =
        || format!("the parameters of {method} do not have the form that MCP requires");
    if method != "tools/call" {
        return of_no_form();
    }
    let Some(Json::Object(params)) = params else {
        return "`params` of tools/call must be an object with a `name`".to_owned();
    };
    match (params.get("name"), params.get("arguments")) {
        (None, _) => "`name` is missing".to_owned(),
        (Some(name), _) if !name.is_string() => {
            format!(
                "`name` must be a string, not {}",
                json_type_with_article(name)
            )
        }
        (_, Some(arguments)) if !arguments.is_object() => {
            format!(
                "`arguments` must be an object, not {}",
                json_type_with_article(arguments)
            )
        }
        _ => of_no_form(),
    }
}

fn json_type_with_article(value: &Json) -> &'static str {
    match value {
        Json::Null => "null",
        Json::Bool(_) => "a boolean",
        Json::Number(_) => "a number",
        Json::String(_) => "a string",
        Json::Array(_) => "an array",
        Json::Object(_) => "an object",
    }
}

#[cfg(test)]
mod tests;
