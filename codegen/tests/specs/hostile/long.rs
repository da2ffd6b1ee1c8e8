//! Very long texts and chains of references are truncated or rejected.

use serde_json::{Value, json};

use crate::hostile::compile::{compile, messages, spec};

const LONG: usize = 1 << 18;

#[test]
fn long_names_and_texts_are_read() {
    let paths = json!({"/a": {"get": {
        "operationId": "o".repeat(LONG),
        "summary": "s ".repeat(LONG / 2),
        "description": "d".repeat(LONG),
        "tags": ["t".repeat(LONG)],
        "parameters": [{"name": "n".repeat(LONG), "in": "query", "schema": {
            "type": "string", "default": "y".repeat(LONG), "enum": ["y".repeat(LONG)],
        }}],
        "responses": {},
    }}});
    let compiled = spec("names", paths, json!({}));
    assert!(compiled.api().operations[0].tool.len() <= 48);
}

#[test]
fn markdown_of_any_kind_is_tamed() {
    for (index, unit) in [
        "*",
        "[",
        "`",
        "<",
        "> ",
        "- ",
        "a\n",
        "[a](",
        "**_`[<",
        "```\n",
        "|a|b|\n",
        "#",
        "<a ",
        "<!--",
        "1. ",
        "    a\n",
        "![a",
        "http://a ",
        "\u{a0}",
    ]
    .iter()
    .enumerate()
    {
        let text = unit.repeat(100_000 / unit.len());
        let paths = json!({"/a": {"get": {"description": text, "responses": {}}}});
        let compiled = spec(&format!("markdown_{index}"), paths, json!({}));
        assert_eq!(compiled.api().operations.len(), 1);
    }
}

#[test]
fn paths_and_servers_that_no_server_takes_are_left_out() {
    let path: String = (0..10_000)
        .map(|number| format!("/{{p{number}}}"))
        .collect();
    let url = format!("https://{}", "{a}".repeat(1000));
    let spec = json!({
        "openapi": "3.0.3",
        "servers": [{"url": url, "variables": {"a": {"default": "{a}".repeat(1000)}}}],
        "paths": {path: {"get": {"responses": {}}}},
    });
    let compiled = compile("urls.json", spec.to_string()).expect("a spec");
    assert_eq!(
        messages(&compiled),
        [
            "the URL of the server is longer than 8000 bytes; it is ignored",
            "skipped * /{p0}/{p1}/{p2}/{p3}/{p4}/{p5}/{p6}/{p7}...: the path is longer than 8000 bytes",
        ]
    );
}

#[test]
fn patterns_of_any_kind_are_read() {
    let patterns = [
        format!("{}a{}", "(".repeat(5000), ")".repeat(5000)),
        "(((a{1,1000}){1,1000}){1,1000}){1,1000}".to_owned(),
        "a".repeat(100_000),
        format!("{}{}", "a?".repeat(2000), "a".repeat(2000)),
        format!("{}a{}", "(?=".repeat(1000), ")".repeat(1000)),
        "[".repeat(5000),
        "(a)\\1".repeat(500),
        "^(a+)+$".to_owned(),
    ];
    for (index, pattern) in patterns.iter().enumerate() {
        let schema = json!({"type": "string", "pattern": pattern});
        let parameters = json!([{"name": "q", "in": "query", "required": true, "schema": schema}]);
        let paths = json!({"/a": {"get": {"parameters": parameters, "responses": {}}}});
        spec(&format!("pattern_{index}"), paths, json!({}));
    }
}

#[test]
fn examples_of_enormous_bounds_are_not_made() {
    let mut lists: Value = json!({"type": "string", "minLength": 1000});
    for _ in 0..6 {
        lists = json!({"type": "array", "minItems": 1000, "items": lists});
    }
    let schema = json!({"type": "object", "required": ["a", "b", "c", "d"], "properties": {
        "a": {"type": "string", "minLength": 4_000_000_000_u32},
        "b": {"type": "array", "minItems": 4_000_000_000_u32, "items": {"type": "string"}},
        "c": {"type": "object", "minProperties": 4_000_000_000_u32},
        "d": lists,
    }});
    let response = json!({"description": "", "content": {"application/json": {"schema": schema}}});
    let paths = json!({"/a": {"get": {"responses": {"200": response}}}});
    let compiled = spec("bounds", paths, json!({}));
    assert!(
        compiled.rust().len() < 5_000_000,
        "{}",
        compiled.rust().len()
    );
}
