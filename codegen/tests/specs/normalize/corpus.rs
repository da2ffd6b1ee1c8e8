//! The specs of the corpus are normalized, and the result is valid JSON Schema.

use std::collections::BTreeMap;

use serde_json::Value;
use toolwright_codegen::diagnostics::{Diagnostics, Severity};
use toolwright_codegen::normalize::{Document, normalize};

use crate::normalize::shared;
use crate::path::shared_path;

/// Every operation of every spec is read, or was left out with a reason.
#[test]
#[ignore = "needs ../shared"]
fn every_operation_is_readable() {
    let folder = shared_path("specs/dev");
    let mut kinds = BTreeMap::new();
    for file in shared::json_files(&folder) {
        let name = file.strip_prefix(&folder).expect("below it").display();
        let Some(root) = shared::read(&file) else {
            println!("{name}: no JSON");
            continue;
        };
        let mut diagnostics = Diagnostics::new();
        match normalize(&root, &mut diagnostics) {
            Ok(document) => {
                check(&document);
                let skipped = of_severity(&diagnostics, Severity::Skipped);
                let warnings = of_severity(&diagnostics, Severity::Warning);
                let operations = document.operations.len();
                println!("{name}: {operations} operations, {skipped} skipped, {warnings} warnings");
                count_kinds(&diagnostics, &mut kinds);
                assert!(operations + skipped >= count_operations(&root), "{name}");
            }
            Err(error) => println!("{name}: {error}"),
        }
    }
    for (kind, count) in kinds {
        println!("{count:6} {kind}");
    }
}

/// Asserts what the document promises to the next stage.
pub(crate) fn check(document: &Document) {
    let ids = document
        .sent_schemas
        .iter()
        .chain(&document.received_schemas);
    for id in ids {
        assert!(id.index() < document.schemas.lifted.len());
    }
    for operation in &document.operations {
        let parameters = operation.parameters.iter();
        let body = operation.body.iter().flat_map(|body| body.content.values());
        let sent = parameters
            .filter_map(|it| it.schema)
            .chain(body.filter_map(|it| it.schema));
        for id in sent {
            assert!(document.sent_schemas.contains(&id), "{}", operation.pointer);
        }
        let responses = operation.responses.values();
        let received = responses.flat_map(|response| response.content.values());
        for id in received.flat_map(|media| media.schema.into_iter().chain(media.item_schema)) {
            assert!(
                document.received_schemas.contains(&id),
                "{}",
                operation.pointer
            );
        }
    }
    let definitions = &document.schemas.definitions;
    for schema in definitions.values().chain(&document.schemas.lifted) {
        check_references(&schema.value, "#/$defs/", &|key| {
            definitions.contains_key(key)
        });
    }
    for key in definitions.keys() {
        let is_legal = |character: char| {
            character.is_ascii_alphanumeric() || matches!(character, '_' | '.' | '-')
        };
        assert!(key.chars().all(is_legal) && !key.is_empty(), "{key}");
    }
}

/// Every reference outside data must start with `prefix` and name something that is there.
fn check_references(value: &Value, prefix: &str, exists: &dyn Fn(&str) -> bool) {
    match value {
        Value::Object(object) => {
            if let Some(Value::String(reference)) = object.get("$ref") {
                let key = reference.strip_prefix(prefix);
                assert!(key.is_some_and(exists), "{reference}");
            }
            let is_data = |key: &str| {
                ["enum", "const", "default", "example", "examples"].contains(&key)
                    || key.starts_with("x-")
            };
            for (key, inner) in object {
                if !is_data(key) {
                    check_references(inner, prefix, exists);
                }
            }
        }
        Value::Array(list) => {
            for inner in list {
                check_references(inner, prefix, exists);
            }
        }
        _ => {}
    }
}

fn of_severity(diagnostics: &Diagnostics, severity: Severity) -> usize {
    diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.severity == severity)
        .count()
}

/// Operations that the path items of a spec spell out, but for `HEAD`, which has to be asked for.
fn count_operations(root: &Value) -> usize {
    let methods = ["get", "put", "post", "delete", "options", "patch", "trace"];
    let paths = root.get("paths").and_then(Value::as_object);
    paths
        .into_iter()
        .flatten()
        .filter(|(path, _)| !path.starts_with("x-"))
        .filter_map(|(_, item)| item.as_object())
        .flat_map(|item| item.iter())
        .filter(|(key, value)| methods.contains(&key.as_str()) && value.is_object())
        .count()
}

/// Counts the warnings whose text differs in names only as one kind.
fn count_kinds(diagnostics: &Diagnostics, kinds: &mut BTreeMap<String, usize>) {
    for diagnostic in diagnostics.iter() {
        let kind: Vec<&str> = diagnostic.message.split('`').step_by(2).collect();
        *kinds.entry(kind.join("…")).or_default() += 1;
    }
}
