//! JSON and YAML files are read, and values and errors are located in them.

use super::*;
use serde_json::json;

fn json_source(text: &str) -> Source {
    Source::from_text("spec.json", text.to_owned()).expect("a valid text")
}

fn yaml_source(text: &str) -> Source {
    Source::from_text("spec.yaml", text.to_owned()).expect("a valid text")
}

fn refusal(text: &str) -> String {
    match Source::from_text("spec", text.to_owned()) {
        Ok(source) => panic!("was read as {}", source.root()),
        Err(error) => error.to_string(),
    }
}

/// The line and column of a pointer, and the text that is meant.
fn located<'a>(source: &'a Source, pointer: &str) -> (usize, usize, &'a str) {
    let location = source.locate(pointer);
    let meant = &source.text()[location.span];
    (location.line, location.column, meant)
}

#[test]
fn json_values_are_located() {
    let source = json_source(
        r#"{
  "paths": {
    "/pets/{id}": { "get": { "tags": ["a", "b"], "x": null } },
    "a\"b\u00e9": -1.5e3
  },
  "tags": [ { "name": "é", "n": true }, [] ]
}"#,
    );
    assert_eq!(located(&source, ""), (1, 1, "{"));
    assert_eq!(located(&source, "/paths"), (2, 3, "\"paths\""));
    assert_eq!(
        located(&source, "/paths/~1pets~1{id}/get"),
        (3, 21, "\"get\"")
    );
    assert_eq!(
        located(&source, "#/paths/~1pets~1%7Bid%7D/get"),
        (3, 21, "\"get\"")
    );
    assert_eq!(
        located(&source, "/paths/~1pets~1{id}/get/tags/1"),
        (3, 44, "\"b\"")
    );
    assert_eq!(
        located(&source, "/paths/~1pets~1{id}/get/x"),
        (3, 55, "null")
    );
    assert_eq!(located(&source, "/paths/a\"bé"), (4, 19, "-1.5e3"));
    assert_eq!(located(&source, "/tags/0"), (6, 13, "{"));
    assert_eq!(located(&source, "/tags/0/n"), (6, 33, "true"));
    assert_eq!(located(&source, "/tags/1"), (6, 41, "["));
}

#[test]
fn what_is_not_there_is_located_at_the_nearest_value_around_it() {
    let source = json_source(r#"{"a": {"b": [1]}}"#);
    for pointer in ["/a/b", "/a/b/1", "/a/b/x/y", "/a/b/-", "/a/b/00"] {
        assert_eq!(located(&source, pointer), (1, 8, "\"b\""), "{pointer}");
    }
    assert_eq!(located(&source, "/a/b/0/c"), (1, 14, "1"));
    assert_eq!(located(&source, "/c"), (1, 1, "{"));
    assert_eq!(located(&source, "no pointer"), (1, 1, "{"));
    assert_eq!(located(&yaml_source(""), "/a").0, 1);
}

#[test]
fn yaml_values_are_located() {
    let source = yaml_source(
        "# a comment\nopenapi: 3.0.0 # why\npaths:\n  /pets:\n    get:\n      tags:\n      - é: x\n        name: 'b'\n      text: |\n        one\n        two\n      empty:\n200: {a: [1, 2]}\n",
    );
    assert_eq!(located(&source, ""), (2, 1, "openapi"));
    assert_eq!(located(&source, "/openapi"), (2, 10, "3.0.0"));
    assert_eq!(located(&source, "/paths/~1pets/get"), (5, 5, "get"));
    assert_eq!(located(&source, "/paths/~1pets/get/tags/0"), (7, 9, "é"));
    assert_eq!(
        located(&source, "/paths/~1pets/get/tags/0/name"),
        (8, 15, "'b'")
    );
    let text = "one\n        two";
    assert_eq!(located(&source, "/paths/~1pets/get/text"), (10, 9, text));
    assert_eq!(
        located(&source, "/paths/~1pets/get/empty"),
        (12, 7, "empty")
    );
    assert_eq!(located(&source, "/200/a/1"), (13, 14, "2"));
}

#[test]
fn aliases_and_merges_are_followed() {
    let source = yaml_source(
        "base: &base\n  a: {x: 1}\n  b: 2\nother:\n  <<: *base\n  b: 3\nmany:\n  <<: [{c: 4}, *base]\nalias: *base\n",
    );
    assert_eq!(source.root()["other"], json!({"a": {"x": 1}, "b": 3}));
    assert_eq!(
        source.root()["many"],
        json!({"c": 4, "a": {"x": 1}, "b": 2})
    );
    assert_eq!(located(&source, "/other/a/x"), (2, 10, "1"));
    assert_eq!(located(&source, "/other/b"), (6, 6, "3"));
    assert_eq!(located(&source, "/many/c"), (8, 12, "4"));
    assert_eq!(located(&source, "/many/b"), (3, 6, "2"));
    assert_eq!(located(&source, "/alias"), (9, 8, "*base"));
    assert_eq!(located(&source, "/alias/b"), (3, 6, "2"));
}

#[test]
fn the_content_decides_the_format() {
    for name in ["spec.json", "spec.yaml", "spec"] {
        let text = "  {\"a\": [1, true]}".to_owned();
        let source = Source::from_text(name, text).expect("JSON");
        assert!(matches!(source.format, Format::Json));
        let source = Source::from_text(name, "a: 1".to_owned()).expect("YAML");
        assert!(matches!(source.format, Format::Yaml(_)));
        assert_eq!(source.root(), &json!({"a": 1}));
    }
    let almost = json_source("{\"a\": 1,\n \"b\": 2,}");
    assert_eq!(almost.root(), &json!({"a": 1, "b": 2}));
    let warning = almost.warnings().iter().next().expect("a warning");
    assert!(
        warning.message.contains("not valid JSON"),
        "{}",
        warning.message
    );
    assert!(yaml_source("{a: 1}").warnings().is_empty());
}

#[test]
fn a_typing_error_in_a_json_file_is_not_read_as_yaml() {
    let text = "{\"id\": \"createApp\", oops\n \"parameters\": []}".to_owned();
    assert!(Source::from_text("spec.json", text).is_err());
}

#[test]
fn broken_json_is_reported_as_json() {
    assert_eq!(
        refusal("{\n  \"a\": 1\n  \"é\": \"b\"\n}"),
        "spec:3:3: expected `,` or `}`"
    );
    assert_eq!(refusal("{\"a\": "), "spec:1:6: EOF while parsing a value");
    assert_eq!(refusal("{} {}"), "spec:1:4: trailing characters");
}

#[test]
fn byte_order_marks_and_other_encodings() {
    let read = |bytes: &[u8]| Source::from_bytes("spec", bytes.to_vec());
    for text in ["\u{FEFF}{\"a\": 1}", "\u{FEFF}a: 1"] {
        let source = read(text.as_bytes()).expect("UTF-8 with a mark");
        assert_eq!(source.root(), &json!({"a": 1}));
        assert!(!source.text().starts_with('\u{FEFF}'));
    }
    let error = read(b"a: b\nc: \xFFd").expect_err("not UTF-8");
    assert_eq!(error.to_string(), "spec:2:4: not UTF-8");
    let error = read(b"\xFF\xFEa\0").expect_err("UTF-16");
    assert!(error.to_string().contains("UTF-16"), "{error}");
}

#[test]
fn nesting_is_limited() {
    let nested = |depth| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    Source::from_text("spec", nested(MAX_DEPTH)).expect("as deep as is allowed");
    assert_eq!(
        refusal(&nested(MAX_DEPTH + 1)),
        "spec:1:257: nested more than 256 levels deep"
    );
    assert_eq!(
        refusal(&"[".repeat(1_000_000)),
        "spec:1:257: nested more than 256 levels deep"
    );
    json_source(&format!("\"{}\\\"{}\"", "[".repeat(300), "[".repeat(300)));
}

#[test]
fn keys_given_twice_are_told() {
    let text = r#"{"a": {"x": 1, "x": 2, "x": 3}, "b": [{"y": {"q": 1}, "y": []}]}"#;
    for source in [json_source(text), yaml_source(&format!("---\n{text}"))] {
        assert_eq!(source.root(), &json!({"a": {"x": 3}, "b": [{"y": []}]}));
        let pointers: Vec<_> = source.warnings().iter().map(|one| &one.pointer).collect();
        assert_eq!(pointers, ["/a/x", "/b/0/y"]);
        assert_eq!(located(&source, "/a/x").2, "3");
        assert_eq!(located(&source, "/b/0/y/q").2, "\"y\"");
    }
    let source = yaml_source("a: 1\nb: 2\na: 3\n");
    let warning = source.warnings().iter().next().expect("a warning");
    assert_eq!(warning.help.as_deref(), Some("it also occurs on line 1"));
    let distinct = r#"{"a": {"x": ":"}, "b": {"x:": "\":"}}"#;
    assert!(json_source(distinct).warnings().is_empty());
}

#[test]
fn order_is_that_of_the_file() {
    let keys = |source: &Source| -> Vec<String> {
        let root = source.root().as_object().expect("an object");
        root.keys().cloned().collect()
    };
    assert_eq!(
        keys(&json_source(r#"{"z": 1, "a": 2, "m": 3}"#)),
        ["z", "a", "m"]
    );
    assert_eq!(keys(&yaml_source("z: 1\na: 2\nm: 3")), ["z", "a", "m"]);
}

#[test]
fn a_missing_file_is_an_error_with_its_path() {
    let error = Source::load(Path::new("/no/such/spec.yaml")).expect_err("no file");
    assert!(
        error.to_string().starts_with("/no/such/spec.yaml: "),
        "{error}"
    );
    assert_eq!(error.location(), None);
}

#[test]
fn lines_that_are_indented_too_little_are_read() {
    let text = "a:\n  é:\n    flow: {\n  x: [1,\n  2],\n y: 'it''s\nfar'\n    }\n    text: \"one\n\n two \\\n  three\"\n    last: 1\n";
    let source = yaml_source(text);
    assert_eq!(
        source.root()["a"]["é"],
        json!({"flow": {"x": [1, 2], "y": "it's far"}, "text": "one\ntwo three", "last": 1})
    );
    assert_eq!(located(&source, "/a/é/flow/x/1"), (5, 3, "2"));
    assert_eq!(located(&source, "/a/é/flow/y"), (6, 5, "'it''s\nfar'"));
    assert_eq!(located(&source, "/a/é/last"), (13, 11, "1"));
    assert_eq!(source.warnings().len(), 1);
    assert_eq!(
        refusal("a:\n  b: {\n x: 1\n }\n  c: 'd\n"),
        "spec:5:6: the quote that opens here has no closing quote"
    );
}
