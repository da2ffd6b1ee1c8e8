//! Equal inline schemas have one type, whose name stays.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::{Value, json};
use toolwright_codegen::Builder;
use toolwright_codegen::source::Source;

use crate::names::shared::{model, names};

/// An operation with a parameter of these values.
fn operation(id: &str, parameter: &str, values: &[&str]) -> Value {
    json!({"get": {
        "operationId": id,
        "parameters": [{"name": parameter, "in": "query", "schema": {"type": "string", "enum": values}}],
        "responses": {"204": {"description": "Done."}},
    }})
}

fn spec(paths: Value, schemas: Value) -> Value {
    json!({
        "openapi": "3.0.3",
        "info": {"title": "Shelves", "version": "1"},
        "servers": [{"url": "https://shelves.example.com"}],
        "paths": paths,
        "components": {"schemas": schemas},
    })
}

/// The types of a spec, with typed responses.
fn type_names(spec: &Value) -> BTreeSet<String> {
    let source = Source::from_text("shelves.json", spec.to_string()).expect("is JSON");
    let builder = Builder::new("shelves.json").responses(true);
    let modelled = builder.model_source(source).expect("is a spec");
    let types = modelled.api().types.iter();
    types.map(|definition| definition.ident.clone()).collect()
}

fn set_of(names: &[&str]) -> BTreeSet<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

#[test]
fn operations_share_equal_types_of_the_same_property() {
    let paths = json!({
        "/books": operation("listBooks", "sort", &["asc", "desc"]),
        "/maps": operation("listMaps", "sort", &["asc", "desc"]),
        "/pens": operation("listPens", "order", &["asc", "desc"]),
        "/inks": operation("listInks", "sort", &["desc", "asc"]),
    });
    let expected = set_of(&["ListMapsSort", "ListPensOrder", "ListInksSort"]);
    assert_eq!(type_names(&spec(paths, json!({}))), expected);
}

#[test]
fn types_that_hold_equal_types_are_equal() {
    let edge =
        json!({"type": "object", "properties": {"unit": {"enum": ["mm", "in"], "type": "string"}}});
    let size = json!({"type": "object", "properties": {"width": edge}});
    let body = |key: &str| {
        let schema = json!({"$ref": format!("#/components/schemas/{key}")});
        json!({"post": {
            "operationId": format!("add{key}"),
            "requestBody": {"content": {"application/json": {"schema": schema}}},
            "responses": {"204": {"description": "Done."}},
        }})
    };
    let schema = json!({"type": "object", "properties": {"size": size}});
    let schemas = json!({"Pen": schema, "Book": schema});
    let paths = json!({"/pens": body("Pen"), "/books": body("Book")});
    let expected = set_of(&["Book", "Pen", "PenSize", "PenSizeWidth", "PenSizeWidthUnit"]);
    assert_eq!(type_names(&spec(paths, schemas)), expected);
}

#[test]
fn what_comes_back_is_not_what_is_sent() {
    let mut paths = json!({"/books": operation("listBooks", "state", &["new", "used"])});
    let state = json!({"type": "string", "enum": ["new", "used"]});
    let schema = json!({"type": "object", "properties": {"state": state}});
    paths["/maps"] = json!({"get": {
        "operationId": "showMap",
        "responses": {"200": {"description": "A map.", "content": {"application/json": {"schema": schema}}}},
    }});
    let types = type_names(&spec(paths, json!({})));
    let states = types.iter().filter(|name| name.ends_with("State"));
    assert_eq!(states.count(), 2, "{types:?}");
}

#[test]
fn a_shared_type_keeps_its_name_with_the_file_of_names() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("shelves.json");
    let direction = |id: &str| operation(id, "sort", &["asc", "desc"]);
    let mut paths = json!({"/maps": direction("listMaps"), "/books": direction("listBooks")});
    let before = model(&path, &spec(paths.clone(), json!({}))).expect("a model");
    assert!(before.names().is_needed());
    let text = before.names().text();
    for line in [
        "types::ListMapsSort /paths/~1maps/get/parameters/0/schema = ListMapsSort\n",
        "types::ListBooksSort /paths/~1books/get/parameters/0/schema = ListMapsSort\n",
    ] {
        assert!(text.contains(line), "{text}");
    }
    std::fs::write(before.names().path(), text).expect("is written");
    // One with a shorter name comes, and the one that gave its name goes.
    paths["/a"] = direction("a");
    assert_name_stays(&path, &paths, "GET /maps", "ListMapsSort");
    paths.as_object_mut().expect("is one").remove("/maps");
    assert_name_stays(&path, &paths, "GET /books", "ListMapsSort");
}

#[test]
fn a_type_that_becomes_shared_keeps_its_name_with_the_file_of_names() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("shelves.json");
    let mut paths = json!({"/maps": operation("listMaps", "sort", &["asc", "desc"])});
    let before = model(&path, &spec(paths.clone(), json!({}))).expect("a model");
    assert!(!before.names().is_needed());
    std::fs::write(before.names().path(), before.names().text()).expect("is written");
    paths["/a"] = operation("a", "sort", &["asc", "desc"]);
    assert_name_stays(&path, &paths, "GET /a", "ListMapsSort");
}

fn assert_name_stays(path: &Path, paths: &Value, operation: &str, name: &str) {
    let modelled = model(path, &spec(paths.clone(), json!({}))).expect("a model");
    let names = names(&modelled);
    assert!(names[operation].contains(name), "{names:#?}");
}
