//! Where credentials go, and where they don't.

use serde_json::json;
use toolwright_tests::compiled::{authentication, credential_names};

use crate::recorder::{Environment, Recorded, send_with};

const ALL: Environment = &[
    ("AUTHENTICATION_KEY", "k3y"),
    ("AUTHENTICATION_QUERY_KEY", "q u&e=y"),
    ("AUTHENTICATION_BASIC_USERNAME", "Aladdin"),
    ("AUTHENTICATION_BASIC_PASSWORD", "open sesame"),
    ("AUTHENTICATION_TOKEN", "t0k.en"),
    ("AUTHENTICATION_LOGIN", "l0gin"),
];

async fn called(tool: &str, environment: Environment) -> Recorded {
    let request = send_with(&authentication::API, tool, json!({}), environment).await;
    request.expect("is sent")
}

fn assert_anonymous(request: &Recorded) {
    let mut names: Vec<_> = request
        .headers()
        .into_iter()
        .map(|(name, _)| name)
        .collect();
    names.sort();
    assert_eq!(names, ["accept", "accept-encoding", "host", "user-agent"]);
    assert!(!request.target().contains('?'), "{}", request.target());
}

#[tokio::test]
async fn a_key_in_a_header() {
    let request = called("by_default", ALL).await;
    assert_eq!(request.header("x-key").as_deref(), Some("k3y"));
    assert_eq!(request.header("authorization"), None);
    assert_eq!(request.target(), "/default");
}

#[tokio::test]
async fn an_operation_that_wants_none_gets_none() {
    assert_anonymous(&called("anonymous", ALL).await);
}

#[tokio::test]
async fn a_call_without_its_credentials_is_not_sent() {
    for (tool, expected) in [
        ("by_default", "Set AUTHENTICATION_KEY in"),
        (
            "either",
            "Set AUTHENTICATION_BASIC_USERNAME and AUTHENTICATION_BASIC_PASSWORD, or \
             AUTHENTICATION_TOKEN in",
        ),
        (
            "both",
            "Set AUTHENTICATION_QUERY_KEY and AUTHENTICATION_LOGIN (or sign in with `login`) in",
        ),
    ] {
        let rejection = send_with(&authentication::API, tool, json!({}), &[]).await;
        let rejection = rejection.expect_err("is not sent");
        assert!(
            rejection.contains("was not sent. It requires credentials"),
            "{rejection}"
        );
        assert!(rejection.contains(expected), "{rejection}");
    }
}

#[tokio::test]
async fn without_credentials_none_are_sent_if_that_is_allowed() {
    let allowed: Environment = &[("AUTHENTICATION_ALLOW_MISSING_CREDENTIALS", "true")];
    for tool in ["by_default", "either", "both"] {
        assert_anonymous(&called(tool, allowed).await);
    }
}

/// A gateway, or a header of the operator's, may be the credential.
#[tokio::test]
async fn a_header_of_the_operator_is_a_credential() {
    let environment: Environment = &[("AUTHENTICATION_HEADERS", "x-key: k3y")];
    let request = called("by_default", environment).await;
    assert_eq!(request.header("x-key").as_deref(), Some("k3y"));
}

#[tokio::test]
async fn a_token_may_be_written_as_in_its_header() {
    for token in ["Bearer t0k.en", "bearer  t0k.en"] {
        let environment: Environment = Box::leak(Box::new([("AUTHENTICATION_TOKEN", token)]));
        let request = called("either", environment).await;
        let authorization = request.header("authorization");
        assert_eq!(authorization.as_deref(), Some("Bearer t0k.en"));
    }
}

/// The example of RFC 7617, 2.
#[tokio::test]
async fn the_first_alternative_that_is_there() {
    let request = called("either", ALL).await;
    let expected = "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==";
    assert_eq!(request.header("authorization").as_deref(), Some(expected));
    assert_eq!(request.header("x-key"), None);

    let request = called("either", &[("AUTHENTICATION_TOKEN", "t0k.en")]).await;
    let authorization = request.header("authorization");
    assert_eq!(authorization.as_deref(), Some("Bearer t0k.en"));
}

#[tokio::test]
async fn all_of_an_alternative_or_none_of_it() {
    let request = called("both", ALL).await;
    assert_eq!(request.target(), "/all?key=q%20u%26e%3Dy");
    let authorization = request.header("authorization");
    assert_eq!(authorization.as_deref(), Some("Bearer l0gin"));

    for half in [
        &[("AUTHENTICATION_LOGIN", "l0gin")],
        &[("AUTHENTICATION_QUERY_KEY", "q")],
    ] {
        let rejection = send_with(&authentication::API, "both", json!({}), half).await;
        assert!(rejection.is_err(), "{half:?}");
    }
}

#[tokio::test]
async fn arguments_do_not_stand_in_for_credentials() {
    let environment: Environment = &[
        ("CREDENTIAL_NAMES_QUERY_KEY", "q"),
        ("CREDENTIAL_NAMES_HEADER_KEY", "h"),
        ("CREDENTIAL_NAMES_COOKIE_KEY", "c"),
    ];
    let arguments = json!({"q": "key=mine", "theme": "dark"});
    let request = send_with(&credential_names::API, "echo", arguments, environment).await;
    let request = request.expect("is sent");
    assert_eq!(request.target(), "/echo?q=key%3Dmine&key=q");
    assert_eq!(request.header("x-key").as_deref(), Some("h"));
    assert_eq!(
        request.header("cookie").as_deref(),
        Some("theme=dark; session=c")
    );
}

/// What the spec declares as an API key is the operator's, and no argument.
#[tokio::test]
async fn a_declared_key_is_no_argument() {
    let environment: Environment = &[
        ("CREDENTIAL_NAMES_QUERY_KEY", "q"),
        ("CREDENTIAL_NAMES_HEADER_KEY", "h"),
        ("CREDENTIAL_NAMES_COOKIE_KEY", "c"),
    ];
    for name in ["key", "X-Key", "session"] {
        let arguments = json!({name: "mine"});
        let refusal = send_with(&credential_names::API, "echo", arguments, environment).await;
        let refusal = refusal.expect_err("is refused");
        assert!(refusal.contains(name), "{refusal}");
    }
    // The spec has no `security` for it, and the key is a required parameter.
    let request = send_with(
        &credential_names::API,
        "by_parameter",
        json!({}),
        environment,
    )
    .await;
    let request = request.expect("is sent");
    assert_eq!(request.target(), "/by-parameter?key=q");
    let refusal = send_with(&credential_names::API, "by_parameter", json!({}), &[]).await;
    let refusal = refusal.expect_err("is refused");
    assert!(refusal.contains("CREDENTIAL_NAMES_QUERY_KEY"), "{refusal}");
    // It may be left out here.
    let request = send_with(
        &credential_names::API,
        "by_optional_parameter",
        json!({}),
        &[],
    )
    .await;
    assert_eq!(request.expect("is sent").header("x-key"), None);
}

#[tokio::test]
async fn a_credential_that_would_end_its_place_is_not_sent() {
    let environment: Environment = &[
        ("CREDENTIAL_NAMES_QUERY_KEY", "q"),
        ("CREDENTIAL_NAMES_HEADER_KEY", "h\r\nX-Evil: 1"),
        ("CREDENTIAL_NAMES_COOKIE_KEY", "c"),
    ];
    let refusal = send_with(&credential_names::API, "echo", json!({}), environment).await;
    let refusal = refusal.expect_err("is refused");
    assert!(refusal.contains("CREDENTIAL_NAMES_HEADER_KEY"), "{refusal}");
    assert!(!refusal.contains("X-Evil"), "{refusal}");
}
