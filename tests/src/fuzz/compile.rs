//! From a text to Rust, with all that is said about it.

use std::collections::HashSet;

use serde_json::Value;
use toolwright_codegen::clients::lint;
use toolwright_codegen::lint::Lint;
use toolwright_codegen::source::Source;
use toolwright_codegen::{BuildError, Builder, Client, Compiled};

use super::build_script::hold_directives;
use super::mutate::mutated;
use super::rust;
use super::stack::with_room;

/// No file is there, so that nothing is read where a reference leads to another file.
const FOLDER: &str = "/nonexistent/toolwright";

/// Compiles bytes as a JSON file.
///
/// # Panics
///
/// When the compiler breaks a promise.
pub fn json_text(bytes: &[u8]) {
    compile("spec.json", bytes, bytes.len());
}

/// Compiles bytes as a YAML file.
///
/// # Panics
///
/// When the compiler breaks a promise.
pub fn yaml_text(bytes: &[u8]) {
    compile("spec.yaml", bytes, bytes.len());
}

/// Compiles a [`changed_spec`](super::changed_spec).
///
/// # Panics
///
/// When the compiler breaks a promise.
pub fn mutated_spec(bytes: &[u8]) {
    let (spec, mut random) = mutated(bytes);
    compile("spec.json", spec.to_string().as_bytes(), random.below(512));
}

fn compile(file: &str, bytes: &[u8], settings: usize) {
    let path = format!("{FOLDER}/{file}");
    if let Ok(source) = Source::from_bytes(&path, bytes.to_vec())
        && let Some(compiled) = run(&builder(&path, settings), source)
    {
        hold(&compiled);
    }
}

/// What becomes of a spec, unless it is none.
pub(super) fn compiled(spec: &Value) -> Option<Compiled> {
    let path = format!("{FOLDER}/spec.json");
    let source = Source::from_text(&path, spec.to_string()).ok()?;
    run(&Builder::new(&path).builtin_upstream(false), source)
}

fn run(builder: &Builder, source: Source) -> Option<Compiled> {
    match builder.compile_source(source, &mut |_| {}) {
        Ok(compiled) => Some(compiled),
        Err(BuildError::Normalize { .. }) => None,
        Err(error) => panic!("{error}"),
    }
}

/// Each bit is a setting.
fn builder(path: &str, settings: usize) -> Builder {
    let on = |bit: u32| settings >> bit & 1 == 1;
    let mut builder = Builder::new(path)
        .output_schemas(on(0))
        .assert_formats(on(1))
        .builtin_upstream(!on(2));
    if on(8) {
        builder = builder.discovery(true);
    }
    if on(3) {
        builder = builder.max_tokens(100);
    }
    let clients = [Client::Gemini, Client::OpenAi, Client::Claude];
    for (bit, client) in (4..).zip(clients) {
        if on(bit) {
            builder = builder.client(client);
        }
    }
    if on(7) {
        builder = builder.derives(["Clone", "Debug", "PartialEq"]);
    }
    builder
}

fn hold(compiled: &Compiled) {
    with_room(|| rust::hold(&compiled.code().rust_in_one_file()));
    say_everything(compiled);
    let mut names = HashSet::new();
    for tool in &compiled.report().tools {
        assert!(
            names.insert(tool.name.clone()),
            "two tools are {}",
            tool.name
        );
        if !compiled.clients().is_empty() {
            continue;
        }
        let faults = lint(&tool.name, &tool.input_schema);
        assert!(faults.is_empty(), "{faults:?} in {}", tool.input_schema);
    }
}

fn say_everything(compiled: &Compiled) {
    for (rendered, line) in compiled.rendered().zip(compiled.lines()) {
        assert!(!rendered.is_empty() && !line.is_empty());
    }
    let lines = compiled.skipped_lines().chain(compiled.remark_lines());
    let lines = lines.chain(compiled.portability_lines());
    lines.for_each(|line| assert!(!line.is_empty()));
    compiled.warnings_line();
    hold_directives(compiled);
    compiled.unread_lines();
    let lint = Lint::from_compiled(compiled);
    lint.to_text();
    lint.to_json();
    lint.to_sarif();
    let report = compiled.report();
    report.to_json();
    for width in [0, 40, 200] {
        report.to_table(width);
    }
}
