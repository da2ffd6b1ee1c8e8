pub(super) mod models;

use proc_macro2::{TokenStream, TokenTree};

use serde_json::{Value, json};

use crate::discovery::{DiscoverySettings, PlannedDiscovery, Prefix};
use crate::model::{Api, Type};
use crate::schema_texts::{TextSettings, plan};

use super::layout::lay_out;
use super::{EmitError, EmitSettings, emit};

fn emitted(api: &Api) -> String {
    try_emitted(api).unwrap()
}

fn try_emitted(api: &Api) -> Result<String, EmitError> {
    emitted_with(api, &EmitSettings::default())
}

fn emitted_with(api: &Api, settings: &EmitSettings) -> Result<String, EmitError> {
    let texts = plan(api, &TextSettings::default());
    let code = emit(api, &texts, settings)?;
    Ok(code.rust().to_owned())
}

/// Writes an emitted file where `TOOLWRIGHT_EMITTED` says, to be compiled by hand.
fn keep(name: &str, source: &str) {
    if let Some(folder) = std::env::var_os("TOOLWRIGHT_EMITTED") {
        std::fs::write(std::path::Path::new(&folder).join(name), source).unwrap();
    }
}

#[test]
fn petstore_reads_well() {
    let settings = EmitSettings {
        version: "0.1.0".to_owned(),
        ..EmitSettings::default()
    };
    let api = models::petstore();
    let texts = TextSettings {
        outputs: true,
        ..TextSettings::default()
    };
    let code = emit(&api, &plan(&api, &texts), &settings).unwrap();
    keep("petstore.rs", code.rust());
    insta::assert_snapshot!(code.rust());
    insta::assert_snapshot!("petstore_json", code.json());
}

#[test]
fn hostile_texts_stay_inside() {
    let source = emitted(&models::hostile());
    keep("hostile.rs", &source);
    syn::parse_file(&source).unwrap();
    let literals = literals(source.parse().unwrap());
    let whole = literals.iter().filter(|text| *text == models::HOSTILE);
    assert!(whole.count() > 200);
    assert!(!source.contains(['\0', '\r', '\u{202e}', '\u{2066}']));
}

#[test]
fn hostile_texts_stay_inside_the_json() {
    let texts = TextSettings {
        outputs: true,
        ..TextSettings::default()
    };
    let mut api = models::hostile();
    // What several operations have is written once, elsewhere.
    api.operations.truncate(1);
    api.operations[0].tags = vec![models::HOSTILE.to_owned(); 2];
    let discovery = DiscoverySettings {
        prefix: Prefix::of_server("hostile"),
        assert_formats: false,
        texts,
    };
    let settings = EmitSettings {
        discovery: Some(PlannedDiscovery::new(&api, discovery)),
        ..EmitSettings::default()
    };
    let code = emit(&api, &plan(&api, &texts), &settings).unwrap();
    let json: Value = serde_json::from_str(code.json()).unwrap();
    let endpoint = &json["discovery"]["endpoints"][&api.operations_by_tool()[0].1.tool];
    assert_eq!(endpoint["tags"], json!([models::HOSTILE, models::HOSTILE]));
    let answer = &endpoint["answer"];
    let description = &answer["endpoint_info"]["description"];
    assert_eq!(description, models::HOSTILE, "{answer}");
    for text in [code.json(), &code.rust_in_one_file()] {
        assert!(!text.contains(['\0', '\r', '\u{202e}', '\u{2066}']));
    }
    let rust = code.rust_in_one_file();
    syn::parse_file(&rust).unwrap();
    let literals = literals(rust.parse().unwrap());
    assert!(literals.iter().any(|literal| literal == code.json()));
}

fn literals(tokens: TokenStream) -> Vec<String> {
    tokens
        .into_iter()
        .flat_map(|token| match token {
            TokenTree::Group(group) => literals(group.stream()),
            TokenTree::Literal(literal) => match syn::Lit::new(literal) {
                syn::Lit::Str(text) => vec![text.value()],
                _ => vec![],
            },
            _ => vec![],
        })
        .collect()
}

#[test]
fn an_api_without_operations_is_a_file() {
    let source = emitted(&models::api("empty"));
    keep("empty.rs", &source);
    assert!(source.contains("TOOLS: &[Tool] = &[];"), "{source}");
    assert!(!source.contains("mod types"), "{source}");
}

#[test]
fn nothing_is_written_that_no_operation_uses() {
    let mut api = models::petstore();
    let declaration = "static DEFAULT: &[Requirement]";
    api.operations[0].security = api.default_security.clone();
    assert!(emitted(&api).contains(declaration));
    let own = api.default_security[0].clone();
    for operation in &mut api.operations {
        operation.security = vec![own.clone(), own.clone()];
    }
    let source = emitted(&api);
    assert!(!source.contains(declaration), "{source}");
    assert!(!source.contains("security::DEFAULT"), "{source}");
}

#[test]
fn the_same_model_gives_the_same_text() {
    assert_eq!(emitted(&models::petstore()), emitted(&models::petstore()));
}

#[test]
fn formatting_is_prettypleases_laid_out() {
    let settings = EmitSettings {
        answers: false,
        ..EmitSettings::default()
    };
    let source = emitted_with(&models::petstore(), &settings).unwrap();
    let again = lay_out(&prettyplease::unparse(&syn::parse_file(&source).unwrap()));
    let is_comment = |line: &str| line.starts_with("//") && !line.starts_with("///");
    let lines = |text: &str| -> Vec<String> {
        let lines = text.lines();
        let lines = lines.filter(|line| !line.is_empty() && !is_comment(line.trim_start()));
        lines.map(str::to_owned).collect()
    };
    assert_eq!(
        lines(&source),
        lines(&again),
        "only comments and empty lines are ours"
    );
    assert!(!source.contains("mock_responses"));
}

#[test]
fn schemas_are_in_the_json() {
    let api = models::petstore();
    let code = emit(
        &api,
        &plan(&api, &TextSettings::default()),
        &EmitSettings::default(),
    );
    let code = code.unwrap();
    assert!(!code.rust().contains("{\""), "{}", code.rust());
    let json: Value = serde_json::from_str(code.json()).unwrap();
    for operation in &api.operations {
        assert!(json["tools"][&operation.tool]["input"].is_object());
    }
}

#[test]
fn texts_of_another_model_are_an_error() {
    let texts = plan(&models::api("empty"), &TextSettings::default());
    let error = emit(&models::petstore(), &texts, &EmitSettings::default()).unwrap_err();
    assert!(matches!(error, EmitError::Text(_)), "{error}");
}

#[test]
fn an_inconsistent_model_is_an_error() {
    let mut api = models::petstore();
    api.types.clear();
    let error = try_emitted(&api).unwrap_err();
    assert!(matches!(error, EmitError::Type(name) if name == "PetStatus"));

    let mut api = models::petstore();
    api.operations[0].request = "List Pets".to_owned();
    let error = try_emitted(&api).unwrap_err();
    assert!(matches!(error, EmitError::Identifier(_)));

    let mut api = models::petstore();
    api.operations[0].parameters[0].field.ty = Type::Named("Tag {} fn".to_owned());
    assert!(try_emitted(&api).is_err());
}
