//! Names last: what an operation, its fields and its types are called follows from their own places in
//! the spec, whatever other operations come, go or change places.

mod equal_types;
mod lock;
mod shared;

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::{Map, Value, json};

use shared::{model, names, untangled};

/// The spec with the members of `paths`, and of the schemas, the other way round.
fn reversed(spec: &Value) -> Value {
    let mut spec = spec.clone();
    for place in ["/paths", "/definitions", "/components/schemas"] {
        if let Some(members) = spec.pointer_mut(place).and_then(Value::as_object_mut) {
            let old = std::mem::take(members);
            members.extend(old.into_iter().rev());
        }
    }
    spec
}

/// The spec with every other path, from the first or the second.
fn halved(spec: &Value, first: usize) -> Value {
    let mut spec = spec.clone();
    if let Some(paths) = spec.get_mut("paths").and_then(Value::as_object_mut) {
        let old = std::mem::take(paths);
        let kept = old.into_iter().enumerate();
        let kept = kept.filter(|(index, _)| index % 2 == first);
        paths.extend(kept.map(|(_, member)| member));
    }
    spec
}

/// The spec with an operation at the start that has inline schemas of the most usual names.
fn joined(spec: &Value) -> Value {
    let newcomer = json!({"get": {
        "operationId": "aNewcomer to the names",
        "parameters": [
            {"name": "status", "in": "query", "type": "string", "enum": ["brand", "new"],
             "schema": {"type": "string", "enum": ["brand", "new"]}},
            {"name": "type", "in": "query", "type": "string", "enum": ["brand", "new"],
             "schema": {"type": "string", "enum": ["brand", "new"]}},
        ],
        "responses": {"200": {"description": "OK"}},
    }});
    let mut spec = spec.clone();
    if let Some(paths) = spec.get_mut("paths").and_then(Value::as_object_mut) {
        let old = std::mem::take(paths);
        let first = Map::from_iter([("/newcomer".to_owned(), newcomer)]);
        paths.extend(first.into_iter().chain(old));
    }
    spec
}

/// The variations of a spec in which unrelated operations come, go and change places.
fn variations(spec: &Value) -> [(&'static str, Value); 4] {
    [
        ("reversed", reversed(spec)),
        ("with the even paths", halved(spec, 0)),
        ("with the odd paths", halved(spec, 1)),
        ("with another operation", joined(spec)),
    ]
}

/// What a variation calls otherwise.
fn changes(path: &Path, spec: &Value, before: &BTreeMap<String, String>) -> Vec<String> {
    let mut changes = Vec::new();
    for (what, other) in variations(spec) {
        let Some(after) = model(path, &other) else {
            continue;
        };
        for (operation, now) in names(&after) {
            if let Some(was) = before.get(&operation).filter(|was| **was != now) {
                changes.push(format!("{what}: {operation}\n  {was}\n  {now}"));
            }
        }
    }
    changes
}

#[test]
#[ignore = "needs ../shared"]
fn names_do_not_depend_on_other_operations() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut contested = 0;
    for (file, spec) in untangled() {
        let stem = file.file_stem().expect("has a name");
        let path = folder.path().join(stem).with_extension("json");
        let Some(modelled) = model(&path, &spec) else {
            continue;
        };
        let before = names(&modelled);
        let lock = modelled.names();
        if lock.is_needed() {
            contested += 1;
        } else {
            let found = changes(&path, &spec, &before);
            assert!(found.is_empty(), "{}: {found:#?}", file.display());
        }
        std::fs::write(lock.path(), lock.text()).expect("is written");
        let found = changes(&path, &spec, &before);
        assert!(found.is_empty(), "locked, {}: {found:#?}", file.display());
        let again = model(&path, &spec).expect("as before");
        assert!(again.names().is_current(), "{}", file.display());
        assert_eq!(names(&again), before);
    }
    println!("names had to be made unique in {contested} specs");
}
