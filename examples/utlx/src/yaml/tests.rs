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
    assert_eq!(error.message, "more than 1000000 values");
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
