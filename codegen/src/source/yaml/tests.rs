//! YAML is read as its core schema has it, within limits.

use serde_json::{Value, json};

use super::build_yaml::{Parsed, parse_yaml};

fn read(text: &str) -> Parsed {
    match parse_yaml(text) {
        Ok(parsed) => parsed,
        Err(flaw) => panic!("{}: {text}", flaw.message),
    }
}

fn value(text: &str) -> Value {
    read(text).root
}

fn warnings(text: &str) -> Vec<(String, String)> {
    let warnings = read(text).warnings.into_iter();
    warnings.map(|one| (one.pointer, one.message)).collect()
}

fn refusal(text: &str) -> (usize, String) {
    match parse_yaml(text) {
        Ok(_) => panic!("was read"),
        Err(flaw) => (flaw.span.start, flaw.message),
    }
}

#[test]
fn strings_of_all_styles() {
    let text = "a: no\nb: 'it''s'\nc: \"\\u00e9\\n\"\nd: |\n  x\n   y\n\ne: >-\n  p\n  q\nf: \"12\"\ng: a: b\n";
    assert!(parse_yaml(text).is_err(), "a colon within a plain scalar");
    assert_eq!(
        value(text.trim_end_matches("g: a: b\n")),
        json!({"a": "no", "b": "it's", "c": "é\n", "d": "x\n y\n", "e": "p q", "f": "12"})
    );
}

#[test]
fn keys_are_their_text() {
    assert_eq!(
        value("200: a\ntrue: b\nnull: c\n~: d\n1.10: e\n0x1: f\n'q': g\nno: h\n"),
        json!({"200": "a", "true": "b", "null": "c", "~": "d", "1.10": "e", "0x1": "f", "q": "g", "no": "h"})
    );
    assert_eq!(value("? a\n: b\n: c\n"), json!({"a": "b", "": "c"}));
    assert_eq!(
        value("x: &k name\n*k : 1\n"),
        json!({"x": "name", "name": 1})
    );
    let message = refusal("{a: b}: c").1;
    assert!(message.contains("cannot be a key"), "{message}");
    assert_eq!(refusal("a: b\n? [x]\n: c").0, 7);
}

#[test]
fn tags() {
    assert_eq!(
        value("a: !!str 12\nb: ! 12\nc: !!int '3'\nd: !!null ''\ne: !!str\nf: !!map {}\n"),
        json!({"a": "12", "b": "12", "c": 3, "d": null, "e": "", "f": {}})
    );
    assert_eq!(
        warnings("a:\n- !include x.yaml\n- !!int three\n- .nan\n"),
        [
            (
                "/a/0".to_owned(),
                "the tag `!include` is unknown; the value is read as a string".to_owned()
            ),
            (
                "/a/1".to_owned(),
                "`three` does not match its tag; it is read as a string".to_owned()
            ),
            (
                "/a/2".to_owned(),
                "`.nan` is not a number in JSON; it is read as a string".to_owned()
            ),
        ]
    );
}

#[test]
fn anchors() {
    assert_eq!(value("a: &x [1]\nb: *x\n"), json!({"a": [1], "b": [1]}));
    assert_eq!(
        value("a: &x 1\nb: &x 2\nc: *x\n"),
        json!({"a": 1, "b": 2, "c": 2})
    );
    assert_eq!(value("a: &x\nb: *x\n"), json!({"a": null, "b": null}));
    assert_eq!(refusal("a: *x\n").0, 3);
    let (at, message) = refusal("a: &x [*x]\n");
    assert_eq!(at, 7);
    assert!(message.contains("within"), "{message}");
}

#[test]
fn merge_keys() {
    let base = "base: &b {p: 1, q: 2}\n";
    let merged = |text: &str| value(&format!("{base}{text}"))["m"].clone();
    assert_eq!(merged("m: {<<: *b, q: 3}"), json!({"p": 1, "q": 3}));
    assert_eq!(merged("m: {q: 3, <<: *b}"), json!({"p": 1, "q": 3}));
    assert_eq!(merged("m: {<<: [{p: 0}, *b]}"), json!({"p": 0, "q": 2}));
    assert_eq!(
        merged("m: {<<: *b, <<: {r: 4}}"),
        json!({"p": 1, "q": 2, "r": 4})
    );
    assert_eq!(merged("m: {<<: text}"), json!({"<<": "text"}));
    assert_eq!(merged("m: {'<<': *b}"), json!({"<<": {"p": 1, "q": 2}}));
    assert!(!read(&format!("{base}m: {{<<: *b, q: 3}}")).has_duplicate_keys);
}

#[test]
fn only_the_first_document_is_read() {
    assert_eq!(value("%YAML 1.2\n---\na: 1\n...\n"), json!({"a": 1}));
    assert!(warnings("---\na: 1\n...\n").is_empty());
    let several = "a: 1\n---\nb: 2\n";
    assert_eq!(value(several), json!({"a": 1}));
    assert_eq!(warnings(several).len(), 1);
    assert_eq!(refusal("- a\nb: 1\n").0, 4, "text after the document");
    assert_eq!(value(""), Value::Null);
    assert_eq!(value("# nothing\n"), Value::Null);
}

#[test]
fn aliases_cannot_blow_up() {
    let mut text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n".to_owned();
    for level in 1..12 {
        let items = vec![format!("*a{}", level - 1); 10].join(", ");
        text.push_str(&format!("a{level}: &a{level} [{items}]\n"));
    }
    let (at, message) = refusal(&text);
    assert!(message.contains("aliases"), "{message}");
    assert!(text[at..].starts_with('*'));

    let long = format!(
        "a: &a {}\nb: [{}]\n",
        "x".repeat(1_000_000),
        "*a, ".repeat(1000)
    );
    assert!(refusal(&long).1.contains("aliases"));
}

#[test]
fn aliases_cannot_go_beyond_the_depth_limit() {
    let mut text = "a0: &a0 []\n".to_owned();
    for level in 1..600 {
        text.push_str(&format!("a{level}: &a{level} [*a{}]\n", level - 1));
    }
    assert!(refusal(&text).1.contains("levels deep"));
    let blocks: String = (0..600)
        .map(|level| format!("{}a:\n", " ".repeat(level)))
        .collect();
    assert!(refusal(&blocks).1.contains("levels deep"));
}

#[test]
fn errors_are_where_the_parser_stopped() {
    let (at, message) = refusal("é: 1\nb: 'x\n");
    assert!(at >= 6, "{at}: {message}");
    assert!(refusal("a: b: c").1.contains("mapping"));
    assert!(parse_yaml("a: \"\0\"").is_err());
}
