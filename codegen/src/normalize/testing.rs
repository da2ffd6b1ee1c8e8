//! Helpers for the tests of this stage: they normalise a document and pick out what a test is about.

use serde_json::{Value, json};

use super::{Document, Operation, RequestBody, normalize};
use crate::diagnostics::{Diagnostics, Severity};
use crate::schema::SchemaId;

/// A document that must be readable, and what was said about it.
pub(super) fn normalized(root: Value) -> (Document, Diagnostics) {
    let mut diagnostics = Diagnostics::new();
    let document = normalize(&root, &mut diagnostics).expect("a spec");
    (document, diagnostics)
}

/// The warnings as `pointer: message`.
pub(super) fn warnings(diagnostics: &Diagnostics) -> Vec<String> {
    diagnostics_of(diagnostics, Severity::Warning)
}

/// The reasons of skipped operations as `pointer: message`.
pub(super) fn skipped(diagnostics: &Diagnostics) -> Vec<String> {
    diagnostics_of(diagnostics, Severity::Skipped)
}

fn diagnostics_of(diagnostics: &Diagnostics, severity: Severity) -> Vec<String> {
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

/// The one operation of a document of that version, at `/x`, and the document.
pub(super) fn operation(version: &str, operation: Value) -> (Operation, Document, Diagnostics) {
    let key = if version == "2.0" {
        "swagger"
    } else {
        "openapi"
    };
    let (document, diagnostics) =
        normalized(json!({key: version, "paths": {"/x": {"post": operation}}}));
    let operation = document.operations[0].clone();
    (operation, document, diagnostics)
}

/// The schema of that number.
pub(super) fn lifted(document: &Document, id: Option<SchemaId>) -> &Value {
    let id = id.expect("it has a schema");
    &document.schemas.lifted[id.index()].value
}

/// The body of an operation.
pub(super) fn body(operation: &Operation) -> &RequestBody {
    operation.body.as_ref().expect("it has a body")
}

/// The names of the parameters of an operation.
pub(super) fn parameter_names(operation: &Operation) -> Vec<&str> {
    let parameters = operation.parameters.iter();
    parameters
        .map(|parameter| parameter.name.as_str())
        .collect()
}
