use proc_macro2::TokenStream;
use quote::quote;
use toolwright_codegen::Setting;

use crate::tools::expand_macro;

const SPEC: &str = "tests/specs/pets.yaml";

/// What stands where there are no tools.
const EMPTY: &str = "TOOLS : & [Tool] = & []";

fn expanded(settings: TokenStream) -> String {
    expand_macro(quote!(#SPEC, #settings)).to_string()
}

#[test]
fn every_setting_has_an_effect() {
    let plain = expanded(TokenStream::new());
    let settings = [
        ("name", quote!(name = "shop"), "Api :: new (\"shop\")"),
        (
            "prefix",
            quote!(prefix = "zoo"),
            "Tool :: new (\"zoo_add_pet\"",
        ),
        ("ref_dir", quote!(ref_dir = "tests/specs/refs"), "nickname"),
        ("ref_root", quote!(ref_root = "tests"), "pedigree"),
        (
            "overlay",
            quote!(overlay = "tests/specs/overlay.yaml"),
            "Overlaid",
        ),
        ("include", quote!(include = "x*"), EMPTY),
        ("exclude", quote!(exclude = "add*"), EMPTY),
        ("include_tag", quote!(include_tag = "x"), EMPTY),
        ("exclude_tag", quote!(exclude_tag = "pets"), EMPTY),
        ("include_path", quote!(include_path = "/x"), EMPTY),
        ("exclude_path", quote!(exclude_path = "/**"), EMPTY),
        ("method", quote!(method = "get"), EMPTY),
        ("manual", quote!(manual = "addPet"), "pub trait Handlers"),
        ("read_only", quote!(read_only = true), EMPTY),
        (
            "rename",
            quote!(rename = "addPet=buy"),
            "Tool :: new (\"buy\"",
        ),
        (
            "retitle",
            quote!(retitle = "addPet=Buy it"),
            "title (\"Buy it\")",
        ),
        (
            "describe",
            quote!(describe = "addPet=Buys one."),
            "description (\"Buys one.\")",
        ),
        (
            "hint",
            quote!(hint = "addPet=read_only"),
            "read_only : true",
        ),
        (
            "default_value",
            quote!(default_value = "*=price=2"),
            "_default (& [\"price\"]",
        ),
        (
            "from_environment",
            quote!(from_environment = "*=born=SHOP_BORN"),
            "SHOP_BORN",
        ),
        (
            "fix",
            quote!(fix = "tag:pets=born=2020-01-01"),
            "2020-01-01",
        ),
        ("hide", quote!(hide = "POST /**=born"), "Preset :: hidden"),
        (
            "from_operation",
            quote!(from_operation = "addPet=born=sellPet", strict = true),
            "names the operation `sellPet`",
        ),
        (
            "allow_env",
            quote!(overlay = "tests/specs/env.yaml", allow_env = "TENANT"),
            "\"TENANT\"",
        ),
        (
            "output_schemas",
            quote!(output_schemas = true),
            "output (OutputSchema",
        ),
        (
            "responses",
            quote!(responses = true),
            "type Response = types ::",
        ),
        (
            "field_selection",
            quote!(field_selection = true),
            "fields (\"fields\")",
        ),
        (
            "optional_bodies",
            quote!(
                overlay = "tests/specs/required.yaml",
                optional_bodies = true
            ),
            "dependentRequired",
        ),
        (
            "describe_needs",
            quote!(describe_needs = true, discovery = true, strict = true),
            "describe_needs = true has no effect",
        ),
        (
            "share_descriptions",
            quote!(
                overlay = "tests/specs/sharing.yaml",
                share_descriptions = true
            ),
            "#/descriptions/",
        ),
        (
            "assert_formats",
            quote!(assert_formats = true),
            "Keyword :: Format",
        ),
        (
            "discovery",
            quote!(discovery = true),
            "discovery ! (\"pets\" , DOCUMENT)",
        ),
        (
            "discovery_prefix",
            quote!(discovery = true, discovery_prefix = "zoo"),
            "discovery ! (\"zoo\" , DOCUMENT)",
        ),
        (
            "discovery_format",
            quote!(discovery = true, discovery_format = "full"),
            "discovery ! (\"pets\" , DOCUMENT , Full)",
        ),
        ("bridge", quote!(bridge = true), "bridge ! (DOCUMENT)"),
        (
            "history",
            quote!(history = "tests/specs/history"),
            "\"recorded\": \"2026-11-24T08:00:00Z\"",
        ),
        (
            "builtin_upstream",
            quote!(builtin_upstream = false),
            "schemas (& SCHEMAS) ;",
        ),
        (
            "derives",
            quote!(derives = ["Clone", "Debug"]),
            "derive (Clone , Debug)",
        ),
        ("client", quote!(client = "gemini"), "\"nullable\":true"),
        ("max_description", quote!(max_description = 10), "The…"),
        (
            "schema_depth",
            quote!(schema_depth = 1),
            "an object with city",
        ),
        (
            "max_tokens",
            quote!(max_tokens = 1, strict = true),
            "allows only 1",
        ),
        ("strict", quote!(strict = true), "compile_error"),
        (
            "locked",
            quote!(overlay = "tests/specs/twin.yaml", locked = true),
            "does not contain the line",
        ),
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

#[test]
fn a_server_has_the_tools_of_several_specs_and_its_own() {
    let item = quote! {
        #[derive(ToolServer)]
        #[tools(spec = #SPEC, manual = "addPet", methods(sell))]
        #[tools(spec = #SPEC, module = others, rename = "addPet=other", methods(count))]
        pub(crate) struct Shop;
    };
    let text = crate::server::expand_server(item).to_string();
    for sign in [
        "pub (crate) mod pets {",
        "pub (crate) mod others {",
        "pets :: shared_tools (:: std :: sync :: Arc :: clone (& state)) . and (:: toolwright :: Tools :: from_api (& others :: API)) . and_own (state",
        "& [Shop :: sell_as_a_tool () , Shop :: count_as_a_tool ()]",
        "Tool :: new (\"other\"",
    ] {
        assert!(text.contains(sign), "{sign}: {text}");
    }
}

#[test]
fn what_is_wrong_with_a_spec_is_said_at_its_name() {
    let item = quote! {
        #[tools(spec = "tests/specs/nowhere.yaml")]
        struct Shop;
    };
    let text = crate::server::expand_server(item).to_string();
    assert!(
        text.contains("compile_error") && text.contains("nowhere.yaml"),
        "{text}"
    );
}
