//! The forms that users are asked to fill in, as the suite describes them.

use serde_json::{Value, json};
use toolwright::ToolError;
use toolwright::rmcp::model::ElicitationSchema;

/// A form from its JSON Schema.
///
/// # Errors
///
/// It is not a form.
fn read_form(schema: Value) -> Result<ElicitationSchema, ToolError> {
    Ok(serde_json::from_value(schema)?)
}

/// A form with one text.
pub fn one_text(name: &str) -> ElicitationSchema {
    ElicitationSchema::builder()
        .required_string(name)
        .build_unchecked()
}

/// A form to confirm something.
pub fn confirmation() -> ElicitationSchema {
    ElicitationSchema::builder()
        .required_bool("ok")
        .build_unchecked()
}

/// A user's name and address.
pub fn user() -> Result<ElicitationSchema, ToolError> {
    read_form(json!({
        "type": "object",
        "properties": {
            "username": {"type": "string", "description": "User's response"},
            "email": {"type": "string", "description": "User's email address"},
        },
        "required": ["username", "email"],
    }))
}

/// A default for each type (SEP-1034).
pub fn defaults() -> Result<ElicitationSchema, ToolError> {
    read_form(json!({
        "type": "object",
        "properties": {
            "name": {"type": "string", "default": "John Doe"},
            "age": {"type": "integer", "default": 30},
            "score": {"type": "number", "default": 95.5},
            "status": {"type": "string", "enum": ["active", "inactive", "pending"], "default": "active"},
            "verified": {"type": "boolean", "default": true},
        },
        "required": [],
    }))
}

/// Every way to write a choice (SEP-1330).
pub fn choices() -> Result<ElicitationSchema, ToolError> {
    read_form(json!({
        "type": "object",
        "properties": {
            "untitledSingle": {"type": "string", "enum": ["option1", "option2", "option3"]},
            "titledSingle": {
                "type": "string",
                "oneOf": [
                    {"const": "value1", "title": "First Option"},
                    {"const": "value2", "title": "Second Option"},
                    {"const": "value3", "title": "Third Option"},
                ],
            },
            "legacyEnum": {
                "type": "string",
                "enum": ["opt1", "opt2", "opt3"],
                "enumNames": ["Option One", "Option Two", "Option Three"],
            },
            "untitledMulti": {
                "type": "array",
                "items": {"type": "string", "enum": ["option1", "option2", "option3"]},
            },
            "titledMulti": {
                "type": "array",
                "items": {
                    "anyOf": [
                        {"const": "value1", "title": "First Choice"},
                        {"const": "value2", "title": "Second Choice"},
                        {"const": "value3", "title": "Third Choice"},
                    ],
                },
            },
        },
        "required": [],
    }))
}
