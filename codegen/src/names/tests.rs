use super::*;
use crate::model::{Method, Token};

#[test]
fn tool_names_are_snake_case_and_unique() {
    let mut names = ToolNames::new();
    assert_eq!(
        names.choose(Some("repos/list-for-org"), &Method::Get, "/a"),
        "repos_list_for_org"
    );
    assert_eq!(
        names.choose(None, &Method::Get, "/pets/{petId}/toys"),
        "get_pets_by_pet_id_toys"
    );
    let second = names.choose(Some("reposListForOrg"), &Method::Get, "/b");
    assert!(second.starts_with("repos_list_for_org_"), "{second}");
    assert_eq!(names.choose(Some("名前"), &Method::Get, "/c"), "ming_qian");
}

#[test]
fn tool_names_of_other_methods() {
    let named = |method: &str, path: &str| {
        let method = Method::Other(Token::new(method).expect("is a token"));
        ToolNames::new().choose(None, &method, path)
    };
    assert_eq!(named("COPY", "/pets/{id}"), "copy_pets_by_id");
    assert_eq!(named("M-SEARCH", "/"), "m_search");
    assert_eq!(named("!", "/"), "send");
}

#[test]
fn long_tool_names_end_in_a_stable_hash() {
    let id = "replaceApiextensionsV1beta1CustomResourceDefinitionStatusAndMore";
    let name = ToolNames::new().choose(Some(id), &Method::Put, "/x");
    assert!(name.len() <= 48, "{name}");
    assert_eq!(name, ToolNames::new().choose(Some(id), &Method::Put, "/x"));
    assert_ne!(name, ToolNames::new().choose(Some(id), &Method::Put, "/y"));
}

#[test]
fn keywords_become_raw_identifiers() {
    assert_eq!(field_name("type"), "r#type");
    assert_eq!(field_name("gen"), "r#gen");
    assert_eq!(field_name("self"), "self_");
    assert_eq!(field_name("2fa"), "n2fa");
    assert_eq!(field_name("@timestamp"), "timestamp");
    assert_eq!(field_name("<>"), "unnamed");
}

#[test]
fn a_scope_gives_each_name_once() {
    let mut scope = Scope::reserving(["Option"]);
    assert_eq!(
        scope.claim(["Option".into(), "OptionModel".into()]),
        "OptionModel"
    );
    assert_eq!(scope.claim(["Pet".into()]), "Pet");
    assert_eq!(scope.claim(["Pet".into()]), "Pet2");
    assert_eq!(scope.claim(["r#type".into()]), "r#type");
    assert_eq!(scope.claim(["r#type".into()]), "type_2");
}

#[test]
fn variants_spell_out_symbols() {
    for (value, name) in [
        ("", "Empty"),
        ("+1", "Plus1"),
        ("-1", "Minus1"),
        (">=", "GreaterEqual"),
        ("2fa", "N2fa"),
        ("self", "Self_"),
        ("in-progress", "InProgress"),
    ] {
        assert_eq!(variant_name(value), name);
    }
}

#[test]
fn arguments_have_characters_that_clients_accept() {
    assert_eq!(argument_name("filter[x]"), "filter_x");
    assert_eq!(argument_name("StartTime<"), "StartTime");
    assert_eq!(argument_name("uids[]"), "uids");
    assert_eq!(argument_name("X-Rate-Limit"), "X-Rate-Limit");
    assert_eq!(argument_name("<>"), "argument");
    assert_eq!(identifier_name("X-Rate.Limit"), "X_Rate_Limit");
    assert_eq!(identifier_name("2fa"), "_2fa");
}
