//! The list of tools under review: the compiler writes the first snapshot of a crate, and the runtime
//! is held to it from then on, so both have to make the same text.

mod shared_descriptions;
mod written;

use std::fs;
use std::path::{Path, PathBuf};

use toolwright::tool_list;
use toolwright_tests::{builder, compiled};

fn specs() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("specs");
    let entries = fs::read_dir(folder).expect("the specs are there");
    let mut specs: Vec<PathBuf> = entries
        .map(|entry| entry.expect("is readable").path())
        .collect();
    specs.sort();
    specs
}

#[test]
fn the_compiler_and_the_runtime_make_the_same_text() {
    let specs = specs();
    assert_eq!(specs.len(), compiled::ALL.len());
    let (mut outputs, mut by_hand) = (0, 0);
    for (spec, api) in specs.iter().zip(compiled::ALL) {
        let report = builder(spec).compile().expect("the spec compiles").report();
        let (expected, text) = (report.tool_list(), tool_list(*api));
        assert_eq!(text, expected, "{}", spec.display());
        outputs += text.matches("\n  output:\n").count();
        by_hand += text.matches(" (by hand)\n").count();
    }
    assert!(outputs > 0 && by_hand > 0, "{outputs} {by_hand}");
}
