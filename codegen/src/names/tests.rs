use std::collections::HashSet;

use super::*;
use crate::model::{Method, Token};

fn chosen(all: &[(Option<&str>, Method, &str)]) -> Vec<String> {
    let all: Vec<Nameless<'_>> = all
        .iter()
        .map(|(operation_id, method, path)| Nameless {
            operation_id: *operation_id,
            method,
            path,
            locked: None,
        })
        .collect();
    let given = tool_names(&all, HashSet::new());
    given.into_iter().map(|given| given.name).collect()
}

#[test]
fn tool_names_are_snake_case_and_unique() {
    let names = chosen(&[
        (Some("reposListForOrg"), Method::Get, "/long"),
        (Some("repos/list-for-org"), Method::Get, "/a"),
        (None, Method::Get, "/pets/{petId}/toys"),
        (Some("名前"), Method::Get, "/c"),
    ]);
    assert!(names[0].starts_with("repos_list_for_org_"), "{names:?}");
    let others = ["repos_list_for_org", "get_pets_by_pet_id_toys", "ming_qian"];
    assert_eq!(names[1..], others);
}

#[test]
fn tool_names_of_other_methods() {
    let named = |method: &str, path: &str| {
        let method = Method::Other(Token::new(method).expect("is a token"));
        chosen(&[(None, method, path)])
    };
    assert_eq!(named("COPY", "/pets/{id}"), ["copy_pets_by_id"]);
    assert_eq!(named("M-SEARCH", "/"), ["m_search"]);
    assert_eq!(named("!", "/"), ["send"]);
}

#[test]
fn long_tool_names_end_in_a_stable_hash() {
    let id = "replaceApiextensionsV1beta1CustomResourceDefinitionStatusAndMore";
    let of = |path| chosen(&[(Some(id), Method::Put, path)]).remove(0);
    let name = of("/x");
    assert!(name.len() <= 48, "{name}");
    assert_eq!(name, of("/x"));
    assert_ne!(name, of("/y"));
    let shorter = fitted(&name, "PUT /x", 20);
    assert!(shorter.len() <= 20, "{shorter}");
    assert_eq!(shorter.matches('_').count(), 1, "one hash: {shorter}");
}

#[test]
fn titles_have_all_words_and_no_hash() {
    const LONG: &str = "/servers/{id}/groups-of-words/and-further-words/status";
    const OTHER: &str = "/owners/{id}/pets";
    let all = [
        (None, Method::Get, "/pets"),
        (None, Method::Get, LONG),
        (
            Some("list_the_things_that_nobody_has_ever_looked_for_yet"),
            Method::Get,
            "/things",
        ),
        (Some("listPets"), Method::Get, "/pets/all"),
        (Some("listPets"), Method::Get, OTHER),
    ];
    let names = chosen(&all);
    let titles = all
        .iter()
        .zip(&names)
        .map(|((operation_id, method, path), name)| {
            let operation_id = *operation_id;
            let nameless = Nameless {
                operation_id,
                method,
                path,
                locked: None,
            };
            let title = title_of(&nameless, name);
            assert!(is_made(&title, name, (method, path)), "{title}");
            title
        });
    assert_eq!(
        titles.collect::<Vec<_>>(),
        [
            "Get pets",
            "Get servers by id groups of words and further words status",
            "List the things that nobody has ever looked for yet",
            "List pets",
            "Get owners by id pets",
        ]
    );
    assert!(!is_made("Pets", "list_pets", (&Method::Get, "/pets")));
}

#[test]
fn shared_types_are_named_after_their_place() {
    for (address, name) in [
        ("/components/parameters/Status/schema", "StatusParameter"),
        ("/parameters/kind_parameter", "KindParameter"),
        (
            "/components/requestBodies/Pet/content/application~1json/schema",
            "PetBody",
        ),
        (
            "/paths/~1pets~1{petId}/parameters/0/schema",
            "PetsByPetIdKind",
        ),
        ("/paths/~1pets/post/parameters/1/schema", "PetsPostKind"),
        (
            "/paths/~1pets/post/requestBody/content/a~1b/schema",
            "PetsPostKind",
        ),
        ("shared/kinds.yaml#/parameters/Kind/schema", "KindParameter"),
        ("shared/kinds.yaml#/schema", "KindsKind"),
    ] {
        assert_eq!(shared_name(address, "kind"), name);
    }
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
fn a_numbered_name_has_no_two_underscores_in_a_row() {
    let mut scope = Scope::default();
    let claimed = ["self", "Self", "SELF"].map(|wire| scope.claim([field_name(wire)]));
    assert_eq!(claimed, ["self_", "self_2", "self_3"]);
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

#[test]
fn oauth_is_one_word() {
    assert_eq!(snake_name("OAuth2"), "oauth2");
    assert_eq!(screaming_name("getOAuthToken"), "GET_OAUTH_TOKEN");
    assert_eq!(pascal_name("OAuthApp"), "OauthApp");
}
