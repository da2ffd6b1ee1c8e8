//! What an operation asks for is what the spec says that it is answered with.

use serde_json::json;
use toolwright_tests::compiled::accept::API;

use crate::recorder::{Environment, send_with};

async fn accept(tool: &str, environment: Environment) -> Option<String> {
    let request = send_with(&API, tool, json!({}), environment).await;
    request.expect("is sent").header("accept")
}

#[tokio::test]
async fn the_caller_may_choose() {
    let arguments = json!({"accept": "text/csv"});
    let request = send_with(&API, "either", arguments, &[])
        .await
        .expect("is sent");
    assert_eq!(request.line(), "GET /either HTTP/1.1");
    assert_eq!(request.header("accept").as_deref(), Some("text/csv"));
    let refusal = send_with(&API, "either", json!({"accept": "text/html"}), &[]).await;
    assert!(refusal.expect_err("is refused").contains("/accept"));
}

#[tokio::test]
async fn what_the_operation_is_answered_with() {
    for (tool, expected) in [
        ("table", "text/csv, application/pdf, */*;q=0.5"),
        ("events", "text/event-stream, */*;q=0.5"),
        ("either", "application/json, */*;q=0.5"),
    ] {
        assert_eq!(accept(tool, &[]).await.as_deref(), Some(expected), "{tool}");
    }
}

#[tokio::test]
async fn the_operators_header_comes_first() {
    let operators = accept("table", &[("ACCEPT_HEADERS", "Accept: text/html")]).await;
    assert_eq!(operators.as_deref(), Some("text/html"));
}
