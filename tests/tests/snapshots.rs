//! What is generated from each spec of `specs/`: Rust and JSON, and what is said about the spec.

use std::path::Path;

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
