//! Values that would like to be more than values.

use percent_encoding::percent_decode_str;
use serde_json::{Value as Json, json};
use toolwright::Api;
use toolwright_tests::compiled::{
    credential_names, headers_and_cookies, path_parameters, style_examples,
};

use crate::recorder::send;

const VALUES: [&str; 24] = [
    "a/b?c#d",
    "..",
    ".",
    "../..",
    "../../admin?x=1",
    "a/../b",
    "/",
    "//evil.example",
    "%2e%2e",
    "%2F",
    "%",
    "",
    " ",
    "héllo wörld",
    "\u{202e}\u{1f600}",
    "\\",
    "..\\..",
    ";x",
    "..;x",
    "a;color=b",
    "a,b",
    "{color}",
    "a\r\nX-Evil: 1",
    "\0",
];

fn decoded(text: &str) -> String {
    let text = percent_decode_str(text).decode_utf8();
    text.expect("is UTF-8").into_owned()
}

/// Either nothing is sent, or the value arrives in its one segment and nothing else changes.
async fn assert_contained(
    api: &'static Api,
    tool: &str,
    arguments: Json,
    expected: &[&str],
) -> bool {
    let request = match send(api, tool, arguments.clone()).await {
        Ok(request) => request,
        Err(refusal) => {
            assert!(refusal.starts_with("Invalid arguments"), "{refusal}");
            return false;
        }
    };
    let target = request.target();
    assert!(!target.contains(['?', '#', '\\']), "{arguments}: {target}");
    let segments: Vec<String> = target.split('/').map(decoded).collect();
    assert_eq!(segments, expected, "{arguments}: {target}");
    assert!(
        !segments
            .iter()
            .any(|segment| matches!(segment.as_str(), "." | "..")),
        "{target}"
    );
    true
}

#[tokio::test]
async fn path_values_stay_in_their_segment() {
    let mut refused = Vec::new();
    for value in VALUES {
        let arguments = json!({"ownerId": 1, "pet-id": value});
        let expected = ["", "owners", "1", "pets", value];
        if !assert_contained(&path_parameters::API, "get_pet", arguments, &expected).await {
            refused.push(value);
        }
    }
    let unsafe_values = [
        "a/b?c#d",
        "..",
        ".",
        "../..",
        "../../admin?x=1",
        "a/../b",
        "/",
        "//evil.example",
        "%2e%2e",
        "%2F",
        "",
        "\\",
        "..\\..",
        "..;x",
        "\0",
    ];
    assert_eq!(
        refused, unsafe_values,
        "whatever can arrive unharmed is sent"
    );
}

#[tokio::test]
async fn path_values_stay_in_their_segment_in_all_styles() {
    for value in VALUES {
        let matrix = if value.is_empty() {
            ";color".to_owned()
        } else {
            format!(";color={value}")
        };
        let label = format!(".{value}");
        for (tool, expected) in [
            ("simple", value),
            ("simple_exploded", value),
            ("label", &label),
            ("label_exploded", &label),
            ("matrix", &matrix),
            ("matrix_exploded", &matrix),
        ] {
            let folder = tool.replace('_', "-");
            let expected = ["", &folder, expected];
            let arguments = json!({"color": value});
            assert_contained(&style_examples::API, tool, arguments, &expected).await;
        }
    }
}

#[tokio::test]
async fn items_of_path_values_stay_in_their_segment() {
    for value in VALUES {
        let simple = format!("{value},z");
        let label = format!(".{value},z");
        let matrix = format!(";color={value},z");
        for (tool, expected) in [("simple", simple), ("label", label), ("matrix", matrix)] {
            let expected = ["", tool, &expected];
            let arguments = json!({"color": [value, "z"]});
            assert_contained(&style_examples::API, tool, arguments, &expected).await;
        }
    }
}

#[tokio::test]
async fn query_values_stay_in_their_parameter() {
    for value in VALUES.into_iter().chain(["a&admin=1", "a+b", "a=b&"]) {
        let request = send(&credential_names::API, "echo", json!({"q": value})).await;
        let target = request.expect("a query takes any text").target();
        let (path, query) = target.split_once('?').expect("has a query");
        assert_eq!(path, "/echo");
        let encoded = query.strip_prefix("q=").expect("is the only parameter");
        assert!(
            !encoded.contains(['&', '=', '+', '#', '?', '/', '\\', '"']),
            "{query}"
        );
        assert_eq!(decoded(encoded), value);
    }
}

#[tokio::test]
async fn headers_carry_what_they_can_and_refuse_the_rest() {
    for value in VALUES.into_iter().chain(["a\nb", "a\rb", "a\tb", "\u{7f}"]) {
        let arguments = json!({"X-Request-ID": value});
        let result = send(&headers_and_cookies::API, "get_session", arguments).await;
        if value.contains(|c: char| c.is_ascii_control() && c != '\t') {
            let refusal = result.expect_err("is refused");
            assert!(refusal.contains("/X-Request-ID: contains"), "{refusal}");
        } else if value.trim_matches([' ', '\t']) != value {
            let rejection = result.expect_err("would be read as another value");
            assert!(
                rejection.contains("/X-Request-ID: begins or ends with white space"),
                "{rejection}"
            );
        } else {
            let request = result.expect("is sent");
            assert_eq!(request.header("x-request-id").as_deref(), Some(value));
            assert_eq!(request.headers().len(), 5, "{:?}", request.headers());
        }
    }
    let arguments = json!({"X-Request-ID": "1", "X-Tags": ["a", "b\r\nX-Evil: 1"]});
    let result = send(&headers_and_cookies::API, "get_session", arguments).await;
    assert!(
        result
            .expect_err("is refused")
            .contains("/X-Tags: contains a line break")
    );
}

#[tokio::test]
async fn cookie_values_stay_in_their_cookie() {
    for value in VALUES
        .into_iter()
        .chain(["a; admin=1", "a\nb", "\"a\"", "a=b"])
    {
        let arguments = json!({"X-Request-ID": "1", "theme": value});
        let request = send(&headers_and_cookies::API, "get_session", arguments).await;
        let request = request.expect("a cookie takes any text");
        let cookie = request.header("cookie").expect("is sent");
        let encoded = cookie.strip_prefix("theme=").expect("is the only cookie");
        // RFC 6265, 4.1.1: `cookie-octet`.
        assert!(
            encoded
                .bytes()
                .all(|byte| byte.is_ascii_graphic() && !b"\",;\\".contains(&byte)),
            "{cookie}"
        );
        assert_eq!(decoded(encoded), value);
        assert_eq!(request.headers().len(), 6, "{:?}", request.headers());
    }
}
