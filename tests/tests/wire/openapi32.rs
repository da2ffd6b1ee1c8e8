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
async fn methods_that_are_not_among_the_known_ones() {
    for (tool, arguments, line) in [
        ("copy_notes", json!({}), "COPY /notes HTTP/1.1"),
        (
            "m_search_notes",
            json!({"text": "t"}),
            "M-SEARCH /notes HTTP/1.1",
        ),
        ("purge_notes", json!({}), "purge /notes HTTP/1.1"),
        ("add_note", json!({}), "POST /notes HTTP/1.1"),
    ] {
        let request = send(&openapi32::API, tool, arguments).await;
        assert_eq!(request.expect("is sent").line(), line);
    }
}

#[tokio::test]
async fn reserved_characters_in_a_path_and_a_cookie() {
    let api = &openapi32::API;
    let arguments = json!({"path": "a:b;c=%41/d?e", "kept": "a%20b c"});
    let request = send(api, "get_reserved", arguments).await;
    let request = request.expect("is sent");
    assert_eq!(request.target(), "/reserved/a:b;c=%41%2Fd%3Fe");
    assert_eq!(request.header("cookie").as_deref(), Some("kept=a%20b%20c"));
    for path in ["..", "%2e%2E", "%2e.;x", "a%2F..%2Fb", ""] {
        let refusal = send(api, "get_reserved", json!({"path": path})).await;
        assert!(refusal.expect_err("is refused").contains("/path"), "{path}");
    }
}

#[tokio::test]
async fn a_cookie_that_is_sent_as_it_is() {
    let api = &openapi32::API;
    let arguments = json!({"path": "p", "raw": ["a%20b", "\"c\""]});
    let request = send(api, "get_reserved", arguments).await;
    let cookie = request.expect("is sent").header("cookie");
    assert_eq!(cookie.as_deref(), Some("raw=a%20b; raw=\"c\""));
    for raw in ["a b", "a; admin=1", "a,b", "é", "a\r\nb"] {
        let refusal = send(api, "get_reserved", json!({"path": "p", "raw": [raw]})).await;
        assert!(refusal.expect_err("is refused").contains("/raw"), "{raw}");
    }
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
