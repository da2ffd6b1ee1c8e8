use crate::fixture::{alternatives, executor, leaked, request, tool};
use crate::upstream::{Upstream, response};

async fn sent(security: &[&[usize]], environment: &[(&'static str, &str)]) -> String {
    let upstream = Upstream::ok().await;
    let executor = executor(environment)
        .base_url(upstream.base_url())
        .build()
        .unwrap();
    let outcome = executor
        .execute(leaked(tool(alternatives(security))), request())
        .await;
    assert!(!outcome.is_error, "{}", outcome.text);
    upstream.request()
}

#[tokio::test]
async fn each_scheme_in_its_place() {
    type Case = (
        &'static [&'static [usize]],
        &'static [(&'static str, &'static str)],
        &'static str,
    );
    let cases: [Case; 5] = [
        (
            &[&[0]],
            &[("PETS_HEADER", "abc123")],
            "GET /v1/pets/rex HTTP/1.1\r\nx-key: abc123\r\n\r\n",
        ),
        (
            &[&[1]],
            &[("PETS_QUERY", "a b&c")],
            "GET /v1/pets/rex?api_key=a%20b%26c HTTP/1.1\r\n\r\n",
        ),
        (
            &[&[2]],
            &[("PETS_COOKIE", "s%3Aabc=")],
            "GET /v1/pets/rex HTTP/1.1\r\ncookie: session=s%3Aabc=\r\n\r\n",
        ),
        (
            &[&[3]],
            &[
                ("PETS_BASIC_USERNAME", "Aladdin"),
                ("PETS_BASIC_PASSWORD", "open sesame"),
            ],
            "GET /v1/pets/rex HTTP/1.1\r\nauthorization: Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==\r\n\r\n",
        ),
        (
            &[&[4]],
            &[("PETS_BEARER", "token\n")],
            "GET /v1/pets/rex HTTP/1.1\r\nauthorization: Bearer token\r\n\r\n",
        ),
    ];
    for (requirement, environment, expected) in cases {
        assert_eq!(sent(requirement, environment).await, expected);
    }
}

#[tokio::test]
async fn the_first_complete_alternative_is_sent() {
    let bearer = ("PETS_BEARER", "token");
    let key = ("PETS_HEADER", "abc123");
    let query = ("PETS_QUERY", "abc123");
    let has = |text: &str| {
        (
            text.contains("Bearer"),
            text.contains("x-key"),
            text.contains("api_key"),
        )
    };

    let or_both: &'static [&'static [usize]] = &[&[4], &[0, 1]];
    assert_eq!(
        has(&sent(or_both, &[bearer, key, query]).await),
        (true, false, false)
    );
    assert_eq!(
        has(&sent(or_both, &[key, query]).await),
        (false, true, true)
    );
    let allowed = ("PETS_ALLOW_MISSING_CREDENTIALS", "true");
    assert_eq!(
        has(&sent(or_both, &[key, allowed]).await),
        (false, false, false)
    );

    let optional: &'static [&'static [usize]] = &[&[], &[4]];
    assert_eq!(has(&sent(optional, &[bearer]).await), (true, false, false));
    assert_eq!(
        has(&sent(optional, &[("PETS_BEARER", " ")]).await),
        (false, false, false)
    );
    assert_eq!(has(&sent(&[], &[bearer]).await), (false, false, false));
}

#[tokio::test]
async fn arguments_do_not_stand_in_for_credentials() {
    let upstream = Upstream::ok().await;
    let executor = executor(&[
        ("PETS_QUERY", "mine"),
        ("PETS_HEADER", "mine"),
        ("PETS_COOKIE", "mine"),
    ])
    .base_url(upstream.base_url())
    .build()
    .unwrap();
    let mut request = request();
    request.query("api_key", &"other".to_owned());
    request.query("a", &1_i64);
    request.header("x-KEY", &"other".to_owned());
    request.cookie("session", &"other".to_owned());
    request.cookie("b", &2_i64);
    executor
        .execute(leaked(tool(alternatives(&[&[0, 1, 2]]))), request)
        .await;
    assert_eq!(
        upstream.request(),
        "GET /v1/pets/rex?a=1&api_key=mine HTTP/1.1\r\nx-key: mine\r\ncookie: b=2; session=mine\r\n\r\n"
    );
}

#[tokio::test]
async fn a_refusal_names_the_variables_to_set() {
    for status in ["401 Unauthorized", "403 Forbidden"] {
        let upstream = Upstream::answering(response(status, "", "")).await;
        let executor = executor(&[]).base_url(upstream.base_url());
        let executor = executor.allow_missing_credentials(true).build().unwrap();
        let tool = leaked(tool(alternatives(&[&[4], &[0, 3]])));
        let outcome = executor.execute(tool, request()).await;
        assert!(outcome.is_error);
        assert_eq!(
            outcome.text,
            format!(
                "HTTP {status} from GET /pets/rex\nNo credentials were sent. Set PETS_BEARER, or \
                 PETS_HEADER and PETS_BASIC_USERNAME and PETS_BASIC_PASSWORD in the environment of \
                 this server."
            )
        );
    }
}

#[tokio::test]
async fn a_call_without_its_credentials_is_not_sent() {
    let upstream = Upstream::ok().await;
    let executor = executor(&[("PETS_HEADER", "half")])
        .base_url(upstream.base_url())
        .build()
        .unwrap();
    for (security, set) in [
        (&[&[4][..]][..], "Set PETS_BEARER"),
        (
            &[&[4], &[0, 3]],
            "Set PETS_BEARER, or PETS_BASIC_USERNAME and PETS_BASIC_PASSWORD",
        ),
        (&[&[1, 4]], "Set PETS_QUERY and PETS_BEARER"),
        (&[&[9]], "Set PETS_TLS_CERT and PETS_TLS_KEY"),
    ] {
        let tool = leaked(tool(alternatives(security)));
        let outcome = executor.execute(tool, request()).await;
        assert!(outcome.is_error);
        assert_eq!(
            outcome.text,
            format!(
                "GET /pets/rex was not sent. It requires credentials that are not configured. \
                 {set} in the environment of this server."
            )
        );
    }
    assert!(upstream.received().is_empty());
    // Optional, and the alternative that is complete.
    for security in [&[&[4][..], &[]][..], &[&[4], &[0]], &[]] {
        let tool = leaked(tool(alternatives(security)));
        assert!(!executor.execute(tool, request()).await.is_error);
    }
}

#[tokio::test]
async fn a_credential_that_comes_another_way_is_enough() {
    let upstream = Upstream::ok().await;
    let builder = executor(&[]).base_url(upstream.base_url());
    let executor = builder
        .header("Authorization", "Bearer abc")
        .build()
        .unwrap();
    let of_header = leaked(tool(alternatives(&[&[4]])));
    assert!(!executor.execute(of_header, request()).await.is_error);
    for (index, name) in [(0, "x-key"), (1, "api_key"), (2, "session")] {
        let mut request = request();
        let value = "argument".to_owned();
        match index {
            0 => request.header(name, &value),
            1 => request.query(name, &value),
            _ => request.cookie(name, &value),
        }
        let tool = leaked(tool(alternatives(&[&[index]])));
        let outcome = executor.execute(tool, request).await;
        assert!(!outcome.is_error, "{}", outcome.text);
        let outcome = executor.execute(tool, self::request()).await;
        assert!(outcome.is_error, "{name}");
    }
}

#[tokio::test]
async fn a_header_that_is_not_accepted_is_named() {
    let upstream = Upstream::answering(response("401 Unauthorized", "", "")).await;
    let builder = executor(&[]).base_url(upstream.base_url());
    let builder = builder.header("Authorization", "Bearer abcd");
    let tool = leaked(tool(alternatives(&[&[4]])));
    let outcome = builder.build().unwrap().execute(tool, request()).await;
    let advice = "The configured authorization was sent. No other credentials were sent. Set \
                  PETS_BEARER in the environment of this server.";
    assert!(outcome.text.ends_with(advice), "{}", outcome.text);
}

#[tokio::test]
async fn a_token_that_begins_with_bearer_is_sent_without_the_word() {
    for token in ["Bearer token", "bearer  token"] {
        let request = sent(&[&[4]], &[("PETS_BEARER", token)]).await;
        let expected = "GET /v1/pets/rex HTTP/1.1\r\nauthorization: Bearer token\r\n\r\n";
        assert_eq!(request, expected);
    }
}

#[tokio::test]
async fn a_refusal_does_not_repeat_the_credentials() {
    let body = r#"{"message":"bad key abc123","list":["Basic dTpwYXNz"]}"#;
    let headers = "Content-Type: application/json\r\n";
    let upstream = Upstream::answering(response("401 Unauthorized", headers, body)).await;
    let executor = executor(&[
        ("PETS_HEADER", "abc123"),
        ("PETS_BASIC_USERNAME", "u"),
        ("PETS_BASIC_PASSWORD", "pass"),
    ])
    .base_url(upstream.base_url())
    .build()
    .unwrap();
    let outcome = executor
        .execute(leaked(tool(alternatives(&[&[0, 3]]))), request())
        .await;
    assert_eq!(
        outcome.text,
        "HTTP 401 Unauthorized from GET /pets/rex: bad key ***\nThe whole response: {\"message\":\"bad key ***\",\"list\":[\"Basic \
         ***\"]}\nThe credentials of PETS_HEADER and PETS_BASIC_USERNAME and PETS_BASIC_PASSWORD \
         were sent."
    );
    let structured = outcome.structured.unwrap().to_string();
    assert!(
        !structured.contains("abc123") && !structured.contains("dTpwYXNz"),
        "{structured}"
    );
}

#[tokio::test]
async fn credentials_are_never_printed() {
    let executor = executor(&[
        ("PETS_HEADER", "hunter-1"),
        ("PETS_QUERY", "hunter-2"),
        ("PETS_COOKIE", "hunter-3"),
        ("PETS_BASIC_USERNAME", "u"),
        ("PETS_BASIC_PASSWORD", "hunter-4"),
        ("PETS_BEARER", "hunter-5"),
    ])
    .base_url("http://127.0.0.1:1")
    .build()
    .unwrap();
    let tool = leaked(tool(alternatives(&[&[0, 1, 2, 3]])));
    let outcome = executor.execute(tool, request()).await;
    assert!(
        outcome.text.contains("connection refused"),
        "{}",
        outcome.text
    );
    let printed = format!("{executor:?} {outcome:?}");
    assert!(!printed.contains("hunter"), "{printed}");
    assert!(!printed.contains("dTpodW50ZXItNA"), "{printed}");
}

#[tokio::test]
async fn credentials_that_can_not_be_sent_are_named() {
    type Case = (&'static [&'static [usize]], &'static str, &'static str);
    let cases: [Case; 3] = [
        (&[&[0]], "PETS_HEADER", "a\nb"),
        (&[&[2]], "PETS_COOKIE", "a;b"),
        (&[&[5]], "PETS_BAD", "a"),
    ];
    for (security, variable, value) in cases {
        let upstream = Upstream::ok().await;
        let executor = executor(&[(variable, value)])
            .base_url(upstream.base_url())
            .build()
            .unwrap();
        let outcome = executor
            .execute(leaked(tool(alternatives(security))), request())
            .await;
        let expected = format!("GET /pets/rex was not sent. {variable} cannot be sent: ");
        assert!(outcome.text.starts_with(&expected), "{}", outcome.text);
        assert!(upstream.received().is_empty());
    }
}

#[tokio::test]
async fn a_user_name_with_a_colon_is_rejected() {
    let built = executor(&[("PETS_BASIC_USERNAME", "us:er")]).build();
    let why = "the user name contains a colon, which would end it in HTTP Basic authentication (RFC 7617, section 2)";
    assert_eq!(
        built.unwrap_err().to_string(),
        format!("PETS_BASIC_USERNAME is not usable: {why}")
    );
    // What a command prints is known only when it has run.
    let upstream = Upstream::ok().await;
    let executor = executor(&[("PETS_BASIC_USERNAME_COMMAND", "printf us:er")])
        .base_url(upstream.base_url())
        .build()
        .unwrap();
    let tool = leaked(tool(alternatives(&[&[3]])));
    let outcome = executor.execute(tool, request()).await;
    let expected = format!(
        "GET /pets/rex was not sent. PETS_BASIC_USERNAME and PETS_BASIC_PASSWORD cannot be sent: {why}"
    );
    assert!(outcome.text.starts_with(&expected), "{}", outcome.text);
    assert!(upstream.received().is_empty());
    // Only the first colon separates, so a password may contain more.
    assert_eq!(
        sent(
            &[&[3]],
            &[("PETS_BASIC_USERNAME", "u"), ("PETS_BASIC_PASSWORD", "a:b")]
        )
        .await,
        "GET /v1/pets/rex HTTP/1.1\r\nauthorization: Basic dTphOmI=\r\n\r\n"
    );
}
