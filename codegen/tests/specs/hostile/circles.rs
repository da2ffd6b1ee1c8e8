//! Schemas that refer to themselves end, whatever leads back to them.

use serde_json::{Map, Value, json};

use crate::hostile::compile::{body, compile, level, levels, messages, spec};

const LONG: usize = 10_000;

/// Long enough to run out of a small stack.
const LESS_LONG: usize = 500;

#[test]
fn schemas_that_contain_themselves_are_opened() {
    let of = |name: &str| json!({"$ref": format!("#/components/schemas/{name}")});
    let schemas = json!({
        "A": of("A"),
        "B": of("C"), "C": of("B"),
        "X": {"allOf": [of("Y")]}, "Y": {"allOf": [of("Z")]}, "Z": {"allOf": [of("X")]},
        "D": {"oneOf": [of("D"), of("D")],
            "discriminator": {"propertyName": "t", "mapping": {"d": "#/components/schemas/D"}}},
        "E": {"anyOf": [{"not": of("E")}, {"allOf": [of("E")]}]},
        "P": {"type": "object", "required": ["p"], "properties": {"p": of("P"), "q": of("A")}},
    });
    for name in ["A", "B", "X", "D", "E", "P"] {
        body(&format!("circle_{name}"), of(name), schemas.clone());
    }
    let compiled = body("circles", of("X"), schemas);
    let said = messages(&compiled);
    let circle = |names: &str| {
        said.iter()
            .any(|message| message.contains(&format!("(through {names})")))
    };
    assert!(
        circle("A") && circle("B, C") && circle("X, Y, Z") && circle("D"),
        "{said:#?}"
    );
}

#[test]
fn other_things_that_refer_to_themselves_are_left_out() {
    let of = |section: &str, name: &str| json!({"$ref": format!("#/components/{section}/{name}")});
    let spec = json!({
        "openapi": "3.0.3",
        "paths": {
            "/a": {"$ref": "#/paths/~1a"},
            "/b": {"$ref": "#/paths/~1c"}, "/c": {"$ref": "#/paths/~1b"},
            "/d": {"get": {"parameters": [of("parameters", "A")], "responses": {}}},
            "/e": {"get": {"responses": {"200": of("responses", "A")}}},
            "/f": {"post": {"requestBody": of("requestBodies", "A"), "responses": {}}},
            "/g": {"get": {"$ref": "#/paths/~1g/get"}},
        },
        "components": {
            "parameters": {"A": of("parameters", "B"), "B": of("parameters", "A")},
            "responses": {"A": of("responses", "B"), "B": of("responses", "C"), "C": of("responses", "A")},
            "requestBodies": {"A": of("requestBodies", "A")},
        },
    });
    let compiled = compile("things.json", spec.to_string()).expect("a spec");
    let tools: Vec<&str> = compiled
        .api()
        .operations
        .iter()
        .map(|one| one.path.as_str())
        .collect();
    assert_eq!(tools, ["/d", "/e"]);
    insta::assert_snapshot!(
        compiled
            .rendered()
            .map(|text| {
                let lines: Vec<&str> = text.lines().collect();
                format!(
                    "{} ({})\n",
                    lines[0],
                    lines.last().map_or("", |line| line.trim())
                )
            })
            .collect::<String>()
    );
}

#[test]
#[ignore = "takes minutes"]
fn long_chains_of_references_end() {
    let end = |number: usize, count: usize, chain: Value| match number {
        _ if number == count => json!({"type": "object", "properties": {"a": {"type": "string"}}}),
        _ => chain,
    };
    let chain = |name: &str, count: usize, link: fn(Value) -> Value| {
        let schemas = levels(count + 1, |number| {
            end(number, count, link(level(number + 1)))
        });
        body(name, level(0), schemas);
    };
    chain("references", LONG, |next| next);
    chain(
        "all_ofs",
        LESS_LONG,
        |next| json!({"allOf": [next, {"minProperties": 1}]}),
    );
    chain(
        "property",
        LESS_LONG,
        |next| json!({"type": "object", "properties": {"a": next}}),
    );
    chain(
        "array",
        LESS_LONG,
        |next| json!({"type": "array", "items": next}),
    );
    chain(
        "one_ofs",
        LESS_LONG,
        |next| json!({"oneOf": [next, {"type": "integer"}]}),
    );
    chain("nots", LESS_LONG, |next| json!({"not": next}));
}

#[test]
fn long_chains_of_path_items_are_left_out() {
    let mut paths = Map::new();
    for number in 0..1000 {
        let next = format!("#/paths/~1p{}", number + 1);
        paths.insert(format!("/p{number}"), json!({"$ref": next}));
    }
    paths.insert("/p1000".to_owned(), json!({"get": {"responses": {}}}));
    let compiled = spec("path_items", Value::Object(paths), json!({}));
    assert_eq!(compiled.skipped().count(), 1000 - 64);
    let first = messages(&compiled).remove(0);
    assert_eq!(
        first,
        "skipped * /p0: the path item is at the start of a chain of more than 64 references"
    );
}

#[test]
fn files_may_refer_back() {
    let folder = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
        .join(format!("hostile-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let other = json!({
        "X": {"$ref": "back.json#/components/schemas/A"},
        "Y": {"properties": {"y": {"$ref": "back.json#/components/schemas/B"}}},
    });
    std::fs::write(folder.join("other.json"), other.to_string()).expect("written");
    let spec = json!({"openapi": "3.0.3",
        "paths": {"/a": {"post": {
            "requestBody": {"content": {"application/json": {"schema": {"$ref": "other.json#/X"}}}},
            "responses": {},
        }}},
        "components": {"schemas": {
            "A": {"$ref": "other.json#/X"},
            "B": {"properties": {"b": {"$ref": "other.json#/Y"}}},
        }},
    });
    let compiled = compile("back.json", spec.to_string()).expect("a spec");
    assert_eq!(compiled.api().operations.len(), 1);
}
