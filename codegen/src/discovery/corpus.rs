//! What is said of real APIs holds.

use std::path::Path;

use serde_json::Value;

use super::testing::{answer, discovered};
use crate::Builder;
use crate::shared::path::shared_path;
use crate::shared::specs::corpus_specs;

/// The API that the requirements are about, which is larger than the others.
const CMS: &str = "specs/dev/ingeniux-cms.swagger2.json";

/// How many operations a spec has, and what is wrong with the example calls of some.
fn examples(spec: &Path) -> (usize, Vec<String>) {
    let Ok(model) = Builder::new(spec).discovery(true).model() else {
        return (0, Vec::new());
    };
    let api = model.api();
    let (discovery, texts) = discovered(api);
    let mut complaints = Vec::new();
    let operations = api.operations_by_tool().into_iter().enumerate();
    for (position, (index, operation)) in operations {
        let answer = answer(&discovery, position);
        let call = &answer["execution_instructions"]["example_call"]["parameters"];
        let complaint = fault(&texts.faithful_input(index), &call["request_data"]);
        let place = format!("{} {}", spec.display(), operation.pointer);
        complaints.extend(complaint.map(|fault| format!("{place}: {fault}")));
    }
    (api.operations.len(), complaints)
}

/// Why arguments do not satisfy a schema.
fn fault(schema: &Value, arguments: &Value) -> Option<String> {
    // Patterns that no validator reads are no matter of examples.
    let validator = jsonschema::draft202012::new(schema).ok()?;
    let error = validator.validate(arguments).err()?;
    Some(format!("{error:.300} in {arguments:.300}"))
}

#[test]
#[ignore = "needs ../shared"]
fn c37_every_example_call_is_valid() {
    let (mut all, mut complaints) = (0, Vec::new());
    for spec in corpus_specs() {
        let (operations, found) = examples(&spec);
        all += operations;
        complaints.extend(found);
    }
    eprintln!("{} of {all} examples are not valid", complaints.len());
    assert!(complaints.is_empty(), "{complaints:#?}");
}

#[test]
#[ignore = "needs ../shared"]
fn c37_every_example_call_of_the_cms_is_valid() {
    let (operations, complaints) = examples(&shared_path(CMS));
    assert_eq!(operations, 396);
    assert!(complaints.is_empty(), "{complaints:#?}");
}
