use crate::hostile::compile::{compile, refusal};

const SPEC: &str = r#"{"openapi": "3.0.3", "paths": {"/a": {"get": {"responses": {}}}}}"#;

#[test]
fn encodings_other_than_utf_8_are_refused() {
    let units: Vec<u16> = SPEC.encode_utf16().collect();
    let little: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
    let big: Vec<u8> = units.iter().flat_map(|unit| unit.to_be_bytes()).collect();
    for (file, bytes) in [
        ("little.json", [&[0xFF, 0xFE], little.as_slice()].concat()),
        ("big.json", [&[0xFE, 0xFF], big.as_slice()].concat()),
    ] {
        let refusal = refusal(file, bytes);
        assert_eq!(
            refusal,
            format!("{file}:1:1: the file is UTF-16: save it as UTF-8")
        );
    }
    let latin = b"openapi: 3.0.3\ninfo: {title: \xe9}\n".to_vec();
    assert_eq!(refusal("latin.yaml", latin), "latin.yaml:2:15: not UTF-8");
}

#[test]
fn a_byte_order_mark_is_no_harm() {
    let json = format!("\u{FEFF}{SPEC}");
    let yaml = "\u{FEFF}openapi: 3.0.3\npaths: {/a: {get: {responses: {}}}}\n";
    for (file, text) in [("mark.json", json), ("mark.yaml", yaml.to_owned())] {
        let compiled = compile(file, text).expect("a spec");
        assert_eq!(compiled.api().operations.len(), 1);
    }
}

#[test]
fn nul_and_other_controls_are_refused_or_escaped() {
    assert!(refusal("nul.yaml", "openapi: 3.0.3\0\npaths: {}\n").starts_with("nul.yaml:1:"));
    assert!(refusal("raw.json", "{\"openapi\": \"3.0.3\0\"}").starts_with("raw.json:1:"));
    let surrogate = r#"{"openapi": "3.0.3", "info": {"title": "a\ud800b"}, "paths": {}}"#;
    assert!(refusal("surrogate.json", surrogate).starts_with("surrogate.json:1:"));
    let spec = r#"{"openapi": "3.0.3", "info": {"title": "a\u0000\u202eb"}, "paths": {"/a\u0000": {"get": {
        "operationId": "o\u0000p", "summary": "\u001b[31m\u2028\r\n", "description": "*/ // \r\u202e",
        "parameters": [{"name": "n\u0000\u202e", "in": "query", "schema": {
            "type": "string", "pattern": "\u0000", "enum": ["\u0000", "\u202e", "\r"]}}],
        "responses": {}}}}}"#;
    let compiled = compile("controls.json", spec).expect("a spec");
    let rust = compiled.rust();
    let is_bad = |c: char| c == '\u{202e}' || c == '\r' || c.is_control() && c != '\n';
    assert!(!rust.contains(is_bad), "{rust}");
}
