//! Bodies that are not JSON, and bodies that could be sent in several ways.

use serde_json::{Value as Json, json};
use toolwright::Api;
use toolwright_tests::compiled::{
    body_kinds, form_encodings, multipart, multipart31, several_content_types, swagger2_forms,
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

/// The parts of a multipart body: their heads and contents.
fn parts(request: &Recorded) -> Vec<(String, String)> {
    let content_type = request.header("content-type").expect("has a content type");
    let boundary = content_type
        .strip_prefix("multipart/form-data; boundary=")
        .expect("is multipart");
    let body = format!("\r\n{}", request.body());
    let inner = body
        .strip_suffix(&format!("\r\n--{boundary}--\r\n"))
        .expect("has an end");
    inner
        .split(&format!("\r\n--{boundary}\r\n"))
        .skip(1)
        .map(|part| {
            let (head, content) = part.split_once("\r\n\r\n").expect("has a head");
            (head.to_owned(), content.to_owned())
        })
        .collect()
}

async fn assert_parts(api: &'static Api, tool: &str, arguments: Json, expected: &[(&str, &str)]) {
    let request = sent(api, tool, arguments).await;
    let parts = parts(&request);
    let parts: Vec<(&str, &str)> = parts
        .iter()
        .map(|(head, content)| {
            let head = head.strip_prefix("Content-Disposition: form-data; ");
            (head.expect("is form data"), content.as_str())
        })
        .collect();
    assert_eq!(parts, expected);
}

#[tokio::test]
async fn multipart_with_files() {
    assert_parts(
        &multipart::API,
        "add_pet",
        json!({
            "name": "Réx", "age": 5, "photo": "aGVsbG8=", "tags": ["a", "b"], "owner": {"name": "o"},
            "documents": ["Zmlyc3Q", "data:text/plain;name=%C3%BC.txt;base64,c2Vjb25k"], "meta": "m",
        }),
        &[
            ("name=\"name\"", "Réx"),
            ("name=\"age\"", "5"),
            (
                "name=\"photo\"; filename=\"photo\"\r\nContent-Type: image/png\r\nX-Kind: portrait",
                "hello",
            ),
            (
                "name=\"documents\"; filename=\"documents\"\r\nContent-Type: application/octet-stream",
                "first",
            ),
            (
                "name=\"documents\"; filename=\"ü.txt\"\r\nContent-Type: text/plain",
                "second",
            ),
            ("name=\"tags\"", "a"),
            ("name=\"tags\"", "b"),
            ("name=\"owner\"\r\nContent-Type: application/json", r#"{"name":"o"}"#),
            ("name=\"meta\"\r\nContent-Type: application/json", "\"m\""),
        ],
    )
    .await;
}

#[tokio::test]
async fn multipart_of_openapi_3_1() {
    assert_parts(
        &multipart31::API,
        "add_file",
        json!({"image": "aQ==", "encoded": "aQ==", "untyped": "dQ==", "maybe": "bQ=="}),
        &[
            (
                "name=\"image\"; filename=\"image\"\r\nContent-Type: image/png",
                "i",
            ),
            ("name=\"encoded\"", "aQ=="),
            (
                "name=\"untyped\"; filename=\"untyped\"\r\nContent-Type: audio/mpeg",
                "u",
            ),
            (
                "name=\"maybe\"; filename=\"maybe\"\r\nContent-Type: application/octet-stream",
                "m",
            ),
        ],
    )
    .await;
    assert_parts(&multipart31::API, "add_file", json!({"maybe": null}), &[]).await;
}

#[tokio::test]
async fn a_swagger2_file() {
    let arguments = json!({"petId": 7, "note": "n", "tags": ["a", "b"], "file": "aQ=="});
    assert_parts(
        &swagger2_forms::API,
        "upload_image",
        arguments,
        &[
            ("name=\"note\"", "n"),
            ("name=\"tags\"", "a,b"),
            (
                "name=\"file\"; filename=\"file\"\r\nContent-Type: application/octet-stream",
                "i",
            ),
        ],
    )
    .await;
}

#[tokio::test]
async fn hostile_contents_stay_in_their_part() {
    let hostile = [
        "\r\n--B\r\nContent-Disposition: form-data; name=\"x\"\r\n\r\nevil",
        "a\"; filename=\"b",
        "--\r\n",
        "\u{202e}\0é",
        "",
    ];
    for value in hostile {
        let arguments = json!({"name": value, "photo": ""});
        let request = sent(&multipart::API, "add_pet", arguments).await;
        let parts = parts(&request);
        assert_eq!(parts.len(), 2, "{parts:?}");
        assert_eq!(parts[0].1, value);
    }
    let uri = "data:image/png;name=%22%0D%0AX-Evil:%201%0D%0A%0D%0A;base64,";
    let request = sent(
        &multipart::API,
        "add_pet",
        json!({"name": "n", "photo": uri}),
    )
    .await;
    let parts = parts(&request);
    assert!(
        parts[1]
            .0
            .contains("filename=\"%22%0D%0AX-Evil: 1%0D%0A%0D%0A\""),
        "{parts:?}"
    );
}

#[tokio::test]
async fn a_boundary_that_was_seen_does_not_work_again() {
    let arguments = |name: &str| json!({"name": name, "photo": ""});
    let first = sent(&multipart::API, "add_pet", arguments("n")).await;
    let content_type = first.header("content-type").expect("has one");
    let boundary = content_type.split_once("boundary=").expect("has one").1;
    let hostile = format!("\r\n--{boundary}--\r\n");
    let second = sent(&multipart::API, "add_pet", arguments(&hostile)).await;
    assert_eq!(parts(&second)[0].1, hostile);
}

#[tokio::test]
async fn what_is_no_base64_is_not_sent() {
    for (api, tool, arguments, pointer) in [
        (
            &multipart::API,
            "add_pet",
            json!({"name": "n", "photo": "???"}),
            "/photo: ",
        ),
        (
            &multipart::API,
            "add_pet",
            json!({"name": "n", "photo": "", "documents": ["", "/etc/passwd!"]}),
            "/documents/1: ",
        ),
        (
            &multipart::API,
            "set_photo",
            json!({"id": "1", "body": {"id": 1, "photo": "\u{e9}"}}),
            "/body/photo: ",
        ),
        (
            &body_kinds::API,
            "put_image",
            json!({"body": "???"}),
            "/body: ",
        ),
    ] {
        let refusal = send(api, tool, arguments).await.expect_err("is refused");
        assert!(
            refusal.contains(&format!("{pointer}is not base64")),
            "{refusal}"
        );
    }
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
