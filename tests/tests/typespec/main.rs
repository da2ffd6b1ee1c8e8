//! Generated tools against the test server of TypeSpec (`@typespec/http-specs`, served by `@typespec/spector`), which
//! compares every request exactly, for the same APIs in OpenAPI 3.0, 3.1 and 3.2 (`@typespec/openapi3`). It is run only
//! by its name (`test = false` in Cargo.toml). `TOOLWRIGHT_TYPESPEC` is the folder `node_modules` with these packages. The folder
//! must be within a git repository, because the server asks git for its version. In `target/typespec-npm`:
//!
//! ```console
//! $ npm i node@22 @typespec/http-specs@0.1.0-alpha.43 @typespec/spector@0.1.0-alpha.29 @typespec/openapi3@1.16.0 \
//!     @typespec/{compiler,http,openapi,json-schema}@1.16.0 @typespec/{events,rest,sse,versioning,xml,streams}@0.86.0 \
//!     @typespec/spec-api@0.1.0-alpha.17 @typespec/spec-coverage-sdk@0.1.0-alpha.17
//! $ TOOLWRIGHT_TYPESPEC=$PWD/node_modules cargo test -p toolwright-tests --test typespec
//! ```
//!
//! `calls/{spec}.json` has the calls: the `scenario` that the server counts, the `operation`, its `arguments` and
//! what becomes of the call. `asset:image.png` stands for that file of the package, in Base64. `file` is the document,
//! where a spec has several versions, `environment` has variables of the server, and `versions` are those of OpenAPI
//! in which the call looks so.
//!
//! - `value`: what the response is; `text` and `bytes` (in Base64): the same where it is no JSON;
//! - `status`: the API refuses with that status;
//! - none of them: it works, and the response does not matter.
//!
//! `missing.json` has the scenarios that are not done right in any version, with the reason.

mod calls;
mod documents;
mod server;

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::path::{Path, PathBuf};

use serde_json::Value;
use toolwright_tests::{build_caller, make_calls};

use calls::Call;
use documents::{Documents, VERSIONS};
use server::TestServer;

/// So many scenarios have a meaning in OpenAPI and are not lost by the emitter.
const LEAST: usize = 774;

#[test]
fn the_scenarios_of_typespec_are_done_right_in_each_version_of_openapi() {
    let modules = env::var_os("TOOLWRIGHT_TYPESPEC").map(PathBuf::from);
    let modules = modules.expect("TOOLWRIGHT_TYPESPEC is a folder with npm's @typespec/http-specs");
    let calls = calls::read(&modules);
    let missing: BTreeMap<String, String> =
        serde_json::from_value(calls::json_file("missing.json")).expect("it maps names to texts");
    let documents = Documents::write(&modules);
    let mut problems = Vec::new();
    for version in VERSIONS {
        let outcome = Outcome::of(version, &calls, &documents, &modules);
        eprintln!(
            "OpenAPI {version}: {} of {} scenarios are done right",
            outcome.done.len(),
            outcome.all.len()
        );
        problems.extend(outcome.problems(&missing));
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// What became of all scenarios in one version of OpenAPI.
struct Outcome {
    version: &'static str,
    /// The server's.
    all: BTreeSet<String>,
    /// The server takes the requests, and the tools give its answers.
    done: BTreeSet<String>,
    /// What was wrong with others.
    wrong: BTreeMap<String, String>,
}

impl Outcome {
    fn of(version: &'static str, calls: &[Call], documents: &Documents, modules: &Path) -> Self {
        let calls: Vec<&Call> = calls.iter().filter(|call| call.is_of(version)).collect();
        let tools = documents.compile(version);
        let program = build_caller("typespec", &tools.modules);
        let server = TestServer::start(modules);
        let lines: Vec<Value> = calls.iter().map(|call| call.line(&tools)).collect();
        let outcomes = make_calls(&program, &server.url(), &lines);
        let mut wrong: BTreeMap<String, String> = BTreeMap::new();
        for (call, outcome) in calls.iter().zip(&outcomes) {
            if let Some(problem) = call.problem(outcome) {
                wrong.insert(call.scenario.clone(), problem);
            }
        }
        let report = server.report();
        let called: BTreeSet<&String> = calls.iter().map(|call| &call.scenario).collect();
        let is_done = |(name, state): &(&String, &String)| {
            *state == "pass" && called.contains(name) && !wrong.contains_key(*name)
        };
        let done = report.iter().filter(is_done);
        Self {
            version,
            done: done.map(|(name, _)| name.clone()).collect(),
            all: report.into_keys().collect(),
            wrong,
        }
    }

    /// What is not as it should be.
    fn problems(&self, missing: &BTreeMap<String, String>) -> Vec<String> {
        let version = self.version;
        let mut problems = Vec::new();
        for name in &self.all {
            let why = match (self.done.contains(name), missing.contains_key(name)) {
                (true, true) => "is done right, and in missing.json",
                (false, false) => self
                    .wrong
                    .get(name)
                    .map_or("is not what the server expects", String::as_str),
                _ => continue,
            };
            problems.push(format!("{version} {name}: {why}"));
        }
        for name in missing.keys().filter(|name| !self.all.contains(*name)) {
            problems.push(format!("{version}: the server does not know {name}"));
        }
        if self.done.len() < LEAST {
            problems.push(format!(
                "{version}: {} are fewer than {LEAST}",
                self.done.len()
            ));
        }
        problems
    }
}
