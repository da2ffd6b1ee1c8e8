//! Bodies that are items in a row (OpenAPI 3.2, "Sequential Media Types").

use serde_json::{Value as Json, json};
use toolwright_tests::compiled::sequences::API;

use crate::recorder::send;

async fn assert_sent(tool: &str, body: Json, content_type: &str, expected: &str) {
    let request = send(&API, tool, json!({"body": body})).await;
    let request = request.expect("is sent");
    let sent = request.header("content-type");
    assert_eq!(sent.as_deref(), Some(content_type));
    assert_eq!(request.body(), expected);
}

async fn assert_refused(tool: &str, body: Json, pointer: &str) {
    let refusal = send(&API, tool, json!({"body": body})).await;
    let refusal = refusal.expect_err("is refused");
    assert!(refusal.contains(pointer), "{refusal}");
}

#[tokio::test]
async fn json_lines() {
    let notes = json!([{"text": "a\nb"}, {"text": "é", "stars": 5}]);
    let expected = "{\"text\":\"a\\nb\"}\n{\"text\":\"é\",\"stars\":5}\n";
    assert_sent("add_lines", notes.clone(), "application/jsonl", expected).await;
    assert_sent("add_shared", notes.clone(), "application/jsonl", expected).await;
    assert_sent("add_ndjson", notes, "application/x-ndjson", expected).await;
    assert_sent("add_lines", json!([]), "application/jsonl", "").await;
}

#[tokio::test]
async fn each_item_is_validated() {
    let notes = json!([{"text": "a"}, {"stars": 5}]);
    assert_refused("add_lines", notes, "/body/1").await;
    assert_refused("add_ndjson", json!([]), "/body").await;
    assert_refused("add_records", json!([1, -1]), "/body/1").await;
}

/// `itemSchema` holds for each item, `schema` for all of them together.
#[tokio::test]
async fn both_schemas_hold() {
    let expected = "\"a\"\n\"b\"\n";
    assert_sent("add_both", json!(["a", "b"]), "application/jsonl", expected).await;
    assert_refused("add_both", json!(["a", "b", "c"]), "/body").await;
    assert_refused("add_both", json!(["a", 5]), "/body/1").await;
}

#[tokio::test]
async fn json_text_sequences() {
    let expected = "\u{1e}1\n\u{1e}2\n";
    assert_sent(
        "add_records",
        json!([1, 2]),
        "application/json-seq",
        expected,
    )
    .await;
    let expected = "\u{1e}{\"type\":\"Feature\"}\n";
    let features = json!([{"type": "Feature"}]);
    assert_sent(
        "add_features",
        features,
        "application/geo+json-seq",
        expected,
    )
    .await;
}

#[tokio::test]
async fn server_sent_events() {
    let events = json!([
        {"event": "add", "data": "a\r\nb", "id": "1", "retry": 500},
        {"data": " c: d"},
    ]);
    let expected = "event: add\ndata: a\ndata: b\nid: 1\nretry: 500\n\ndata:  c: d\n\n";
    assert_sent("add_events", events, "text/event-stream", expected).await;
    let injected = json!([{"data": "x", "event": "a\n\ndata: b"}]);
    assert_refused("add_events", injected, "/body/0/event").await;
}

#[tokio::test]
async fn an_item_schema_of_no_sequence_is_passed_over() {
    let plain = "text/plain; charset=utf-8";
    assert_sent("add_either", json!("t"), plain, "t").await;
}
