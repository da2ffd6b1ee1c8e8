//! The generated code of the whole corpus builds without a warning, and every tool takes an example
//! of its own: valid, decoded, encoded, and the same when it is decoded again.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use serde_json::{Value, json};
use toolwright_codegen::schema::make_example;
use toolwright_codegen::{Builder, Compiled};
use toolwright_tests::{Form, build_program, corpus};

const PROGRAM: &str = include_str!("../../programs/calls.rs");
const ROUND_TRIP: &str = include_str!("../../src/round_trip.rs");

#[test]
#[ignore = "needs ../shared"]
fn every_tool_takes_its_own_example() {
    let specs = corpus(Form::chosen());
    let apis: Vec<(String, Compiled)> = specs
        .iter()
        .enumerate()
        .filter_map(|(index, spec)| Some((format!("api{index}"), compiled(spec)?)))
        .collect();
    let sources: Vec<(&str, String)> = apis
        .iter()
        .map(|(name, compiled)| (name.as_str(), compiled.code().rust_in_one_file()))
        .collect();
    let sources: Vec<(&str, &str)> = sources
        .iter()
        .map(|(name, rust)| (*name, rust.as_str()))
        .collect();
    let program = format!("{PROGRAM}\nmod round_trip {{\n{ROUND_TRIP}}}\n");
    let program = build_program("calls", &program, &sources);
    let (mut calls, mut without) = (Vec::new(), Vec::new());
    for (name, compiled) in &apis {
        for operation in &compiled.api().operations {
            match make_example(&operation.input, &compiled.api().definitions) {
                Value::Null => without.push(format!("{name} {}", operation.tool)),
                arguments => {
                    calls.push(json!({"api": name, "tool": operation.tool, "arguments": arguments}))
                }
            }
        }
    }
    let problems = run(&program, &calls);
    eprintln!("{} calls; without an example: {without:?}", calls.len());
    assert!(problems.is_empty(), "{problems}");
    assert!(without.len() * 500 < calls.len(), "{without:?}");
}

fn compiled(spec: &PathBuf) -> Option<Compiled> {
    let compiled = Builder::new(spec).builtin_upstream(false).compile().ok()?;
    (!compiled.api().operations.is_empty()).then_some(compiled)
}

pub(crate) fn run(program: &PathBuf, calls: &[Value]) -> String {
    let mut child = Command::new(program)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let lines: String = calls.iter().map(|call| format!("{call}\n")).collect();
    let mut input = child.stdin.take().expect("it was piped");
    let writer = std::thread::spawn(move || input.write_all(lines.as_bytes()));
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("no panic").expect("all was read");
    assert!(output.status.success(), "{}", output.status);
    String::from_utf8_lossy(&output.stdout).into_owned()
}
