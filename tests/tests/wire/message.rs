//! Whole messages: every header that is sent, and none besides.

use serde_json::json;
use toolwright_tests::compiled::{
    headers_and_cookies, merged_body, optional_body, parameter_styles, path_parameters,
};

use crate::recorder::{Recorded, send};

const ACCEPT: (&str, &str) = ("accept", "application/json, */*;q=0.5");

fn assert_headers(request: &Recorded, expected: &[(&str, &str)]) {
    let mut actual = request.headers();
    actual.sort();
    let mut expected: Vec<_> = expected
        .iter()
        .map(|(name, value)| ((*name).to_owned(), value.as_bytes().to_vec()))
        .chain([
            ("host".to_owned(), request.host.clone().into_bytes()),
            ("accept-encoding".to_owned(), b"gzip,br".to_vec()),
        ])
        .collect();
    expected.sort();
    let readable = |headers: &[(String, Vec<u8>)]| -> Vec<String> {
        let line = |(name, value): &(String, Vec<u8>)| {
            format!("{name}: {}", String::from_utf8_lossy(value))
        };
        headers.iter().map(line).collect()
    };
    assert_eq!(readable(&actual), readable(&expected));
}

#[tokio::test]
async fn a_get() {
    let arguments = json!({"ownerId": 9_007_199_254_740_993_i64, "pet-id": "rex"});
    let request = send(&path_parameters::API, "get_pet", arguments).await;
    let request = request.expect("is sent");
    assert_eq!(
        request.line(),
        "GET /owners/9007199254740993/pets/rex HTTP/1.1"
    );
    let agent = concat!(
        "toolwright/",
        env!("CARGO_PKG_VERSION"),
        " (path_parameters)"
    );
    assert_headers(&request, &[ACCEPT, ("user-agent", agent)]);
    assert_eq!(request.body(), "");
}

#[tokio::test]
async fn a_post() {
    let arguments = json!({"owner": "octo", "title": "Hello"});
    let request = send(&merged_body::API, "create_issue", arguments).await;
    let request = request.expect("is sent");
    assert_eq!(request.line(), "POST /repos/octo/issues HTTP/1.1");
    let agent = concat!("toolwright/", env!("CARGO_PKG_VERSION"), " (merged_body)");
    assert_headers(
        &request,
        &[
            ACCEPT,
            ("content-length", "17"),
            ("content-type", "application/json"),
            ("user-agent", agent),
        ],
    );
    assert_eq!(request.body(), r#"{"title":"Hello"}"#);
}

/// Many servers answer 411 to a request that usually has a body and has no `Content-Length`.
#[tokio::test]
async fn a_post_without_a_body_says_so() {
    let request = send(&optional_body::API, "publish_drafts", json!({})).await;
    let request = request.expect("is sent");
    assert_eq!(request.line(), "POST /drafts/publish HTTP/1.1");
    assert_eq!(request.header("content-length").as_deref(), Some("0"));
    assert_eq!(request.header("content-type"), None);
    let absent = send(&optional_body::API, "search", json!({})).await;
    let absent = absent.expect("is sent");
    assert_eq!(absent.header("content-length").as_deref(), Some("0"));
}

#[tokio::test]
async fn a_path_parameter_may_be_empty_where_the_spec_lists_that() {
    let toys = |kind| send(&path_parameters::API, "list_toys", json!({"kind": kind}));
    assert_eq!(toys("").await.expect("is sent").target(), "/pets//toys");
    assert_eq!(
        toys("cat").await.expect("is sent").target(),
        "/pets/cat/toys"
    );
    let arguments = json!({"ownerId": 1, "pet-id": ""});
    let refused = send(&path_parameters::API, "get_pet", arguments).await;
    assert!(refused.is_err(), "{refused:?}");
}

#[tokio::test]
async fn a_path_parameter_may_be_of_several_segments_where_the_spec_says_so() {
    let pets = |scope| {
        send(
            &path_parameters::API,
            "list_pets_of",
            json!({"scope": scope}),
        )
    };
    for (scope, target) in [
        ("cities/Bonn", "/cities/Bonn/pets"),
        (
            "/cities/a b/streets/c?d#e/",
            "/cities/a%20b/streets/c%3Fd%23e/pets",
        ),
    ] {
        assert_eq!(pets(scope).await.expect("is sent").target(), target);
    }
    for scope in [
        "/",
        "..",
        "cities/../admin",
        "cities/./x",
        r"cities/..\x",
        "cities/%2e%2e",
    ] {
        assert!(pets(scope).await.is_err(), "{scope}");
    }
}

#[tokio::test]
async fn headers_and_a_cookie() {
    let arguments = json!({"X-Request-ID": "7", "X-Tags": ["a", "b"], "theme": "dark"});
    let request = send(&headers_and_cookies::API, "get_session", arguments).await;
    let request = request.expect("is sent");
    let agent = concat!(
        "toolwright/",
        env!("CARGO_PKG_VERSION"),
        " (headers_and_cookies)"
    );
    assert_headers(
        &request,
        &[
            ACCEPT,
            ("cookie", "theme=dark"),
            ("user-agent", agent),
            ("x-request-id", "7"),
            ("x-tags", "a,b"),
        ],
    );
}

#[tokio::test]
async fn parameters_of_all_styles_at_once() {
    let arguments = json!({
        "simple": ["a", "b"], "label": ["c", "d"], "matrix": ["e", "f"],
        "exploded": [1, -2], "joined": ["g", "h"], "spaced": ["i", "j"], "piped": ["k", "l"],
        "deep": {"g": 2, "r": 1}, "reserved": "/m?n&o", "filter": {"p": ["q"]},
    });
    let request = send(&parameter_styles::API, "colors", arguments).await;
    assert_eq!(
        request.expect("is sent").target(),
        "/colors/a,b/.c.d/;matrix=e,f?exploded=1&exploded=-2&joined=g,h&spaced=i%20j&piped=k%7Cl\
         &deep%5Br%5D=1&deep%5Bg%5D=2&reserved=/m?n%26o&filter=%7B%22p%22%3A%5B%22q%22%5D%7D"
    );
}

#[tokio::test]
async fn optional_parameters_without_a_value_are_left_out() {
    let arguments = json!({
        "simple": ["a"], "label": ["b"], "matrix": ["c"],
        "exploded": [], "joined": null, "deep": {}, "reserved": "",
    });
    let request = send(&parameter_styles::API, "colors", arguments).await;
    assert_eq!(
        request.expect("is sent").target(),
        "/colors/a/.b/;matrix=c?reserved="
    );
}
