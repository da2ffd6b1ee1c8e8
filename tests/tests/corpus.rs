//! Every spec of the development corpus compiles, or is refused with a place; what becomes of its
//! operations is accounted for, and what `tools/list` shows stays inside the clients' limits.
//!
//! The quick form leaves out the largest specs; `TOOLWRIGHT_FULL=1` takes all.

use std::collections::HashSet;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use toolwright_codegen::schema::lint;
use toolwright_codegen::{Builder, Compiled};
use toolwright_tests::shared;

const LARGEST_IN_QUICK_FORM: u64 = 700_000;

#[test]
fn every_spec_of_the_corpus_compiles() {
    let Some(shared) = shared() else { return };
    let mut specs = files(&shared.join("specs/dev"));
    specs.extend(files(&shared.join("specs/dev/edge")));
    assert!(specs.len() > 50, "the corpus has {} specs", specs.len());
    let mut problems = Vec::new();
    for spec in specs {
        match Builder::new(&spec).compile() {
            Ok(compiled) => problems.extend(faults(&spec, &compiled)),
            Err(error) => problems.push(format!("{}: refused: {error}", spec.display())),
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let full = env::var_os("TOOLWRIGHT_FULL").is_some();
    let entries = fs::read_dir(folder).expect("the corpus is there");
    let mut files: Vec<PathBuf> = entries
        .filter_map(Result::ok)
        .filter(|entry| {
            let size = entry.metadata().map_or(0, |data| data.len());
            full || size <= LARGEST_IN_QUICK_FORM
        })
        .map(|entry| entry.path())
        .filter(|path| {
            path.extension()
                .is_some_and(|kind| kind == "json" || kind == "yaml")
        })
        .collect();
    files.sort();
    files
}

fn faults(spec: &Path, compiled: &Compiled) -> Vec<String> {
    let report = compiled.report();
    let mut faults = Vec::new();
    let mut names = HashSet::new();
    for tool in &report.tools {
        if !names.insert(&tool.name) {
            faults.push(format!("{}: two tools are {}", spec.display(), tool.name));
        }
        let found = lint(&tool.name, &tool.input_schema);
        faults.extend(
            found
                .into_iter()
                .map(|fault| format!("{}: {fault}", spec.display())),
        );
    }
    for skipped in &report.skipped {
        if skipped.location.ends_with(":1:1") {
            faults.push(format!("{}: no place for {skipped:?}", spec.display()));
        }
    }
    faults
}
