//! Calls of generated tools that reach an upstream: `programs/upstream_calls.rs` makes them.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::servers::build_calling_program;

const PROGRAM: &str = include_str!("../programs/upstream_calls.rs");

/// A program that calls the tools of all these modules, each a name and its Rust.
///
/// # Panics
///
/// When it does not build.
pub fn build_caller(name: &str, modules: &[(String, String)]) -> PathBuf {
    let modules: Vec<(&str, &str)> = modules
        .iter()
        .map(|(module, rust)| (module.as_str(), rust.as_str()))
        .collect();
    build_calling_program(name, PROGRAM, &modules)
}

/// The outcomes of calls, in their order: `{"is_error", "text", "structured", "files"}` for each `{"api", "tool",
/// "arguments"}`.
///
/// # Panics
///
/// When the program does not work.
pub fn make_calls(program: &Path, upstream: &str, calls: &[Value]) -> Vec<Value> {
    let mut child = Command::new(program)
        .arg(upstream)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("it was piped");
    let lines: String = calls.iter().map(|call| format!("{call}\n")).collect();
    let writer = std::thread::spawn(move || input.write_all(lines.as_bytes()));
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("no panic").expect("all was read");
    assert!(output.status.success(), "{}", output.status);
    String::from_utf8(output.stdout)
        .expect("the program writes text")
        .lines()
        .map(|line| serde_json::from_str(line).expect("the program writes JSON"))
        .collect()
}
