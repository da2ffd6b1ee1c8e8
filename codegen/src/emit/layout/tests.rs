use proc_macro2::TokenStream;
use proptest::prelude::*;

use super::lay_out;

/// Lines as the layout looks for them, whole or cut off, and others.
fn any_lines() -> impl Strategy<Value = String> {
    let starts = "(pub |impl |Self::|\"a\" => \\{|choice!\\(|static A: B = |\
        request\\.|a: fields|Self \\{ |\\) -> impl Future<|let decoded = |\\{\\}|a!\\(#\\[inline\\] )";
    let line =
        format!("( {{4}}){{0,3}}{starts}?[a-zA-Z_:<>()\\[\\]{{}}&|.,;=\" \u{e9}\u{3000}]{{0,120}}");
    let line = proptest::string::string_regex(&line).expect("is an expression");
    prop::collection::vec(line, 1..30).prop_map(|lines| lines.join("\n"))
}

proptest! {
    #[test]
    fn no_text_makes_it_fail(text in any_lines()) {
        let _ = lay_out(&text);
    }
}

#[test]
fn nested_brackets_take_no_time_that_doubles() {
    for depth in [20, 60, 200] {
        let value = format!("{}1{}", "Some(".repeat(depth), ")".repeat(depth));
        let line = format!("static A: B = {value};\n");
        let laid_out: TokenStream = lay_out(&line).parse().expect("is Rust");
        let expected: TokenStream = line.parse().expect("is Rust");
        let join_tokens =
            |tokens: TokenStream| tokens.to_string().replace(", )", ")").replace(",)", ")");
        assert_eq!(
            join_tokens(laid_out).replace(' ', ""),
            join_tokens(expected).replace(' ', "")
        );
    }
}
