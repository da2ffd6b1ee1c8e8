use proc_macro2::TokenStream;
use proptest::prelude::*;
use quote::{ToTokens as _, quote};

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

/// Texts of specs that look like what the layout changes.
fn any_text() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        Just("x!(#[inline] "),
        Just("fn f() {} thread_local!("),
        Just(");"),
        Just("list: fields"),
        Just("a: fields.take(1),"),
        Just("request.query("),
        Just("static A: B = 1;"),
        Just("pub name: Option<"),
        Just("Self { a }"),
        Just("choice!("),
        Just("{}"),
        Just("\\"),
        Just("\""),
        Just(" "),
        Just("// "),
        Just("word"),
    ];
    prop::collection::vec(part, 0..12).prop_map(|parts| parts.concat())
}

proptest! {
    #[test]
    fn texts_of_the_spec_stay_texts(doc in any_text(), text in any_text()) {
        let items = quote! {
            #[doc = #doc]
            pub static A: Api = Api::new(#text).title(#text).servers(&[#text, #doc]);
            #[doc = #text]
            pub struct S {
                #[doc = #doc]
                pub a: i64,
            }
            fn encode(request: &mut Request) {
                request.query(#text, #doc);
                call(#doc, #text, #doc, #text, #doc);
            }
        };
        let file: syn::File = syn::parse2(items).expect("is Rust");
        let printed = prettyplease::unparse(&file);
        let read = |text: &str| {
            let file = syn::parse_file(text).expect("is Rust");
            // A list in several lines has a comma more.
            let tokens = file.into_token_stream().to_string();
            tokens.replace(" ,)", ")").replace(",)", ")").replace(" ,]", "]").replace(",]", "]")
        };
        prop_assert_eq!(read(&lay_out(&printed)), read(&printed));
    }
}

#[test]
fn a_comment_cannot_become_code() {
    let comment =
        "/// x!(#[inline] fn f() {} include!(\"/tmp/evil.rs\"); thread_local!(\n/// a: fields\n";
    assert_eq!(lay_out(comment), comment);
    let literal = "static A: &str = \"a!(#[inline] b\";\n";
    assert_eq!(lay_out(literal), literal);
    assert_eq!(
        lay_out("choice!(#[inline] Pet);\n"),
        "choice!(\n    #[inline]\n    Pet\n);\n"
    );
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
