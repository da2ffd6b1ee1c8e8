use serde_json::{Value, json};

use super::{CheckedTool, check};
use crate::clients::Client;

fn found(client: Client, name: &str, property: Value) -> Vec<String> {
    let input = json!({"type": "object", "properties": {"a": property}});
    let tool = CheckedTool::new(name, "Does it.", &input);
    let found = check(client, "pets", &[tool]);
    let line = |finding: &super::Finding| {
        format!(
            "{} {}: {}",
            finding.limit.id, finding.pointer, finding.message
        )
    };
    found.iter().map(line).collect()
}

#[test]
fn each_limit_of_gemini_is_found() {
    let cases = [
        (
            json!({"type": ["string", "null"]}),
            "type-array /properties/a: the type is [\"string\",\"null\"]",
        ),
        (
            json!({"type": "integer", "exclusiveMinimum": 0}),
            "keywords /properties/a: `exclusiveMinimum`",
        ),
        (
            json!({"type": "integer", "enum": [1]}),
            "enum-strings /properties/a: the value 1 of the `enum` is not a string",
        ),
        (json!({}), "typed /properties/a: no `type`"),
        (
            json!({"anyOf": [{"type": "string"}], "title": "A"}),
            "lone-any-of /properties/a: `title` beside `anyOf`",
        ),
        (
            json!({"type": "string", "format": "uuid"}),
            "string-formats /properties/a: the format `uuid`",
        ),
        (
            json!({"type": "object", "properties": {"b-c": {"type": "string"}}}),
            "identifiers /properties/a/properties/b-c: the name `b-c`",
        ),
    ];
    for (property, expected) in cases {
        assert_eq!(
            found(Client::Gemini, "tool", property.clone()),
            [expected],
            "{property}"
        );
    }
    let fine = json!({"type": "string", "nullable": true, "format": "date-time"});
    assert_eq!(found(Client::Gemini, "tool", fine), Vec::<String>::new());
    assert_eq!(
        found(Client::Gemini, "3d", json!({"type": "string"})),
        ["tool-name-start : the tool name `3d` does not start with a letter"]
    );
}

#[test]
fn names_are_held_to_what_comes_before_them() {
    let fine = json!({"type": "string"});
    let name = "x".repeat(54);
    assert_eq!(
        found(Client::OpenAi, &name, fine.clone()),
        Vec::<String>::new()
    );
    assert_eq!(
        found(Client::Claude, &name, fine.clone()),
        [
            "tool-name-length : the tool name has 65 characters, including 11 for the server `pets`, \
             more than 64"
        ]
    );
    assert_eq!(
        found(Client::VsCode, &name, fine.clone()),
        Vec::<String>::new()
    );
    assert_eq!(found(Client::Cursor, &"x".repeat(56), fine).len(), 1);
}

#[test]
fn what_all_refuse_has_a_source_too() {
    let lines = found(Client::VsCode, "tool", json!({"type": "array"}));
    assert_eq!(
        lines,
        ["array-items /properties/a: an array without `items`"]
    );
}

#[test]
fn the_list_has_limits_of_its_own() {
    let input = json!({"type": "object", "properties": {}});
    let tool = CheckedTool::new("tool", "", &input);
    let found = check(Client::Cursor, "pets", &[tool; 41]);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].tool, None);
    assert_eq!(found[0].message, "41 tools, more than 40");
}

#[test]
fn objects_are_counted_by_depth() {
    let mut deep = json!({"type": "string"});
    for _ in 0..10 {
        deep = json!({"type": "object", "properties": {"a": deep}});
    }
    assert_eq!(
        found(Client::OpenAi, "tool", deep),
        ["strict-depth : 11 levels of objects, more than 10"]
    );
}

#[test]
fn app_stores_want_a_title_and_hints() {
    let input = json!({"type": "object", "properties": {}});
    let listed = CheckedTool::new("tool", "Does it.", &input);
    assert_eq!(check(Client::AppStores, "pets", &[listed]), []);
    let bare = CheckedTool {
        title: "",
        hints: &["readOnlyHint"],
        ..listed
    };
    let found = check(Client::AppStores, "pets", &[bare]);
    let messages: Vec<&str> = found
        .iter()
        .map(|finding| finding.message.as_str())
        .collect();
    assert_eq!(
        messages,
        [
            "there is no title",
            "`destructiveHint`, `openWorldHint` not stated"
        ]
    );
    assert_eq!(check(Client::Cursor, "pets", &[bare]), []);
}
