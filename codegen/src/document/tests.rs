use serde_json::{Value, json};

use crate::Builder;
use crate::source::Source;

fn compiled_json(paths: Value) -> String {
    let spec =
        json!({"openapi": "3.0.3", "info": {"title": "Pets", "version": "1"}, "paths": paths});
    let source = Source::from_text("pets.json", spec.to_string()).unwrap();
    let builder = Builder::new("pets.json").discovery(true).bridge(true);
    let compiled = builder.compile_source(source, &mut |_| {}).unwrap();
    compiled.code().json().to_owned()
}

fn operation(id: &str, example: &Value) -> Value {
    json!({"get": {"operationId": id, "responses": {"200": {
        "description": "ok",
        "content": {"application/json": {"example": example}},
    }}}})
}

/// A document with its shared values in their places.
fn expand(value: &Value, root: &Value) -> Value {
    match value {
        Value::Object(members) => {
            let target = members.get("$ref").and_then(Value::as_str);
            let target =
                target.filter(|target| members.len() == 1 && !target.starts_with("#/$defs/"));
            if let Some(shared) = target.and_then(|target| root.pointer(&target[1..])) {
                return expand(shared, root);
            }
            let members = members.iter();
            let members = members.map(|(key, value)| (key.clone(), expand(value, root)));
            members.collect::<serde_json::Map<_, _>>().into()
        }
        Value::Array(items) => items.iter().map(|item| expand(item, root)).collect(),
        value => value.clone(),
    }
}

#[test]
fn every_tool_has_its_answers() {
    let example = json!({"name": "Rex", "about": "x".repeat(200)});
    let json = compiled_json(json!({
        "/a": operation("listA", &example),
        "/b": operation("listB", &json!({"items": [example]})),
    }));
    let root: Value = serde_json::from_str(&json).unwrap();
    let whole = expand(&root, &root);
    for section in ["responses", "discovery", "bridge"] {
        assert!(whole[section].is_object(), "{section}");
    }
    assert_eq!(whole["responses"]["list_a"]["json"], example);
    assert_eq!(whole["responses"]["list_b"]["json"]["items"][0], example);
    let instructions =
        &whole["discovery"]["endpoints"]["list_a"]["answer"]["execution_instructions"];
    assert_eq!(instructions["next_tool"], "pets_endpoint_executor");
    assert_eq!(
        json.matches(&"x".repeat(200)).count(),
        1,
        "it is there once"
    );
}

#[test]
fn a_key_is_there_once() {
    let json = compiled_json(json!({"/a": operation("listA", &json!({"a": 1}))}));
    let root: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(
        serde_json::to_string(&root).unwrap().len(),
        compact(&json).len()
    );
}

/// JSON without white space between its tokens.
fn compact(json: &str) -> String {
    let mut is_string = false;
    let mut is_escaped = false;
    json.chars()
        .filter(|c| {
            is_string ^= *c == '"' && !is_escaped;
            is_escaped = *c == '\\' && !is_escaped;
            is_string || !c.is_whitespace()
        })
        .collect()
}

#[test]
fn lines_are_those_of_one_tool() {
    let one = compiled_json(json!({"/a": operation("listA", &json!({"a": 1}))}));
    let two = compiled_json(json!({
        "/a": operation("listA", &json!({"a": 1})),
        "/b": operation("listB", &json!({"a": 1})),
    }));
    let entry = |json: &str| {
        let (_, rest) = json.split_once("\"responses\": {").unwrap();
        let (_, entry) = rest.split_once("\"list_a\": ").unwrap();
        entry[..entry.find('}').unwrap()].to_owned()
    };
    assert_eq!(entry(&one), entry(&two));
}
