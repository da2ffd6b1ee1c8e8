//! Parameters that are the whole query string (OpenAPI 3.2, `in: querystring`).

use serde_json::{Value as Json, json};
use toolwright_tests::compiled::query_strings::API;

use crate::recorder::send;

async fn assert_target(tool: &str, arguments: Json, target: &str) {
    let request = send(&API, tool, arguments).await.expect("is sent");
    assert_eq!(request.target(), target);
}

#[tokio::test]
async fn json() {
    let query = json!({"numbers": [1, 2], "flag": null});
    let target = "/json?%7B%22numbers%22%3A%5B1%2C2%5D%2C%22flag%22%3Anull%7D";
    assert_target("find_by_json", json!({"query": query}), target).await;
}

#[tokio::test]
async fn a_form() {
    let filter = json!({
        "text": "a + b", "tags": ["x", "y&z"], "range": {"from": 1}, "csv": ["a", "b,c"],
        "deep": {"k": "#"}, "url": "http://h/?a=b&c",
    });
    let target = "/form?text=a+%2B+b&tags=x&tags=y%26z&range=%7B%22from%22%3A1%7D&csv=a,b%2Cc\
                  &deep%5Bk%5D=%23&url=http://h/?a=b%26c";
    assert_target("find_by_form", json!({"filter": filter}), target).await;
    assert_target("find_by_form", json!({"filter": {}}), "/form").await;
    assert_target("find_by_form", json!({}), "/form").await;
}

#[tokio::test]
async fn text() {
    let arguments = json!({"selector": "$.a.b[1:1]&#"});
    assert_target("find_by_path", arguments, "/path?%24.a.b%5B1%3A1%5D%26%23").await;
    assert_target("find_by_path", json!({}), "/path").await;
}
