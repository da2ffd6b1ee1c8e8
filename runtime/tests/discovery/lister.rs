use serde_json::{Value as Json, json};
use toolwright::{Server, Tools};

use crate::client::{Client, keys};
use crate::fixture;

/// The names of the endpoints of a list, category by category, or in the order of a search.
fn names(list: &Json) -> String {
    let endpoints: Vec<&Json> = match &list["endpoints"] {
        Json::Object(groups) => groups
            .values()
            .flat_map(|group| group.as_array().unwrap())
            .collect(),
        found => found.as_array().unwrap().iter().collect(),
    };
    let names = endpoints
        .iter()
        .map(|endpoint| endpoint["tool_name"].as_str().unwrap());
    names.collect::<Vec<_>>().join(" ")
}

async fn listed(arguments: Json) -> String {
    names(&Client::cms().await.lister(arguments).await)
}

async fn first_listed(arguments: Json) -> String {
    let names = listed(arguments).await;
    names.split(' ').next().unwrap_or_default().to_owned()
}

async fn wrong(arguments: Json) -> String {
    let error = Client::cms().await.lister(arguments).await;
    assert_eq!(error["error"], "Invalid input");
    error["message"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn cl1_it_is_listed() {
    let tools = Client::cms().await.tools().await;
    let tool = &tools[0];
    assert_eq!(tool["name"], "cms_endpoint_lister");
    assert_eq!(
        tool["description"],
        "List available CMS endpoints for LLM selection and decision-making"
    );
    let schema = &tool["inputSchema"];
    assert_eq!(
        keys(&schema["properties"]),
        "category_filter method_filter search_term include_details format max_tokens cursor"
    );
    let properties = &schema["properties"];
    assert_eq!(
        properties["method_filter"]["enum"],
        json!(["GET", "POST", "PUT", "DELETE", "PATCH"])
    );
    assert_eq!(properties["include_details"]["default"], false);
    assert!(schema["required"].is_null());
}

#[tokio::test]
async fn cl2_inputs_are_brought_into_form() {
    assert_eq!(
        listed(json!({"category_filter": " EDITING "})).await,
        "replace_page"
    );
    assert_eq!(
        listed(json!({"method_filter": "post"})).await,
        "create_page"
    );
    assert_eq!(
        first_listed(json!({"search_term": "  Recycle "})).await,
        "delete_page"
    );
    let all = listed(json!({})).await;
    for empty in [json!(""), json!("  "), Json::Null] {
        let arguments = json!({"category_filter": empty, "search_term": empty});
        assert_eq!(listed(arguments).await, all);
    }
    assert_eq!(listed(json!({"method_filter": ""})).await, all);
    let list = Client::cms()
        .await
        .lister(json!({"include_details": "true"}))
        .await;
    assert!(
        list["endpoints"]["pages"][0]["tags"].is_null(),
        "only `true` is true"
    );
}

#[tokio::test]
async fn cl2_wrong_inputs_are_refused() {
    for (arguments, message) in [
        (
            json!({"method_filter": "Fetch"}),
            "Invalid method filter: Fetch",
        ),
        (json!({"method_filter": 7}), "Invalid method filter: 7"),
        (
            json!({"search_term": " a "}),
            "Search term must be at least 2 characters",
        ),
        (json!({"search_term": 7}), "search_term must be a string"),
        (
            json!({"category_filter": []}),
            "category_filter must be a string",
        ),
        (
            json!({"format": "xml"}),
            "format must be \"full\" or \"compact\"",
        ),
        (
            json!({"max_tokens": 0}),
            "max_tokens must be a positive integer",
        ),
        (
            json!({"cursor": "next"}),
            "cursor is not one of this list: leave it out for the first page",
        ),
    ] {
        assert_eq!(wrong(arguments).await, message);
    }
}

#[tokio::test]
async fn cl3_filters_are_joined() {
    assert_eq!(
        listed(json!({"category_filter": "page"})).await,
        "list_pages get_page create_page replace_page delete_page"
    );
    assert_eq!(
        listed(json!({"category_filter": "page", "method_filter": "GET"})).await,
        "list_pages get_page"
    );
    let of_all = json!({
        "category_filter": "page", "method_filter": "GET", "search_term": "elements",
    });
    assert_eq!(first_listed(of_all).await, "get_page");
    assert_eq!(
        first_listed(json!({"search_term": "list_as"})).await,
        "list_assets",
        "a name"
    );
    assert_eq!(
        first_listed(json!({"search_term": "profile"})).await,
        "get_user",
        "a description"
    );
    assert_eq!(
        first_listed(json!({"search_term": "/users"})).await,
        "get_user",
        "a path"
    );
    assert_eq!(
        listed(json!({"category_filter": "media"})).await,
        "list_assets",
        "a category"
    );
    assert_eq!(listed(json!({"category_filter": "nothing"})).await, "");
}

#[tokio::test]
async fn cl3_a_category_of_that_very_name_comes_before_those_that_contain_it() {
    let mut client = Client::of(Tools::from_api(fixture::nested_categories())).await;
    let list = client.lister(json!({"category_filter": "User"})).await;
    assert_eq!(list["categories"], json!(["user", "usergroups"]));
    assert_eq!(names(&list), "list_users create_user list_groups");
    let least = json!({"category_filter": "user", "max_tokens": 1});
    assert_eq!(names(&client.lister(least).await), "list_users");
    let part = client.lister(json!({"category_filter": "use"})).await;
    assert_eq!(part["categories"], json!(["usergroups", "user"]));
}

#[tokio::test]
async fn cl4_they_are_sorted_by_method_and_path() {
    let list = Client::cms().await.lister(json!({})).await;
    assert_eq!(
        list["categories"],
        json!(["media", "pages", "user management", "broken"])
    );
    assert_eq!(
        names(&list),
        "list_assets list_pages get_page create_page replace_page delete_page get_user broken"
    );
}

#[tokio::test]
async fn cl5_they_are_grouped_by_category() {
    let list = Client::cms()
        .await
        .lister(json!({"category_filter": "editing"}))
        .await;
    assert_eq!(keys(&list["endpoints"]), "pages");
}

#[tokio::test]
async fn cl6_a_list_has_its_form() {
    let mut client = Client::cms().await;
    let list = client.lister(json!({})).await;
    assert_eq!(
        keys(&list),
        "success total_endpoints categories endpoints instructions"
    );
    assert_eq!(list["total_endpoints"], 8);
    assert_eq!(
        list["endpoints"]["pages"][1],
        json!({
            "tool_name": "get_page", "method": "GET", "endpoint": "/pages/{pageId}",
            "description": "Reads a page with all its elements.",
        })
    );
    let list = client
        .lister(json!({"include_details": true, "method_filter": "PUT"}))
        .await;
    assert_eq!(
        list["endpoints"]["pages"][0],
        json!({
            "tool_name": "replace_page", "method": "PUT", "endpoint": "/pages/{pageId}",
            "description": "Replaces a page.", "tags": ["Pages", "Editing"],
            "has_path_params": true, "requires_body": true, "parameter_count": 2,
        })
    );
}

#[tokio::test]
async fn cl7_it_says_how_to_go_on() {
    let list = Client::cms().await.lister(json!({})).await;
    let instructions = list["instructions"].as_str().unwrap();
    assert!(instructions.ends_with(
        "The schema provider will then give you the input/output schemas and execution \
         instructions."
    ));
    for name in [
        "cms_endpoint_lister",
        "cms_schema_provider",
        "cms_endpoint_executor",
    ] {
        assert!(instructions.contains(name), "{instructions}");
    }
}

#[tokio::test]
async fn cl8_errors_have_their_forms() {
    let error = Client::cms()
        .await
        .lister(json!({"method_filter": "x"}))
        .await;
    assert_eq!(
        error,
        json!({
            "success": false, "error": "Invalid input", "message": "Invalid method filter: x",
            "available_filters": {
                "methods": ["GET", "POST", "PUT", "DELETE", "PATCH"],
                "categories": ["broken", "media", "pages", "user management"],
            },
        })
    );
    let error = Client::of(Tools::from_api(fixture::empty_api()))
        .await
        .lister(json!({}))
        .await;
    assert_eq!(keys(&error), "success error message suggestion");
    assert_eq!(error["error"], "Failed to load endpoints");
}

#[tokio::test]
async fn words_of_a_task_are_searched_for() {
    assert!(
        listed(json!({"search_term": "remove a page"}))
            .await
            .starts_with("delete_page")
    );
    assert!(
        listed(json!({"search_term": "new page"}))
            .await
            .starts_with("create_page")
    );
    assert_eq!(
        listed(json!({"search_term": "documets"})).await,
        "list_assets",
        "a typo"
    );
    let of_method = json!({"search_term": "change a page", "method_filter": "PUT"});
    assert_eq!(listed(of_method).await, "replace_page");
    assert_eq!(listed(json!({"search_term": "zzzzzz"})).await, "");
}

#[tokio::test]
async fn fewer_than_ten_endpoints_with_a_word_are_followed_by_what_is_found() {
    let mut client = Client::cms().await;
    let list = client.lister(json!({"search_term": "recycle"})).await;
    let found = names(&list);
    assert!(
        found.starts_with("delete_page ") && found.contains("list_pages"),
        "{found}"
    );
    let scores = list["endpoints"].as_array().unwrap().iter();
    let scores: Vec<f64> = scores.map(|it| it["score"].as_f64().unwrap()).collect();
    assert!(scores.is_sorted_by(|one, other| one >= other), "{scores:?}");
    let mut client = Client::of(Tools::from_api(fixture::large_api(100))).await;
    let list = client.lister(json!({"search_term": "thing"})).await;
    assert_eq!(list["total_endpoints"], 100);
}

#[tokio::test]
async fn what_a_search_finds_is_one_list_with_scores() {
    let list = Client::cms()
        .await
        .lister(json!({"search_term": "new page"}))
        .await;
    assert_eq!(
        keys(&list),
        "success total_endpoints endpoints instructions"
    );
    let found = list["endpoints"].as_array().unwrap();
    assert_eq!(
        found[0],
        json!({
            "tool_name": "create_page", "method": "POST", "endpoint": "/pages",
            "description": "Creates a page.", "score": 1.0,
        })
    );
    let scores: Vec<f64> = found
        .iter()
        .map(|it| it["score"].as_f64().unwrap())
        .collect();
    assert!(scores.is_sorted_by(|one, other| one >= other), "{scores:?}");
    let instructions = list["instructions"].as_str().unwrap();
    assert!(instructions.ends_with(
        "The schema provider will then give you the input/output schemas and execution \
         instructions."
    ));
}

#[tokio::test]
async fn a_search_shows_twelve_at_once_and_goes_on() {
    let mut client = Client::of(Tools::from_api(fixture::large_api(100))).await;
    let list = client.lister(json!({"search_term": "thing"})).await;
    assert_eq!(names(&list).split(' ').count(), 12);
    assert_eq!(list["next_cursor"], "12");
    let next = client
        .lister(json!({"search_term": "thing", "cursor": "12"}))
        .await;
    assert_ne!(names(&next), names(&list));
}

#[tokio::test]
async fn a_verb_alone_finds_only_what_is_near() {
    let list = Client::cms()
        .await
        .lister(json!({"search_term": "delete zzzzzz"}))
        .await;
    assert_eq!(
        list["message"],
        "No endpoint does this. These are the nearest:"
    );
    assert_eq!(list["endpoints"][0]["tool_name"], "delete_page");
}

#[tokio::test]
async fn a_list_says_where_an_argument_comes_from() {
    let mut client = Client::cms().await;
    let list = client.lister(json!({"search_term": "delete a page"})).await;
    assert_eq!(
        list["endpoints"][0]["needs"],
        json!({"pageId": "list_pages"})
    );
    assert!(names(&list).contains("list_pages"), "{list}");
    let compact = json!({"search_term": "delete a page", "format": "compact"});
    let list = client.lister(compact).await;
    let line = list["endpoints"][0].as_str().unwrap();
    assert!(
        line.starts_with("DELETE /pages/{pageId} delete_page("),
        "{line}"
    );
    assert!(
        line.ends_with("; pageId is from list_pages [1.00]"),
        "{line}"
    );
}

#[tokio::test]
async fn what_other_filters_leave_out_does_not_count_in_a_search() {
    let term = "delete documents by putting them into the recycle bin";
    assert!(
        listed(json!({"search_term": term}))
            .await
            .starts_with("delete_page")
    );
    let of_method = json!({"search_term": term, "method_filter": "GET"});
    assert_eq!(listed(of_method).await, "list_assets");
    let of_category = json!({"search_term": term, "category_filter": "media"});
    assert_eq!(listed(of_category).await, "list_assets");
}

#[tokio::test]
async fn a_line_for_each() {
    let arguments = json!({"format": "compact", "category_filter": "user"});
    let list = Client::cms().await.lister(arguments).await;
    let lines = json!(["GET /users/{name} get_user(name: string): Reads somebody's profile."]);
    assert_eq!(list["endpoints"]["user management"], lines);
}

#[tokio::test]
async fn a_list_that_is_too_long_begins_with_its_categories() {
    let mut client = Client::of(Tools::from_api(fixture::large_api(1500))).await;
    let list = client.lister(json!({})).await;
    assert_eq!(
        keys(&list),
        "success total_endpoints categories category_counts endpoints next_cursor message \
         instructions"
    );
    assert_eq!(list["total_endpoints"], 1500);
    assert_eq!(list["category_counts"]["category 00"], 38);
    assert_eq!(list["category_counts"]["category 39"], 37);
    assert_eq!(list["categories"].as_array().unwrap().len(), 40);
    let one = client
        .lister(json!({"category_filter": "category 39"}))
        .await;
    assert_eq!(
        (&one["total_endpoints"], &one["next_cursor"]),
        (&json!(37), &Json::Null)
    );
}

#[tokio::test]
async fn a_list_is_read_page_by_page() {
    let mut client = Client::of(Tools::from_api(fixture::large_api(500))).await;
    let mut cursor = json!("0");
    let mut seen = Vec::new();
    while !cursor.is_null() {
        let arguments = json!({"max_tokens": 5000, "cursor": cursor});
        let result = client.call("cms_endpoint_lister", arguments).await;
        let text = crate::client::text(&result);
        assert!(text.len() <= 4 * 5000, "{}", text.len());
        let list: Json = serde_json::from_str(text).unwrap();
        assert_eq!(list["total_endpoints"], 500);
        seen.extend(names(&list).split(' ').map(str::to_owned));
        cursor = list["next_cursor"].clone();
    }
    seen.sort();
    seen.dedup();
    assert_eq!(seen.len(), 500);
    let least = json!({"max_tokens": 1, "search_term": "thing"});
    let list = client.lister(least).await;
    assert_eq!(
        names(&list).split(' ').count(),
        1,
        "one is shown whatever it takes"
    );
    assert_eq!(list["next_cursor"], "1");
    let beyond = client.lister(json!({"cursor": "500"})).await;
    assert_eq!(
        (names(&beyond).as_str(), &beyond["next_cursor"]),
        ("", &Json::Null)
    );
}

#[tokio::test]
async fn no_list_is_longer_than_results_may_be() {
    let server = Server::from_tools(Tools::from_api(fixture::large_api(500)), []).unwrap();
    let mut client = Client::start(server.max_result_bytes(8000)).await;
    let result = client
        .call("cms_endpoint_lister", json!({"cursor": "0"}))
        .await;
    assert!(crate::client::text(&result).len() <= 8000);
    assert_eq!(
        result["content"].as_array().unwrap().len(),
        1,
        "nothing was cut"
    );
}
