//! Multipart bodies whose parts have a position (OpenAPI 3.2, "Encoding By Position").

use serde_json::{Value as Json, json};
use toolwright_tests::compiled::parts::API;

use crate::recorder::send;

/// Sends a body, and checks its bytes; `B` stands for the boundary.
async fn assert_sent(tool: &str, body: Json, content_type: &str, expected: &str) {
    let request = send(&API, tool, json!({"body": body})).await;
    let request = request.expect("is sent");
    let sent = request.header("content-type").expect("has a content type");
    let (_, boundary) = sent.split_once("boundary=").expect("has a boundary");
    let boundary = boundary.split(';').next().unwrap_or_default();
    assert_eq!(sent.replace(boundary, "B"), content_type);
    assert_eq!(request.body().replace(boundary, "B"), expected);
}

#[tokio::test]
async fn each_position_has_its_encoding() {
    assert_sent(
        "add_mixed",
        json!([{"title": "t"}, "# Réx", {"content": "aGk=", "filename": "a.png"}, "a,b", "<p>", "<q>"]),
        "multipart/mixed; boundary=B",
        "--B\r\nContent-Type: application/json\r\n\r\n{\"title\":\"t\"}\r\n\
         --B\r\nContent-Type: text/markdown\r\nX-Kind: intro\r\n\r\n# Réx\r\n\
         --B\r\nContent-Disposition: attachment; filename=\"a.png\"\r\n\
         Content-Type: image/png\r\n\r\nhi\r\n\
         --B\r\nContent-Type: text/csv\r\n\r\na,b\r\n\
         --B\r\nContent-Type: text/html\r\n\r\n<p>\r\n\
         --B\r\nContent-Type: text/html\r\n\r\n<q>\r\n\
         --B--\r\n",
    )
    .await;
}

#[tokio::test]
async fn a_list_may_end_before_its_encodings() {
    assert_sent(
        "add_mixed",
        json!([{}]),
        "multipart/mixed; boundary=B",
        "--B\r\nContent-Type: application/json\r\n\r\n{}\r\n--B--\r\n",
    )
    .await;
}

#[tokio::test]
async fn files() {
    assert_sent(
        "add_files",
        json!(["aGk=", {"text": "x", "mediaType": "image/jpeg"}, "data:image/jpeg;base64,aGk="]),
        "multipart/mixed; boundary=B",
        "--B\r\nContent-Type: image/png\r\n\r\nhi\r\n\
         --B\r\nContent-Type: image/jpeg\r\n\r\nx\r\n\
         --B\r\nContent-Type: image/jpeg\r\n\r\nhi\r\n\
         --B--\r\n",
    )
    .await;
    // A type of its own that the spec does not admit is not sent.
    assert_sent(
        "add_files",
        json!([{"text": "x", "mediaType": "image/gif"}]),
        "multipart/mixed; boundary=B",
        "--B\r\nContent-Type: image/png\r\n\r\nx\r\n--B--\r\n",
    )
    .await;
    let refusal = send(&API, "add_files", json!({"body": ["aGk=", "???"]})).await;
    assert!(refusal.expect_err("is refused").contains("/body/1"));
}

/// A part says what it is even where the spec does not.
#[tokio::test]
async fn values_without_an_encoding() {
    assert_sent(
        "add_values",
        json!(["é", 5, [1], null]),
        "multipart/mixed; boundary=B",
        "--B\r\nContent-Type: text/plain; charset=utf-8\r\n\r\né\r\n\
         --B\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n5\r\n\
         --B\r\nContent-Type: application/json\r\n\r\n[1]\r\n\
         --B\r\nContent-Type: application/json\r\n\r\nnull\r\n\
         --B--\r\n",
    )
    .await;
}

#[tokio::test]
async fn related_parts_name_the_type_of_their_root() {
    assert_sent(
        "add_related",
        json!([{"k": 1}, "aGk="]),
        "multipart/related; boundary=B; type=\"application/json\"",
        "--B\r\nContent-Type: application/json\r\n\r\n{\"k\":1}\r\n\
         --B\r\nContent-Type: image/png\r\nContent-ID: <image>\r\n\r\nhi\r\n\
         --B--\r\n",
    )
    .await;
}

#[tokio::test]
async fn names_come_from_a_header() {
    assert_sent(
        "add_form",
        json!(["a", "b"]),
        "multipart/form-data; boundary=B",
        "--B\r\nContent-Disposition: form-data; name=\"first\"\r\n\r\na\r\n\
         --B\r\nContent-Disposition: form-data; name=\"file\"\r\n\r\nb\r\n\
         --B--\r\n",
    )
    .await;
}
