//! Names of tools and types are unique, readable and independent of the order of operations.

use std::collections::HashSet;

use proptest::collection::btree_map;
use proptest::option;
use proptest::prelude::*;

use super::*;
use crate::model::{Method, Token};

const LENGTHS: NameLengths = NameLengths {
    usual: 48,
    most: 64,
};

fn named(all: &[(Option<&str>, Method, &str)]) -> Vec<ToolName> {
    let all: Vec<UnnamedOperation<'_>> = all
        .iter()
        .map(|(operation_id, method, path)| UnnamedOperation {
            operation_id: *operation_id,
            summary: None,
            method,
            path,
            locked: None,
        })
        .collect();
    choose_tool_names(&all, HashSet::new(), LENGTHS)
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
fn long_names_lose_what_most_names_have() {
    let long = "/api/v1/organizations/members-and-guests/invitations";
    let mut all = vec![
        (Method::Get, long),
        (Method::Get, "/api/v1/users"),
        (Method::Get, "/api/v1/teams"),
        (Method::Get, "/api/v1/pets"),
    ];
    let short = "get_organizations_members_and_guests_invitations";
    let names = of_paths(&all);
    assert_eq!(
        names,
        [
            short,
            "get_api_v1_users",
            "get_api_v1_teams",
            "get_api_v1_pets"
        ]
    );
    all.push((Method::Get, "/health"));
    assert_eq!(of_paths(&all)[0], short, "one other path does not matter");
    all.push((Method::Get, "/status"));
    assert_ne!(of_paths(&all)[0], short, "several do");
}

#[test]
fn long_names_lose_no_more_of_what_all_have_than_they_must() {
    let id = |action: &str| format!("managed_database_vulnerability_assessment_baselines_{action}");
    let [update, get, delete] = ["create_or_update", "get", "delete"].map(id);
    let names = chosen(&[
        (Some(&update), Method::Put, "/x"),
        (Some(&get), Method::Get, "/x"),
        (Some(&delete), Method::Delete, "/x"),
    ]);
    let expected = [
        "assessment_baselines_create_or_update",
        "database_vulnerability_assessment_baselines_get",
        "vulnerability_assessment_baselines_delete",
    ];
    assert_eq!(names, expected);
}

#[test]
fn long_names_lose_repetitions() {
    let name = |id| chosen(&[(Some(id), Method::Post, "/x")]).remove(0);
    assert_eq!(
        name("projects_locations_clusters_node_pools_clusters_node_pools_rollback"),
        "projects_locations_clusters_node_pools_rollback"
    );
    assert_eq!(
        name("captive_recipients_delete_captive_recipients_part"),
        "delete_captive_recipients_part"
    );
    assert_eq!(
        name("enterprise_admin_list_runner_applications_for_enterprise"),
        "admin_list_runner_applications_for_enterprise"
    );
    let avatar = "/api/2/universal_avatar/type/{type}/owner/{owningObjectId}/avatar/{id}";
    assert_eq!(
        of_paths(&[(Method::Delete, avatar)]),
        ["delete_api_2_universal_type_owner_avatar_by_id"]
    );
    let order = "reservations_details_list_by_reservation_order_and_reservation";
    assert_eq!(name(order), order);
}

#[test]
fn what_several_operations_find_things_by_stays() {
    let path = "/accounts/{billingAccountId}/reservations";
    let account = "reservations_recommendations_list_by_billing_account_id";
    let order = "reservations_recommendations_list_by_reservation_order_id";
    let names = chosen(&[
        (Some(account), Method::Get, path),
        (Some(order), Method::Get, "/orders/{reservationOrderId}/x"),
    ]);
    assert_eq!(names[0], account);
    let names = chosen(&[(Some(account), Method::Get, path)]);
    assert_eq!(names, ["reservations_recommendations_list"]);
}

#[test]
fn the_last_parameter_does_not_stand_for_what_it_is_about() {
    let names = chosen(&[(
        Some("update_cards_checklist_check_item_name_by_id_check_item"),
        Method::Put,
        "/cards/{idCard}/checkItem/{idCheckItem}",
    )]);
    assert_eq!(names, ["update_cards_checklist_check_item_name_by_id"]);
}

/// The names of operations of these operationIds and summaries.
fn summarized(all: &[(&str, &str)]) -> Vec<String> {
    let paths: Vec<String> = (0..all.len()).map(|at| format!("/things/{at}")).collect();
    let all: Vec<UnnamedOperation<'_>> = all
        .iter()
        .zip(&paths)
        .map(|((id, summary), path)| UnnamedOperation {
            operation_id: Some(id),
            summary: Some(summary),
            method: &Method::Get,
            path,
            locked: None,
        })
        .collect();
    let names = choose_tool_names(&all, HashSet::new(), LENGTHS).into_iter();
    names.map(|named| named.name).collect()
}

#[test]
fn a_summary_is_a_name_if_no_other_operation_has_it() {
    const LONG: &str =
        "op_of_the_controller_for_things_that_are_asked_by_many_others_at_once_and_one";
    const OTHER: &str =
        "op_of_the_controller_for_things_that_are_asked_by_many_others_at_once_and_two";
    let names = |one, other| summarized(&[(LONG, one), (OTHER, other)]);
    assert_eq!(
        names("List the things.", "List other people's things"),
        ["list_the_things", "list_other_peoples_things"]
    );
    let by_place = ["get_things_0", "get_things_1"];
    assert_eq!(names("List them", "List them"), by_place);
    assert_eq!(names("carts/{id}/items", "carts/{id}"), by_place);
    let names = summarized(&[(LONG, "List them"), ("short", "List them")]);
    assert_eq!(names, ["get_things_0", "short"]);
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
        "get_a_underscore_b",
    ];
    assert_eq!(names, expected);
    let names = of_paths(&[
        (Method::Get, "/a"),
        (Method::Get, "/a/"),
        (Method::Get, "/A"),
    ]);
    assert_eq!(names, ["get_a_2", "get_a_slash", "get_a"]);
}

#[test]
fn thousands_of_operations_that_no_words_tell_apart_take_no_time() {
    const LETTERS: u32 = 13;
    let path =
        |number: u32| (0..LETTERS).map(move |bit| if number >> bit & 1 == 0 { "/a" } else { "/A" });
    let paths: Vec<String> = (0..1 << LETTERS)
        .map(|number| path(number).collect())
        .collect();
    let id = "of_many_words_".repeat(20);
    let all: Vec<_> = paths
        .iter()
        .map(|path| (Some(id.as_str()), Method::Get, path.as_str()))
        .collect();
    let start = std::time::Instant::now();
    let names: HashSet<String> = chosen(&all).into_iter().collect();
    assert_eq!(names.len(), all.len());
    assert!(start.elapsed().as_secs() < 60, "{:?}", start.elapsed());
}

#[test]
fn a_name_that_is_taken_gets_other_words_and_not_fewer() {
    let id = "get_pets_by_pet_id_toys";
    let names = chosen(&[
        (Some(id), Method::Get, "/pets/{petId}/toys"),
        (Some(id), Method::Get, "/shops/{shopId}/pets/{petId}/toys"),
    ]);
    assert_eq!(names, [id, "get_shops_by_shop_id_pets_by_pet_id_toys"]);
}

proptest! {
    #[test]
    fn names_are_unique_and_accepted_whatever_their_order(
        operations in btree_map(
            ("[aA]?(/(v1|projects|by_project|api-v1|\\{projectId\\}|Projects|x{40}|名前|a))*/?", 0..2_usize),
            option::of("(get|Projects|by project|V1|x{30}|名前|[ -~]){0,6}"),
            1..12,
        ),
    ) {
        let methods = [Method::Get, Method::Post];
        let mut all: Vec<_> = operations
            .iter()
            .map(|((path, method), id)| (id.as_deref(), methods[*method].clone(), path.as_str()))
            .collect();
        let names = chosen(&all);
        all.reverse();
        let mut of_reversed = chosen(&all);
        of_reversed.reverse();
        prop_assert_eq!(&names, &of_reversed);
        let unique: HashSet<&String> = names.iter().collect();
        prop_assert_eq!(unique.len(), names.len());
        for name in &names {
            let is_accepted = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
            prop_assert!(!name.is_empty() && name.len() <= 64 && name.chars().all(is_accepted), "{}", name);
        }
    }
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
        let nameless = UnnamedOperation {
            operation_id: Some("list_the_pets_that_are_waiting_for_an_owner"),
            summary: None,
            method: &Method::Get,
            path: "/pets/waiting",
            locked: None,
        };
        choose_tool_names(&[nameless], HashSet::new(), lengths)
            .remove(0)
            .name
    };
    assert_eq!(
        name(NameLengths::new(64, 0)),
        "list_the_pets_that_are_waiting_for_an_owner"
    );
    assert_eq!(name(NameLengths::new(64, 30)), "get_pets_waiting");
    let shorter = fit_with_hash("list_the_pets_that_wait", "GET /x", 20);
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
        assert_eq!(name_of_shared_type(address, "kind"), name);
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
