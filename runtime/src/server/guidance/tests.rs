use serde_json::json;

use super::*;
use crate::request::Method;
use crate::testing;
use crate::tool::Tool;

static TOOL: Tool = testing::test_tool(Method::Get, "/pets");

fn violation(pointer: &str, message: &str) -> Violation {
    Violation {
        pointer: pointer.to_owned(),
        message: message.to_owned(),
    }
}

#[test]
fn names_what_was_meant_and_shows_what_is_expected() {
    let schema = json!({
        "type": "object",
        "required": ["kind", "since"],
        "properties": {
            "kind": {"type": "string", "enum": ["cat", "dog"]},
            "since": {"type": "string", "format": "date"},
            "limit": {"type": "integer", "minimum": 1, "maximum": 100},
        },
    });
    let Json::Object(schema) = schema else {
        panic!("is an object");
    };
    let sent = ["limt", "limit", "since"].map(str::to_owned);
    let violations = [
        violation("", "\"kind\" is a required property"),
        violation(
            "",
            "Additional properties are not allowed (\"limt\" was unexpected)",
        ),
        violation("/limit", "500 is greater than the maximum of 100"),
    ];
    insta::assert_snapshot!(explain_violations(
        &testing::tool_info(&TOOL),
        &schema,
        &sent,
        &violations,
        &[]
    ));
    let sent = ["knd", "since"].map(str::to_owned);
    let text = explain_violations(&testing::tool_info(&TOOL), &schema, &sent, &[], &[]);
    assert!(
        text.contains("no argument `knd`; did you mean `kind`?"),
        "{text}"
    );
}

#[test]
fn an_example_has_what_is_required() {
    for (schema, expected) in [
        (
            json!({"properties": {"a": {"type": "string"}}}),
            Some(json!({})),
        ),
        (
            json!({"required": ["a", "b"], "properties": {
                "a": {"type": "string", "minLength": 6},
                "b": {"type": "array", "items": {"$ref": "#/$defs/x"}},
            }, "$defs": {"x": {"type": ["null", "number"], "multipleOf": 5}}}),
            Some(json!({"a": "textxx", "b": [5]})),
        ),
        (
            json!({"required": ["a"], "properties": {"a": {"$ref": "#/$defs/a"}},
                "$defs": {"a": {"required": ["a"], "properties": {"a": {"$ref": "#/$defs/a"}}}}}),
            None,
        ),
        (
            json!({"required": ["a"], "properties": {"a": {"type": "string", "pattern": "^x$"}}}),
            None,
        ),
        (
            json!({"required": ["file"], "properties": {"file": {"type": "object",
                "properties": {"content": {"type": "string"}, "text": {"type": "string"}}}}}),
            Some(json!({"file": {"text": "text"}})),
        ),
        (
            json!({"required": ["a"], "properties": {
                "a": {"anyOf": [{"type": "null"}, {"type": "boolean"}]}}}),
            Some(json!({"a": true})),
        ),
    ] {
        let Json::Object(schema) = schema else {
            panic!("is an object");
        };
        assert_eq!(
            example::example_arguments(&schema, &[], &[]),
            expected,
            "{schema:?}"
        );
    }
}

#[test]
fn an_example_has_what_the_sent_arguments_need() {
    let schema = json!({
        "type": "object",
        "properties": {
            "title": {"type": "string"},
            "context": {"type": "object", "required": ["by"], "properties": {
                "by": {"type": "string"},
                "since": {"type": "string", "format": "date"},
            }, "dependentRequired": {"by": ["since"]}},
            "state": {"enum": ["open", "closed"]},
            "note": {"type": "string"},
            "other": {"type": "string"},
        },
        "dependentRequired": {"title": ["context"], "context": ["state"]},
        "dependentSchemas": {"note": {"required": ["title"]}},
    });
    let Json::Object(schema) = schema else {
        panic!("is an object");
    };
    let made = |sent: &str| {
        example::example_arguments(&schema, &[sent.to_owned(), "unknown".to_owned()], &[])
    };
    assert_eq!(made("other"), Some(json!({})));
    let context = json!({"by": "text", "since": "2026-01-31"});
    assert_eq!(
        made("title"),
        Some(json!({"title": "text", "context": context, "state": "open"}))
    );
    assert_eq!(
        made("note"),
        Some(json!({"note": "text", "title": "text", "context": context, "state": "open"}))
    );
    let violations = [violation("", "\"context\" is a dependency of \"title\"")];
    let sent = ["title".to_owned()];
    let text = explain_violations(&testing::tool_info(&TOOL), &schema, &sent, &violations, &[]);
    assert!(text.contains("`context` has the schema {"), "{text}");
    assert!(
        text.contains("For example: {\"title\":\"text\",\"context\":"),
        "{text}"
    );
}

#[test]
fn faulty_arguments_that_a_tool_returns_name_it_on_one_line() {
    let schema = json!({"properties": {"shop": {"type": "string"}, "pet": {"type": "string"}, "note": {"type": "string"}}});
    let Json::Object(schema) = schema else {
        panic!("is an object");
    };
    let source = |argument: &str, tool: &str, place: &str| ValueSource {
        argument: argument.to_owned(),
        tool: tool.to_owned(),
        place: place.to_owned(),
    };
    let sources = [
        source("shop", "list_shops", "[].id"),
        source("pet", "find_pet", ""),
        source("note", "list_notes", "id"),
    ];
    let violations = [
        violation("/shop", "is wrong"),
        violation("/pet", "is wrong"),
    ];
    let text = explain_violations(
        &testing::tool_info(&TOOL),
        &schema,
        &[],
        &violations,
        &sources,
    );
    let line = "\n`shop` is returned by list_shops as [].id. `pet` is returned by find_pet.\n";
    assert!(
        text.contains(line) && !text.contains("list_notes"),
        "{text}"
    );
}
