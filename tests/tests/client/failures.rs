//! Why there is no response, as a type.

use std::time::Duration;

use toolwright::{HttpExecutor, SendError};
use toolwright_tests::compiled::responses_plain as plain;

use crate::upstream::{answering, builder, head, message};

const LIST: plain::ListPets = plain::ListPets { status: None };

#[tokio::test]
async fn a_refusal_has_all_that_came() {
    let body = r#"{"title": "No such pets", "detail": "They ran away."}"#;
    let executor = answering(
        &plain::API,
        "404 Not Found",
        "application/problem+json",
        body,
    )
    .await;
    let error = executor.send(&LIST).await.expect_err("is refused");
    assert_eq!(error.status(), Some(404));
    let SendError::Status(refusal) = error else {
        panic!("{error:?}");
    };
    assert_eq!(refusal.headers.get("etag"), Some("\"7\""));
    assert_eq!(refusal.text(), body);
    assert_eq!(refusal.json().expect("is JSON")["title"], "No such pets");
    let message = refusal.to_string();
    assert!(
        message.starts_with("HTTP 404 Not Found from GET /pets: "),
        "{message}"
    );
    assert!(message.contains("They ran away."), "{message}");
    // That is for models.
    assert!(!message.contains("tool"), "{message}");
    let pet = refusal
        .decode::<plain::types::Pet>()
        .expect_err("is no pet");
    assert_eq!(pet[0].to_string(), "/name: is required");
}

#[tokio::test]
async fn no_connection() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("can listen");
    let url = format!("http://{}", listener.local_addr().expect("has an address"));
    drop(listener);
    let executor = HttpExecutor::builder(&plain::API)
        .base_url(url)
        .environment(|_| None)
        .build()
        .expect("the executor can be built");
    let error = executor.send(&LIST).await.expect_err("nobody is there");
    assert!(matches!(&error, SendError::Connection { message } if message.contains("refused")));
    let error = executor.download(&LIST).await.expect_err("nobody is there");
    assert!(matches!(error, SendError::Connection { .. }), "{error:?}");
}

#[tokio::test]
async fn a_value_without_a_place_is_not_sent() {
    let executor = answering(&plain::API, "204 No Content", "", "").await;
    let request = plain::DeletePet {
        id: "..".to_owned(),
    };
    let error = executor.send(&request).await.expect_err("is not sent");
    let SendError::NotSent { problems, message } = error else {
        panic!("{error:?}");
    };
    assert_eq!(problems[0].pointer, "/id");
    assert!(message.starts_with("DELETE /pets/"), "{message}");
}

#[tokio::test]
async fn no_answer_in_time() {
    let builder = builder(&plain::API, &[], Duration::from_secs(60)).await;
    let executor = builder
        .timeout(Duration::from_millis(300))
        .max_retries(0)
        .build()
        .expect("the executor can be built");
    // The upstream closes the connection at once where it has nothing to say.
    let error = executor.send(&LIST).await.expect_err("there is no answer");
    assert!(matches!(error, SendError::Broken { .. }), "{error:?}");

    let pieces = [head("application/json")];
    let pieces: Vec<&str> = pieces.iter().map(String::as_str).collect();
    let builder = self::builder(&plain::API, &pieces, Duration::from_secs(60)).await;
    let executor = builder
        .timeout(Duration::from_millis(300))
        .build()
        .expect("the executor can be built");
    let error = executor.send(&LIST).await.expect_err("there is no end");
    assert!(matches!(error, SendError::Timeout { .. }), "{error:?}");
}

#[tokio::test]
async fn too_much() {
    let builder = builder(
        &plain::API,
        &[&crate::upstream::message(
            "200 OK",
            "application/json",
            "[1, 2, 3]",
        )],
        Duration::ZERO,
    )
    .await;
    let executor = builder
        .max_response_bytes(5)
        .build()
        .expect("the executor can be built");
    let error = executor.send(&LIST).await.expect_err("is too large");
    assert!(
        matches!(error, SendError::Unreadable { status: 200, .. }),
        "{error:?}"
    );
}

#[tokio::test]
async fn secrets_are_masked() {
    for (status, content_type, body) in [
        ("400 Bad Request", "text/plain", "s3cr3t is no token"),
        ("200 OK", "application/json", r#"["s3cr3t"]"#),
    ] {
        let answer = message(status, content_type, body);
        let executor = builder(&plain::API, &[&answer], Duration::ZERO).await;
        let executor = executor
            .environment(|name| name.ends_with("_TOKEN").then(|| "s3cr3t".to_owned()))
            .build()
            .expect("the executor can be built");
        let error = executor.send(&LIST).await.expect_err("is refused");
        let shown = format!("{error} {error:?}");
        assert!(!shown.contains("s3cr3t"), "{shown}");
        let body = match error {
            SendError::Status(refusal) => refusal.body,
            SendError::Decode(error) => error.body,
            other => panic!("{other}"),
        };
        let body = String::from_utf8(body).expect("is text");
        assert!(!body.contains("s3cr3t") && body.contains('*'), "{body}");
    }
}
