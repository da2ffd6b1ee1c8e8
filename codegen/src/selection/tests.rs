use serde_json::{Value, json};

use crate::builder::Builder;
use crate::compiled::Compiled;
use crate::setting::{Setting, Written};
use crate::source::Source;

fn spec() -> Value {
    json!({"openapi": "3.1.0", "info": {"title": "Pets", "version": "1"},
        "tags": [{"name": "admin", "x-mcp": {"enabled": false}}],
        "paths": {
            "/pets": {
                "get": {"operationId": "listPets", "tags": ["pets"]},
                "post": {"operationId": "addPet", "tags": ["pets", "write"]},
            },
            "/pets/{id}": {
                "parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "string"}}],
                "get": {"operationId": "getPet", "tags": ["pets"]},
                "delete": {"tags": ["pets", "write"]},
            },
            "/owners": {"get": {"operationId": "listOwners", "tags": ["owners"]}},
            "/keys": {
                "get": {"operationId": "listKeys", "tags": ["admin"]},
                "post": {"operationId": "addKey", "tags": ["admin"], "x-mcp": {"enabled": true}},
            },
            "/old": {"x-mcp": false, "get": {"operationId": "old"}},
        },
    })
}

fn compiled(spec: &Value, settings: &[(&str, &str)]) -> Compiled {
    let settings = settings.iter().map(|(name, value)| {
        let written = match *value {
            "true" => Written::Flag(true),
            text => Written::Text(text.to_owned()),
        };
        Setting::read(name, written).expect("is a setting")
    });
    let builder = settings.fold(Builder::new("a.json"), Builder::with);
    let source = Source::from_text("a.json", spec.to_string()).expect("is JSON");
    builder.compile_source(source, &mut |_| {}).expect("a spec")
}

fn tools(settings: &[(&str, &str)]) -> String {
    let compiled = compiled(&spec(), settings);
    let operations = compiled.api().operations.iter();
    let tools: Vec<&str> = operations.map(|one| one.tool.as_str()).collect();
    tools.join(" ")
}

fn told(settings: &[(&str, &str)]) -> Vec<String> {
    let compiled = compiled(&spec(), settings);
    let remarks = compiled.diagnostics().iter();
    let text = |help: &Option<String>| help.clone().unwrap_or_default();
    remarks
        .map(|one| format!("{}: {} {}", one.pointer, one.message, text(&one.help)))
        .collect()
}

#[test]
fn the_spec_says_which_are_none() {
    assert_eq!(
        tools(&[]),
        "list_pets add_pet get_pet delete_pets_by_id list_owners add_key"
    );
    let compiled = compiled(&spec(), &[]);
    let left_out: Vec<String> = compiled
        .left_out()
        .iter()
        .map(|one| format!("{} {} {}", one.method, one.path, one.by))
        .collect();
    assert_eq!(left_out, ["GET /keys x-mcp", "GET /old x-mcp"]);
    assert!(compiled.diagnostics().is_empty());
}

#[test]
fn patterns_of_a_kind_widen_and_kinds_narrow() {
    let both = [("include", "list*"), ("include", "getPet")];
    assert_eq!(tools(&both), "list_pets get_pet list_owners");
    assert_eq!(
        tools(&[("include", "list*"), ("include_tag", "pets")]),
        "list_pets"
    );
    assert_eq!(tools(&[("include", "DELETE /pets/*")]), "delete_pets_by_id");
    assert_eq!(
        tools(&[("include_path", "/pets/**"), ("method", "get")]),
        "list_pets get_pet"
    );
    assert_eq!(
        tools(&[("include_path", "/pets"), ("include_path", "/owners")]),
        "list_pets add_pet list_owners"
    );
}

#[test]
fn what_excludes_counts_more() {
    assert_eq!(
        tools(&[("include_tag", "pets"), ("exclude_tag", "write")]),
        "list_pets get_pet"
    );
    assert_eq!(
        tools(&[("exclude", "*Pet*"), ("exclude_path", "/pets/*")]),
        "list_owners add_key"
    );
    assert_eq!(
        tools(&[("read_only", "true")]),
        "list_pets get_pet list_owners"
    );
    assert_eq!(tools(&[("include", "old")]), "");
}

#[test]
fn a_pattern_that_fits_nothing_is_told_with_what_was_meant() {
    let settings = [
        ("exclude_tag", "pest"),
        ("include", "lisPets"),
        ("exclude", "GET /pet"),
        ("include_path", "/Pets"),
        ("method", "PUSH"),
        ("rename", "listPest=x"),
    ];
    insta::assert_snapshot!(told(&settings).join("\n"));
}

#[test]
fn settings_rewrite() {
    let settings = [
        ("rename", "listPets=pets"),
        ("rename", "delete /pets/{id}=drop"),
        ("retitle", "listPets=All pets"),
        ("describe", "listPets=What we have."),
    ];
    let compiled = compiled(&spec(), &settings);
    let first = &compiled.api().operations[0];
    assert_eq!(first.tool, "pets");
    assert_eq!(first.title, "All pets");
    assert_eq!(first.description, "What we have.");
    assert_eq!(compiled.api().operations[3].tool, "drop");
    let words = crate::setting::recorded_options(compiled.rust());
    assert_eq!(words.len(), 8, "{words:?}");
    assert!(words.contains(&"delete /pets/{id}=drop".to_owned()));
}

#[test]
fn names_that_are_given_come_first_and_are_held_to_what_clients_take() {
    let mut spec = spec();
    let name = |spec: &mut Value, path: &str, method: &str, name: &str| {
        spec["paths"][path][method]["x-mcp"] = json!({"name": name});
    };
    name(&mut spec, "/pets/{id}", "get", "list_pets");
    name(&mut spec, "/owners", "get", "list_pets");
    name(&mut spec, "/pets", "post", "add.pet");
    name(&mut spec, "/pets/{id}", "delete", &"x".repeat(65));
    name(&mut spec, "/keys", "post", "addKey");
    let compiled = compiled(&spec, &[]);
    let operations = compiled.api().operations.iter();
    let tools: Vec<&str> = operations.map(|one| one.tool.as_str()).collect();
    let mut told: Vec<String> = compiled.lines().collect();
    told.push(tools.join(" "));
    insta::assert_snapshot!(told.join("\n"));
}

#[test]
fn what_belongs_to_operations_is_said_of_operations() {
    let mut spec = spec();
    spec["x-mcp"] = json!({"name": "all", "enabled": "yes"});
    spec["paths"]["/pets"]["post"]["x-mcp"] = json!({"handler": "mine", "title": " ", "name": 5});
    let compiled = compiled(&spec, &[]);
    let told: Vec<String> = compiled.lines().collect();
    insta::assert_snapshot!(told.join("\n"));
}

#[test]
fn the_spec_and_settings_say_what_is_run_by_hand() {
    let mut spec = spec();
    let manual = |spec: &Value, patterns: &[&str]| {
        let settings: Vec<_> = patterns.iter().map(|it| ("manual", *it)).collect();
        let compiled = compiled(spec, &settings);
        let manual = compiled.api().manual();
        let methods: Vec<&str> = manual.map(|(_, method)| method).collect();
        (methods.join(" "), compiled.lines().collect::<Vec<_>>())
    };
    assert_eq!(manual(&spec, &[]).0, "");
    let (methods, told) = manual(&spec, &["list*", "post /pets", "lstPets"]);
    assert_eq!(methods, "list_pets add_pet list_owners");
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].contains("`manual` says `lstPets`, which fits no operation"));
    spec["paths"]["/pets"]["get"]["x-mcp"] = json!({"handler": "manual"});
    assert_eq!(manual(&spec, &[]).0, "list_pets");
}
