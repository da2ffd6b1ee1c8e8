//! The validation tables: what the compiler writes and the runtime walks, held to the JSON Schema
//! Test Suite, to the `jsonschema` crate and to the messages of Python's `jsonschema`.

mod best_match;
mod compiled;
mod definitions;
mod draft4;
mod dynamic;
mod formats;
mod openapi;
mod oracle;
mod suite;
mod tools;
mod unevaluated;
mod wording;

use std::path::PathBuf;

use serde_json::Value;

/// A path in the folder `shared` beside the repository.
fn shared(path: &str) -> PathBuf {
    toolwright_tests::shared().join(path)
}

fn read_json(path: &std::path::Path) -> Value {
    let text = std::fs::read_to_string(path).unwrap();
    serde_json::from_str(text.trim_start_matches('\u{feff}')).unwrap()
}
