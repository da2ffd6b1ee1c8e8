//! Every spec of the development corpus compiles, or is refused with a place; what becomes of its
//! operations is accounted for, and what `tools/list` shows stays inside the clients' limits.
//!
//! The quick form leaves out the largest specs; `TOOLWRIGHT_FULL=1` takes all.

mod answers;
mod calls;
mod clients;
mod shared_descriptions;

use std::collections::HashSet;
use std::path::Path;

use toolwright_codegen::clients::lint;
use toolwright_codegen::{Builder, Compiled};
use toolwright_tests::{Form, corpus};

#[test]
#[ignore = "needs ../shared"]
fn every_spec_of_the_corpus_compiles() {
    let specs = corpus(Form::chosen());
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
