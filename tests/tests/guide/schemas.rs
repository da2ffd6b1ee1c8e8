//! The schemas for editors accept what the guide shows, and reject what the compiler rejects.

use std::fs;

use serde_json::Value;
use toolwright_codegen::source::Source;
use toolwright_tests::pages::{Page, root};

fn schema(file: &str) -> jsonschema::Validator {
    let text = fs::read_to_string(root().join("docs/schemas").join(file)).expect("is there");
    let schema: Value = serde_json::from_str(&text).expect("is JSON");
    jsonschema::validator_for(&schema).expect("is a schema")
}

fn toml(text: &str) -> Value {
    toml::from_str(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn the_schema_of_the_configuration_accepts_every_setting() {
    let schema = schema("toolwright.json");
    for [_, _, _, written, ..] in Page::read("docs/settings.md").rows("setting") {
        let config = toml(&format!("spec = 'a.yaml'\n{written}"));
        assert!(
            schema.is_valid(&config),
            "{written}: {:?}",
            schema.validate(&config).err()
        );
    }
    for right in [
        "spec = 'a.yaml'\nout = 'src/a.rs'\nclient = ['gemini', 'cursor']",
        "strict = true\n[[server]]\nspec = 'a.yaml'\nname = 'a'\n[[server]]\nspec = 'b.yaml'",
    ] {
        assert!(schema.is_valid(&toml(right)), "{right}");
    }
    for wrong in [
        "strict = true",
        "spec = 'a.yaml'\nstirct = true",
        "spec = 'a.yaml'\nstrict = 'yes'",
        "spec = 'a.yaml'\nclient = 'nobody'",
        "spec = 'a.yaml'\nname = ['a', 'b']",
        "spec = 'a.yaml'\nschema_depth = 0",
        "name = 'a'\n[[server]]\nspec = 'a.yaml'",
        "[[server]]\nname = 'a'",
    ] {
        assert!(!schema.is_valid(&toml(wrong)), "{wrong}");
    }
}

#[test]
fn the_schema_of_x_mcp_accepts_what_the_guide_shows() {
    let schema = schema("x-mcp.json");
    let mut documents = 0;
    for block in Page::all().iter().flat_map(Page::blocks) {
        if block.language != "yaml"
            || !block.text.contains("x-mcp")
            || !block.text.contains("paths:")
        {
            continue;
        }
        let document = Source::from_text("block.yaml", block.text.clone()).expect("is YAML");
        let error = schema
            .validate(document.root())
            .err()
            .map(|error| error.to_string());
        // An overlay has its own form.
        if document.root().get("overlay").is_none() {
            assert_eq!(error, None, "{}", block.place);
            documents += 1;
        }
    }
    assert!(documents > 1, "{documents}");
    for wrong in [
        "x-mcp: {timeout: 0}",
        "x-mcp: {name: pets}",
        "paths: {/a: {get: {x-mcp: {nmae: pets}}}}",
        "paths: {/a: {get: {x-mcp: {handler: me}}}}",
        "paths: {/a: {get: {x-mcp: {pagination: {cursor: after}}}}}",
        "paths: {/a: {get: {parameters: [{name: a, in: query, x-mcp: {env: 'a b'}}]}}}",
    ] {
        let document = Source::from_text("wrong.yaml", wrong.to_owned()).expect("is YAML");
        assert!(!schema.is_valid(document.root()), "{wrong}");
    }
}
