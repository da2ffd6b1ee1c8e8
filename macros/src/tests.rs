use proc_macro2::TokenStream;
use quote::quote;
use toolwright_codegen::Setting;

use crate::tools::expand;

const SPEC: &str = "tests/specs/pets.yaml";

fn expanded(settings: TokenStream) -> String {
    expand(quote!(#SPEC, #settings)).to_string()
}

#[test]
fn every_setting_has_an_effect() {
    let plain = expanded(TokenStream::new());
    let settings = [
        ("name", quote!(name = "shop"), "name : \"shop\""),
        ("ref_dir", quote!(ref_dir = "tests/specs/refs"), "nickname"),
        (
            "output_schemas",
            quote!(output_schemas = true),
            "output : Some",
        ),
        (
            "field_selection",
            quote!(field_selection = true),
            "fields (\"fields\")",
        ),
        (
            "assert_formats",
            quote!(assert_formats = true),
            "Keyword :: Format",
        ),
        (
            "builtin_upstream",
            quote!(builtin_upstream = false),
            "answers : None",
        ),
        (
            "derives",
            quote!(derives = ["Clone", "Debug"]),
            "derive (Clone , Debug)",
        ),
        ("client", quote!(client = "gemini"), "\"nullable\":true"),
        (
            "max_tokens",
            quote!(max_tokens = 1, strict = true),
            "more than the 1 allowed",
        ),
        ("strict", quote!(strict = true), "compile_error"),
    ];
    let names: Vec<&str> = settings.iter().map(|(name, ..)| *name).collect();
    assert_eq!(names, Setting::NAMES);
    for (name, setting, sign) in settings {
        let text = expanded(setting);
        assert!(!plain.contains(sign), "{name}: {plain}");
        assert!(text.contains(sign), "{name}: {text}");
    }
}

#[test]
fn a_setting_is_not_given_twice() {
    let twice = expanded(quote!(strict = false, strict = true));
    assert!(twice.contains("`strict` is given twice"), "{twice}");
    let both = expanded(quote!(client = "gemini", client = "cursor"));
    assert!(!both.contains("compile_error"), "{both}");
}
