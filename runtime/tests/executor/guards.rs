//! What the executor keeps from the upstream and from the client: paths, redirects, secrets.

use toolwright::generated::Method;
use toolwright::{HttpExecutor, Tool};

use crate::fixture::{alternatives, executor, leaked, tool, tool_of_method};
use crate::upstream::{Upstream, response};

fn of_method(method: Method) -> &'static Tool {
    leaked(tool_of_method(method, &[]))
}

async fn named(executor: &HttpExecutor, tool: &'static Tool, name: &str) -> toolwright::Outcome {
    let mut request = toolwright::HttpRequest::new(tool.method, tool.path);
    request.path("name", &name.to_owned());
    executor.execute(tool, request).await
}

#[tokio::test]
async fn a_slash_in_one_segment_needs_to_be_allowed() {
    let upstream = Upstream::ok().await;
    let strict = executor(&[]).base_url(upstream.base_url()).build().unwrap();
    let tool = of_method(Method::Get);
    for name in [
        "1/cancel",
        "1\\cancel",
        "1%2Fcancel",
        "a/../b",
        "a\0b",
        "%00",
        "%2e%2e",
        "%252e",
    ] {
        let outcome = named(&strict, tool, name).await;
        assert!(outcome.is_error, "{name}");
        assert!(outcome.text.contains("/name"), "{name}: {}", outcome.text);
    }
    assert!(upstream.received().is_empty());
    let told = named(&strict, tool, "1/cancel").await.text;
    assert!(told.contains("`--allow-path-slash`"), "{told}");
    let allowed = named(&strict, tool, "begin!*'();:@ &=+$,end 100% a.b").await;
    assert!(!allowed.is_error, "{}", allowed.text);

    for lax in [
        executor(&[("PETS_ALLOW_PATH_SLASH", "true")]),
        executor(&[]).allow_path_slashes(true),
    ] {
        let upstream = Upstream::ok().await;
        let lax = lax.base_url(upstream.base_url()).build().unwrap();
        assert!(!named(&lax, tool, "1/cancel").await.is_error);
        assert!(upstream.request().starts_with("GET /v1/pets/1%2Fcancel "));
        // What no server can mean stays rejected.
        for name in ["a/../b", "a\0b", "%2e%2e"] {
            assert!(named(&lax, tool, name).await.is_error, "{name}");
        }
    }
}

#[tokio::test]
async fn a_redirect_never_turns_an_operation_into_a_get() {
    for method in [Method::Post, Method::Delete, Method::Put, Method::Patch] {
        for status in ["301 Moved Permanently", "302 Found", "303 See Other"] {
            let headers = "Location: /login?next=secret\r\n";
            let upstream = Upstream::answering(response(status, headers, "")).await;
            let executor = executor(&[]).base_url(upstream.base_url()).build().unwrap();
            let outcome = named(&executor, of_method(method), "rex").await;
            assert!(outcome.is_error, "{status}");
            let target = format!("http://{}/login", upstream.address());
            assert!(outcome.text.contains(&target), "{}", outcome.text);
            assert!(!outcome.text.contains("next=secret"), "{}", outcome.text);
            assert_eq!(upstream.received().len(), 1, "{status}");
        }
    }
}

#[tokio::test]
async fn redirects_that_keep_the_method_are_followed() {
    for status in ["307 Temporary Redirect", "308 Permanent Redirect"] {
        let upstream = Upstream::answering(response(status, "Location: /again\r\n", "")).await;
        let executor = executor(&[]).base_url(upstream.base_url()).build().unwrap();
        let outcome = named(&executor, of_method(Method::Post), "rex").await;
        assert!(
            outcome.text.contains("more than 10 redirects"),
            "{}",
            outcome.text
        );
        let received = upstream.received();
        assert!(received.iter().all(|request| request.starts_with("POST ")));
        assert!(received.len() > 1);
    }
}

#[tokio::test]
async fn a_media_type_that_is_none_is_not_repeated() {
    for (stated, expected) in [
        ("image/png", "image/png"),
        ("image/png\"><script>", "application/octet-stream"),
        ("image/png,text/html", "application/octet-stream"),
        ("image/", "application/octet-stream"),
    ] {
        let headers = format!("Content-Type: {stated}\r\n");
        let upstream = Upstream::answering(response("200 OK", &headers, "\u{1}\u{2}")).await;
        let executor = executor(&[]).base_url(upstream.base_url()).build().unwrap();
        let outcome = named(&executor, of_method(Method::Get), "rex").await;
        if let Some(attachment) = outcome.attachments.first() {
            assert_eq!(attachment.media_type, expected, "{stated}");
        }
        assert!(!outcome.text.contains("script"), "{}", outcome.text);
    }
}

/// What an upstream that repeats the key in every form answers.
const ECHO: &str =
    r#"{"key":"k3y?>secret~","base64":"azN5Pz5zZWNyZXR+","url":"azN5Pz5zZWNyZXR-","fine":1}"#;

async fn echo(status: &str, environment: &[(&'static str, &str)]) -> String {
    let headers = "Content-Type: application/json\r\n";
    let upstream = Upstream::answering(response(status, headers, ECHO)).await;
    let mut settings = vec![("PETS_HEADER", "k3y?>secret~")];
    settings.extend_from_slice(environment);
    let executor = executor(&settings)
        .base_url(upstream.base_url())
        .build()
        .unwrap();
    let tool = leaked(tool(alternatives(&[&[0]])));
    let outcome = named(&executor, tool, "rex").await;
    format!("{} {}", outcome.text, outcome.structured.unwrap())
}

#[tokio::test]
async fn successful_results_are_masked_if_the_operator_says_so() {
    let plain = echo("200 OK", &[]).await;
    assert!(plain.contains("k3y?>secret~"), "{plain}");
    let masked = echo("200 OK", &[("PETS_MASK_RESULTS", "true")]).await;
    let expected = r#"{"key":"***","base64":"***","url":"***","fine":1}"#;
    assert_eq!(masked, format!("{expected} {expected}"));
}

#[tokio::test]
async fn errors_never_repeat_the_base64_of_a_secret() {
    let masked = echo("403 Forbidden", &[]).await;
    for form in ["k3y?>secret~", "azN5Pz5zZWNyZXR"] {
        assert!(!masked.contains(form), "{masked}");
    }
}

#[tokio::test]
async fn a_secret_that_straddles_the_end_of_an_error_is_masked() {
    for padding in (8 * 1024 - 12)..=(8 * 1024) {
        let body = format!(
            "{}k3y-secret-0123456789{}",
            "x".repeat(padding),
            "y".repeat(20_000)
        );
        let headers = "Content-Type: text/plain\r\n";
        let upstream = Upstream::answering(response("403 Forbidden", headers, &body)).await;
        let executor = executor(&[("PETS_HEADER", "k3y-secret-0123456789")]);
        let executor = executor.base_url(upstream.base_url()).build().unwrap();
        let tool = leaked(tool(alternatives(&[&[0]])));
        let outcome = named(&executor, tool, "rex").await;
        let shown = format!("{}{}", outcome.text, outcome.structured.unwrap());
        assert!(!shown.contains("xk3"), "{padding}");
        if padding < 8 * 1024 - 4 {
            assert!(shown.contains("x***"), "{padding}");
        }
    }
}
