//! The numbers are those of the requirements on the schema provider.

mod examples;
mod instructions;
mod parameters;
mod schemas;

use serde_json::{Value, json};

use super::testing::answer_of;

/// An operation with a parameter of each kind.
fn add_page() -> Value {
    json!({
        "summary": "Adds a page",
        "parameters": [
            {"name": "site", "in": "path", "required": true, "type": "string"},
            {"name": "locale", "in": "query", "type": "string", "description": "Which language."},
            {"name": "page", "in": "body", "required": true, "schema": {
                "type": "object",
                "required": ["title"],
                "properties": {
                    "born": {"type": "string", "format": "date"},
                    "title": {"type": "string", "description": "What it is called.", "example": "Home"},
                    "tags": {"type": "array", "items": {"type": "string"}},
                    "views": {"type": "integer", "format": "int32"},
                    "extra": {},
                },
            }},
        ],
        "responses": {"201": {"description": "Created", "schema": {
            "type": "object",
            "required": ["id"],
            "properties": {"id": {"type": "integer"}, "title": {"type": "string"}},
        }}},
    })
}

fn added() -> Value {
    answer_of("post", "/sites/{site}/pages", add_page())
}

fn keys(value: &Value) -> Vec<&str> {
    let members = value.as_object().expect("an object");
    members.keys().map(String::as_str).collect()
}

fn names(list: &Value) -> Vec<&str> {
    let list = list.as_array().expect("a list").iter();
    list.filter_map(|it| it["name"].as_str()).collect()
}
