//! What OpenAPI 3.2 adds to a request.

use serde_json::json;
use toolwright_tests::compiled::openapi32;

use crate::recorder::send;

#[tokio::test]
async fn the_method_query() {
    let arguments = json!({"text": "a&b"});
    let request = send(&openapi32::API, "find_notes", arguments).await;
    let request = request.expect("is sent");
    assert_eq!(request.line(), "QUERY /notes HTTP/1.1");
    assert_eq!(request.body(), r#"{"text":"a&b"}"#);
}

#[tokio::test]
async fn a_query_string_that_is_a_form() {
    let arguments = json!({"filter": {"text": "a&b", "limit": 5}, "session": "x"});
    let request = send(&openapi32::API, "list_notes", arguments).await;
    let request = request.expect("is sent");
    assert_eq!(request.target(), "/notes?text=a%26b&limit=5");
    assert_eq!(request.header("cookie").as_deref(), Some("session=x"));
}

/// Both alternatives admit every shape, and each has a place for its own properties alone.
#[tokio::test]
async fn a_discriminator_with_a_default() {
    for shape in [
        json!({"kind": "round", "radius": 1.5}),
        json!({"kind": "square", "corners": 4}),
        json!({"corners": 3}),
    ] {
        let request = send(&openapi32::API, "add_shape", json!({"body": shape})).await;
        assert_eq!(request.expect("is sent").body(), shape.to_string());
    }
}
