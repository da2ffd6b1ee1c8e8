//! What is generated from each spec of `specs/`: Rust and JSON, and what is said about the spec.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use toolwright_tests::builder;

#[test]
fn generated_code() {
    insta::with_settings!({omit_expression => true, prepend_module_to_snapshot => false}, {
        insta::glob!("../specs", "*.yaml", |spec| {
            let compiled = builder(spec).compile().expect("the spec compiles");
            insta::assert_snapshot!("rust", compiled.rust());
            insta::assert_snapshot!("json", compiled.code().json());
        });
    });
}

/// Files that are checked in pass the check of their crate's CI, without `#[rustfmt::skip]`.
#[test]
fn generated_code_is_as_rustfmt_writes_it() {
    if Command::new("rustfmt").arg("--version").output().is_err() {
        eprintln!("skipped: there is no rustfmt");
        return;
    }
    let directory = tempfile::tempdir().expect("can be made");
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files: Vec<PathBuf> = ["petstore", "cms", "conformance"]
        .map(|name| root.join(format!("../generated/{name}/src/{name}.rs")))
        .into();
    for spec in fs::read_dir(root.join("specs")).expect("is there") {
        let spec = spec.expect("can be read").path();
        if spec
            .extension()
            .is_some_and(|extension| extension == "yaml")
        {
            let compiled = builder(&spec).compile().expect("the spec compiles");
            let name = spec.file_stem().expect("has a name").to_owned();
            let file = directory.path().join(name).with_extension("rs");
            fs::write(&file, compiled.rust()).expect("can be written");
            files.push(file);
        }
    }
    let checked = Command::new("rustfmt")
        .args(["--edition", "2024", "--check"])
        .args(&files)
        .output()
        .expect("can be run");
    let output = String::from_utf8_lossy(&checked.stdout);
    let errors = String::from_utf8_lossy(&checked.stderr);
    assert!(checked.status.success(), "{output}{errors}");
}

#[test]
fn diagnostics() {
    insta::with_settings!({omit_expression => true, prepend_module_to_snapshot => false}, {
        insta::glob!("../specs", "*.yaml", |spec| {
            let compiled = builder(spec).compile().expect("the spec compiles");
            let folder = spec.parent().map(|folder| folder.display().to_string());
            let text: Vec<String> = compiled
                .rendered()
                .map(|text| text.replace(&folder.clone().unwrap_or_default(), "specs"))
                .collect();
            if !text.is_empty() {
                insta::assert_snapshot!("diagnostics", text.join("\n\n"));
            }
        });
    });
}

#[test]
fn output_is_the_same_on_every_run() {
    let spec = concat!(env!("CARGO_MANIFEST_DIR"), "/specs/recursion.yaml");
    let code = || {
        let compiled = builder(Path::new(spec)).compile();
        let compiled = compiled.expect("the spec compiles");
        compiled.code().rust_in_one_file()
    };
    assert_eq!(code(), code());
}
