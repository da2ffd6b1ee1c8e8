//! Compiles a hostile spec within limits of time and memory.

use std::fs;
use std::path::PathBuf;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use serde_json::{Map, Value, json};
use toolwright_codegen::{Builder, Compiled};

/// What a thread that nobody gave a size has; a macro may run on one.
const STACK: usize = 2 << 20;

/// Long enough for a busy machine: what hangs takes hours.
const PATIENCE: Duration = Duration::from_secs(60);

/// All tests of this program together, in kilobytes.
const MOST_MEMORY: u64 = 3_000_000;

/// Compiles a spec on a small stack; the errors are told as text.
pub(crate) fn compile(file: &str, text: impl Into<Vec<u8>>) -> Result<Compiled, String> {
    compile_with(file, text, |builder| builder)
}

/// Compiles a spec as a whole: each setting goes through the schemas once more.
pub(crate) fn compile_everything(file: &str, text: impl Into<Vec<u8>>) -> Result<Compiled, String> {
    compile_with(file, text, |builder| {
        let builder = builder.discovery(true).responses(true);
        builder.output_schemas(true)
    })
}

fn compile_with(
    file: &str,
    text: impl Into<Vec<u8>>,
    set: fn(Builder) -> Builder,
) -> Result<Compiled, String> {
    let folder =
        PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("hostile-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder for the specs");
    let path = folder.join(file);
    fs::write(&path, text.into()).expect("the spec is written");
    let (sender, receiver) = mpsc::channel();
    let spec = path.clone();
    thread::Builder::new()
        .stack_size(STACK)
        .spawn(move || {
            let compiled = set(Builder::new(&spec)).compile();
            let compiled = compiled.inspect(|compiled| {
                compiled.report();
                assert!(compiled.lines().all(|line| line.len() < 100_000));
            });
            sender.send(compiled).expect("somebody waits");
        })
        .expect("a thread");
    let compiled = receiver
        .recv_timeout(PATIENCE)
        .unwrap_or_else(|_| panic!("{file}: no end, or a panic"));
    fs::remove_file(&path).expect("the spec is removed");
    if let Some(peak) = peak_kb() {
        assert!(peak < MOST_MEMORY, "{file}: {peak} kB");
    }
    compiled.map_err(|error| {
        error
            .to_string()
            .replace(&format!("{}/", folder.display()), "")
    })
}

/// What it says of a spec that it refuses.
pub(crate) fn refusal(file: &str, text: impl Into<Vec<u8>>) -> String {
    match compile(file, text) {
        Ok(_) => panic!("{file} was read"),
        Err(error) => error,
    }
}

/// What becomes of a spec of OpenAPI 3.0 with such paths and component schemas.
pub(crate) fn spec(name: &str, paths: Value, schemas: Value) -> Compiled {
    let spec = json!({
        "openapi": "3.0.3",
        "info": {"title": "T", "version": "1"},
        "paths": paths,
        "components": {"schemas": schemas},
    });
    let file = format!("{name}.json");
    compile(&file, spec.to_string()).unwrap_or_else(|error| panic!("{error}"))
}

/// What becomes of an operation with such a body, which must become a tool.
pub(crate) fn body(name: &str, schema: Value, schemas: Value) -> Compiled {
    let compiled = spec(name, json!({"/a": post(schema)}), schemas);
    assert_eq!(compiled.api().operations.len(), 1, "{name}");
    compiled
}

pub(crate) fn post(schema: Value) -> Value {
    json!({"post": {
        "requestBody": {"content": {"application/json": {"schema": schema}}},
        "responses": {"200": {"description": "ok"}},
    }})
}

/// A reference to the schema `L{number}`.
pub(crate) fn level(number: usize) -> Value {
    json!({"$ref": format!("#/components/schemas/L{number}")})
}

/// `L0`, `L1` and so on, each made from its number.
pub(crate) fn levels(count: usize, schema: impl Fn(usize) -> Value) -> Value {
    let all: Map<String, Value> = (0..count)
        .map(|number| (format!("L{number}"), schema(number)))
        .collect();
    Value::Object(all)
}

pub(crate) fn messages(compiled: &Compiled) -> Vec<String> {
    let all = compiled.diagnostics().iter();
    all.map(ToString::to_string).collect()
}

fn peak_kb() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().trim_end_matches(" kB").parse().ok()
}
