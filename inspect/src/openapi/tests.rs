use serde_json::{Value, json};

use super::{Document, DocumentedTool, ToolEntry, openapi_schema};

fn convert(schema: &Value) -> Value {
    let converted = openapi_schema("tool", schema);
    assert!(
        converted.components.is_empty(),
        "{:?}",
        converted.components
    );
    converted.schema
}

#[test]
fn types_are_one_and_a_mark_for_null() {
    assert_eq!(
        convert(&json!({"type": ["string", "null"], "minLength": 1})),
        json!({"type": "string", "nullable": true, "minLength": 1})
    );
    assert_eq!(
        convert(&json!({"type": ["integer", "number"]})),
        json!({"type": "number"})
    );
    assert_eq!(
        convert(&json!({"type": ["string", "array", "null"], "items": {"type": "string"}})),
        json!({"anyOf": [
            {"type": "string", "nullable": true},
            {"type": "array", "items": {"type": "string"}},
        ]})
    );
    assert_eq!(
        convert(
            &json!({"anyOf": [{"type": "null"}, {"type": "array"}], "type": ["null", "array", "string"]})
        ),
        json!({
            "allOf": [{"anyOf": [
                {"type": "array", "nullable": true, "items": {}},
                {"type": "string"},
            ]}],
            "anyOf": [{"type": "array", "nullable": true, "items": {}}],
        })
    );
}

#[test]
fn an_alternative_that_is_null_is_the_mark_of_another() {
    let is_null = json!({"type": "null"});
    assert_eq!(
        convert(
            &json!({"description": "Name.", "anyOf": [{"type": "string", "minLength": 1}, is_null]})
        ),
        json!({"description": "Name.", "type": "string", "minLength": 1, "nullable": true})
    );
    assert_eq!(
        convert(&json!({"anyOf": [{"type": "string", "enum": ["a"]}, is_null]})),
        json!({"type": "string", "enum": ["a", null], "nullable": true})
    );
    assert_eq!(
        convert(&json!({"anyOf": [{"type": "string"}, {"type": "array"}, is_null]})),
        json!({"anyOf": [{"type": "string", "nullable": true}, {"type": "array", "items": {}}]})
    );
    // `minLength` would be of both, and `const` rejects null whatever its type.
    assert_eq!(
        convert(&json!({"minLength": 2, "anyOf": [{"type": "string", "minLength": 1}, is_null]})),
        json!({"minLength": 2, "anyOf": [{"type": "string", "minLength": 1, "nullable": true}]})
    );
    assert_eq!(
        convert(&json!({"anyOf": [{"type": "string", "const": "a"}, is_null]})),
        json!({"anyOf": [
            {"type": "string", "enum": ["a"]},
            {"type": "string", "nullable": true, "enum": [null]},
        ]})
    );
}

#[test]
fn bounds_are_numbers_with_marks() {
    assert_eq!(
        convert(&json!({"type": "number", "exclusiveMinimum": 0, "maximum": 9.5})),
        json!({"type": "number", "minimum": 0, "exclusiveMinimum": true, "maximum": 9.5})
    );
    assert_eq!(
        convert(&json!({"minimum": 2, "exclusiveMinimum": 1, "maximum": 5, "exclusiveMaximum": 5})),
        json!({"minimum": 2, "maximum": 5, "exclusiveMaximum": true})
    );
}

#[test]
fn values_are_enumerations_and_one_example() {
    assert_eq!(
        convert(&json!({"const": "on", "examples": ["on", "off"]})),
        json!({"enum": ["on"], "example": "on"})
    );
    assert_eq!(convert(&json!({"enum": []})), json!({"not": {}}));
    assert_eq!(convert(&json!({"required": []})), json!({}));
    assert_eq!(convert(&json!(false)), json!({"not": {}}));
}

#[test]
fn lists_have_items() {
    assert_eq!(
        convert(
            &json!({"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer"}], "items": false})
        ),
        json!({
            "type": "array",
            "maxItems": 2,
            "items": {"anyOf": [{"type": "string"}, {"type": "integer"}]},
        })
    );
    assert_eq!(
        convert(&json!({"type": "array", "prefixItems": [{"type": "string"}]})),
        json!({"type": "array", "items": {}})
    );
    assert_eq!(
        convert(&json!({"type": "array", "items": false})),
        json!({"type": "array", "maxItems": 0, "items": {}})
    );
}

#[test]
fn members_that_match_a_pattern_are_additional() {
    assert_eq!(
        convert(
            &json!({"patternProperties": {"^x-": {"type": "string"}}, "additionalProperties": false})
        ),
        json!({"additionalProperties": {"type": "string"}})
    );
    assert_eq!(
        convert(&json!({"patternProperties": {"^x-": {"type": "string"}}})),
        json!({})
    );
    assert_eq!(
        convert(&json!({"properties": {"a": true}, "unevaluatedProperties": false})),
        json!({"properties": {"a": {}}, "additionalProperties": false})
    );
    assert_eq!(
        convert(&json!({"allOf": [{"properties": {"a": true}}], "unevaluatedProperties": false})),
        json!({"allOf": [{"properties": {"a": {}}}]})
    );
}

#[test]
fn what_would_accept_more_is_not_refused() {
    // Without its `contains`, the inner schema would be that of all lists, and `not` refuse them.
    assert_eq!(
        convert(&json!({"not": {"contains": {"const": 1}}, "if": {"type": "string"}})),
        json!({})
    );
    assert_eq!(
        convert(&json!({"not": {"type": "string"}})),
        json!({"not": {"type": "string"}})
    );
}

#[test]
fn references_are_those_of_components() {
    let schema = json!({
        "type": "object",
        "properties": {
            "self": {"$ref": "#"},
            "node": {"$ref": "#/$defs/a~1b", "description": "The first one."},
            "twin": {"$ref": "#/$defs/a b"},
            "lost": {"$ref": "#/$defs/none"},
            "elsewhere": {"$ref": "https://example.com/pet"},
        },
        "$defs": {"a/b": {"type": "array", "items": {"$ref": "#/$defs/a~1b"}}, "a b": {"type": "null"}},
    });
    let converted = openapi_schema("add pet", &schema);
    let reference = |name: &str| json!({"$ref": format!("#/components/schemas/{name}")});
    assert_eq!(
        converted.schema["properties"],
        json!({
            "self": reference("add_pet.arguments"),
            "node": {"description": "The first one.", "allOf": [reference("add_pet.a_1b")]},
            "twin": reference("add_pet.a_b"),
            "lost": reference("add_pet.none"),
            "elsewhere": {},
        })
    );
    let components = &converted.components;
    assert_eq!(components["add_pet.arguments"], converted.schema);
    assert_eq!(
        components["add_pet.a_1b"]["items"],
        reference("add_pet.a_1b")
    );
    assert_eq!(components["add_pet.none"], json!({}));
    assert_eq!(components.len(), 4);
}

#[test]
fn a_document_has_a_path_for_each_tool() {
    let schema = json!({"type": "object", "properties": {"next": {"$ref": "#/$defs/N"}}, "$defs": {"N": true}});
    let tool = |name, title, description| DocumentedTool {
        name,
        title,
        description,
        tags: &["feeds", "other"],
        schema: &schema,
    };
    let contact = json!({"name": "News"});
    let document = Document {
        title: "News MCP",
        description: "Feeds and articles.",
        version: "1.0.0",
        contact: Some(&contact),
        server: Some("http://localhost:8001"),
        tags: &[("system", "Health"), ("feeds", "Feed management")],
    };
    let tools = [
        tool("add_feed", "", "Adds a feed. It is fetched at once."),
        tool("BaseResponse", "Base", ""),
    ];
    let texts = tools.map(|tool| (tool, tool.describe()));
    let entries = texts.each_ref().map(|(tool, texts)| ToolEntry {
        name: tool.name,
        tags: tool.tags,
        path: &texts.path,
        components: &texts.components,
    });
    let document: Value = serde_json::from_str(&document.write(&entries)).expect("is JSON");
    assert_eq!(
        document["info"],
        json!({
            "title": "News MCP - MCP Tools API",
            "description": "Feeds and articles.",
            "version": "1.0.0",
            "contact": contact,
        })
    );
    assert_eq!(
        document["tags"],
        json!([
            {"name": "system", "description": "Health"},
            {"name": "feeds", "description": "Feed management"},
            {"name": "other"},
        ])
    );
    let operation = &document["paths"]["/tools/add_feed"]["post"];
    assert_eq!(operation["summary"], "Adds a feed");
    assert_eq!(
        operation["requestBody"]["content"]["application/json"]["schema"]["properties"]["next"],
        json!({"$ref": "#/components/schemas/add_feed.N"})
    );
    let schemas = document["components"]["schemas"].as_object();
    let mut names: Vec<&String> = schemas.into_iter().flat_map(|it| it.keys()).collect();
    names.sort();
    assert_eq!(names, ["BaseResponse", "BaseResponse.N", "add_feed.N"]);
}
