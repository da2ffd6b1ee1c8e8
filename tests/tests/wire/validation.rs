//! Arguments that are wrong: everything is said at once, and nothing is sent.

use serde_json::{Value as Json, json};
use toolwright::Api;
use toolwright_tests::compiled::{
    array_and_scalar_bodies, constraints, discriminator_parent, headers_and_cookies, merged_body,
    one_of_discriminator, optional_body, path_parameters,
};

use crate::recorder::send;

async fn refusal(api: &'static Api, tool: &str, arguments: Json) -> String {
    send(api, tool, arguments).await.expect_err("is refused")
}

/// The pointers of a refusal, sorted.
fn pointers(refusal: &str) -> Vec<&str> {
    let mut pointers: Vec<_> = refusal
        .lines()
        .skip(1)
        .map(|line| line.split_once(": ").map_or("", |(pointer, _)| pointer))
        .collect();
    pointers.sort_unstable();
    pointers
}

#[tokio::test]
async fn all_violations_are_reported_at_once() {
    let arguments = json!({
        "code": "abc", "price": -1, "items": ["a", "a", ""], "extra": {}, "big": -1,
    });
    let refusal = refusal(&constraints::API, "add_order", arguments).await;
    assert!(
        refusal.starts_with("Invalid arguments for add_order:\n"),
        "{refusal}"
    );
    assert_eq!(
        pointers(&refusal),
        ["/big", "/code", "/extra", "/items", "/items/2", "/price"],
        "{refusal}"
    );
}

#[tokio::test]
async fn types_are_held_inside_arrays_and_objects() {
    let arguments = json!({
        "owner": 5, "title": ["t"], "labels": ["a", 1, null], "milestone": {"number": 1.5},
    });
    let refusal = refusal(&merged_body::API, "create_issue", arguments).await;
    assert_eq!(
        pointers(&refusal),
        [
            "/labels/1",
            "/labels/2",
            "/milestone/number",
            "/owner",
            "/title"
        ],
        "{refusal}"
    );
}

#[tokio::test]
async fn required_arguments_are_named() {
    let refusal = refusal(&merged_body::API, "create_issue", json!({})).await;
    assert!(
        refusal.contains("\"owner\" is a required property"),
        "{refusal}"
    );
    assert!(
        refusal.contains("\"title\" is a required property"),
        "{refusal}"
    );
}

#[tokio::test]
async fn null_is_no_value_for_a_required_argument() {
    let arguments = json!({"owner": null, "title": null});
    let refusal = refusal(&merged_body::API, "create_issue", arguments).await;
    assert_eq!(pointers(&refusal), ["/owner", "/title"], "{refusal}");
}

#[tokio::test]
async fn required_bodies_are_required() {
    let refusal = refusal(&array_and_scalar_bodies::API, "put_names", json!({})).await;
    assert!(
        refusal.contains("\"body\" is a required property"),
        "{refusal}"
    );
}

#[tokio::test]
async fn unknown_arguments_are_refused() {
    let cases = [
        (
            &path_parameters::API,
            "get_pet",
            json!({"ownerId": 1, "pet-id": "p"}),
        ),
        (
            &headers_and_cookies::API,
            "get_session",
            json!({"X-Request-ID": "1"}),
        ),
        (&optional_body::API, "add_notes", json!({})),
    ];
    for (api, tool, mut arguments) in cases {
        arguments["petId"] = json!("x");
        let refusal = refusal(api, tool, arguments).await;
        assert!(refusal.contains("\"petId\" was unexpected"), "{refusal}");
    }
}

/// OpenAPI 3.0.3, "Parameter Object": a header parameter `Authorization` is to be ignored.
#[tokio::test]
async fn a_header_parameter_that_openapi_ignores_is_no_argument() {
    let arguments = json!({"X-Request-ID": "1", "Authorization": "Basic x"});
    let refusal = refusal(&headers_and_cookies::API, "get_session", arguments).await;
    assert!(
        refusal.contains("\"Authorization\" was unexpected"),
        "{refusal}"
    );
}

#[tokio::test]
async fn several_hostile_arguments_are_refused_at_once() {
    let arguments = json!({"X-Request-ID": "a\nb", "X-Tags": ["c\rd"]});
    let refusal = refusal(&headers_and_cookies::API, "get_session", arguments).await;
    assert_eq!(
        pointers(&refusal),
        ["/X-Request-ID", "/X-Tags"],
        "{refusal}"
    );
}

/// A tag is one of those of the discriminator, where there is one: a cat by itself is of any kind.
#[tokio::test]
async fn a_tag_that_leads_to_no_alternative_is_refused() {
    let api = &one_of_discriminator::API;
    for (body, expected) in [
        (
            json!({"kind": "bird"}),
            "/kind: \"bird\" is not one of [\"cat\", \"dog\"]",
        ),
        (
            json!({"kind": "Cat"}),
            "/kind: \"Cat\" is not one of [\"cat\", \"dog\"]",
        ),
        (
            json!({"kind": "cat", "lives": "nine"}),
            "/lives: \"nine\" is not of type \"integer\"",
        ),
    ] {
        let refusal = refusal(api, "add_animal", json!({"body": body})).await;
        assert!(refusal.contains(expected), "{refusal}");
    }
    let sent = send(
        api,
        "add_animal",
        json!({"body": {"kind": "cat", "lives": 9}}),
    )
    .await;
    assert_eq!(sent.expect("is sent").body(), r#"{"kind":"cat","lives":9}"#);
    let sent = send(api, "add_cat", json!({"kind": "siamese"})).await;
    assert_eq!(sent.expect("is sent").body(), r#"{"kind":"siamese"}"#);
}

/// A schema that others extend stands for these, and for values of which the spec says nothing.
#[tokio::test]
async fn a_value_of_a_parent_is_one_of_its_children() {
    let api = &discriminator_parent::API;
    let wrong = json!({"animals": [{"kind": "Cat", "lives": "nine"}]});
    let rejection = refusal(api, "fill_shelter", wrong).await;
    assert!(
        rejection.contains("/lives: \"nine\" is not of type \"integer\""),
        "{rejection}"
    );
    let animals = json!({"animals": [{"kind": "Cat", "lives": 9}, {"kind": "Bird", "wings": 2}]});
    let sent = send(api, "fill_shelter", animals.clone()).await;
    assert_eq!(sent.expect("is sent").body(), animals.to_string());
}
