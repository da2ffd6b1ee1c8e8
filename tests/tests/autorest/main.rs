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

use std::path::{Path, PathBuf};

use serde_json::Value;
use toolwright_codegen::Builder;
use toolwright_tests::{build_caller, make_calls, npm_package};

use calls::Spec;
use coverage::Coverage;
use server::TestServer;

#[test]
#[ignore = "needs Node.js"]
fn the_scenarios_of_autorest_are_done_right() {
    let package = npm_package("@microsoft.azure/autorest.testserver");
    let specs = calls::read();
    let program = program(&package, &specs);
    let server = TestServer::start(&package);
    let lines: Vec<Value> = specs.iter().flat_map(Spec::lines).collect();
    let outcomes = make_calls(&program, &server.url(), &lines);
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
    build_caller("autorest", &sources)
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
    compiled.code().rust_in_one_file()
}
