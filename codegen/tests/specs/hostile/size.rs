//! Files beyond the limits of size are rejected.

use crate::hostile::compile::{compile, refusal};

const SIZE: usize = 64 << 20;

const SPEC: &str = r#"{"openapi": "3.0.3", "paths": {"/a": {"get": {"responses": {}}}}}"#;

#[test]
fn larger_files_than_any_spec_are_not_read() {
    let padded = format!("{}{SPEC}", " ".repeat(SIZE));
    let string = format!(
        r#"{{"openapi": "3.0.3", "info": {{"title": "{}"}}}}"#,
        "x".repeat(SIZE)
    );
    for (file, text) in [
        ("padded.json", padded.clone()),
        ("padded.yaml", padded),
        ("string.json", string),
        ("garbage.yaml", "@#%!~xyz".repeat(SIZE / 8)),
        ("blank.yaml", " ".repeat(SIZE)),
    ] {
        let refusal = refusal(file, text);
        assert!(
            refusal.starts_with(&format!("{file}: larger than 64 MB; ")),
            "{refusal}"
        );
    }
}

#[test]
fn large_files_of_few_values_are_read() {
    let padded = format!("{}{SPEC}", " ".repeat(20 << 20));
    let compiled = compile("read.json", padded).expect("a spec");
    assert_eq!(compiled.api().operations.len(), 1);
}

#[test]
fn more_values_than_any_spec_has_are_refused() {
    let numbers = "0,".repeat(5_000_000);
    let refusal = refusal("numbers.json", format!(r#"{{"a": [{numbers}0]}}"#));
    assert!(refusal.contains("more than 2000000 values"), "{refusal}");
    let keys: String = (0..1_500_000).map(|key| format!("\"k{key}\":1,")).collect();
    let refusal = self::refusal("keys.json", format!("{{{keys}{keys}\"a\":1}}"));
    assert!(refusal.contains("more than 2000000 values"), "{refusal}");
}

#[test]
fn garbage_is_refused_where_it_starts() {
    for (file, text, expected) in [
        (
            "braces.json",
            "{[ \"".repeat(1 << 20),
            ":1:1025: nested more than 256 levels deep",
        ),
        (
            "signs.json",
            format!("{{{}", "@#%!~xyz".repeat(1 << 20)),
            ":1:2: key must be a string",
        ),
        ("signs.yaml", "@#%!~xyz".repeat(1 << 20), ":1:1: "),
        ("nul.json", "\0".repeat(1 << 20), ":1:1: "),
        ("lines.yaml", "a: b: ]\n".repeat(1 << 18), ":1:5: "),
        (
            "quote.yaml",
            format!("a: \"{}", "a\n".repeat(1 << 20)),
            ":1:4: ",
        ),
    ] {
        let refusal = refusal(file, text);
        assert!(
            refusal.starts_with(&format!("{file}{expected}")),
            "{refusal}"
        );
    }
}
