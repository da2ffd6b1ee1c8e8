//! What a build script prints for cargo, of specs whose names and references the bytes decide.

use serde_json::{Value, json};
use toolwright_codegen::{Builder, Compiled, source::Source};

use super::stack::with_room;
use crate::values::Random;

/// Parts of references and names: what cargo obeys, and ways to end a line.
const PARTS: [&str; 24] = [
    "cargo::rustc-link-arg=-wrapper",
    "cargo:rustc-env=A=b",
    "cargo::metadata=a=b",
    "\n",
    "\r",
    "\r\n",
    "%0A",
    "%0d",
    "%250A",
    "\u{85}",
    "\u{2028}",
    "\u{b}",
    "\0",
    "\u{1b}[2K",
    "https://example.com/",
    "file:///",
    "../",
    "./",
    "#/",
    "?",
    "~1",
    "a",
    ".yaml",
    " ",
];

/// Compiles a spec whose references, names and texts are made of the bytes, and holds what a build script
/// would tell cargo to two directives, each on a line of its own.
///
/// # Panics
///
/// When a line is another directive, or has a character that could begin one.
pub fn build_script(bytes: &[u8]) {
    let mut random = Random::of_bytes(bytes);
    let spec = spec(&mut random);
    let path = "/nonexistent/toolwright/spec.json";
    let Ok(source) = Source::from_text(path, spec.to_string()) else {
        return;
    };
    let builder = Builder::new(path).ref_dir("/nonexistent/refs");
    if let Ok(compiled) = builder.compile_source(source, &mut |_| {}) {
        with_room(|| hold_directives(&compiled));
    }
}

/// Holds what a build script prints of a compiled spec.
///
/// # Panics
///
/// When a line is none of the directives that a build script writes.
pub(super) fn hold_directives(compiled: &Compiled) {
    let text = compiled.cargo_directives().to_string();
    for line in text.split_terminator('\n') {
        let value = line
            .strip_prefix("cargo::rerun-if-changed=")
            .or_else(|| line.strip_prefix("cargo::warning="));
        let is_plain = value.is_some_and(|value| !value.chars().any(char::is_control));
        assert!(is_plain, "a build script would print {line:?}");
    }
}

fn spec(random: &mut Random) -> Value {
    let mut text = || -> String {
        let parts = (0..random.below(6)).map(|_| *random.pick(&PARTS));
        parts.collect()
    };
    let path = format!("/{}", text());
    let mut spec = json!({
        "openapi": "3.0.3",
        "info": {"title": text(), "version": text(), "description": text()},
        "servers": [{"url": text()}],
        "paths": {
            "/a": {"$ref": text()},
            "/b": {"post": {
                "operationId": text(),
                "tags": [text()],
                "summary": text(),
                "parameters": [{"$ref": text()}, {"name": text(), "in": "query", "schema": {"type": text()}}],
                "requestBody": {"content": {(text()): {"schema": {
                    "properties": {(text()): {"$ref": text()}, "x": {"pattern": text(), "default": text()}},
                }}}},
                "responses": {(text()): {"$ref": text()}},
                "x-mcp": {"name": text(), (text()): text()},
            }},
        },
    });
    spec["paths"][path] = json!({"get": {"parameters": [], (text()): text(), "responses": {}}});
    spec
}
