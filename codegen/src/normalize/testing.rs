use serde_json::{Value, json};

use super::{Document, normalize};
use crate::diagnostics::{Diagnostics, Severity};

/// A document that must be readable, and what was said about it.
pub(super) fn normalized(root: Value) -> (Document, Diagnostics) {
    let mut diagnostics = Diagnostics::new();
    let document = normalize(&root, &mut diagnostics).expect("a spec");
    for operation in &document.operations {
        if let Err((pointer, reason)) = operation.read() {
            panic!("{pointer}: {reason}\n{:#}", operation.object());
        }
    }
    (document, diagnostics)
}

/// The warnings as `pointer: message`.
pub(super) fn warnings(diagnostics: &Diagnostics) -> Vec<String> {
    of_severity(diagnostics, Severity::Warning)
}

/// The reasons of skipped operations as `pointer: message`.
pub(super) fn skipped(diagnostics: &Diagnostics) -> Vec<String> {
    of_severity(diagnostics, Severity::Skipped)
}

fn of_severity(diagnostics: &Diagnostics, severity: Severity) -> Vec<String> {
    diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.severity == severity)
        .map(|diagnostic| format!("{}: {}", diagnostic.pointer, diagnostic.message))
        .collect()
}

/// What becomes of the component schema `A` of a document of that version, and the warnings.
pub(super) fn schema(version: &str, schema: Value) -> (Value, Vec<String>) {
    let root = match version {
        "2.0" => json!({"swagger": "2.0", "definitions": {"A": schema, "B": {"type": "object"}}}),
        _ => json!({
            "openapi": version,
            "components": {"schemas": {"A": schema, "B": {"type": "object"}}},
        }),
    };
    let (document, diagnostics) = normalized(root);
    let value = document.schemas.definitions["A"].value.clone();
    (value, warnings(&diagnostics))
}

/// The one operation of a document with that path item at `/x`, and the document.
pub(super) fn operation(version: &str, operation: Value) -> (Value, Document, Diagnostics) {
    let key = if version == "2.0" {
        "swagger"
    } else {
        "openapi"
    };
    let (document, diagnostics) =
        normalized(json!({key: version, "paths": {"/x": {"post": operation}}}));
    let value = document.operations[0].object();
    (value, document, diagnostics)
}

/// The lifted schema that a stub stands for.
pub(super) fn lifted<'d>(document: &'d Document, stub: &Value) -> &'d Value {
    let index = stub["$ref"]
        .as_str()
        .and_then(|text| text.strip_prefix("#/lifted/"))
        .and_then(|index| index.parse::<usize>().ok())
        .expect("a stub");
    &document.schemas.lifted[index].value
}
