//! The report as JSON, for `toolwright list --format json`. Scripts read it, so tests hold its
//! members. Costs are computed for each tool and for the whole list.

use serde_json::{Value, json};

use crate::selection::LeftOut;

use super::{ListedTool, Report, SentVariable, SkippedOperation};

impl Report {
    /// The report as JSON: `{"tools": […], "skipped": […], "leftOut": […], "environment": […], "total": {…}}`.
    pub fn to_json(&self) -> Value {
        let tools: Vec<Value> = self.tools.iter().map(tool_json).collect();
        let skipped: Vec<Value> = self.skipped.iter().map(skipped_json).collect();
        let cost = self.cost();
        let total = json!({"tools": tools.len(), "bytes": cost.bytes, "tokens": cost.tokens()});
        let left_out: Vec<Value> = self.left_out.iter().map(left_out).collect();
        let environment: Vec<Value> = self.environment.iter().map(SentVariable::to_json).collect();
        json!({
            "tools": tools,
            "skipped": skipped,
            "leftOut": left_out,
            "environment": environment,
            "total": total,
        })
    }
}

fn tool_json(tool: &ListedTool) -> Value {
    let cost = tool.cost();
    let mut json = json!({
        "name": tool.name,
        "title": tool.title,
        "description": tool.description,
        "method": tool.method.to_string(),
        "path": tool.path,
        "inputSchema": tool.input_schema,
        "annotations": {
            "readOnlyHint": tool.annotations.read_only,
            "destructiveHint": tool.annotations.may_destroy(),
            "idempotentHint": tool.annotations.idempotent,
            "openWorldHint": tool.annotations.open_world,
        },
        "bytes": cost.bytes,
        "tokens": cost.tokens(),
    });
    if let Some(output) = &tool.output_schema {
        json["outputSchema"] = output.clone();
    }
    json
}

fn left_out(operation: &LeftOut) -> Value {
    json!({
        "method": operation.method.to_string(),
        "path": operation.path,
        "by": operation.by,
    })
}

fn skipped_json(operation: &SkippedOperation) -> Value {
    json!({
        "method": operation.method,
        "path": operation.path,
        "reason": operation.reason,
        "location": operation.location,
    })
}
