use crate::fixture::{FIND_PET, alternatives, executor, leaked, request, tool};
use crate::upstream::{Upstream, response};

#[tokio::test]
async fn every_call_has_them() {
    let upstream = Upstream::ok().await;
    let executor = executor(&[("PETS_HEADERS", "X-Unused: 1")])
        .header("X-Tenant", "acme")
        .header("User-Agent", "gateway/1")
        .base_url(upstream.base_url())
        .build()
        .unwrap();
    executor.execute(&FIND_PET, request()).await;
    let sent = &upstream.received()[0];
    assert!(sent.contains("\r\nx-tenant: acme\r\n"), "{sent}");
    assert!(sent.contains("\r\nuser-agent: gateway/1\r\n"), "{sent}");
    assert!(!sent.contains("unused"), "{sent}");
}

#[tokio::test]
async fn the_environment_has_a_line_each_or_json() {
    for variable in [
        "X-Tenant: acme\n\n  X-Time: 10:30 \n",
        r#"{"X-Tenant": "acme", "X-Time": "10:30"}"#,
    ] {
        let upstream = Upstream::ok().await;
        let executor = executor(&[("PETS_HEADERS", variable)])
            .base_url(upstream.base_url())
            .build()
            .unwrap();
        executor.execute(&FIND_PET, request()).await;
        let sent = upstream.request();
        assert_eq!(
            sent.split_once("\r\n").unwrap().1,
            "x-tenant: acme\r\nx-time: 10:30\r\n\r\n"
        );
    }
}

#[tokio::test]
async fn they_replace_arguments_and_give_way_to_credentials() {
    let upstream = Upstream::ok().await;
    let secured = leaked(tool(alternatives(&[&[0, 2]])));
    let executor = executor(&[("PETS_HEADER", "of-the-scheme"), ("PETS_COOKIE", "1234")])
        .header("X-Key", "of-the-operator")
        .header("X-Tenant", "acme")
        .header("Cookie", "gateway=1")
        .base_url(upstream.base_url())
        .build()
        .unwrap();
    let mut request = request();
    request.header("X-Tenant", &"of-the-model".to_owned());
    request.header("X-Other", &"argument".to_owned());
    executor.execute(secured, request).await;
    assert_eq!(
        upstream.request(),
        "GET /v1/pets/rex HTTP/1.1\r\nx-tenant: acme\r\nx-other: argument\r\ncookie: gateway=1; \
         session=1234\r\nx-key: of-the-scheme\r\n\r\n"
    );
}

#[tokio::test]
async fn errors_do_not_repeat_them() {
    let upstream = Upstream::with(|message| {
        let body = format!("who is {message}?");
        let refusal = response("403 Forbidden", "Content-Type: text/plain\r\n", &body);
        (std::time::Duration::ZERO, refusal.into_bytes())
    })
    .await;
    let executor = executor(&[])
        .header("Authorization", "Bearer hunter2-token")
        .header("X-Gate", "sesame")
        .base_url(upstream.base_url())
        .build()
        .unwrap();
    let outcome = executor.execute(&FIND_PET, request()).await;
    assert!(outcome.text.contains("x-gate: ***"), "{}", outcome.text);
    let shown = format!("{outcome:?} {executor:?}");
    assert!(
        !shown.contains("hunter2") && !shown.contains("sesame"),
        "{shown}"
    );
}

#[test]
fn those_of_the_message_are_not_theirs() {
    for (header, why) in [
        ("Host: evil.example", "host is written by the server itself"),
        (
            "content-length: 5",
            "content-length is written by the server",
        ),
        ("Transfer-Encoding: chunked", "transfer-encoding is written"),
        (
            "X Y: hunter2",
            "one of the names is not a legal header name",
        ),
        ("hunter2", "a line of it is not 'Name: value'"),
        (
            "X-A: hunter2\u{7f}",
            "the value of x-a contains a character",
        ),
        (r#"{"X-A": 1}"#, "the value of X-A is not a string"),
        (r#"{"X-A": hunter2"#, "it begins like a JSON object"),
    ] {
        let error = executor(&[("PETS_HEADERS", header)]).build().unwrap_err();
        let error = error.to_string();
        assert!(error.starts_with("PETS_HEADERS is not usable: "), "{error}");
        assert!(error.contains(why) && !error.contains("hunter2"), "{error}");
    }
}
