//! What cargo compiles for tests is what it compiles for programs, macros and build scripts.
//!
//! Cargo compiles a dependency once for each set of features. So a set that only tests have, or only macros, costs minutes:
//! all that uses the dependency is compiled again.
//!
//! `cargo tree` does not tell all: it gave `hashbrown` in macros the features that it has in programs, when a build had none of them.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use toolwright_tests::hide_test_from_cargo;
use toolwright_tests::pages::root;

/// Each package with its version and the features that it is compiled with.
fn read_features(edges: &str) -> BTreeSet<(String, String)> {
    let mut command = Command::new(env!("CARGO"));
    let output = hide_test_from_cargo(&mut command)
        .args(["tree", "--workspace", "--offline", "--prefix", "none"])
        .args(["--format", "{p}|{f}|", "--edges", edges])
        .current_dir(root())
        .output()
        .expect("cargo runs");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let text = String::from_utf8_lossy(&output.stdout);
    let packages = text.lines().filter_map(|line| {
        let (package, rest) = line.split_once('|')?;
        Some((package.to_owned(), rest.split('|').next()?.to_owned()))
    });
    packages.collect()
}

#[test]
fn tests_add_no_feature_to_what_programs_are_made_of() {
    let (programs, with_tests) = (
        read_features("normal,build"),
        read_features("normal,build,dev"),
    );
    let only_without_tests: Vec<_> = programs.difference(&with_tests).collect();
    assert!(
        only_without_tests.is_empty(),
        "with tests, these have other features; add those to [dependencies] or [build-dependencies] of tests/Cargo.toml: \
         {only_without_tests:?}"
    );
}

#[test]
fn macros_are_made_of_what_programs_are_made_of() {
    let mut features: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (package, of_package) in read_features("normal,build,dev") {
        features.entry(package).or_default().push(of_package);
    }
    features.retain(|_, sets| sets.len() > 1);
    // A macro of prost and the database of the news example have it, and it takes a second.
    features.retain(|package, _| !package.starts_with("either "));
    assert!(
        features.is_empty(),
        "with other features in macros or build scripts: {features:?}"
    );
}
