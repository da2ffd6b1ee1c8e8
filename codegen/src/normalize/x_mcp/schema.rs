//! A JSON Schema of `x-mcp` for editors: where it may be in an OpenAPI document, and which members it has there.
//!
//! It is made from the lists of members by which `x-mcp` is read, and says nothing about the rest of the document, so that
//! it goes with every version of OpenAPI. It is in draft-07, which language servers for YAML understand best.

use serde_json::{Map, Value, json};

use super::{LONGEST_SECONDS, MEMBERS, NAME, PAGINATION, SHARED};
use crate::normalize::argument_override;

/// The JSON Schema (draft-07) of OpenAPI documents with `x-mcp`, by which an editor completes and checks its members.
///
/// ```
/// let schema = toolwright_codegen::normalize::x_mcp_schema();
/// assert!(schema["definitions"]["operation"]["anyOf"][1]["properties"]["timeout"].is_object());
/// ```
pub fn x_mcp_schema() -> Value {
    let parameters = json!({"type": "array", "items": {"$ref": "#/definitions/withArgument"}});
    let schemas =
        json!({"type": "object", "additionalProperties": {"$ref": "#/definitions/bodySchema"}});
    let content = json!({"type": "object", "additionalProperties": {"properties": {
        "schema": {"$ref": "#/definitions/bodySchema"},
    }}});
    json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "x-mcp in an OpenAPI document",
        "description": "What toolwright reads of `x-mcp`. The rest of the document is not described.",
        "type": "object",
        "properties": {
            NAME: {"$ref": "#/definitions/shared"},
            "tags": {"type": "array", "items": {"properties": {NAME: {"$ref": "#/definitions/shared"}}}},
            "paths": {"type": "object", "additionalProperties": {"$ref": "#/definitions/pathItem"}},
            "definitions": schemas,
            "parameters": {"type": "object", "additionalProperties": {"$ref": "#/definitions/withArgument"}},
            "components": {"properties": {
                "schemas": schemas,
                "parameters": {"type": "object", "additionalProperties": {"$ref": "#/definitions/withArgument"}},
                "requestBodies": {"type": "object", "additionalProperties": {"properties": {"content": content}}},
                "pathItems": {"type": "object", "additionalProperties": {"$ref": "#/definitions/pathItem"}},
            }},
        },
        "definitions": {
            "pathItem": {
                "type": "object",
                "properties": {NAME: {"$ref": "#/definitions/shared"}, "parameters": parameters},
                "patternProperties": {
                    "^(get|put|post|delete|options|head|patch|trace|query)$": {
                        "type": "object",
                        "properties": {
                            NAME: {"$ref": "#/definitions/operation"},
                            "parameters": parameters,
                            "requestBody": {"properties": {"content": content}},
                        },
                    },
                },
            },
            "withArgument": {"properties": {NAME: {"$ref": "#/definitions/argument"}}},
            "bodySchema": {"properties": {
                "properties": {"type": "object", "additionalProperties": {"$ref": "#/definitions/withArgument"}},
                "allOf": {"type": "array", "items": {"$ref": "#/definitions/bodySchema"}},
            }},
            "shared": describe_members(
                "Settings of the operations here: tools or not, how long a call may take, pages.",
                &SHARED,
            ),
            "operation": describe_members("Settings of this operation as a tool.", &MEMBERS),
            "argument": {
                "description": "What callers see of this argument. `false` hides it.",
                "anyOf": [{"type": "boolean"}, describe_object(&argument_override::MEMBERS, describe_argument)],
            },
            "pagination": describe_pagination(),
            "origin": describe_origin(),
            "producer": describe_producer(),
        },
    })
}

fn describe_members(description: &str, members: &[&str]) -> Value {
    json!({
        "description": description,
        "anyOf": [{"type": "boolean"}, describe_object(members, describe_operation)],
    })
}

/// An object that has these members and no others.
fn describe_object(members: &[&str], describe: fn(&str) -> Value) -> Value {
    let properties: Map<String, Value> = members
        .iter()
        .map(|member| ((*member).to_owned(), describe(member)))
        .collect();
    json!({"type": "object", "properties": properties, "additionalProperties": false})
}

/// A member of `x-mcp` in an operation, or above it.
fn describe_operation(member: &str) -> Value {
    match member {
        "timeout" => json!({
            "description": "The time limit of a call, in seconds.",
            "type": "number",
            "minimum": 0.001,
            "maximum": LONGEST_SECONDS,
        }),
        "pagination" => json!({"$ref": "#/definitions/pagination"}),
        "enabled" => json!({"description": "Whether it becomes a tool.", "type": "boolean"}),
        "name" => describe_text("The name of the tool, as it is."),
        "title" => describe_text("The title for people."),
        "description" => {
            describe_text("What models read instead of the summary and the description.")
        }
        "read_only" => describe_hint("Whether a call changes nothing."),
        "destructive" => describe_hint("Whether a call may destroy something."),
        "idempotent" => {
            describe_hint("Whether a second call with the same arguments has no further effect.")
        }
        "open_world" => describe_hint("Whether calls reach beyond a closed system."),
        "from" => json!({
            "description": "Which operations return values for arguments, by the names of the arguments.",
            "type": "object",
            "additionalProperties": {"$ref": "#/definitions/origin"},
        }),
        "handler" => json!({
            "description": "Who runs it: the upstream API, or a handler of your own.",
            "enum": ["upstream", "manual"],
        }),
        _ => json!({}),
    }
}

fn describe_hint(description: &str) -> Value {
    json!({"description": description, "type": "boolean"})
}

/// A member of `x-mcp` in a parameter or in a property of a body.
fn describe_argument(member: &str) -> Value {
    match member {
        "hidden" => json!({"description": "Callers neither see nor set it.", "type": "boolean"}),
        "value" => {
            json!({"description": "Callers neither see nor set it; this value is always sent."})
        }
        "env" => json!({
            "description": "Callers neither see nor set it; the value of this environment variable is sent.",
            "type": "string",
            "pattern": "^[A-Za-z_][A-Za-z0-9_]*$",
        }),
        "default" => json!({"description": "What is sent if a caller omits the argument."}),
        "from" => json!({"$ref": "#/definitions/origin"}),
        "name" => describe_text("The name of the argument."),
        "title" => describe_text("The title of the argument."),
        "description" => describe_text("What callers read about the argument."),
        _ => json!({}),
    }
}

/// `from` of an argument.
fn describe_origin() -> Value {
    let producer = || json!({"$ref": "#/definitions/producer"});
    json!({
        "description": "Which operations return the value, the likeliest first. `false`: none.",
        "anyOf": [
            {"enum": [false, null]},
            producer(),
            {"type": "array", "items": producer(), "minItems": 1},
        ],
    })
}

fn describe_producer() -> Value {
    json!({
        "description": "An operationId, a method and path, or the name of a tool; the field of its response may follow \
                        behind `#`.",
        "anyOf": [
            {"type": "string", "minLength": 1},
            {
                "type": "object",
                "properties": {
                    "operation": describe_text("An operationId, a method and path, or the name of a tool."),
                    "field": describe_text("Where its response has the value, such as `results[].id`."),
                },
                "required": ["operation"],
                "additionalProperties": false,
            },
        ],
    })
}

fn describe_pagination() -> Value {
    let describe = |member: &str| match member {
        "cursor" => "The argument that takes the cursor of the next page.",
        "page" => "The argument that takes the number of the next page.",
        "offset" => "The argument that takes how many items to skip.",
        "next" => {
            "Where the response has the cursor or the URL of the next page: `meta.next` or `/meta/next`."
        }
        "header" => "The response header that has the cursor or the URL of the next page.",
        "limit" => "The argument that sets how many items a page has.",
        "items" => "Where the response has the items of a page.",
        "total" => "Where the response has the number of all items.",
        _ => "",
    };
    let properties: Map<String, Value> = PAGINATION
        .iter()
        .map(|member| ((*member).to_owned(), describe_text(describe(member))))
        .collect();
    json!({
        "description": "How to ask for the next page. `false`: there are no pages.",
        "anyOf": [
            {"const": false},
            {
                "type": "object",
                "properties": properties,
                "additionalProperties": false,
                "oneOf": [
                    {"required": ["cursor"], "anyOf": [{"required": ["next"]}, {"required": ["header"]}]},
                    {"required": ["page"]},
                    {"required": ["offset"]},
                ],
            },
        ],
    })
}

fn describe_text(description: &str) -> Value {
    json!({"description": description, "type": "string", "minLength": 1})
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_member_has_a_description() {
        let schema = x_mcp_schema();
        let mut count = 0;
        for part in ["shared", "operation", "argument", "pagination"] {
            let members = schema["definitions"][part]["anyOf"][1]["properties"].as_object();
            for (name, member) in members.expect("is an object") {
                let is_described = member["description"]
                    .as_str()
                    .is_some_and(|text| !text.is_empty());
                assert!(
                    is_described || member["$ref"].is_string(),
                    "{part}: {name}: {member}"
                );
                count += 1;
            }
        }
        let listed = [
            &SHARED[..],
            &MEMBERS,
            &PAGINATION,
            &argument_override::MEMBERS,
        ]
        .concat();
        assert_eq!(count, listed.len());
    }
}
