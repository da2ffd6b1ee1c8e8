use serde_json::json;

use super::*;

fn to_json(text: &str) -> Value {
    parse(text).expect("is YAML").to_json()
}

#[test]
fn scalars_have_the_types_of_the_core_schema() {
    let text = "[1, -2, +3, 0x1F, 1.5, 1e3, true, ~, 1.2.3, 007x, '1', 2024-01-01, !!str 5]";
    let values = json!([
        1,
        -2,
        3,
        31,
        1.5,
        1000.0,
        true,
        null,
        "1.2.3",
        "007x",
        "1",
        "2024-01-01",
        "5"
    ]);
    assert_eq!(to_json(text), values);
}

#[test]
fn aliases_are_values_and_their_number_is_limited() {
    assert_eq!(to_json("{a: &x [1], b: *x}"), json!({"a": [1], "b": [1]}));
    let mut bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n".to_owned();
    for level in 1..9 {
        let inner = vec![format!("*a{}", level - 1); 10].join(", ");
        bomb += &format!("a{level}: &a{level} [{inner}]\n");
    }
    let error = parse(&bomb).expect_err("is too large");
    assert_eq!(error.message, "more than 500000 values");
}

#[test]
fn aliases_of_a_long_text_are_limited_by_its_bytes() {
    let text = "x".repeat(1 << 20);
    let bomb = format!("a: &a \"{text}\"\nb:\n{}", "- *a\n".repeat(100));
    let error = parse(&bomb).expect_err("is too large");
    assert_eq!(
        error.message,
        "more than 64 MB of text, what aliases repeat included"
    );
}

#[test]
fn copies_for_nested_anchors_count_as_values() {
    let anchors: String = (0..20).map(|level| format!("&a{level} [")).collect();
    let bomb = format!("{anchors}{}1{}", "1,".repeat(50_000), "]".repeat(20));
    let error = parse(&bomb).expect_err("is too large");
    assert_eq!(error.message, "more than 500000 values");
}

#[test]
fn errors_name_the_place() {
    let error = parse("a: 1\nb: 2\n a: 3\n").expect_err("is not YAML");
    assert_eq!(error.place.line, 3, "{error}");
    let error = parse("a: 1\nb:\n  c: 1\n  c: 2\n").expect_err("has a key twice");
    assert_eq!(
        error.to_string(),
        "line 4, column 3: the key `c` is there twice"
    );
    let deep = "[".repeat(200);
    let error = parse(&deep).expect_err("is too deep");
    assert_eq!(error.message, "more than 128 levels");
}
