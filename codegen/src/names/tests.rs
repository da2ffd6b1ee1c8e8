use std::collections::HashSet;

use super::*;
use crate::model::{Method, Token};

const LENGTHS: NameLengths = NameLengths {
    usual: 48,
    most: 64,
};

fn named(all: &[(Option<&str>, Method, &str)]) -> Vec<ToolName> {
    let all: Vec<Nameless<'_>> = all
        .iter()
        .map(|(operation_id, method, path)| Nameless {
            operation_id: *operation_id,
            summary: None,
            method,
            path,
            locked: None,
        })
        .collect();
    tool_names(&all, HashSet::new(), LENGTHS)
}

fn chosen(all: &[(Option<&str>, Method, &str)]) -> Vec<String> {
    named(all).into_iter().map(|named| named.name).collect()
}

#[test]
fn tool_names_are_snake_case_and_unique() {
    let names = chosen(&[
        (Some("reposListForOrg"), Method::Get, "/long"),
        (Some("repos/list-for-org"), Method::Get, "/a"),
        (None, Method::Get, "/pets/{petId}/toys"),
        (Some("名前"), Method::Get, "/c"),
    ]);
    assert_eq!(names[0], "get_long");
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

/// The names of operations without an operationId.
fn of_paths(all: &[(Method, &str)]) -> Vec<String> {
    let all: Vec<_> = all
        .iter()
        .map(|(method, path)| (None, method.clone(), *path))
        .collect();
    chosen(&all)
}

#[test]
fn long_names_lose_the_parameters_within_their_path() {
    const REPO: &str = "/repositories/{workspace}/{repo_slug}/pullrequests/{pull_request_id}";
    let [merge, approve] = ["merge", "approve"].map(|last| format!("{REPO}/{last}"));
    let names = of_paths(&[
        (Method::Post, &merge),
        (Method::Post, &approve),
        (Method::Get, REPO),
        (Method::Get, "/user"),
    ]);
    assert_eq!(
        names,
        [
            "post_repositories_pullrequests_merge",
            "post_repositories_pullrequests_approve",
            "get_repositories_pullrequests_by_pull_request_id",
            "get_user",
        ]
    );
}

#[test]
fn long_names_lose_what_all_names_have() {
    let long = "/api/v1/organizations/members-and-guests/invitations";
    let names = of_paths(&[
        (Method::Get, long),
        (Method::Get, "/api/v1/users"),
        (Method::Get, "/api/v1/teams"),
    ]);
    let expected = [
        "get_organizations_members_and_guests_invitations",
        "get_api_v1_users",
        "get_api_v1_teams",
    ];
    assert_eq!(names, expected);
}

#[test]
fn long_names_lose_repetitions() {
    let id = "projects_locations_clusters_node_pools_clusters_node_pools_rollback";
    let names = chosen(&[
        (Some(id), Method::Post, "/x"),
        (Some("a"), Method::Get, "/a"),
    ]);
    assert_eq!(names[0], "projects_locations_clusters_node_pools_rollback");
}

#[test]
fn a_summary_is_a_name_if_no_other_has_it() {
    let id = "op_of_the_controller_for_things_that_are_asked_for_by_many_others_at_once";
    let other = "op_of_the_controller_for_things_that_are_asked_for_by_many_others_at_once_again";
    let of = |summaries: [Option<&str>; 2]| {
        let of = |operation_id, path, summary| Nameless {
            operation_id: Some(operation_id),
            summary,
            method: &Method::Get,
            path,
            locked: None,
        };
        let all = [
            of(id, "/things", summaries[0]),
            of(other, "/others", summaries[1]),
        ];
        let names = tool_names(&all, HashSet::new(), LENGTHS).into_iter();
        names.map(|named| named.name).collect::<Vec<_>>()
    };
    assert_eq!(
        of([Some("List the things."), Some("List the others")]),
        ["list_the_things", "list_the_others"]
    );
    assert_eq!(
        of([Some("List them"), Some("List them")]),
        ["get_things", "get_others"]
    );
}

#[test]
fn names_that_several_want_are_told_apart_by_words() {
    let names = chosen(&[
        (Some("getPet"), Method::Get, "/pets/{id}"),
        (Some("getPet"), Method::Get, "/v2/pets/{id}"),
        (Some("get_pet"), Method::Post, "/pets/search"),
        (None, Method::Get, "/a-b"),
        (None, Method::Get, "/a_b"),
    ]);
    let expected = [
        "get_pet",
        "get_v2_pets_by_id",
        "post_pets_search",
        "get_a_b",
        "get_a_b_2",
    ];
    assert_eq!(names, expected);
}

#[test]
fn names_that_are_too_long_all_the_same_keep_what_tells_them_apart() {
    let long = |middle: &str| {
        format!(
            "administration_of_networks_{middle}_gateways_certificates_revocations_distribution_points_list"
        )
    };
    let (one, other) = (long("virtual"), long("physical"));
    let names = chosen(&[
        (Some(&one), Method::Get, "/a/1"),
        (Some(&other), Method::Get, "/a/1/2"),
    ]);
    assert_eq!(names, ["get_a_1", "get_a_1_2"], "a short path is better");
    let path = |middle: &str| format!("/{}", long(middle).replace('_', "/"));
    let names = of_paths(&[
        (Method::Get, &path("virtual")),
        (Method::Get, &path("physical")),
    ]);
    assert!(names.iter().all(|name| name.len() <= 64), "{names:?}");
    assert!(
        names[0].contains("virtual") && names[1].contains("physical"),
        "{names:?}"
    );
}

#[test]
fn a_prefix_leaves_less_room() {
    let name = |lengths| {
        let nameless = Nameless {
            operation_id: Some("list_the_pets_that_are_waiting_for_an_owner"),
            summary: None,
            method: &Method::Get,
            path: "/pets/waiting",
            locked: None,
        };
        tool_names(&[nameless], HashSet::new(), lengths)
            .remove(0)
            .name
    };
    assert_eq!(
        name(NameLengths::new(64, 0)),
        "list_the_pets_that_are_waiting_for_an_owner"
    );
    assert_eq!(name(NameLengths::new(64, 30)), "get_pets_waiting");
    let shorter = fitted("list_the_pets_that_wait", "GET /x", 20);
    assert!(
        shorter.len() <= 20 && shorter.starts_with("list_the_pets"),
        "{shorter}"
    );
}

#[test]
fn titles_have_all_words() {
    const LONG: &str = "/servers/{id}/groups-of-words/and-further-words/status";
    let named = named(&[
        (None, Method::Get, "/pets"),
        (None, Method::Get, LONG),
        (
            Some("list_the_things_that_nobody_has_ever_looked_for_yet"),
            Method::Get,
            "/things",
        ),
        (Some("listPets"), Method::Get, "/pets/all"),
        (Some("listPets"), Method::Get, "/owners/{id}/pets"),
    ]);
    let titles: Vec<&str> = named.iter().map(|named| named.title.as_str()).collect();
    assert_eq!(
        titles,
        [
            "Get pets",
            "Get servers by id groups of words and further words status",
            "List the things that nobody has ever looked for yet",
            "List pets",
            "Get owners by id pets",
        ]
    );
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
