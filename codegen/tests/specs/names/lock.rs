//! Names in the file beside the spec stay with their operations and types.

use serde_json::{Value, json};
use toolwright_codegen::{BuildError, Builder};

use crate::names::shared::{model, names};

fn spec(operations: &[(&str, &str)]) -> Value {
    let paths = operations.iter().map(|(path, id)| {
        let operation = json!({"operationId": id, "responses": {"200": {"description": "OK"}}});
        ((*path).to_owned(), json!({"get": operation}))
    });
    let paths: serde_json::Map<_, _> = paths.collect();
    json!({"openapi": "3.0.3", "info": {"title": "T", "version": "1"}, "paths": paths})
}

#[test]
fn a_name_stays_with_its_operation() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("pets.json");
    let alone = spec(&[("/animals", "listPets")]);
    let both = spec(&[("/animals", "listPets"), ("/pets", "list_pets")]);
    let first = model(&path, &alone).expect("a model");
    assert!(!first.names().is_needed(), "a single name needs no lock");
    std::fs::write(first.names().path(), first.names().text()).expect("is written");
    let second = model(&path, &both).expect("a model");
    assert!(second.names().check().is_err());
    insta::assert_snapshot!(second.names().text(), @"
    # The names of tools, and of types that the schemas do not name clearly: commit this file.
    # `toolwright generate` adds and removes lines as the spec changes, and keeps the names that are here.

    GET /animals = list_pets
    GET /pets = get_pets
    ");
    std::fs::write(second.names().path(), second.names().text()).expect("is written");
    let third = model(&path, &spec(&[("/pets", "list_pets")])).expect("a model");
    let third = names(&third);
    assert_eq!(third["GET /pets"], "get_pets GetPets");
}

#[test]
fn the_shortest_path_has_the_name_without_a_lock() {
    let path = std::path::Path::new("nowhere/pets.json");
    let modelled = model(
        path,
        &spec(&[("/animals", "listPets"), ("/pets", "list_pets")]),
    );
    let modelled = modelled.expect("a model");
    assert!(modelled.names().is_needed());
    let names = names(&modelled);
    assert_eq!(names["GET /pets"], "list_pets ListPets");
    assert_eq!(names["GET /animals"], "get_animals GetAnimals");
}

#[test]
fn what_is_left_out_keeps_its_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("pets.json");
    let both = spec(&[("/animals", "listPets"), ("/pets", "list_pets")]);
    std::fs::write(&path, both.to_string()).expect("is written");
    let lock = "GET /animals = list_pets\nGET /pets = pets\nGET /gone = gone\n";
    std::fs::write(path.with_extension("names"), lock).expect("is written");
    let builder = Builder::new(&path).exclude_path("/animals");
    let compiled = builder.compile().expect("compiles");
    let names = compiled.names().expect("are known");
    let lines: Vec<String> = names.text().lines().skip(3).map(str::to_owned).collect();
    assert_eq!(lines, ["GET /animals = list_pets", "GET /pets = pets"]);
    assert_eq!(compiled.api().operations[0].tool, "pets");
    assert!(!names.is_current());
    assert!(names.check().is_ok(), "a line too much does no harm");
    assert!(compiled.files().any(|file| file.ends_with("pets.names")));
}

#[test]
fn locked_names_are_all_there() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("pets.json");
    let write = |operations: &[(&str, &str)]| {
        std::fs::write(&path, spec(operations).to_string()).expect("is written");
    };
    let builder = Builder::new(&path).locked(true);
    write(&[("/animals", "listPets")]);
    builder.compile().expect("nothing had to be made unique");
    write(&[("/animals", "listPets"), ("/pets", "list_pets")]);
    let error = builder.compile().expect_err("there is no file");
    assert!(matches!(error, BuildError::Names(_)), "{error}");
    let text = error.to_string();
    assert!(
        text.contains("pets.names does not contain the line `GET /animals = get_animals"),
        "{text}"
    );
    let lock = "<<<<<<< ours\nGET /pets = a\n";
    std::fs::write(path.with_extension("names"), lock).expect("is written");
    let error = builder.compile().expect_err("no file of names").to_string();
    assert!(
        error.contains("pets.names: line 1: this line is left from a merge conflict"),
        "{error}"
    );
}

#[test]
fn a_type_keeps_its_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("pets.json");
    let kind = |values: Value| json!({"type": "string", "enum": values});
    let mut spec = spec(&[("/a", "list")]);
    spec["paths"]["/a"]["get"]["parameters"] = json!([
        {"name": "x", "in": "query", "schema": {"$ref": "#/components/schemas/pet"}},
        {"name": "y", "in": "query", "schema": {"$ref": "#/components/schemas/PET"}},
    ]);
    spec["components"] = json!({"schemas": {"PET": kind(json!(["a"])), "pet": kind(json!(["b"]))}});
    let modelled = model(&path, &spec).expect("a model");
    let before = names(&modelled);
    assert!(modelled.names().is_needed());
    std::fs::write(modelled.names().path(), modelled.names().text()).expect("is written");
    spec["components"]["schemas"]["Pet"] = kind(json!(["c"]));
    let after = names(&model(&path, &spec).expect("a model"));
    assert_eq!(after, before);
}
