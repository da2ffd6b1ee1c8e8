//! JSON bodies.

use serde_json::{Value as Json, json};
use toolwright::Api;
use toolwright_tests::compiled::{
    additional_properties, array_and_scalar_bodies, body_name_clash, constraints,
    inline_discriminator, maps_and_free_form, merge_patch, merged_body, nullable, optional_body,
    overlapping_alternatives, swagger2_body, unevaluated_properties,
};

use crate::recorder::send;

async fn assert_body(api: &'static Api, tool: &str, arguments: Json, expected: &str) {
    let request = send(api, tool, arguments).await.expect("is sent");
    assert_eq!(request.body(), expected);
    let length = expected.len().to_string();
    assert_eq!(request.header("content-length"), Some(length));
    let content_type = request.header("content-type");
    assert_eq!(content_type.as_deref(), Some("application/json"));
}

async fn assert_no_body(api: &'static Api, tool: &str) {
    let request = send(api, tool, json!({})).await.expect("is sent");
    assert_eq!(request.body(), "");
    assert_eq!(request.header("content-type"), None);
}

#[tokio::test]
async fn properties_beside_parameters() {
    assert_body(
        &merged_body::API,
        "create_issue",
        json!({"milestone": {"number": 3}, "owner": "o", "labels": ["b", "a"], "title": "é\n\"\\"}),
        r#"{"title":"é\n\"\\","labels":["b","a"],"milestone":{"number":3}}"#,
    )
    .await;
}

#[tokio::test]
async fn a_body_whose_names_clash_with_parameters() {
    let arguments = json!({"id": "p", "id_query": 7, "body": {"id": "b", "name": "n"}});
    let request = send(&body_name_clash::API, "replace_pet", arguments).await;
    let request = request.expect("is sent");
    assert_eq!(request.line(), "PUT /pets/p?id=7 HTTP/1.1");
    assert_eq!(request.body(), r#"{"id":"b","name":"n"}"#);
}

#[tokio::test]
async fn arrays_and_scalars() {
    let api = &array_and_scalar_bodies::API;
    assert_body(
        api,
        "put_names",
        json!({"body": ["a", "b"]}),
        r#"["a","b"]"#,
    )
    .await;
    assert_body(api, "put_names", json!({"body": []}), "[]").await;
    assert_body(api, "put_limit", json!({"body": 0}), "0").await;
    assert_body(api, "put_limit", json!({"body": -5}), "-5").await;
}

#[tokio::test]
async fn a_swagger2_body_and_its_header() {
    let arguments = json!({"X-Trace": "t", "name": "Rex", "nickname": null});
    let request = send(&swagger2_body::API, "add_pet", arguments).await;
    let request = request.expect("is sent");
    assert_eq!(request.header("x-trace").as_deref(), Some("t"));
    assert_eq!(request.body(), r#"{"name":"Rex","nickname":null}"#);
}

#[tokio::test]
async fn an_optional_body_that_is_absent() {
    assert_no_body(&optional_body::API, "search").await;
    assert_no_body(&optional_body::API, "add_notes").await;
}

#[tokio::test]
async fn an_optional_body_that_is_present() {
    let api = &optional_body::API;
    let arguments = json!({"query": "cats", "size": 5});
    let expected = r#"{"query":"cats","size":5}"#;
    assert_body(api, "search", arguments, expected).await;
    assert_body(api, "add_notes", json!({"body": []}), "[]").await;
}

/// A property that the body requires is required once there is a body.
#[tokio::test]
async fn an_optional_body_is_whole_or_absent() {
    let refusal = send(&optional_body::API, "search", json!({"size": 5})).await;
    let refusal = refusal.expect_err("is refused");
    assert!(refusal.contains("query"), "{refusal}");
}

#[tokio::test]
async fn a_body_with_required_members_is_required_unless_the_spec_says_otherwise() {
    let refusal = send(&optional_body::API, "add_draft", json!({})).await;
    let refusal = refusal.expect_err("is refused");
    assert!(refusal.contains("title"), "{refusal}");
}

#[tokio::test]
async fn a_merge_patch() {
    let arguments = json!({"id": "1", "name": null, "meta": {"note": null}});
    let request = send(&merge_patch::API, "patch_item", arguments).await;
    let request = request.expect("is sent");
    assert_eq!(request.line(), "PATCH /items/1 HTTP/1.1");
    let content_type = request.header("content-type");
    assert_eq!(
        content_type.as_deref(),
        Some("application/merge-patch+json")
    );
    assert_eq!(request.body(), r#"{"name":null,"meta":{"note":null}}"#);

    let arguments = json!({"id": "1", "meta": null});
    let request = send(&merge_patch::API, "patch_item", arguments).await;
    assert_eq!(request.expect("is sent").body(), r#"{"meta":null}"#);

    let request = send(&merge_patch::API, "patch_item", json!({"id": "1"})).await;
    assert_eq!(request.expect("is sent").body(), "{}");
}

#[tokio::test]
async fn null_in_a_merge_patch_removes_what_the_resource_has() {
    let api = &merge_patch::API;
    let removals = [
        (json!({"name": null}), r#"{"name":null}"#),
        (
            json!({"address": {"city": null, "country": "c"}, "labels": {"a": null, "b": "c"}}),
            r#"{"address":{"city":null,"country":"c"},"labels":{"a":null,"b":"c"}}"#,
        ),
        (
            json!({"address": null, "phones": null}),
            r#"{"address":null,"phones":null}"#,
        ),
    ];
    for (mut arguments, body) in removals {
        arguments["id"] = json!("1");
        let request = send(api, "patch_user", arguments).await.expect("is sent");
        assert_eq!(request.body(), body);
    }
    // What is required cannot be removed.
    let arguments = json!({"id": "1", "address": {"country": null}});
    let refusal = send(api, "patch_user", arguments).await;
    assert!(refusal.expect_err("is refused").contains("/country"));
    // A list is replaced as a whole, so in one null counts as absent, as it does in every other body.
    let arguments = json!({"id": "1", "phones": [{"number": null}]});
    let request = send(api, "patch_user", arguments).await;
    assert_eq!(request.expect("is sent").body(), r#"{"phones":[{}]}"#);
    let request = send(api, "put_user", json!({"id": "1", "name": null})).await;
    assert_eq!(request.expect("is sent").body(), "{}");
}

#[tokio::test]
async fn a_tag_that_no_alternative_declares_is_sent() {
    let api = &inline_discriminator::API;
    let dog = json!({"body": {"kind": "dog", "name": "Rex", "barks": true}});
    let sent = r#"{"kind":"dog","name":"Rex","barks":true}"#;
    assert_body(api, "put_pet", dog, sent).await;
    let cat = json!({"body": {"kind": "cat", "name": "Tom"}});
    assert_body(api, "put_pet", cat, r#"{"kind":"cat","name":"Tom"}"#).await;
    let neither = json!({"body": {"kind": "cow", "name": "Rex"}});
    let refusal = send(api, "put_pet", neither).await.expect_err("is refused");
    assert!(refusal.contains("/body"), "{refusal}");
}

#[tokio::test]
async fn null_and_absence_are_told_apart() {
    let api = &nullable::API;
    assert_body(
        api,
        "patch_profile",
        json!({"name": null}),
        r#"{"name":null}"#,
    )
    .await;
    assert_body(
        api,
        "patch_profile",
        json!({"name": "n", "age": null, "mood": null, "home": null}),
        r#"{"name":"n","age":null,"mood":null,"home":null}"#,
    )
    .await;
    assert_body(
        api,
        "patch_profile",
        json!({"name": "n", "age": 0, "mood": "sad", "home": {"city": "c"}}),
        r#"{"name":"n","age":0,"mood":"sad","home":{"city":"c"}}"#,
    )
    .await;
}

#[tokio::test]
async fn null_for_an_optional_argument_that_cannot_be_null_is_its_absence() {
    let arguments =
        json!({"owner": "o", "title": "t", "labels": null, "milestone": {"number": null}});
    let expected = r#"{"title":"t","milestone":{}}"#;
    assert_body(&merged_body::API, "create_issue", arguments, expected).await;
}

#[tokio::test]
async fn additional_properties_are_kept() {
    assert_body(
        &additional_properties::API,
        "add_things",
        json!({"open": {"x": {"y": [1, null]}, "name": "n"}, "typed": {"b": 2, "a": 1}}),
        r#"{"open":{"name":"n","x":{"y":[1,null]}},"typed":{"b":2,"a":1}}"#,
    )
    .await;
    let arguments = json!({"closed": {"name": "n", "x": 1}});
    let refusal = send(&additional_properties::API, "add_things", arguments).await;
    assert!(refusal.expect_err("is refused").contains("/closed"));
}

#[tokio::test]
async fn unevaluated_properties_are_kept() {
    let api = &unevaluated_properties::API;
    let shelf = json!({"name": "n", "colour": "red"});
    assert_body(api, "add_shelf", shelf, r#"{"name":"n","colour":"red"}"#).await;
    let labels = json!({"body": {"new": true}});
    assert_body(api, "set_labels", labels, r#"{"new":true}"#).await;
    let book = json!({"title": "t", "pages": 3, "year": 1999});
    assert_body(
        api,
        "add_book",
        book,
        r#"{"pages":3,"title":"t","year":1999}"#,
    )
    .await;
    let loan = json!({"body": {"book": "b", "days": 3}});
    assert_body(api, "add_loan", loan, r#"{"book":"b","days":3}"#).await;

    let refused = [
        ("add_shelf", json!({"name": "n", "colour": 1}), "/colour"),
        ("add_atlas", json!({"title": "t", "pages": 3}), "pages"),
        (
            "add_loan",
            json!({"body": {"book": "b", "days": 3, "until": "x"}}),
            "/body",
        ),
    ];
    for (tool, arguments, place) in refused {
        let refusal = send(api, tool, arguments).await.expect_err("is refused");
        assert!(refusal.contains(place), "{refusal}");
    }
}

#[tokio::test]
async fn maps_and_untyped_values_go_through_as_they_are() {
    let text = r#"{"labels":{"b":"1","a":"2"},"anything":[null,1.50e3,"5",{"z":1,"a":18446744073709551615}],"options":{"n":null},"limits":{"x":{"cpu":0.5}}}"#;
    let expected = text.replace("1.50e3", "1500.0");
    let arguments: Json = serde_json::from_str(text).expect("is JSON");
    assert_body(
        &maps_and_free_form::API,
        "put_settings",
        arguments,
        &expected,
    )
    .await;
}

#[tokio::test]
async fn numbers_keep_their_form() {
    let prices = [
        ("5", "5"),
        ("5.0", "5"),
        ("12.5", "12.5"),
        ("0.01", "0.01"),
        ("123456789012", "123456789012"),
    ];
    for (price, expected) in prices {
        let price: Json = serde_json::from_str(price).expect("is JSON");
        let arguments = json!({"code": "ABC-1", "price": price, "items": ["a"]});
        let expected = format!(r#"{{"code":"ABC-1","price":{expected},"items":["a"]}}"#);
        assert_body(&constraints::API, "add_order", arguments, &expected).await;
    }
    for big in [0, 9_007_199_254_740_993, u64::MAX / 2 + 1, u64::MAX] {
        let arguments = json!({"code": "ABC-1", "items": ["a"], "big": big});
        let expected = format!(r#"{{"code":"ABC-1","items":["a"],"big":{big}}}"#);
        assert_body(&constraints::API, "add_order", arguments, &expected).await;
    }
}

#[tokio::test]
async fn json_in_a_string_is_parsed_where_no_string_is_wanted() {
    assert_body(
        &constraints::API,
        "add_order",
        json!({"code": "ABC-1", "price": "12.5", "items": "[\"a\"]", "extra": "{\"k\": \"5\"}", "big": "18446744073709551615"}),
        r#"{"code":"ABC-1","price":12.5,"items":["a"],"extra":{"k":"5"},"big":18446744073709551615}"#,
    )
    .await;
    assert_body(
        &merged_body::API,
        "create_issue",
        json!({"owner": "o", "title": "5", "labels": ["[1]"]}),
        r#"{"title":"5","labels":["[1]"]}"#,
    )
    .await;
}

#[tokio::test]
async fn the_alternative_with_a_place_for_every_member_is_sent() {
    let body =
        r#"{"pet":{"name":"Tom","lives":9},"others":[{"name":"Rex"},{"name":"Kit","lives":8}]}"#;
    let arguments = serde_json::from_str(body).expect("is JSON");
    assert_body(&overlapping_alternatives::API, "add_pets", arguments, body).await;
}
