use std::sync::Arc;
use std::time::Duration;

use crate::provider::{Provider, assert_scope, call};

const CLIENT: [(&str, &str); 2] = [
    ("AUTHORIZATION_MACHINE_CLIENT_ID", "machine"),
    (
        "AUTHORIZATION_MACHINE_CLIENT_SECRET",
        "machine/secret+of=64%",
    ),
];

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs Node.js"]
async fn fifty_calls_share_a_token_until_it_expires() {
    let provider = Provider::start(5);
    let executor = Arc::new(provider.executor(&CLIENT));
    for round in 1..=2 {
        let calls = (0..50).map(|_| {
            let executor = executor.clone();
            tokio::spawn(async move { call(&executor, "machine").await })
        });
        for call in calls.collect::<Vec<_>>() {
            assert_scope(&call.await.expect("ends"), "pets:read");
        }
        assert_eq!(provider.given("client_credentials"), round);
        // Later than it is renewed, and it has expired.
        tokio::time::sleep(Duration::from_millis(5200)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs Node.js"]
async fn fifty_calls_renew_a_token_that_was_revoked_once() {
    let provider = Provider::start(600);
    let executor = Arc::new(provider.executor(&CLIENT));
    assert_scope(&call(&executor, "machine").await, "pets:read");
    provider.ask("POST", "/revoke");
    let calls = (0..50).map(|_| {
        let executor = executor.clone();
        tokio::spawn(async move { call(&executor, "machine").await })
    });
    for call in calls.collect::<Vec<_>>() {
        assert_scope(&call.await.expect("ends"), "pets:read");
    }
    assert_eq!(provider.given("client_credentials"), 2);
}

#[tokio::test]
#[ignore = "needs Node.js"]
async fn a_wrong_secret_is_named_and_not_shown() {
    let provider = Provider::start(600);
    let executor = provider.executor(&[
        ("AUTHORIZATION_MACHINE_CLIENT_ID", "machine"),
        ("AUTHORIZATION_MACHINE_CLIENT_SECRET", "hunter2hunter2"),
    ]);
    let outcome = call(&executor, "machine").await;
    let text = outcome.text;
    assert!(text.contains("invalid_client"), "{text}");
    let check = "Check AUTHORIZATION_MACHINE_CLIENT_ID and AUTHORIZATION_MACHINE_CLIENT_SECRET.";
    assert!(text.ends_with(check), "{text}");
    assert!(!text.contains("hunter2"), "{text}");
}
