use crate::invalid::remarks;

const SCHEMA: &str = r#"  A:
    type: object
    properties:
      a: {type: integer, default: abc}
      b: {type: string, default: 5}
      c: {type: boolean, default: "true"}
      d: {type: integer, default: "5"}
      e: {type: string, enum: [a, b], default: c}
      f: {type: array, items: {type: string}, default: x}
      g: {type: object, default: []}
      h: {type: string, pattern: "(a"}
      i: {patternProperties: {"(": {}}}
      j: {type: string, default: null}
      k: {type: number, enum: [1, 2], default: 1.0}
      l: {type: integer, default: 3.0}
      m: {type: integer, maximum: 100, default: 300}
"#;

#[test]
fn defaults_and_patterns_that_do_not_fit_are_told() {
    for (file, text) in [
        (
            "defaults_2.yaml",
            format!("swagger: '2.0'\ndefinitions:\n{SCHEMA}"),
        ),
        (
            "defaults_3_0.yaml",
            format!("openapi: 3.0.3\ncomponents:\n schemas:\n{SCHEMA}"),
        ),
    ] {
        let remarks = remarks(
            file,
            &format!("{text}paths: {{/x: {{get: {{responses: {{}}}}}}}}\n"),
        );
        let remarks: Vec<&str> = remarks
            .iter()
            .map(|remark| remark.split_once(' ').expect("a place").1)
            .collect();
        assert_eq!(
            remarks,
            [
                "`default` must be of type `integer`, not a string; it is ignored",
                "`default` must be of type `string`; it is read as `\"5\"`",
                "`default` must be of type `boolean`; it is read as `true`",
                "`default` must be of type `integer`; it is read as `5`",
                "`default` is not one of the values of `enum`; it is ignored",
                "`default` must be of type `array`, not a string; it is ignored",
                "`default` must be of type `object`, not a list; it is ignored",
                "the pattern `(a` is ignored: Parsing error at position 2: Opening parenthesis without \
                 closing parenthesis",
                "the pattern `(` is ignored: Parsing error at position 1: Opening parenthesis without \
                 closing parenthesis",
                "`default` is `300`, which `maximum: 100` does not allow",
            ]
        );
    }
}
