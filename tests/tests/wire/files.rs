//! Files: the forms that an argument may have, and the parts and bodies that they become.

use serde_json::{Value as Json, json};
use toolwright::Api;
use toolwright_tests::compiled::{body_kinds, multipart, multipart31, swagger2_forms};

use crate::recorder::{Recorded, send};

async fn sent(api: &'static Api, tool: &str, arguments: Json) -> Recorded {
    send(api, tool, arguments).await.expect("is sent")
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
async fn a_multipart_body_has_a_part() {
    let rejection = send(&multipart31::API, "add_file", json!({})).await;
    let rejection = rejection.expect_err("is rejected");
    assert!(
        rejection
            .contains("The body is sent in parts, and there is none; give at least one property"),
        "{rejection}"
    );
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
            ("name=\"encoded\"\r\nContent-Type: image/png", "aQ=="),
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
    let image = "name=\"image\"; filename=\"image\"\r\nContent-Type: image/png";
    let arguments = json!({"image": "aQ==", "maybe": null});
    assert_parts(&multipart31::API, "add_file", arguments, &[(image, "i")]).await;
}

/// OpenAPI 3.1.1, "Encoding Object", `contentType`: what is a part by default.
#[tokio::test]
async fn parts_of_which_little_is_said() {
    let bytes = "Content-Type: application/octet-stream";
    assert_parts(
        &multipart31::API,
        "add_file",
        json!({
            "unstated": "dQ==", "unstated_list": ["YQ==", "Yg=="], "json": {"a": 1},
            "secret": "cw==", "sound": "Kg==",
        }),
        &[
            (
                &format!("name=\"unstated\"; filename=\"unstated\"\r\n{bytes}"),
                "u",
            ),
            (
                &format!("name=\"unstated_list\"; filename=\"unstated_list\"\r\n{bytes}"),
                "a",
            ),
            (
                &format!("name=\"unstated_list\"; filename=\"unstated_list\"\r\n{bytes}"),
                "b",
            ),
            (
                "name=\"json\"\r\nContent-Type: application/json",
                r#"{"a":1}"#,
            ),
            (&format!("name=\"secret\"\r\n{bytes}"), "cw=="),
            (
                "name=\"sound\"; filename=\"sound\"\r\nContent-Type: audio/x-wav",
                "*",
            ),
        ],
    )
    .await;
}

/// OpenAPI 3.0.4, "Working with Binary Data".
#[tokio::test]
async fn a_file_of_json_is_its_bytes() {
    let body = json!({"body": {"text": "{\"a\": 1}"}});
    let request = sent(&body_kinds::API, "put_json_file", body).await;
    assert_eq!(
        request.header("content-type").as_deref(),
        Some("application/json")
    );
    assert_eq!(request.body(), "{\"a\": 1}");
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
async fn a_file_is_an_object_too() {
    let photo = json!({"text": "a,b", "filename": "t \"1\".csv", "mediaType": "text/csv"});
    let documents = json!([
        {"content": "Zmlyc3Q="},
        r#"{"text": "second", "filename": "b.md"}"#,
        {"uri": "data:,third"},
    ]);
    assert_parts(
        &multipart::API,
        "add_pet",
        json!({"name": "n", "photo": photo, "documents": documents}),
        &[
            ("name=\"name\"", "n"),
            (
                "name=\"photo\"; filename=\"t %221%22.csv\"\r\nContent-Type: text/csv\r\nX-Kind: portrait",
                "a,b",
            ),
            (
                "name=\"documents\"; filename=\"documents\"\r\nContent-Type: application/octet-stream",
                "first",
            ),
            (
                "name=\"documents\"; filename=\"b.md\"\r\nContent-Type: text/markdown",
                "second",
            ),
            (
                "name=\"documents\"; filename=\"documents\"\r\nContent-Type: application/octet-stream",
                "third",
            ),
        ],
    )
    .await;
}

#[tokio::test]
async fn the_name_decides_among_the_types_of_the_spec() {
    for (filename, media_type) in [
        ("a.PDF", "application/pdf"),
        ("a.webp", "image/webp"),
        ("a.csv", "application/pdf"),
    ] {
        let head = format!("name=\"scan\"; filename=\"{filename}\"\r\nContent-Type: {media_type}");
        let scan = json!({"text": "x", "filename": filename});
        let expected = [(head.as_str(), "x")];
        assert_parts(
            &multipart31::API,
            "add_file",
            json!({"scan": scan}),
            &expected,
        )
        .await;
    }
}

#[tokio::test]
async fn a_body_is_an_object_too() {
    for (body, media_type) in [
        (json!({"text": "hi"}), "image/png"),
        (
            json!({"content": "aGk=", "filename": "a.jpg"}),
            "image/jpeg",
        ),
        (
            json!({"text": "hi", "mediaType": "image/jpeg"}),
            "image/jpeg",
        ),
    ] {
        let request = sent(&body_kinds::API, "put_image", json!({"body": body})).await;
        assert_eq!(request.header("content-type").as_deref(), Some(media_type));
        assert_eq!(request.body(), "hi");
    }
}

#[tokio::test]
async fn what_names_a_file_is_refused_with_what_would_allow_it() {
    for (photo, expected) in [
        (json!({"path": "/etc/passwd"}), "--allow-files"),
        (json!({"uri": "file:///etc/passwd"}), "--allow-files"),
        (json!("https://example.com/a.png"), "--allow-uris"),
        (json!("abcd/efg1"), "looks like a path"),
        (json!("uploads/photo"), "looks like a path"),
        (
            json!({"filename": "a"}),
            "one of `content` (base64), `text`, `path` and `uri`",
        ),
        (
            json!({"text": "a", "name": "b"}),
            "Additional properties are not allowed (\"name\"",
        ),
        (
            json!({"text": "a", "mediaType": "a/b\r\nX: y"}),
            "is not a media type",
        ),
        (json!(5), "is not of type \"string\", \"object\""),
    ] {
        let arguments = json!({"name": "n", "photo": photo});
        let refusal = send(&multipart::API, "add_pet", arguments).await;
        let refusal = refusal.expect_err("is refused");
        assert!(
            refusal.contains("/photo: ") && refusal.contains(expected),
            "{refusal}"
        );
    }
}
