use toolwright::{CallContext, ExecutorError};

use crate::fixture::{alternatives, executor, leaked, request, tool};
use crate::upstream::{Upstream, response};

fn client() -> CallContext {
    CallContext::default()
        .with_header("Authorization", "Bearer clients-own")
        .with_header("X-Tenant", "blue-tenant")
        .with_header("X-Other", "not-named")
}

async fn sent(named: &[&str], environment: &[(&'static str, &str)]) -> String {
    let upstream = Upstream::ok().await;
    let builder = executor(environment).base_url(upstream.base_url());
    let builder = builder.allow_missing_credentials(true);
    let builder = named.iter().fold(builder, |it, name| it.pass_header(*name));
    let executor = builder.build().unwrap();
    let tool = leaked(tool(alternatives(&[&[4], &[0]])));
    let outcome = executor.execute_in(&client(), tool, request()).await;
    assert!(!outcome.is_error, "{}", outcome.text);
    upstream.request()
}

#[tokio::test]
async fn nothing_is_passed_on_unless_it_is_named() {
    let nothing = "GET /v1/pets/rex HTTP/1.1\r\n\r\n";
    assert_eq!(sent(&[], &[]).await, nothing);
    let tenant = "GET /v1/pets/rex HTTP/1.1\r\nx-tenant: blue-tenant\r\n\r\n";
    assert_eq!(sent(&["X-TENANT"], &[]).await, tenant);
}

#[tokio::test]
async fn what_is_named_takes_the_place_of_what_is_configured() {
    let configured = [("PETS_BEARER", "configured")];
    let kept = "GET /v1/pets/rex HTTP/1.1\r\nauthorization: Bearer configured\r\n\r\n";
    assert_eq!(sent(&[], &configured).await, kept);
    let passed = "GET /v1/pets/rex HTTP/1.1\r\nauthorization: Bearer clients-own\r\n\r\n";
    assert_eq!(sent(&["authorization"], &configured).await, passed);
    // The first alternative is complete with the client's token alone.
    assert_eq!(
        sent(&["authorization"], &[("PETS_HEADER", "key")]).await,
        passed
    );
}

#[tokio::test]
async fn what_is_passed_on_is_not_repeated() {
    let body = "clients-own is not known to blue-tenant";
    let upstream = Upstream::answering(response("401 Unauthorized", "", body)).await;
    let executor = executor(&[])
        .base_url(upstream.base_url())
        .pass_header("authorization")
        .pass_header("x-tenant")
        .build()
        .unwrap();
    let outcome = executor
        .execute_in(&client(), leaked(tool(&[])), request())
        .await;
    assert!(
        outcome.text.contains("*** is not known to ***"),
        "{}",
        outcome.text
    );
    assert!(!format!("{outcome:?}{executor:?}").contains("clients-own"));
}

#[tokio::test]
async fn a_refusal_says_what_was_whose() {
    let upstream = Upstream::answering(response("401 Unauthorized", "", "")).await;
    let executor = executor(&[("PETS_HEADER", "configured")])
        .base_url(upstream.base_url())
        .pass_header("authorization")
        .allow_missing_credentials(true)
        .build()
        .unwrap();
    let cases: [(&[&[usize]], &str); 3] = [
        (
            &[&[4, 0]],
            "The credentials of the client's own authorization and PETS_HEADER were sent.",
        ),
        (
            &[&[1]],
            "The client's own authorization was sent. No other credentials were sent. Set \
             PETS_QUERY in the environment of this server.",
        ),
        (
            &[],
            "The client's own authorization was sent. No other credentials were sent: the spec requires \
             none for this operation.",
        ),
    ];
    for (security, expected) in cases {
        let tool = leaked(tool(alternatives(security)));
        let outcome = executor.execute_in(&client(), tool, request()).await;
        assert!(outcome.text.ends_with(expected), "{}", outcome.text);
    }
}

#[test]
fn headers_of_the_message_itself_are_refused() {
    for name in ["Host", "content-length", "transfer-encoding", "a b", ""] {
        let error = executor(&[]).pass_header(name).build().unwrap_err();
        assert!(matches!(error, ExecutorError::Header { .. }), "{error}");
    }
}
