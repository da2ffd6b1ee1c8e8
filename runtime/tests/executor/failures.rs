use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use toolwright::{CallOptions, HttpExecutor};

use crate::fixture::{FIND_PET, executor, leaked, request, tool};
use crate::upstream::{Upstream, response};

async fn text(executor: &HttpExecutor) -> String {
    let outcome = executor.execute(&FIND_PET, request()).await;
    assert!(outcome.is_error, "{}", outcome.text);
    outcome.text
}

#[tokio::test]
async fn nobody_listens() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    drop(listener);
    let executor = executor(&[])
        .base_url(format!("http://{address}"))
        .build()
        .unwrap();
    assert_eq!(
        text(&executor).await,
        format!(
            "GET /pets/rex: connection refused at {address}. Is the upstream running there? \
             PETS_BASE_URL sets another base URL.\nIt was tried 3 times."
        )
    );
}

#[tokio::test]
async fn no_such_host() {
    let executor = executor(&[])
        .base_url("http://nowhere.invalid")
        .build()
        .unwrap();
    let text = text(&executor).await;
    assert!(
        text.contains("nowhere.invalid:80 could not be resolved"),
        "{text}"
    );
}

#[tokio::test]
async fn no_answer_in_time() {
    let upstream = Upstream::answering("").await;
    let executor = executor(&[("PETS_TIMEOUT_SECS", "0.2")])
        .base_url(upstream.base_url())
        .build()
        .unwrap();
    let started = Instant::now();
    assert_eq!(
        text(&executor).await,
        format!(
            "GET /pets/rex: timed out after 0.2 s waiting for {}. PETS_TIMEOUT_SECS sets another \
             limit.",
            upstream.address()
        )
    );
    assert!(started.elapsed() < Duration::from_secs(5));
}

#[tokio::test]
async fn an_operation_may_have_a_timeout_of_its_own() {
    let upstream = Upstream::answering("").await;
    let mut hasty = tool(&[]);
    hasty.call = CallOptions::DEFAULT.timeout_ms(200);
    let executor = executor(&[("PETS_TIMEOUT_SECS", "50")])
        .base_url(upstream.base_url())
        .build()
        .unwrap();
    let outcome = executor.execute(leaked(hasty), request()).await;
    assert_eq!(
        outcome.text,
        format!(
            "GET /pets/rex: timed out after 0.2 s waiting for {}. The spec sets this limit.",
            upstream.address()
        )
    );
}

#[tokio::test]
async fn a_call_may_take_for_ever() {
    let upstream = Upstream::ok().await;
    let executor = executor(&[])
        .timeout(Duration::MAX)
        .base_url(upstream.base_url())
        .build()
        .unwrap();
    assert!(!executor.execute(&FIND_PET, request()).await.is_error);
}

#[tokio::test]
async fn a_body_that_never_ends_is_a_timeout_too() {
    let upstream = Upstream::answering("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc").await;
    let executor = executor(&[])
        .timeout(Duration::from_millis(200))
        .base_url(upstream.base_url())
        .build()
        .unwrap();
    let text = text(&executor).await;
    assert!(text.contains("timed out after 0.2 s"), "{text}");
}

#[tokio::test]
async fn no_tls_where_tls_is_expected() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let _ = stream.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n").await;
        }
    });
    let executor = executor(&[])
        .timeout(Duration::from_secs(5))
        .base_url(format!("https://{address}"))
        .build()
        .unwrap();
    let text = text(&executor).await;
    let expected = format!("GET /pets/rex: could not connect to {address}: ");
    assert!(text.starts_with(&expected), "{text}");
    assert!(text.contains("corrupt message"), "{text}");
}

#[tokio::test]
async fn an_answer_that_is_not_http() {
    let upstream = Upstream::answering("SSH-2.0-OpenSSH\r\n\r\n").await;
    let executor = executor(&[]).base_url(upstream.base_url()).build().unwrap();
    let text = text(&executor).await;
    let expected = format!("GET /pets/rex: no response from {}: ", upstream.address());
    assert!(text.starts_with(&expected), "{text}");
}

#[tokio::test]
async fn an_answer_that_breaks_off() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let asked = tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.unwrap();
        let _ = stream.read(&mut [0; 4096]).await;
        let answer = b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc";
        stream.write_all(answer).await.unwrap();
        stream.shutdown().await.unwrap();
    });
    let executor = executor(&[])
        .base_url(format!("http://{address}"))
        .build()
        .unwrap();
    let text = text(&executor).await;
    let expected = format!("GET /pets/rex: the response of {address} broke off or is damaged: ");
    assert!(text.starts_with(&expected), "{text}");
    assert!(!text.contains("tried"), "{text}");
    asked.await.unwrap();
}

#[tokio::test]
async fn too_much_of_an_answer() {
    let body = "x".repeat(101);
    for limit in [100, 101] {
        let upstream =
            Upstream::answering(response("200 OK", "Content-Type: text/plain\r\n", &body)).await;
        let executor = executor(&[])
            .max_response_bytes(limit)
            .base_url(upstream.base_url())
            .build()
            .unwrap();
        let outcome = executor.execute(&FIND_PET, request()).await;
        assert_eq!(outcome.is_error, limit == 100);
        let expected = if outcome.is_error {
            "GET /pets/rex: the response (HTTP 200 OK) is larger than the limit of 100 bytes, so it was \
             not read. Request less data."
        } else {
            &body
        };
        assert_eq!(outcome.text, expected);
    }
}

#[tokio::test]
async fn redirects_stay_within_the_origin() {
    let elsewhere = Upstream::ok().await;
    let location = format!(
        "Location: http://{}/v2/pets?token=abc\r\n",
        elsewhere.address()
    );
    let upstream = Upstream::answering(response("302 Found", &location, "")).await;
    let executor = executor(&[]).base_url(upstream.base_url()).build().unwrap();
    assert_eq!(
        text(&executor).await,
        format!(
            "HTTP 302 Found from GET /pets/rex\nIt redirects to http://{}/v2/pets, which is another \
             origin and so was not followed. If the API has moved there, set PETS_BASE_URL.",
            elsewhere.address()
        )
    );
    assert!(elsewhere.received().is_empty());
}

#[tokio::test]
async fn redirects_within_the_origin_are_followed_up_to_a_limit() {
    let upstream = Upstream::answering(response("302 Found", "Location: /again\r\n", "")).await;
    let executor = executor(&[]).base_url(upstream.base_url()).build().unwrap();
    let text = text(&executor).await;
    assert!(text.contains("more than 10 redirects"), "{text}");
    let received = upstream.received();
    assert_eq!(received.len(), 11);
    assert!(received[10].starts_with("GET /again HTTP/1.1\r\n"));
}

#[tokio::test]
async fn an_error_of_the_upstream() {
    let headers = "Content-Type: application/json\r\n";
    let upstream = Upstream::answering(response("404 Not Found", headers, r#"{"m": 1}"#)).await;
    let executor = executor(&[]).base_url(upstream.base_url()).build().unwrap();
    assert_eq!(
        text(&executor).await,
        "HTTP 404 Not Found from GET /pets/rex: {\"m\":1}\nNothing has this name. Check `name`; a tool \
         that lists or searches returns values that exist."
    );
}
