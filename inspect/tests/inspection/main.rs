//! The requirements of schema inspection, R1 to R13, as far as they need no server.

mod arguments;
mod compositions;
mod formats;
mod hostile;
mod names;
mod parsing;

use serde_json::{Value, json};
use toolwright_inspect::ToolSchema;

/// The JSON Schema that the requirements give.
fn read_file() -> Value {
    json!({
        "type": "object",
        "properties": {
            "path": {"type": "string", "description": "File path to read"},
            "encoding": {
                "type": "string",
                "description": "File encoding",
                "default": "utf-8",
                "enum": ["utf-8", "ascii", "latin-1"],
            },
        },
        "required": ["path"],
    })
}

fn of(properties: Value) -> ToolSchema {
    ToolSchema::parse(
        "tool",
        "",
        &json!({"type": "object", "properties": properties}),
    )
}
