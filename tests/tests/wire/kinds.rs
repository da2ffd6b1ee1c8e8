//! Bodies that are not JSON, and bodies that could be sent in several ways.

use serde_json::{Value as Json, json};
use toolwright::Api;
use toolwright_tests::compiled::{
    body_kinds, form_encodings, several_content_types, swagger2_forms,
};

use crate::recorder::{Recorded, send};

async fn sent(api: &'static Api, tool: &str, arguments: Json) -> Recorded {
    send(api, tool, arguments).await.expect("is sent")
}

async fn assert_sent(
    api: &'static Api,
    tool: &str,
    arguments: Json,
    content_type: &str,
    body: &str,
) {
    let request = sent(api, tool, arguments).await;
    assert_eq!(
        request.header("content-type").as_deref(),
        Some(content_type)
    );
    assert_eq!(request.body(), body);
    let length = body.len().to_string();
    assert_eq!(request.header("content-length"), Some(length));
}

const FORM: &str = "application/x-www-form-urlencoded";

#[tokio::test]
async fn forms() {
    let api = &body_kinds::API;
    assert_sent(
        api,
        "post_form",
        json!({"a": "b c&d=é"}),
        FORM,
        "a=b+c%26d%3D%C3%A9",
    )
    .await;
    let absent = sent(api, "post_form", json!({})).await;
    assert_eq!((absent.body(), absent.header("content-type")), ("", None));
}

#[tokio::test]
async fn form_styles() {
    let arguments = json!({
        "name": "n", "count": 5, "list": ["a", "b"], "object": {"a": "b"}, "csv": ["a,b", "c"],
        "ssv": ["a", "b"], "pipes": ["a", "b"], "deep": {"k": "v"}, "flat": {"x": 1, "y": 2},
        "json": [1, 2], "url": "http://h/?a=b&c",
    });
    let expected = "name=n&count=5&list=a&list=b&object=%7B%22a%22%3A%22b%22%7D&csv=a%2Cb,c\
                    &ssv=a+b&pipes=a%7Cb&deep%5Bk%5D=v&x=1&y=2&json=%5B1%2C2%5D\
                    &url=http://h/?a=b%26c";
    assert_sent(&form_encodings::API, "add_thing", arguments, FORM, expected).await;
}

#[tokio::test]
async fn swagger2_form_parameters() {
    let arguments = json!({"user": "u", "csv": ["a", "b"], "multi": ["a", "b"], "tsv": ["a", "b"]});
    let expected = "user=u&csv=a,b&multi=a&multi=b&tsv=a%09b";
    assert_sent(&swagger2_forms::API, "login", arguments, FORM, expected).await;
}

#[tokio::test]
async fn text() {
    let api = &body_kinds::API;
    let plain = "text/plain; charset=utf-8";
    let hostile = "a \"b\"\r\n{\"c\": é}";
    assert_sent(api, "put_text", json!({"body": hostile}), plain, hostile).await;
    assert_sent(api, "put_number", json!({"body": -5}), plain, "-5").await;
    assert_sent(
        api,
        "put_yaml",
        json!({"body": "a: 1\n"}),
        "application/yaml",
        "a: 1\n",
    )
    .await;
}

#[tokio::test]
async fn bytes() {
    let api = &body_kinds::API;
    assert_sent(api, "put_image", json!({"body": "aGk="}), "image/png", "hi").await;
    let jpeg = json!({"body": "data:image/jpeg;base64,aGk="});
    assert_sent(api, "put_image", jpeg, "image/jpeg", "hi").await;
    let gif = json!({"body": "data:image/gif;base64,aGk="});
    assert_sent(api, "put_image", gif, "image/png", "hi").await;
    let octets = "application/octet-stream";
    assert_sent(api, "put_bytes", json!({"body": "aGk"}), octets, "hi").await;
    let absent = sent(api, "put_bytes", json!({})).await;
    assert_eq!((absent.body(), absent.header("content-type")), ("", None));
}

#[tokio::test]
async fn media_types_without_a_form_of_their_own() {
    let api = &body_kinds::API;
    let expected = r#"{"a":"b"}"#;
    let arguments = json!({"a": "b"});
    assert_sent(
        api,
        "put_vendor",
        arguments.clone(),
        "Application/Vnd.Acme",
        expected,
    )
    .await;
    assert_sent(api, "put_any", arguments, "application/json", expected).await;
}

#[tokio::test]
async fn get_and_delete_have_bodies_too() {
    let api = &body_kinds::API;
    let request = sent(api, "search_thing", json!({"id": "1", "q": "x"})).await;
    assert_eq!(request.line(), "GET /things/1 HTTP/1.1");
    assert_eq!(request.body(), r#"{"q":"x"}"#);
    let request = sent(api, "delete_thing", json!({"id": "1", "reason": "old"})).await;
    assert_eq!(request.line(), "DELETE /things/1 HTTP/1.1");
    assert_eq!(request.body(), "reason=old");
}

#[tokio::test]
async fn the_argument_chooses_the_kind_of_patch() {
    let api = &several_content_types::API;
    let merge = "application/merge-patch+json";
    let arguments = json!({"name": "n", "body": {"a": null}});
    assert_sent(api, "patch_node", arguments, merge, r#"{"a":null}"#).await;
    for chosen in [
        "application/strategic-merge-patch+json",
        "application/json-patch+json",
    ] {
        let arguments =
            json!({"name": "n", "content_type": chosen, "body": [{"op": "remove", "path": "/a"}]});
        let expected = r#"[{"op":"remove","path":"/a"}]"#;
        assert_sent(api, "patch_node", arguments, chosen, expected).await;
    }
    let arguments = json!({"name": "n", "content_type": "text/plain", "body": {}});
    let refusal = send(api, "patch_node", arguments).await;
    assert!(refusal.expect_err("is refused").contains("/content_type"));
}

#[tokio::test]
async fn a_choice_beside_a_parameter_of_its_name() {
    let api = &several_content_types::API;
    let arguments = json!({"name": "n", "content_type": "q", "label": "l"});
    let request = sent(api, "merge_node", arguments).await;
    assert_eq!(request.line(), "PATCH /merge/n?content_type=q HTTP/1.1");
    assert_eq!(
        request.header("content-type").as_deref(),
        Some("application/json")
    );
    let merge = "application/merge-patch+json";
    let arguments = json!({"name": "n", "content_type_body": merge, "label": "l"});
    assert_sent(api, "merge_node", arguments, merge, r#"{"label":"l"}"#).await;
}

#[tokio::test]
async fn json_is_the_best_of_several() {
    let api = &several_content_types::API;
    let arguments = json!({"name": "n", "label": "l"});
    let expected = "Application/JSON; charset=utf-8";
    assert_sent(api, "put_node", arguments, expected, r#"{"label":"l"}"#).await;
}

#[tokio::test]
async fn a_file_is_bytes_rather_than_json() {
    let api = &several_content_types::API;
    let octets = "application/octet-stream";
    assert_sent(api, "put_photo", json!({"body": "aGk="}), octets, "hi").await;
}
