//! Messages as Python's `jsonschema` 4.26 words them; `python.json` is what it said.

use serde_json::Value;

use crate::definitions::{Definitions, table};
use crate::read_json;

#[test]
fn violations_are_worded_as_python_words_them() {
    for_each("exact", |case, ours, theirs| {
        assert_eq!(ours, theirs, "{case}")
    });
}

/// Ours go on with what Python has in the error's context, or can't quote the schema as it does.
#[test]
fn violations_of_alternatives_begin_as_in_python() {
    for_each("beginnings", |case, ours, theirs| {
        assert_eq!(ours.len(), theirs.len(), "{case}");
        for (ours, theirs) in ours.iter().zip(&theirs) {
            assert!(ours.starts_with(theirs.as_str()), "{ours} / {theirs}");
        }
    });
}

fn for_each(section: &str, check: impl Fn(&Value, Vec<String>, Vec<String>)) {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/json_schema/python.json");
    let cases = read_json(file.as_ref());
    for case in cases[section].as_array().unwrap() {
        let schema = &case["schema"];
        let (rewritten, definitions) = Definitions::of(schema, schema).unwrap();
        let violations = table(&rewritten, &definitions).python_violations(&case["instance"]);
        let mut ours: Vec<String> = violations
            .iter()
            .map(|violation| format!("{}: {}", violation.pointer, violation.message))
            .collect();
        let theirs = case["violations"].as_array().unwrap().iter();
        let mut theirs: Vec<String> = theirs
            .map(|pair| {
                format!(
                    "{}: {}",
                    pair[0].as_str().unwrap(),
                    pair[1].as_str().unwrap()
                )
            })
            .collect();
        ours.sort();
        theirs.sort();
        check(case, ours, theirs);
    }
}

#[test]
fn alternatives_say_why_the_nearest_one_is_not_met() {
    let schema = serde_json::json!({"anyOf": [
        {"type": "object", "properties": {"kind": {"const": "a"}, "size": {"type": "integer"}}, "required": ["kind"]},
        {"type": "object", "properties": {"kind": {"const": "b"}, "name": {"type": "string"}}, "required": ["kind", "name"]},
        {"type": "string"},
    ]});
    let (rewritten, definitions) = Definitions::of(&schema, &schema).unwrap();
    let table = table(&rewritten, &definitions);
    let say = |value: Value| table.violations(&value)[0].message.clone();
    assert_eq!(
        say(serde_json::json!({"kind": "a", "size": "big"})),
        "{\"kind\": \"a\", \"size\": \"big\"} is not valid under any of the given schemas: /size: \"big\" is not of type \"integer\""
    );
    assert_eq!(
        say(serde_json::json!(5)),
        "5 is not valid under any of the given schemas"
    );
    assert_eq!(
        say(serde_json::json!({"kind": "c", "name": "x"})),
        "{\"kind\": \"c\", \"name\": \"x\"} is not valid under any of the given schemas: /kind: \"c\" is not one of [\"a\", \"b\"]"
    );
    assert_eq!(
        say(serde_json::json!({"kind": "b"})),
        "{\"kind\": \"b\"} is not valid under any of the given schemas: \"name\" is a required property"
    );
}
