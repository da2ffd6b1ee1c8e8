//! The JSON Schema Test Suite.

use std::path::Path;

use serde_json::Value;
use toolwright::schema::Schema;
use toolwright_codegen::schema::resources::{Draft, Resources};

use crate::definitions::{Definitions, table_with};
use crate::dynamic::within_spec;
use crate::{read_json, shared};

/// Optional behaviour that is not ours.
const OPTIONAL_LEFT_OUT: [(&str, &str); 1] = [(
    "format-assertion.json",
    "whether formats are asserted is a setting, not the metaschema's choice",
)];

#[test]
#[ignore = "needs ../shared"]
fn draft_2020_12() {
    let suite = shared("json-schema-test-suite");
    let mut run = Run::new(&suite, Draft::V2020);
    let directory = suite.join("tests/draft2020-12");
    run.directory(&directory, &[]);
    let required = run.passed;
    run.directory(&directory.join("optional"), &OPTIONAL_LEFT_OUT);
    eprintln!(
        "{required} required and {} optional passed",
        run.passed - required
    );
    assert!(run.failures.is_empty(), "{}", run.failures.join("\n"));
    assert!(required == 1299, "only {required}");
}

/// The same schemas as components of a spec: what is read without a remark means the same there.
#[test]
#[ignore = "needs ../shared"]
fn draft_2020_12_in_a_spec() {
    let suite = shared("json-schema-test-suite");
    let mut run = Run::new(&suite, Draft::V2020);
    let mut remarks = Vec::new();
    for file in json_files(&suite.join("tests/draft2020-12")) {
        let name = file.file_name().unwrap().to_str().unwrap();
        for group in read_json(&file).as_array().unwrap() {
            let place = format!("{name}: {}", group["description"]);
            match within_spec(&group["schema"]) {
                Some(table) => run.tests(&place, group, table),
                None => remarks.push(place),
            }
        }
    }
    eprintln!(
        "{} passed; with a remark:\n{}",
        run.passed,
        remarks.join("\n")
    );
    assert!(run.failures.is_empty(), "{}", run.failures.join("\n"));
    assert_eq!((run.passed, remarks.len()), (1210, 35));
}

/// One draft of the suite.
pub(crate) struct Run {
    resources: Resources,
    formats: bool,
    pub(crate) passed: usize,
    pub(crate) failures: Vec<String>,
}

impl Run {
    /// Counts the tests of a group that a table gets right.
    pub(crate) fn tests(&mut self, place: &str, group: &Value, table: &Schema) {
        for test in group["tests"].as_array().unwrap() {
            let expected = test["valid"].as_bool().unwrap();
            let valid = table.is_valid(&test["data"]);
            let violations = table.violations(&test["data"]);
            if valid == expected && violations.is_empty() == expected {
                self.passed += 1;
            } else {
                let name = &test["description"];
                self.failures
                    .push(format!("{place}: {name}: {valid}, {violations:?}"));
            }
        }
    }

    pub(crate) fn new(suite: &Path, draft: Draft) -> Self {
        let mut resources = Resources::new(draft);
        add_remotes(
            &suite.join("remotes"),
            "http://localhost:1234",
            &mut resources,
        );
        Self {
            resources,
            formats: false,
            passed: 0,
            failures: Vec::new(),
        }
    }

    /// Asserts formats from here on.
    pub(crate) fn asserting_formats(mut self) -> Self {
        self.formats = true;
        self
    }

    /// Runs all files of a directory but some.
    pub(crate) fn directory(&mut self, directory: &Path, left_out: &[(&str, &str)]) {
        for file in json_files(directory) {
            let name = file.file_name().unwrap().to_str().unwrap();
            if left_out.iter().all(|(left_out, _)| *left_out != name) {
                for group in read_json(&file).as_array().unwrap() {
                    self.group(name, group);
                }
            }
        }
    }

    fn group(&mut self, file: &str, group: &Value) {
        let bundle = self.resources.bundle("", &group["schema"]);
        let place = format!("{file}: {}", group["description"]);
        if !bundle.unresolved.is_empty() {
            let unresolved = bundle.unresolved.join(", ");
            return self.failures.push(format!("{place}: no {unresolved}"));
        }
        let definitions = Definitions::of_bundle(&bundle);
        let table = table_with(&bundle.schema, &definitions, self.formats);
        self.tests(&place, group, table);
    }
}

/// The JSON files of a directory, in order.
pub(crate) fn json_files(directory: &Path) -> Vec<std::path::PathBuf> {
    let entries = std::fs::read_dir(directory).unwrap();
    let mut files: Vec<_> = entries
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|kind| kind == "json"))
        .collect();
    files.sort();
    files
}

fn add_remotes(directory: &Path, uri: &str, resources: &mut Resources) {
    for entry in std::fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        let uri = format!("{uri}/{}", path.file_name().unwrap().to_str().unwrap());
        if path.is_dir() {
            add_remotes(&path, &uri, resources);
        } else {
            resources.add_schema(uri, read_json(&path));
        }
    }
}
