//! Schemas that say something beside a reference, and references that lead where those say that were
//! entered before.

use serde_json::{Value as Json, json};
use toolwright::Api;
use toolwright_tests::compiled::{dynamic_references, reference_siblings};

use crate::recorder::send;

async fn sent(api: &'static Api, tool: &str, arguments: Json) -> Json {
    let request = send(api, tool, arguments).await.expect("is sent");
    serde_json::from_str(request.body()).expect("JSON")
}

async fn refusal(api: &'static Api, tool: &str, arguments: Json) -> String {
    send(api, tool, arguments).await.expect_err("is refused")
}

#[tokio::test]
async fn a_generic_type_is_held_to_what_it_is_of() {
    let api = &dynamic_references::API;
    let page = json!({"items": [{"name": "Rex"}], "about": {"best": {"name": "Rex"}}});
    assert_eq!(sent(api, "put_pets", page.clone()).await, page);
    let wrong = json!({"items": [{}], "about": {"best": "Rex"}});
    let refusal = refusal(api, "put_pets", wrong).await;
    assert!(
        refusal.contains("/items/0: \"name\" is a required property"),
        "{refusal}"
    );
    assert!(
        refusal.contains("/about/best: \"Rex\" is not of type \"object\""),
        "{refusal}"
    );
}

#[tokio::test]
async fn a_strict_tree_is_strict_all_the_way_down() {
    let api = &dynamic_references::API;
    let tree = json!({"children": [{"data": 1, "children": []}]});
    let arguments = json!({"loose": tree, "strict": tree});
    assert_eq!(sent(api, "put_tree", arguments.clone()).await, arguments);
    let misspelt = json!({"children": [{"daat": 1}]});
    let refusal = refusal(api, "put_tree", json!({"loose": {}, "strict": misspelt})).await;
    let expected = "/strict/children/0: Unevaluated properties are not allowed \
                    (\"daat\" was unexpected)";
    assert!(refusal.contains(expected), "{refusal}");
}

#[tokio::test]
async fn a_recursive_reference_leads_to_the_outermost_schema() {
    let api = &dynamic_references::API;
    let list = json!({"value": 9, "next": {"value": 1}});
    assert_eq!(sent(api, "put_list", list.clone()).await, list);
    let refusal = refusal(api, "put_list", json!({"next": {"next": {"value": 10}}})).await;
    let expected = "/next/next/value: 10 is greater than the maximum of 9";
    assert!(refusal.contains(expected), "{refusal}");
}

#[tokio::test]
async fn what_stands_beside_a_reference_counts() {
    let api = &reference_siblings::API;
    let dog = json!({"breed": "Pug", "kind": "dog", "name": "Rex"});
    assert_eq!(sent(api, "put_dog", dog.clone()).await, dog);
    let refusal = refusal(api, "put_dog", json!({"kind": "cat", "name": 1})).await;
    for expected in [
        "\"breed\" is a required property",
        "/kind: \"dog\" was expected",
        "/name: 1 is not of type \"string\"",
    ] {
        assert!(refusal.contains(expected), "{refusal}");
    }
    let arguments = json!({"kind": "bird", "limit": 51, "tag": "x"});
    let refusal = self::refusal(api, "list_pets", arguments).await;
    for place in ["/kind: ", "/limit: ", "/tag: "] {
        assert!(refusal.contains(place), "{refusal}");
    }
}
