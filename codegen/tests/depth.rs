//! Specs as deep as they may be, on a stack as small as the main thread's on Windows.

use std::thread;

use serde_json::{Value, json};
use toolwright_codegen::lint::Lint;
use toolwright_codegen::source::Source;
use toolwright_codegen::{BuildError, Builder};

const STACK: usize = 1 << 20;
/// With what stands around the schema, just below what is read.
const LEVELS: usize = 230;

#[test]
fn deep_schemas_compile_on_a_small_stack() {
    let kinds: [fn(Value) -> Value; 4] = [
        |inner| json!({"not": inner}),
        |inner| json!({"items": inner}),
        |inner| json!({"const": inner}),
        |inner| json!({"additionalProperties": inner, "type": "object"}),
    ];
    for kind in kinds {
        let schema = (0..LEVELS).fold(json!({"type": "string"}), |inner, _| kind(inner));
        let compile = move || compile(&schema).map_err(|error| error.to_string());
        let thread = thread::Builder::new().stack_size(STACK).spawn(compile);
        let tools = thread.expect("a thread").join().expect("no panic");
        assert_eq!(tools, Ok(1));
    }
}

fn compile(schema: &Value) -> Result<usize, BuildError> {
    let spec = json!({
        "openapi": "3.1.0",
        "info": {"title": "Deep", "version": "1"},
        "paths": {"/deep": {"put": {
            "requestBody": {"required": true, "content": {"application/json": {"schema": schema}}},
            "responses": {"200": {"description": "OK"}},
        }}},
    });
    let source = Source::from_text("deep.json", spec.to_string())?;
    let compiled = Builder::new("deep.json").compile_source(source, &mut |_| {})?;
    Lint::from_compiled(&compiled).to_text();
    Ok(compiled.report().tools.len())
}
