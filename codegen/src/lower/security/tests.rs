use std::fs;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::builder::Builder;
use crate::compiled::Compiled;

/// A spec whose operations say nothing of the schemes that it defines.
fn silent() -> Value {
    json!({"openapi": "3.1.0", "info": {"title": "Pets", "version": "1"},
        "components": {"securitySchemes": {
            "api key": {"type": "apiKey", "in": "header", "name": "X-Key"},
            "login": {"type": "http", "scheme": "bearer"},
        }},
        "paths": {
            "/pets": {"get": {"operationId": "listPets"}, "post": {"operationId": "addPet"}},
        },
    })
}

fn compiled(spec: &Value, change: impl FnOnce(Builder, &TempDir) -> Builder) -> Compiled {
    let folder = TempDir::new().expect("a folder");
    let file = folder.path().join("pets.json");
    fs::write(&file, spec.to_string()).expect("can be written");
    let builder = change(Builder::new(&file), &folder);
    builder.compile().expect("a spec")
}

fn told(spec: &Value) -> Vec<String> {
    let compiled = compiled(spec, |builder, _| builder.exclude("addPet"));
    let remarks = compiled.diagnostics().iter();
    remarks
        .map(|one| {
            let help = one.help.as_deref().unwrap_or_default();
            format!("{}: {one}\n{help}", one.pointer)
        })
        .collect()
}

#[test]
fn schemes_that_nobody_needs_are_told_with_what_to_do() {
    let told = told(&silent()).join("\n");
    insta::assert_snapshot!(told);
    let swagger = json!({"swagger": "2.0", "info": {"title": "Pets", "version": "1"},
        "securityDefinitions": {"key": {"type": "basic"}},
        "paths": {"/pets": {"get": {"responses": {}}}},
    });
    let compiled = compiled(&swagger, |builder, _| builder);
    let line = compiled.warnings_line().unwrap_or_default();
    assert!(line.contains("which operations need `key`"), "{line}");
}

#[test]
fn what_is_to_be_done_helps() {
    let told = told(&silent()).join("");
    let action = told.split('`').find(|text| text.starts_with("{target"));
    let overlay = format!(
        "overlay: 1.0.0\ninfo: {{title: Keys, version: '1'}}\nactions:\n  - {}\n",
        action.expect("the help has an action")
    );
    let compiled = compiled(&silent(), |builder, folder| {
        let file = folder.path().join("keys.yaml");
        fs::write(&file, overlay).expect("can be written");
        builder.overlay(file)
    });
    assert!(
        compiled.diagnostics().is_empty(),
        "{:?}",
        compiled.diagnostics()
    );
    let api = compiled.api();
    let needed = api.operations.iter().map(|one| one.security[0][0].scheme);
    let needed: Vec<&str> = needed.map(|it| api.security[it].name.as_str()).collect();
    assert_eq!(needed, ["api key", "api key"]);
}

#[test]
fn any_word_on_who_needs_them_is_enough() {
    let mut empty = silent();
    empty["security"] = json!([]);
    assert!(told(&empty).is_empty());
    for (method, security) in [("get", json!([])), ("post", json!([{"login": []}]))] {
        let mut spec = silent();
        spec["paths"]["/pets"][method]["security"] = security;
        assert!(
            told(&spec).is_empty(),
            "one that is left out counts, too: {method}"
        );
    }
    let mut none = silent();
    none["paths"] = json!({});
    assert!(!told(&none).iter().any(|line| line.contains("need")));
}

#[test]
fn no_scheme_has_the_tokens_of_clients_for_its_variable() {
    let variables = |scheme: &str| {
        let spec = json!({"openapi": "3.1.0", "info": {"title": "Pets", "version": "1"},
            "components": {"securitySchemes": {
                scheme: {"type": "apiKey", "in": "header", "name": "X-Key"},
            }},
            "security": [{scheme: []}],
            "paths": {"/pets": {"get": {"operationId": "listPets"}}},
        });
        let compiled = compiled(&spec, |builder, _| builder);
        let schemes = compiled.api().security.iter();
        schemes.map(|scheme| scheme.env.clone()).collect::<Vec<_>>()
    };
    for scheme in ["access_tokens", "accessTokens", "ACCESS TOKENS"] {
        assert_eq!(variables(scheme), ["PETS_API_ACCESS_TOKENS"], "{scheme}");
    }
    assert_eq!(variables("access_token"), ["PETS_ACCESS_TOKEN"]);
}
