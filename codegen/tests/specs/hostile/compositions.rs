//! Schemas that are put together of others and contain themselves, or double with each level.

use serde_json::{Value, json};
use toolwright_codegen::Builder;
use toolwright_codegen::source::Source;

use crate::hostile::compile::{body, compile, level, levels, messages, post};

/// What makes of a reference a composition, in the ways of real specs.
fn compositions(folder: &Value) -> Vec<(&'static str, Value)> {
    vec![
        (
            "described",
            json!({"allOf": [folder, {"description": "x"}]}),
        ),
        ("empty", json!({"allOf": [folder, {}]})),
        ("titled", json!({"allOf": [folder, {"title": "x"}]})),
        ("nullable", json!({"allOf": [folder, {"nullable": true}]})),
        ("null_outside", json!({"nullable": true, "allOf": [folder]})),
        (
            "required",
            json!({"allOf": [folder, {"required": ["name"]}]}),
        ),
        (
            "required_outside",
            json!({"required": ["name"], "allOf": [folder]}),
        ),
        (
            "extended",
            json!({"allOf": [folder, {"properties": {"x": {"type": "string"}}}]}),
        ),
        (
            "chosen",
            json!({"anyOf": [
                {"allOf": [folder, {"required": ["name"]}]},
                {"type": "string"},
            ]}),
        ),
        (
            "based",
            json!({
                "properties": {"base": {"type": "string"}},
                "oneOf": [folder, {"properties": {"q": {"type": "string"}}, "required": ["q"]}],
            }),
        ),
    ]
}

/// A spec of a version in which a schema contains itself by a composition, at three places.
fn folders(version: &str, composition: &Value) -> Value {
    let folder = json!({
        "type": "object",
        "properties": {
            "name": {"type": "string"},
            "parent": composition,
            "children": {"type": "array", "items": composition},
            "named": {"type": "object", "additionalProperties": composition},
        },
    });
    let info = json!({"title": "Folders", "version": "1"});
    if version == "2.0" {
        let of = json!({"$ref": "#/definitions/Folder"});
        let parameter = json!({"name": "body", "in": "body", "schema": of});
        return json!({
            "swagger": version, "info": info, "host": "a.example",
            "paths": {"/a": {"post": {"parameters": [parameter], "responses": {}}}},
            "definitions": {"Folder": folder},
        });
    }
    let of = json!({"$ref": "#/components/schemas/Folder"});
    json!({
        "openapi": version, "info": info,
        "paths": {"/a": post(of)},
        "components": {"schemas": {"Folder": folder}},
    })
}

#[test]
fn a_composition_that_contains_itself_has_a_type_that_does() {
    for version in ["2.0", "3.0.3", "3.1.0"] {
        let prefix = if version == "2.0" {
            "#/definitions"
        } else {
            "#/components/schemas"
        };
        let folder = json!({"$ref": format!("{prefix}/Folder")});
        for (name, composition) in compositions(&folder) {
            let spec = folders(version, &composition).to_string();
            let compiled = compile(&format!("{name}.json"), spec);
            let compiled = compiled.unwrap_or_else(|error| panic!("{name} {version}: {error}"));
            assert_eq!(compiled.api().operations.len(), 1, "{name} {version}");
            let lines = compiled.rust().lines().count();
            assert!(lines < 3_000, "{name} {version}: {lines} lines");
        }
    }
}

#[test]
fn a_reference_beside_annotations_is_that_reference() {
    let folder = json!({"$ref": "#/components/schemas/Folder"});
    for (name, composition) in &compositions(&folder)[..3] {
        let spec = folders("3.0.3", composition).to_string();
        let source = Source::from_text("folders.json", spec).expect("is JSON");
        let compiled = Builder::new("folders.json").compile_source(source, &mut |_| {});
        let rust = compiled.expect("a spec").rust().to_owned();
        assert!(
            rust.contains("pub parent: Option<Box<Folder>>"),
            "{name}: {rust}"
        );
        assert_eq!(rust.matches("pub struct").count(), 2, "{name}");
    }
}

/// Forty definitions of which each contains the next one twice: a million millions of properties, if all
/// were written out.
#[test]
#[ignore = "takes minutes"]
fn what_doubles_with_each_level_ends_at_a_budget() {
    for (name, beside) in [
        ("required", json!({"required": ["a"]})),
        ("extended", json!({"properties": {"z": {"type": "string"}}})),
    ] {
        let schemas = levels(40, |number| {
            let next = json!({"allOf": [level(number + 1), beside]});
            match number {
                39 => json!({"type": "object", "properties": {"a": {"type": "string"}}}),
                _ => json!({"type": "object", "properties": {"a": next, "b": next}}),
            }
        });
        let compiled = body(&format!("doubles_{name}"), level(0), schemas);
        let said = messages(&compiled);
        let told = said
            .iter()
            .any(|message| message.contains("composed of too many others"));
        assert!(told, "{said:#?}");
        assert!(
            compiled.rust().len() < 20_000_000,
            "{} bytes",
            compiled.rust().len()
        );
    }
}

/// Two definitions whose ten properties are both of them: ten to the eighth intersections, eight levels deep.
#[test]
fn intersections_are_bounded() {
    let both = |one: usize, other: usize| json!({"allOf": [level(one), level(other)]});
    let schemas = levels(2, |number| {
        let names = (0..10).map(|at| (format!("p{at}"), both(number, 1 - number)));
        json!({"type": "object", "properties": names.collect::<serde_json::Map<_, _>>()})
    });
    body("intersections", both(0, 1), schemas);
}
