use serde_json::json;

use super::*;
use crate::document::Document;
use crate::request::Method;
use crate::schema::{Keyword, Optional, Schema, Types};
use crate::testing;
use crate::text::Schemas;
use crate::tool::Tool;
use crate::violation::Description;

static TOOL: Tool = testing::test_tool(Method::Get, "/pets");

fn violation(pointer: &str, message: &str) -> Violation {
    Violation::new(pointer.to_owned(), message.to_owned())
}

fn missing(name: &str) -> Violation {
    Violation::from_description(
        String::new(),
        Description::of_missing_property(name, String::new()),
    )
}

fn unexpected(pointer: &str, names: &[&'static str]) -> Violation {
    let description = Description::of_unexpected_properties(names.iter().copied(), String::new());
    Violation::from_description(pointer.to_owned(), description)
}

/// Arguments that were sent, to a tool that has none of these names but `name` and `body`.
fn sent(arguments: Json) -> SentArguments {
    static KNOWN: Schema = Schema(
        Types::OBJECT,
        &[Keyword::ClosedObject(&[
            Optional("name", Schema::ANY),
            Optional("body", Schema::ANY),
        ])],
    );
    SentArguments::new(&object(arguments), &KNOWN)
}

fn object(value: Json) -> JsonObject {
    match value {
        Json::Object(members) => members,
        other => panic!("{other} is not an object"),
    }
}

fn explain(schema: Json, arguments: Json, violations: &[Violation]) -> String {
    let info = testing::tool_info(&TOOL);
    explain_violations(&info, &object(schema), &sent(arguments), violations, &[])
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
    let sent = sent(json!({"limt": 5, "limit": 500, "since": "2026-01-01"}));
    let violations = [
        missing("kind"),
        unexpected("", &["limt"]),
        violation("/limit", "500 is greater than the maximum of 100"),
    ];
    insta::assert_snapshot!(explain_violations(
        &testing::tool_info(&TOOL),
        &schema,
        &sent,
        &violations,
        &[]
    ));
    let sent = self::sent(json!({"knd": "cat", "since": "2026-01-01"}));
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
            json!({"required": ["a", "b"], "properties": {
                "a": {"type": "string", "pattern": "^[A-Z]{2}-\\d+$", "minLength": 5},
                "b": {"type": "string", "maxLength": 3},
            }}),
            Some(json!({"a": "AA-11", "b": "tex"})),
        ),
        (
            json!({"required": ["a"], "properties": {"a": {"type": "string", "pattern": "^(?=x)"}}}),
            None,
        ),
        (
            json!({"required": ["a", "b", "c"], "properties": {
                "a": {"type": "array", "minItems": 2, "items": {"type": "string"}},
                "b": {"type": "array", "minItems": 2, "uniqueItems": true, "items": {"type": "integer"}},
                "c": {"type": "array", "minItems": 2, "uniqueItems": true, "items": {"enum": ["x", "y"]}},
            }}),
            Some(json!({"a": ["text", "text"], "b": [1, 2], "c": ["x", "y"]})),
        ),
        (
            json!({"required": ["a", "b"], "properties": {
                "a": {"type": "integer", "exclusiveMinimum": 10, "multipleOf": 4},
                "b": {"type": "integer", "exclusiveMaximum": 0},
            }}),
            Some(json!({"a": 12, "b": -1})),
        ),
        (
            json!({"required": ["a"], "properties": {"a": {"allOf": [
                {"required": ["b"], "properties": {"b": {"type": "boolean"}}},
                {"$ref": "#/$defs/c"},
            ]}}, "$defs": {"c": {"required": ["c"], "properties": {"c": {"const": 5}}}}}),
            Some(json!({"a": {"b": true, "c": 5}})),
        ),
        (
            json!({"properties": {"a": {"type": "string"}, "b": {"type": "integer"}},
                "anyOf": [{"required": ["b"]}, {"required": ["a"]}]}),
            Some(json!({"b": 1})),
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
        let made = example_arguments(ExampleRequest {
            schema: &schema,
            sent: &[],
            wanted: &[],
            path: "",
        });
        assert_eq!(made.map(Json::Object), expected, "{schema:?}");
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
        let made = example_arguments(ExampleRequest {
            schema: &schema,
            sent: &[sent.to_owned(), "unknown".to_owned()],
            wanted: &[],
            path: "",
        });
        made.map(Json::Object)
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
    let violations = [missing("context")];
    let sent = sent(json!({"title": "a"}));
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
        &SentArguments::default(),
        &violations,
        &sources,
    );
    let line = "\n`shop` is returned by list_shops as [].id. `pet` is returned by find_pet.\n";
    assert!(
        text.contains(line) && !text.contains("list_notes"),
        "{text}"
    );
}

#[test]
fn an_example_names_the_faulty_arguments_that_it_does_not_have() {
    let schema = json!({"type": "object", "properties": {
        "code": {"type": "string", "pattern": "^(?=x)"},
        "limit": {"type": "integer"},
    }});
    let violations = [
        violation("/code", "is wrong"),
        violation("/limit", "is wrong"),
    ];
    let text = explain(schema, json!({}), &violations);
    assert!(
        text.ends_with("\nFor example, without `code`: {\"limit\":1}"),
        "{text}"
    );
}

#[test]
fn an_object_in_a_path_is_not_empty_in_an_example() {
    static KEYED: Tool = testing::test_tool(Method::Get, "/pets/{key}/{any}/{none}");
    let schema = |none: Json| {
        object(json!({"required": ["key", "any", "filter"], "properties": {
            "key": {"$ref": "#/$defs/key"},
            "any": {"type": "object", "additionalProperties": {"type": "integer"}},
            "filter": {"type": "object", "properties": {"kind": {"type": "string"}}},
            "none": none,
        }, "$defs": {"key": {"type": "object", "properties": {"id": {"type": "integer"}}}}}))
    };
    let make = |schema: &JsonObject, wanted: &[&str]| {
        let made = example_arguments(ExampleRequest {
            schema,
            sent: &[],
            wanted,
            path: KEYED.path,
        });
        made.map(Json::Object)
    };
    let none = json!({"type": "object", "additionalProperties": false});
    let expected = json!({"key": {"id": 1}, "any": {"key": 1}, "filter": {}});
    assert_eq!(make(&schema(none.clone()), &[]), Some(expected));
    assert_eq!(make(&schema(none), &["none"]), None, "no path has it");
}

#[test]
fn properties_that_the_api_sets_are_to_be_left_out() {
    static DOCUMENT: Document = Document::new(
        r#"{"fingerprint": "1f", "tools": {"tool": {"input": {"type": "object"}, "read_only": ["/id", "/name", "/owner/id", "/tags/*/a~1b"]}}}"#,
        "1f",
    );
    static SCHEMAS: Schemas = Schemas::from_document(&DOCUMENT);
    let info = ToolInfo {
        schemas: &SCHEMAS,
        ..testing::tool_info(&TOOL)
    };
    let schema = object(json!({"type": "object", "properties": {"idx": {"type": "string"}}}));
    let sent = sent(json!({"id": 5, "more": 1}));
    let text = explain_violations(
        &info,
        &schema,
        &sent,
        &[unexpected("", &["id", "more"])],
        &[],
    );
    assert_eq!(
        text,
        "\n`id` is set by the API (`readOnly`): leave it out\nFor example: {}"
    );
    let told = |violation: Violation| {
        let text = explain_violations(&info, &schema, &sent, &[violation], &[]);
        let line = text.lines().find(|line| line.contains("readOnly"));
        line.map(str::to_owned)
    };
    for (pointer, name, place) in [
        ("/owner", "id", "/owner/id"),
        ("/tags/3", "a/b", "/tags/3/a~1b"),
    ] {
        let expected = format!("`{place}` is set by the API (`readOnly`): leave it out");
        let names: &[&'static str] = &[name];
        assert_eq!(told(unexpected(pointer, names)), Some(expected));
    }
    assert_eq!(told(unexpected("/pet", &["id"])), None, "of another object");
}

#[test]
fn an_argument_of_another_level_is_told_where_it_belongs() {
    let schema = json!({"type": "object", "additionalProperties": false, "properties": {
        "id": {"type": "integer"},
        "body": {"$ref": "#/$defs/body"},
    }, "$defs": {"body": {"type": "object", "properties": {"name": {}, "nam": {}}}}});
    let hint = |arguments: Json, violations: &[Violation]| {
        let text = explain(schema.clone(), arguments, violations);
        let line = text.lines().find(|line| line.contains("argument"));
        line.map(str::to_owned)
    };
    assert_eq!(
        hint(json!({"name": "Rex"}), &[]).as_deref(),
        Some(
            "There is no argument `name`; it belongs in `body`, for example {\"body\": {\"name\": …}}"
        )
    );
    let wrapped = json!({"pet": {"id": 5, "kind": "cat", "body": {}}});
    assert_eq!(
        hint(wrapped, &[]).as_deref(),
        Some(
            "There is no argument `pet`; `id` and `body` are arguments of their own: send them without the \
             object around them"
        )
    );
    // What is sent at its own place already was not meant.
    let sent_twice = json!({"pet": {"id": 5, "kind": "cat"}, "id": 5});
    assert_eq!(hint(sent_twice, &[]), None);
    assert_eq!(
        hint(json!({"body": {"id": 5}}), &[unexpected("/body", &["id"])]).as_deref(),
        Some("`id` is an argument beside `body`, not within it")
    );
}

#[test]
fn names_within_arguments_are_suggested() {
    let schema = json!({
        "type": "object",
        "properties": {"body": {"$ref": "#/$defs/Tree"}, "name": {"type": "string"}},
        "$defs": {"Tree": {"allOf": [{"type": "object", "properties": {
            "label": {"type": "string"},
            "kids": {"type": "array", "items": {"anyOf": [{"$ref": "#/$defs/Tree"}, {"type": "null"}]}},
        }}]}},
    });
    let told = explain(
        schema,
        json!({"body": {}}),
        &[unexpected("/body/kids/0", &["kdis", "a\"b"])],
    );
    assert!(
        told.contains("/body/kids/0 has no property `kdis`; did you mean `kids`?"),
        "{told}"
    );
}
