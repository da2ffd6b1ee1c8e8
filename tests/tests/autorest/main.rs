//! Generated tools against the test server of AutoRest (`@microsoft.azure/autorest.testserver`),
//! which verifies every request and counts the scenarios that it saw done right.
//!
//! `calls/{spec}.json` has the calls: a `tool`, its `arguments`, the `scenario` that the server
//! counts, and what becomes of the call.
//!
//! - `value`: what the response is, `null` where it has no body; `text`: the same where it is no
//!   JSON;
//! - `status`: the API refuses with that status;
//! - `refused`: the arguments are refused with a violation at that pointer, and nothing is sent;
//! - `failure`: the response is of no use, and the client is told so in these words;
//! - none of them: it works, and the response does not matter.
//!
//! `missing.json` has the scenarios that are not done, with the reason, and `others.json` how the
//! scenarios of the package's other specs begin.

mod calls;
mod coverage;
mod server;

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;
use toolwright_codegen::Builder;
use toolwright_tests::{build_calling_program, npm_package};

use calls::Spec;
use coverage::Coverage;
use server::TestServer;

const PROGRAM: &str = include_str!("../../programs/upstream_calls.rs");

#[test]
fn the_scenarios_of_autorest_are_done_right() {
    let Some(package) = npm_package("@microsoft.azure/autorest.testserver") else {
        return;
    };
    let specs = calls::read();
    let program = program(&package, &specs);
    let server = TestServer::start(&package);
    let outcomes = run(&program, &server.url(), &specs);
    let calls = specs.iter().flat_map(|spec| &spec.calls);
    let problems: Vec<String> = calls
        .zip(&outcomes)
        .filter_map(|(call, outcome)| call.problem(outcome))
        .collect();
    let coverage = Coverage::of(&specs, &server.report());
    eprintln!("{coverage}");
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    coverage.check();
}

/// One program with the tools of all specs that are called.
fn program(package: &Path, specs: &[Spec]) -> PathBuf {
    let sources: Vec<(String, String)> = specs
        .iter()
        .map(|spec| (spec.module(), compiled(package, &spec.name)))
        .collect();
    let sources: Vec<(&str, &str)> = sources
        .iter()
        .map(|(module, rust)| (module.as_str(), rust.as_str()))
        .collect();
    build_calling_program("autorest", PROGRAM, &sources)
}

fn compiled(package: &Path, spec: &str) -> String {
    // `HEAD` is a tool where that is asked for.
    let compiled = Builder::new(package.join(format!("swagger/{spec}.json")))
        .include("*")
        .builtin_upstream(false)
        .compile()
        .expect("the spec compiles");
    let skipped: Vec<String> = compiled.skipped_lines().collect();
    assert!(skipped.is_empty(), "{spec}: {}", skipped.join("\n"));
    compiled.rust().to_owned()
}

/// The outcomes of all calls, in their order.
fn run(program: &Path, upstream: &str, specs: &[Spec]) -> Vec<Value> {
    let lines: String = specs.iter().flat_map(Spec::lines).collect();
    let mut child = Command::new(program)
        .arg(upstream)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("it was piped");
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
