//! What is parsed, and what an error says of what is not.

use super::*;
use crate::utlx::token::tokenize;

fn parse(text: &str) -> Result<Expression, String> {
    let parsed = parse_body(&tokenize(text));
    parsed
        .map(|node| node.expression)
        .map_err(|it| format!("{}:{}: {}", it.line, it.column, it.message))
}

#[test]
fn pipes_are_calls() {
    let Ok(Expression::Call {
        function,
        arguments,
    }) = parse("$input.a |> map(i => i.b)")
    else {
        panic!("is a call");
    };
    assert_eq!(function, "map");
    assert!(matches!(arguments[0].expression, Expression::Field { .. }));
    assert!(
        matches!(&arguments[1].expression, Expression::Lambda { parameters, .. } if parameters == &["i"])
    );
}

#[test]
fn errors_say_where() {
    assert_eq!(
        parse("{ a: 1").expect_err("is open"),
        "1:6: `}` is missing at the end"
    );
    assert_eq!(
        parse("{ a: 1 b: 2 }").expect_err("lacks a comma"),
        "1:8: `}` is missing before `b`"
    );
    assert_eq!(
        parse("if (a) b else c").expect_err("is not supported"),
        "1:1: `if`"
    );
    let deep = "[".repeat(1000);
    assert!(parse(&deep).expect_err("is too deep").contains("60 levels"));
}

#[test]
fn long_chains_are_refused_with_their_place() {
    let hostile = [
        "- ".repeat(50_000) + "1",
        "1".to_owned() + &"+1".repeat(20_000),
        "1".to_owned() + &"*1".repeat(20_000),
        "1".to_owned() + &"??1".repeat(20_000),
        "$input".to_owned() + &".a".repeat(200_000),
        "$input".to_owned() + &"[0]".repeat(100_000),
        "$input".to_owned() + &" |> map(x => x)".repeat(30_000),
        "-(".repeat(50_000),
        "x => ".repeat(50_000) + "1",
    ];
    for text in hostile {
        let error = parse(&text).expect_err("is too deep");
        assert!(
            error.starts_with("1:") && error.contains("more than "),
            "{error}"
        );
    }
    assert!(parse(&("1".to_owned() + &"+1".repeat(199))).is_ok());
    assert_eq!(
        parse(&("1".to_owned() + &"+1".repeat(200))).expect_err("is one more"),
        "1:400: more than 200 steps in one expression: split it into parts"
    );
}

#[test]
fn only_what_no_expression_can_be_is_certainly_wrong() {
    let is_certain = |text: &str| {
        let error = parse_body(&tokenize(text)).expect_err("is not parsed");
        error.is_certain
    };
    for wrong in [
        "",
        "{ a: ",
        "{ a: 1 b: 2 }",
        "{ a: 1 \"b\": 2 }",
        "[1, 2",
        "1 2",
        "f(1))",
        "$input.",
        "1 + )",
        "{ a 1 }",
        "\"x",
        "{ , }",
    ] {
        assert!(is_certain(wrong), "{wrong}");
    }
    for unknown in [
        "if (a) b else c",
        "{ let x = 1, y: x }",
        "{ ...$input }",
        "{ @id: 1 }",
        "{ [a]: 1 }",
        "$input.*",
        "1 == 2",
        "a ? b : c",
        "x as Number",
        "!a",
        "[1..5]",
    ] {
        assert!(!is_certain(unknown), "{unknown}");
    }
    assert!(
        !is_certain(&"-".repeat(100)),
        "the depth is a limit of ours"
    );
}
