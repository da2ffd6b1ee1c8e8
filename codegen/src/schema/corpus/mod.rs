//! The development corpus through everything that works on schemas.

mod raw;

use std::path::PathBuf;

use serde_json::Value;

use super::{make_example, merge_all_of};
use crate::clients::{CheckedTool, Client, Clients, Rule, check, lint};
use crate::document::{DocumentRequest, write_document};
use crate::model::Api;
use crate::schema_texts::{SchemaTexts, TextSettings, plan};
use crate::shared::path::shared_path;

/// The JSON specs of the corpus by file name.
fn load_corpus() -> Vec<(String, Api)> {
    let folder = shared_path("specs/dev");
    let entries = std::fs::read_dir(folder).expect("the corpus can be read");
    let mut files: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "json")
        })
        .collect();
    files.extend(std::env::var_os("TOOLWRIGHT_SPEC").map(PathBuf::from));
    files.sort();
    files
        .iter()
        .filter_map(|path| {
            let text = std::fs::read_to_string(path).ok()?;
            let name = path.file_name()?.to_string_lossy().into_owned();
            Some((
                name,
                raw::api_from_raw_document(&serde_json::from_str(&text).ok()?),
            ))
        })
        .collect()
}

#[derive(Debug, Default)]
struct Sizes {
    tools: usize,
    listed: usize,
    largest: usize,
    /// Bytes of the document beside the generated Rust.
    stored: usize,
}

fn measure_sizes(api: &Api, texts: &SchemaTexts) -> Sizes {
    let lengths = (0..texts.inputs.len()).map(|index| texts.portable_input_text(index).len());
    let document = write_document(&DocumentRequest {
        api,
        texts,
        spec: "api.json",
        has_mock_responses: false,
        discovery: None,
        bridge: None,
    });
    Sizes {
        tools: texts.inputs.len(),
        listed: lengths.clone().sum(),
        largest: lengths.max().unwrap_or(0),
        stored: document.json.len(),
    }
}

/// The operations to look at closely: some sixty of a spec, all with `TOOLWRIGHT_FULL`.
fn sampled_operations(api: &Api) -> impl Iterator<Item = usize> {
    let all = std::env::var_os("TOOLWRIGHT_FULL").is_some();
    let step = if all {
        1
    } else {
        1 + api.operations.len() / 60
    };
    (0..api.operations.len()).step_by(step)
}

#[test]
#[ignore = "needs ../shared"]
fn every_portable_schema_passes_the_lint() {
    let mut complaints = Vec::new();
    for (name, api) in load_corpus() {
        let settings = TextSettings {
            outputs: true,
            ..TextSettings::default()
        };
        let texts = plan(&api, &settings);
        let mut check = |index: usize, schema: &Value| {
            let pointer = &api.operations[index].pointer;
            for complaint in lint("tool", schema) {
                complaints.push(format!("{name} {pointer} {complaint}"));
            }
            if let Err(error) = jsonschema::draft202012::meta::validate(schema) {
                complaints.push(format!("{name} {pointer} {error}"));
            }
        };
        for index in sampled_operations(&api) {
            check(index, &texts.portable_input(index));
            if texts.outputs[index].is_some() {
                check(index, &texts.portable_output(index));
            }
        }
    }
    // Stripe's answers reach half of its definitions.
    complaints.retain(|complaint| !complaint.contains("bytes, more than"));
    assert!(complaints.is_empty(), "{complaints:#?}");
}

/// All that is left are names of properties: they are what the API gets.
#[test]
#[ignore = "needs ../shared"]
fn every_schema_can_be_fitted_to_every_client() {
    let all = Clients::all();
    let mut complaints = Vec::new();
    for (name, api) in load_corpus() {
        for clients in [Clients::default().with(Client::Gemini), all] {
            let settings = TextSettings {
                clients,
                ..TextSettings::default()
            };
            let texts = plan(&api, &settings);
            for index in sampled_operations(&api) {
                let input = texts.portable_input(index);
                let tool = CheckedTool::new("tool", "", &input);
                let found = clients.iter().flat_map(|client| check(client, "", &[tool]));
                let found = found.filter(|finding| finding.limit.rule != Rule::Identifiers);
                complaints.extend(found.map(|finding| format!("{name} {finding:?}")));
            }
        }
    }
    assert!(complaints.is_empty(), "{complaints:#?}");
}

#[test]
#[ignore = "needs ../shared"]
fn lists_and_texts_stay_small() {
    for (name, api) in load_corpus() {
        let sizes = measure_sizes(&api, &plan(&api, &TextSettings::default()));
        eprintln!("{name}: {sizes:?}");
        assert!(sizes.largest < 160_000, "{name} {sizes:?}");
        let stored = sizes.stored;
        match name.as_str() {
            "2.0-kubernetes-client-swagger-1.13.json" => assert!(stored < 1_700_000, "{stored}"),
            "3.0-oxidecomputer-api.github.com.json" => {
                assert!(sizes.listed < 400_000, "{sizes:?}");
            }
            _ => assert!(
                stored < 300_000 + 3 * sizes.tools * 1_000,
                "{name} {sizes:?}"
            ),
        }
    }
}

#[test]
#[ignore = "needs ../shared"]
fn examples_are_valid() {
    let (mut valid, mut all) = (0, 0);
    for (name, api) in load_corpus() {
        for index in sampled_operations(&api) {
            let operation = &api.operations[index];
            for schema in [Some(&operation.input), operation.output.as_ref()]
                .into_iter()
                .flatten()
            {
                let made = make_example(schema, &api.definitions);
                let Ok(validator) =
                    jsonschema::draft202012::new(&raw::with_definitions(schema, &api))
                else {
                    continue;
                };
                all += 1;
                match validator.validate(&made) {
                    Ok(()) => valid += 1,
                    Err(error) => eprintln!("{name} {}: {error:.300}", operation.pointer),
                }
            }
        }
    }
    eprintln!("{valid} of {all} examples are valid");
    assert!(valid * 1000 >= all * 995, "{valid} of {all}");
}

#[test]
#[ignore = "needs ../shared"]
fn merged_schemas_say_the_same() {
    let (mut merged, mut all) = (0, 0);
    for (name, api) in load_corpus() {
        for (key, definition) in &api.definitions {
            if definition.schema.get("allOf").is_none() {
                continue;
            }
            all += 1;
            let Some(schema) = merge_all_of(&definition.schema, &api.definitions) else {
                eprintln!("{name} {key}: not merged");
                continue;
            };
            merged += 1;
            let made = make_example(&schema, &api.definitions);
            let whole = |schema: &Value| {
                jsonschema::draft202012::new(&raw::with_definitions(schema, &api)).ok()
            };
            if let (Some(before), Some(after)) = (whole(&definition.schema), whole(&schema)) {
                for value in [
                    &made,
                    &Value::Null,
                    &serde_json::json!({}),
                    &serde_json::json!("a"),
                ] {
                    assert_eq!(
                        before.is_valid(value),
                        after.is_valid(value),
                        "{name} {key} {value}"
                    );
                }
            }
        }
    }
    eprintln!("{merged} of {all} definitions with allOf are merged");
}
