//! The development corpus through everything that works on schemas.

mod raw;

use std::path::PathBuf;

use serde_json::Value;

use super::text::{PartPlan, SchemaTexts, TextSettings, plan};
use super::{example, lint, merge_all_of};
use crate::model::Api;

/// The JSON specs of the corpus by file name; none, with a message, where it is absent.
fn corpus() -> Vec<(String, Api)> {
    let shared = std::env::var_os("TOOLWRIGHT_SHARED").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../shared"),
        PathBuf::from,
    );
    let folder = shared.join("specs/dev");
    let Ok(entries) = std::fs::read_dir(&folder) else {
        eprintln!("skipped: there is no {}", folder.display());
        return Vec::new();
    };
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
            Some((name, raw::api(&serde_json::from_str(&text).ok()?)))
        })
        .collect()
}

fn stored(parts: &[PartPlan]) -> usize {
    parts
        .iter()
        .map(|part| match part {
            PartPlan::Text(text) | PartPlan::Annotated(text, _) => text.len() + 24,
            PartPlan::Inline(_) | PartPlan::Shared(_) => 24,
        })
        .sum()
}

#[derive(Debug, Default)]
struct Sizes {
    tools: usize,
    listed: usize,
    largest: usize,
    shared: usize,
    portable: usize,
    faithful: usize,
}

fn sizes(texts: &SchemaTexts) -> Sizes {
    let lengths = (0..texts.inputs.len()).map(|index| texts.portable_input_text(index).len());
    let of_all = |parts: &dyn Fn(&super::text::InputTexts) -> usize| -> usize {
        texts.inputs.iter().map(parts).sum()
    };
    Sizes {
        tools: texts.inputs.len(),
        listed: lengths.clone().sum(),
        largest: lengths.max().unwrap_or(0),
        shared: texts.shared.values().map(|text| text.len() + 16).sum(),
        portable: of_all(&|input| stored(&input.portable.parts))
            + texts
                .portable_definitions
                .values()
                .map(|parts| stored(parts))
                .sum::<usize>(),
        faithful: of_all(&|input| stored(&input.faithful.parts))
            + texts
                .faithful_definitions
                .values()
                .map(|parts| stored(parts))
                .sum::<usize>(),
    }
}

#[test]
fn breakdown() {
    for (name, api) in corpus() {
        if !name.contains("kubernetes") && !name.contains("github") { continue; }
        let texts = plan(&api, &TextSettings::default());
        let roots = |f: &dyn Fn(&super::text::InputTexts) -> Vec<PartPlan>| -> (usize, usize, usize) {
            let all: Vec<Vec<PartPlan>> = texts.inputs.iter().map(f).collect();
            (all.iter().map(Vec::len).sum(), all.iter().map(|p| stored(p)).sum(), all.iter().filter(|p| p.len() == 1).count())
        };
        eprintln!("{name} roots: faithful {:?} portable {:?}", roots(&|i| i.faithful.parts.clone()), roots(&|i| i.portable.parts.clone()));
        let same = texts.inputs.iter().filter(|i| i.faithful == i.portable).map(|i| stored(&i.portable.parts)).sum::<usize>();
        let same_parts = texts.inputs.iter().filter(|i| i.faithful.parts == i.portable.parts).map(|i| stored(&i.portable.parts)).sum::<usize>();
        eprintln!("same {same} same parts {same_parts}");
        let defs = |d: &indexmap::IndexMap<String, Vec<PartPlan>>| (d.len(), d.values().map(|p| stored(p)).sum::<usize>());
        eprintln!("definitions: faithful {:?} portable {:?}, listed defs {}", defs(&texts.faithful_definitions), defs(&texts.portable_definitions), texts.inputs.iter().map(|i| i.faithful.definitions.len()).sum::<usize>());
        let same: usize = texts.faithful_definitions.iter().filter(|(k, p)| texts.portable_definitions.get(*k) == Some(p)).map(|(_, p)| stored(p)).sum();
        eprintln!("same definitions {same}");
        for i in [5, 30, 31, 32] { eprintln!("{:#?}", texts.inputs[i]); }
    }
}

#[test]
fn every_portable_schema_passes_the_lint() {
    let mut complaints = Vec::new();
    for (name, api) in corpus() {
        let start = std::time::Instant::now();
        let texts = plan(
            &api,
            &TextSettings {
                outputs: true,
                ..TextSettings::default()
            },
        );
        let took = start.elapsed();
        let stored = plan(&api, &TextSettings::default());
        eprintln!("{name}: {:?} in {took:?}", sizes(&stored));
        for index in 0..texts.inputs.len() {
            let pointer = &api.operations[index].pointer;
            let mut check = |schema: &Value| {
                assert!(schema.is_object(), "{name} {pointer}: no JSON");
                for complaint in lint("tool", schema) {
                    complaints.push(format!("{name} {pointer} {complaint}"));
                }
                jsonschema::draft202012::meta::validate(schema)
                    .unwrap_or_else(|error| panic!("{name} {pointer}: {error}"));
            };
            check(&texts.portable_input(index));
            if texts.outputs[index].is_some() {
                check(&texts.portable_output(index));
            }
        }
    }
    assert!(
        complaints.is_empty(),
        "{} {:#?}",
        complaints.len(),
        &complaints[..complaints.len().min(30)]
    );
}

#[test]
fn examples_are_valid() {
    let (mut valid, mut all) = (0, 0);
    for (name, api) in corpus() {
        let (mut good, mut of) = (0, 0);
        for operation in &api.operations {
            for schema in [Some(&operation.input), operation.output.as_ref()]
                .into_iter()
                .flatten()
            {
                let made = example(schema, &api.definitions);
                of += 1;
                let complete = raw::complete(schema, &api);
                let Ok(validator) = jsonschema::draft202012::new(&complete) else {
                    eprintln!("{name} {}: not usable", operation.pointer);
                    of -= 1;
                    continue;
                };
                match validator.validate(&made) {
                    Ok(()) => good += 1,
                    Err(error) => eprintln!(
                        "{name} {} at {}: {error:.300}",
                        operation.pointer,
                        error.instance_path()
                    ),
                }
            }
        }
        eprintln!("{name}: {good} of {of}");
        valid += good;
        all += of;
    }
    eprintln!("{valid} of {all} examples are valid");
    assert!(valid * 100 >= all * 98, "{valid} of {all}");
}

#[test]
fn merged_schemas_say_the_same() {
    let (mut merged, mut all) = (0, 0);
    for (name, api) in corpus() {
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
            let made = example(&schema, &api.definitions);
            let whole =
                |schema: &Value| jsonschema::draft202012::new(&raw::complete(schema, &api)).ok();
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
