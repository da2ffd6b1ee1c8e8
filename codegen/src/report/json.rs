use serde_json::{Value, json};

use super::{ListedTool, Report, SkippedOperation};

impl Report {
    /// The report as JSON: `{"tools": […], "skipped": […]}`.
    pub fn to_json(&self) -> Value {
        let tools: Vec<Value> = self.tools.iter().map(tool).collect();
        let skipped: Vec<Value> = self.skipped.iter().map(skipped).collect();
        json!({"tools": tools, "skipped": skipped})
    }
}

fn tool(tool: &ListedTool) -> Value {
    json!({
        "name": tool.name,
        "title": tool.title,
        "description": tool.description,
        "method": tool.method.to_string(),
        "path": tool.path,
        "inputSchema": tool.input_schema,
        "annotations": {
            "readOnlyHint": tool.annotations.read_only,
            "destructiveHint": tool.annotations.destructive,
            "idempotentHint": tool.annotations.idempotent,
            "openWorldHint": tool.annotations.open_world,
        },
    })
}

fn skipped(operation: &SkippedOperation) -> Value {
    json!({
        "method": operation.method,
        "path": operation.path,
        "reason": operation.reason,
        "location": operation.location,
    })
}
