use super::{Document, Hit, Index, Origin, build};

const PETS: [Document<'static>; 6] = [
    pet("list_pets", "List pets", "GET", "/pets"),
    pet("create_pet", "Add a pet to the shop", "POST", "/pets"),
    pet("get_pet", "Get a pet", "GET", "/pets/{petId}"),
    pet("delete_pet", "Delete a pet", "DELETE", "/pets/{petId}"),
    pet("list_owners", "List owners", "GET", "/owners"),
    pet("importPullRequest", "Import", "POST", "/imports"),
];

const fn pet(
    name: &'static str,
    title: &'static str,
    method: &'static str,
    path: &'static str,
) -> Document<'static> {
    Document {
        name,
        title,
        description: "",
        method,
        path,
        tags: &[],
        parameters: &[],
        returned: &[],
        origins: &[],
    }
}

fn found(documents: &[Document<'_>], query: &str) -> Vec<String> {
    let words = build(documents);
    let table: Vec<(&str, &str)> = words
        .iter()
        .map(|(word, postings)| (word.as_str(), postings.as_str()))
        .collect();
    let hits = Index::new(&table, documents.len()).search(query);
    hits.iter()
        .map(|hit| documents[hit.document].name.to_owned())
        .collect()
}

fn first(query: &str) -> String {
    found(&PETS, query).into_iter().next().unwrap_or_default()
}

#[test]
fn the_table_is_sorted_and_readable() {
    let words = build(&PETS[..2]);
    assert!(words.is_sorted());
    let rows: Vec<String> = words
        .iter()
        .map(|(word, postings)| format!("{word} {postings}"))
        .collect();
    assert_eq!(
        rows,
        [
            "CREATE 1:1",
            "END pet 9:0-1",
            "LIST 1:0",
            "add 2:1",
            "creat 3:1",
            "list 4:0",
            "pet 1:0-1",
            "shop 2:1"
        ]
    );
}

#[test]
fn what_nobody_writes_as_one_word_is_none() {
    let name = "copyByPageIdRootIdIncludeChildren";
    let words = build(&[pet(name, "", "PUT", "/pullRequests")]);
    let rows: Vec<&str> = words.iter().map(|(word, _)| word.as_str()).collect();
    assert!(rows.contains(&"root"), "{rows:?}");
    assert!(rows.contains(&"pullrequest"), "{rows:?}");
    assert!(rows.iter().all(|row| row.len() < 12), "{rows:?}");
}

#[test]
fn words_of_two_identifiers_are_not_one() {
    let words = build(&[pet("", "pageId withChildren", "PUT", "/pages")]);
    let rows: Vec<&str> = words.iter().map(|(word, _)| word.as_str()).collect();
    assert!(rows.contains(&"pageid"), "{rows:?}");
    assert!(rows.contains(&"withchildren"), "{rows:?}");
}

#[test]
fn what_list_alone_finds_is_behind_what_the_other_words_find() {
    let found = found(&PETS, "list shop");
    assert_eq!(found[0], "create_pet", "the only one with the word");
    assert!(found[1..].contains(&"list_owners".to_owned()), "{found:?}");
}

#[test]
fn verbs_choose_between_operations_on_one_thing() {
    assert_eq!(first("pets"), "list_pets");
    assert_eq!(first("show all pets"), "list_pets");
    assert_eq!(first("get a pet"), "get_pet");
    assert_eq!(first("new pet"), "create_pet");
    assert_eq!(first("remove a pet"), "delete_pet");
    assert_eq!(first("throw the pets away"), "delete_pet");
}

#[test]
fn words_are_found_in_all_their_forms() {
    for query in [
        "owner",
        "OWNERS",
        "list_owners",
        "ListOwners",
        "onwers",
        "ownrs",
        "owne",
    ] {
        assert_eq!(first(query), "list_owners", "{query}");
    }
    for query in [
        "pullrequest",
        "pull-request",
        "pull requests",
        "PR",
        "importPullRequest",
    ] {
        assert_eq!(first(query), "importPullRequest", "{query}");
    }
}

#[test]
fn what_says_nothing_finds_nothing() {
    for query in ["", "  ", "?!", "the", "what is it", "a", "xyzzy", "'"] {
        assert!(found(&PETS, query).is_empty(), "{query:?}");
    }
    assert!(found(&[], "pets").is_empty());
}

#[test]
fn what_is_not_admitted_does_not_count() {
    let words = build(&PETS);
    let table: Vec<(&str, &str)> = words
        .iter()
        .map(|(word, postings)| (word.as_str(), postings.as_str()))
        .collect();
    let index = Index::new(&table, PETS.len());
    let query = "delete the import of a pull request of an owner";
    let of_owners = |hits: &[Hit]| hits.iter().any(|hit| hit.document == 4);
    assert!(index.search(query).len() > 1);
    let hits = index.search_among(query, |document| document == 4).hits;
    assert!(of_owners(&hits) && hits.len() == 1, "{hits:?}");
}

#[test]
fn documents_that_fit_as_well_keep_their_order() {
    let same = [PETS[0], PETS[0], PETS[0]];
    let words = build(&same);
    let table: Vec<(&str, &str)> = words
        .iter()
        .map(|(a, b)| (a.as_str(), b.as_str()))
        .collect();
    let hits = Index::new(&table, 3).search("pets");
    let order: Vec<usize> = hits.iter().map(|hit| hit.document).collect();
    assert_eq!(order, [0, 1, 2]);
}

#[test]
fn other_languages_and_scripts_are_found() {
    let documents = [
        pet("a", "Alle Bestellungen anzeigen", "GET", "/a"),
        pet("b", "取消订单", "POST", "/b"),
        pet("c", "Удалить пользователя", "DELETE", "/c"),
        pet("d", "주문 취소", "POST", "/d"),
        pet("e", "Créer un café", "POST", "/e"),
        pet("f", "注文を検索する", "GET", "/f"),
    ];
    for (query, name) in [
        ("Bestellungen", "a"),
        ("Bestelungen", "a"),
        ("订单", "b"),
        ("取", "b"),
        ("ПОЛЬЗОВАТЕЛЯ", "c"),
        ("취소", "d"),
        ("cafe\u{301}", "e"),
        ("検索", "f"),
    ] {
        assert_eq!(found(&documents, query), [name], "{query}");
    }
}

#[test]
fn a_table_that_is_no_index_finds_nothing_and_harms_nothing() {
    for postings in [
        "",
        "x",
        "5",
        "5:",
        ":3",
        "5:9-1",
        "5:99",
        "5:0-18446744073709551615 70000:0",
        "-1:0",
    ] {
        let table = [("pet", postings)];
        let hits = Index::new(&table, 2).search("pets");
        assert!(hits.len() <= 2, "{postings}");
    }
}

#[test]
fn slips_before_an_ending_are_seen_through() {
    let documents = [
        pet(
            "deactivate_user",
            "Deactivate a user",
            "POST",
            "/users/{userId}/lifecycle/deactivate",
        ),
        pet("list_users", "List users", "GET", "/users"),
        pet("create_user", "Create a user", "POST", "/users"),
    ];
    for query in ["deactviate user", "deactivate usr", "deactvation of a user"] {
        let hits = found(&documents, query);
        assert_eq!(
            hits.first().map(String::as_str),
            Some("deactivate_user"),
            "{query}"
        );
    }
}

/// Movies, of which one needs the `id` that a search returns.
fn movies() -> Vec<(String, String)> {
    let origins = [Origin {
        argument: "movie_id",
        producer: 1,
        place: "results[].id",
    }];
    let documents = [
        Document {
            origins: &origins,
            ..pet(
                "movie_credits",
                "Get credits",
                "GET",
                "/movie/{movie_id}/credits",
            )
        },
        Document {
            parameters: &["query"],
            ..pet("search_movie", "Search movies", "GET", "/search/movie")
        },
        pet("list_genres", "List genres", "GET", "/genres"),
        pet("rate_movie", "Rate a film", "POST", "/ratings"),
    ];
    build(&documents)
}

fn search_movies(query: &str) -> Vec<usize> {
    let words = movies();
    let table: Vec<(&str, &str)> = words
        .iter()
        .map(|(word, postings)| (word.as_str(), postings.as_str()))
        .collect();
    Index::new(&table, 4)
        .search(query)
        .iter()
        .map(|hit| hit.document)
        .collect()
}

#[test]
fn what_returns_an_argument_is_found_with_what_takes_it() {
    assert_eq!(search_movies("credits"), [0, 1]);
    let words = movies();
    let table: Vec<(&str, &str)> = words
        .iter()
        .map(|(word, postings)| (word.as_str(), postings.as_str()))
        .collect();
    let origins = Index::new(&table, 4).origins_of(0);
    assert_eq!(
        origins,
        [Origin {
            argument: "movie_id",
            producer: 1,
            place: "results[].id"
        }]
    );
}

#[test]
fn a_name_or_a_quotation_prefers_what_searches_by_words() {
    assert!(!search_movies("genres").contains(&1));
    assert!(search_movies("genres of Titanic").contains(&1));
    assert!(search_movies("genres of \"titanic\"").contains(&1));
}

#[test]
fn what_only_reads_comes_before_what_writes_if_something_is_to_be_read() {
    assert_eq!(
        first("show what is imported"),
        "importPullRequest",
        "nothing reads it"
    );
    let documents = [
        pet(
            "add_label",
            "Add labels to a page",
            "POST",
            "/pages/{id}/labels",
        ),
        pet("get_page", "Get a page", "GET", "/pages/{id}"),
    ];
    assert_eq!(
        found(&documents, "which labels has a page"),
        ["get_page", "add_label"]
    );
}

#[test]
fn plurals_and_lists_prefer_the_collection_and_create_its_post() {
    let documents = [
        pet(
            "get_team_member",
            "Get a team member",
            "GET",
            "/groups/{id}/team/members/{memberId}",
        ),
        pet(
            "add_team_member",
            "Add a member to a team",
            "POST",
            "/groups/{id}/team/members",
        ),
        pet("create_team", "Create a team", "POST", "/teams"),
        pet("list_teams", "List teams", "GET", "/teams"),
    ];
    assert_eq!(found(&documents, "create a team")[0], "create_team");
    assert_eq!(found(&documents, "all teams")[0], "list_teams");
    assert_eq!(found(&documents, "teams")[0], "list_teams");
}

#[test]
fn a_search_says_whether_anything_has_the_thing_that_it_speaks_of() {
    let words = build(&PETS);
    let table: Vec<(&str, &str)> = words
        .iter()
        .map(|(word, postings)| (word.as_str(), postings.as_str()))
        .collect();
    let index = Index::new(&table, PETS.len());
    assert!(index.search_among("delete a pet", |_| true).is_likely);
    let found = index.search_among("delete a zzzzzz", |_| true);
    assert!(!found.is_likely && !found.hits.is_empty());
}
