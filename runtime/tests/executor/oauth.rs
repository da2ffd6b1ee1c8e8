use std::sync::Arc;
use std::time::Duration;

use toolwright::{BaseUrl, CallOptions, HttpExecutor, Outcome, Tool};

use crate::authority::{Authority, Manners};
use crate::fixture::{SECURITY, executor, leaked, request, scoped, tool};
use crate::upstream::{Upstream, response};

const CLIENT: [(&str, &str); 2] = [
    ("PETS_OAUTH_CLIENT_ID", "me"),
    ("PETS_OAUTH_CLIENT_SECRET", "s3/cret"),
];

fn of(authority: &Authority, more: &[(&'static str, &str)]) -> Arc<HttpExecutor> {
    let environment: Vec<_> = CLIENT.iter().chain(more).copied().collect();
    let builder = executor(&environment).base_url(authority.server.base_url());
    Arc::new(builder.build().unwrap())
}

async fn call(executor: &HttpExecutor, tool: &'static Tool) -> Outcome {
    executor.execute(tool, request()).await
}

async fn calls(executor: &Arc<HttpExecutor>, tool: &'static Tool, count: usize) -> Vec<Outcome> {
    let calls = (0..count).map(|_| {
        let executor = executor.clone();
        tokio::spawn(async move { call(&executor, tool).await })
    });
    let mut outcomes = Vec::new();
    for call in calls.collect::<Vec<_>>() {
        outcomes.push(call.await.unwrap());
    }
    outcomes
}

fn ok(outcomes: &[Outcome]) {
    let failed = outcomes.iter().find(|outcome| outcome.is_error);
    assert!(failed.is_none(), "{failed:?}");
}

#[tokio::test]
async fn a_token_is_fetched_and_kept() {
    let authority = Authority::start(Manners::default()).await;
    let executor = of(&authority, &[("PETS_OAUTH_AUDIENCE", "api://pets")]);
    let tool = scoped(6, &["write", "read"]);
    for _ in 0..3 {
        ok(&[call(&executor, tool).await]);
    }
    let forms = authority.forms();
    assert_eq!(forms.len(), 1);
    assert_eq!(forms[0]["grant_type"], "client_credentials");
    assert_eq!(forms[0]["scope"], "read write");
    assert_eq!(forms[0]["audience"], "api://pets");
    assert!(!forms[0].contains_key("client_secret"));
    assert_eq!(authority.calls().len(), 3);
}

#[tokio::test]
async fn each_set_of_scopes_has_its_token_unless_the_environment_names_them() {
    let tools = [scoped(6, &["read"]), scoped(6, &["write"])];
    let authority = Authority::start(Manners::default()).await;
    let executor = of(&authority, &[]);
    for tool in tools {
        call(&executor, tool).await;
    }
    assert_eq!(authority.issued(), 2);

    let authority = Authority::start(Manners::default()).await;
    let executor = of(&authority, &[("PETS_OAUTH_SCOPES", "all,more")]);
    for tool in tools {
        ok(&[call(&executor, tool).await]);
    }
    assert_eq!(authority.issued(), 1);
    assert_eq!(authority.forms()[0]["scope"], "all more");
}

#[tokio::test]
async fn fifty_calls_fetch_one_token_and_renew_it_once() {
    let authority = Authority::start(Manners {
        with: r#","expires_in":2"#,
        delay: Duration::from_millis(50),
        ..Manners::default()
    })
    .await;
    let executor = of(&authority, &[]);
    let tool = scoped(6, &[]);
    ok(&calls(&executor, tool, 50).await);
    assert_eq!(authority.issued(), 1);
    // It is renewed when a tenth of its life is left.
    tokio::time::sleep(Duration::from_millis(1850)).await;
    ok(&calls(&executor, tool, 50).await);
    assert_eq!(authority.issued(), 2);
}

#[tokio::test]
async fn a_token_that_is_refused_is_renewed_once_for_fifty_calls() {
    let authority = Authority::start(Manners {
        delay: Duration::from_millis(50),
        ..Manners::default()
    })
    .await;
    let executor = of(&authority, &[]);
    let tool = scoped(6, &[]);
    ok(&[call(&executor, tool).await]);
    authority.revoke();
    ok(&calls(&executor, tool, 50).await);
    assert_eq!(authority.forms().len(), 2);
}

#[tokio::test]
async fn a_call_is_repeated_once_at_most() {
    let authority = Authority::start(Manners {
        refuses: true,
        ..Manners::default()
    })
    .await;
    let executor = of(&authority, &[]);
    let tool = scoped(6, &["read"]);
    // A token that was fetched for the call: another would be no better.
    assert!(call(&executor, tool).await.is_error);
    assert_eq!((authority.calls().len(), authority.issued()), (1, 1));
    let outcome = call(&executor, tool).await;
    assert_eq!((authority.calls().len(), authority.issued()), (3, 2));
    let advice = "The credentials of PETS_OAUTH_CLIENT_ID were sent. The operation requires the scopes \
        read.\nIt was tried 2 times.";
    assert!(outcome.text.ends_with(advice), "{}", outcome.text);
}

#[tokio::test]
async fn a_refresh_token_is_used_and_replaced() {
    let authority = Authority::start(Manners {
        with: r#","expires_in":1,"refresh_token":"refresh-secret""#,
        ..Manners::default()
    })
    .await;
    let person = [
        ("PETS_OAUTH_USERNAME", "ada"),
        ("PETS_OAUTH_PASSWORD", "pass word"),
    ];
    let executor = of(&authority, &person);
    let tool = scoped(6, &[]);
    ok(&[call(&executor, tool).await]);
    tokio::time::sleep(Duration::from_millis(1100)).await;
    ok(&[call(&executor, tool).await]);
    let forms = authority.forms();
    assert_eq!(forms[0]["grant_type"], "password");
    assert_eq!(forms[0]["username"], "ada");
    assert_eq!(forms[0]["password"], "pass word");
    assert_eq!(forms[1]["grant_type"], "refresh_token");
    assert_eq!(forms[1]["refresh_token"], "refresh-secret");
    assert!(!forms[1].contains_key("password"));
}

#[tokio::test]
async fn a_person_needs_no_client() {
    let server = Upstream::with(|message| {
        let body = if message.starts_with("POST /oauth/token") {
            let form = "grant_type=password&username=ada&password=pass%20word";
            assert!(message.ends_with(&format!("\r\n\r\n{form}")), "{message}");
            assert!(!message.contains("authorization:"), "{message}");
            r#"{"access_token":"abcd","expires_in":0}"#
        } else {
            "{}"
        };
        (Duration::ZERO, response("200 OK", "", body).into_bytes())
    })
    .await;
    let person = [
        ("PETS_OAUTH_USERNAME", "ada"),
        ("PETS_OAUTH_PASSWORD", "pass word"),
    ];
    let executor = executor(&person).base_url(server.base_url());
    let executor = executor.build().unwrap();
    for _ in 0..2 {
        ok(&[call(&executor, scoped(6, &[])).await]);
    }
    assert_eq!(server.received_for("POST").len(), 1, "0 is no life");
}

#[tokio::test]
async fn a_server_that_wants_the_secret_in_the_body_gets_it_there() {
    let authority = Authority::start(Manners {
        with: r#","expires_in":1"#,
        secret_in_body: true,
        ..Manners::default()
    })
    .await;
    let executor = of(&authority, &[]);
    let tool = scoped(6, &[]);
    ok(&[call(&executor, tool).await]);
    assert_eq!(authority.forms().len(), 2);
    tokio::time::sleep(Duration::from_millis(1100)).await;
    ok(&[call(&executor, tool).await]);
    assert_eq!(authority.forms().len(), 3, "the header was tried again");
}

#[tokio::test]
async fn fifty_calls_share_a_failure_that_says_what_to_check() {
    let authority = Authority::start(Manners {
        delay: Duration::from_millis(50),
        fails: Some((
            "400 Bad Request",
            r#"{"error":"invalid_scope","error_description":"s3/cret may not s3%2Fcret."}"#,
        )),
        ..Manners::default()
    })
    .await;
    let executor = of(&authority, &[]);
    let outcomes = calls(&executor, scoped(6, &["read"]), 50).await;
    let address = authority.server.address();
    for outcome in outcomes {
        assert!(outcome.is_error);
        assert_eq!(
            outcome.text,
            format!(
                "GET /pets/rex was not sent. oauth has no token: http://{address}\
                 /oauth/token responded with status 400 Bad Request: invalid_scope (*** may not ***). Check \
                 PETS_OAUTH_SCOPES."
            )
        );
    }
    assert_eq!(authority.forms().len(), 1);
    assert!(authority.calls().is_empty());
}

#[tokio::test]
async fn failures_name_the_variables() {
    let invalid_client = r#"{"error":"invalid_client"}"#;
    for (status, body, expected) in [
        (
            "401 Unauthorized",
            invalid_client,
            "PETS_OAUTH_CLIENT_ID and",
        ),
        ("404 Not Found", "<html>", "Check PETS_OAUTH_TOKEN_URL."),
        ("200 OK", "{}", "Check PETS_OAUTH_TOKEN_URL."),
        (
            "400 Bad Request",
            r#"{"error":"odd"}"#,
            "begin with PETS_OAUTH_.",
        ),
    ] {
        let fails = Some((status, body));
        let manners = Manners {
            fails,
            ..Manners::default()
        };
        let authority = Authority::start(manners).await;
        let outcome = call(&of(&authority, &[]), scoped(6, &[])).await;
        assert!(outcome.text.contains(expected), "{}", outcome.text);
    }
}

#[tokio::test]
async fn a_token_url_that_is_relative_to_nothing_is_named() {
    const SERVERS: &[BaseUrl] = &[BaseUrl::new("http://127.0.0.1:1")];
    let requirement: &'static [_] = Box::leak(Box::new([(&SECURITY[6], &[][..])]));
    let tool = leaked(
        tool(Box::leak(Box::new([requirement]))).call(CallOptions::DEFAULT.servers(SERVERS)),
    );
    let outcome = call(&executor(&CLIENT).build().unwrap(), tool).await;
    let why = "'/oauth/token' is not an http or https URL of an authorization server. Set PETS_OAUTH_TOKEN_URL.";
    assert!(outcome.text.ends_with(why), "{}", outcome.text);
}

#[tokio::test]
async fn a_call_that_is_given_up_does_not_take_the_token_with_it() {
    let authority = Authority::start(Manners {
        delay: Duration::from_millis(200),
        ..Manners::default()
    })
    .await;
    let executor = of(&authority, &[]);
    let tool = scoped(6, &[]);
    let given_up = tokio::time::timeout(Duration::from_millis(100), call(&executor, tool));
    assert!(given_up.await.is_err());
    ok(&[call(&executor, tool).await]);
    assert_eq!(authority.forms().len(), 1);
}

#[tokio::test]
async fn a_given_token_is_enough() {
    let authority = Authority::start(Manners::default()).await;
    let executor = of(&authority, &[("PETS_OAUTH", "token-0-secret")]);
    ok(&[call(&executor, scoped(6, &[])).await]);
    assert!(authority.forms().is_empty());
}

#[tokio::test]
async fn advice_fits_the_flow_of_the_spec() {
    let upstream = Upstream::ok().await;
    for (scheme, variables, expected) in [
        (
            7,
            &[("PETS_PERSON_CLIENT_ID", "me")][..],
            "Sign in: run this server's program with `login person`. Or set PETS_PERSON (an \
             access token) in the environment of this server.",
        ),
        (
            7,
            &[],
            "Sign in: set PETS_PERSON_CLIENT_ID, and run this server's program with `login \
             person`. Or set PETS_PERSON (an access token) in the environment of this server.",
        ),
        (
            6,
            &[("PETS_OAUTH_CLIENT_ID", "me")],
            "Set PETS_OAUTH (or PETS_OAUTH_CLIENT_ID and PETS_OAUTH_CLIENT_SECRET) in the \
             environment of this server.",
        ),
        (
            8,
            &[],
            "Sign in: set PETS_OIDC_CLIENT_ID, and run this server's program with `login oidc`. \
             Or set PETS_OIDC (or PETS_OIDC_CLIENT_ID and PETS_OIDC_CLIENT_SECRET) in the \
             environment of this server.",
        ),
    ] {
        let builder = executor(variables).base_url(upstream.base_url());
        let outcome = call(&builder.build().unwrap(), scoped(scheme, &[])).await;
        assert!(outcome.is_error);
        assert!(outcome.text.ends_with(expected), "{}", outcome.text);
        assert!(outcome.text.contains("was not sent"), "{}", outcome.text);
    }
    assert!(upstream.received().is_empty());
}

#[tokio::test]
async fn a_provider_is_discovered_once_and_held_to_its_issuer() {
    for (issuer, is_right) in [("/issuer", true), ("/other", false)] {
        let server = Upstream::with(move |message| {
            let host = message.lines().find_map(|line| line.strip_prefix("host: "));
            let origin = format!("http://{}", host.unwrap());
            let body = if message.starts_with("GET /issuer/.well-known/openid-configuration ") {
                format!(
                    r#"{{"issuer":"{origin}{issuer}","token_endpoint":"{origin}/t",
                        "token_endpoint_auth_methods_supported":["client_secret_post"]}}"#
                )
            } else if message.starts_with("POST /t ") {
                assert!(
                    message.ends_with("client_id=me&client_secret=s3%2Fcret"),
                    "{message}"
                );
                r#"{"access_token":"abc","expires_in":"3600"}"#.to_owned()
            } else {
                "{}".to_owned()
            };
            (Duration::ZERO, response("200 OK", "", &body).into_bytes())
        })
        .await;
        let client = [
            ("PETS_OIDC_CLIENT_ID", "me"),
            ("PETS_OIDC_CLIENT_SECRET", "s3/cret"),
        ];
        let executor = executor(&client)
            .base_url(server.base_url())
            .build()
            .unwrap();
        for scopes in [&["a"][..], &["b"]] {
            let outcome = call(&executor, scoped(8, scopes)).await;
            assert_eq!(outcome.is_error, !is_right, "{}", outcome.text);
            if !is_right {
                let why = format!(
                    "are of the issuer http://{}/other, not of",
                    server.address()
                );
                assert!(outcome.text.contains(&why), "{}", outcome.text);
            }
        }
        let discoveries = server.received_for("GET /issuer/").len();
        assert_eq!(discoveries, if is_right { 1 } else { 2 });
        assert_eq!(
            server.received_for("POST /t").len(),
            if is_right { 2 } else { 0 }
        );
    }
}
