use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use toolwright::{HttpExecutor, HttpExecutorBuilder, HttpRequest, Method, Outcome};

use crate::fixture::{FIND_PET, executor, leaked, request, tool};
use crate::upstream::{Upstream, response};

/// Tries that come one after the other at once.
fn hasty(environment: &[(&'static str, &str)]) -> HttpExecutorBuilder {
    executor(environment).retry_backoff(Duration::from_millis(1))
}

/// Answers so many times with this, and then with `{}`.
async fn failing(times: usize, refusal: String) -> Upstream {
    let asked = AtomicUsize::new(0);
    Upstream::with(move |_| {
        let answer = match asked.fetch_add(1, Ordering::Relaxed) < times {
            true => refusal.clone(),
            false => response("200 OK", "Content-Type: application/json\r\n", "{}"),
        };
        (Duration::ZERO, answer.into_bytes())
    })
    .await
}

fn of(method: Method) -> HttpRequest {
    let mut request = HttpRequest::new(method, "/pets");
    if matches!(method, Method::Post | Method::Put | Method::Patch) {
        request.json(&json!({"name": "rex"}));
    }
    request
}

/// The outcome, and how many requests there were.
async fn call(
    builder: HttpExecutorBuilder,
    upstream: &Upstream,
    request: HttpRequest,
) -> (Outcome, usize) {
    let executor = builder.base_url(upstream.base_url()).build().unwrap();
    let outcome = executor.execute(&FIND_PET, request).await;
    (outcome, upstream.received().len())
}

#[tokio::test]
async fn what_is_idempotent_is_sent_again() {
    for status in ["408 A", "500 A", "502 A", "503 A", "504 A"] {
        for method in [
            Method::Get,
            Method::Head,
            Method::Options,
            Method::Trace,
            Method::Put,
            Method::Delete,
            Method::Query,
        ] {
            let upstream = failing(2, response(status, "", "")).await;
            let (outcome, tries) = call(hasty(&[]), &upstream, of(method)).await;
            // What is written for a body is no response to HEAD.
            if method != Method::Head {
                assert!(!outcome.is_error, "{method:?} {status}: {}", outcome.text);
            }
            assert_eq!(tries, 3, "{method:?} {status}");
        }
    }
}

#[tokio::test]
async fn what_may_have_been_done_is_not_done_again() {
    for status in ["408 A", "500 A", "502 A", "503 A", "504 A"] {
        for method in [Method::Post, Method::Patch] {
            let upstream = failing(1, response(status, "", "")).await;
            let (outcome, tries) = call(hasty(&[]), &upstream, of(method)).await;
            assert!(outcome.is_error);
            assert_eq!(tries, 1, "{method:?} {status}");
            assert!(!outcome.text.contains("times"), "{}", outcome.text);
        }
    }
    for status in ["400 A", "404 A", "409 A", "501 A", "505 A"] {
        let upstream = failing(1, response(status, "", "")).await;
        let (_, tries) = call(hasty(&[]), &upstream, request()).await;
        assert_eq!(tries, 1, "{status}");
    }
}

#[tokio::test]
async fn what_was_not_processed_is_sent_again_whatever_the_method() {
    for (status, headers) in [
        ("429 A", ""),
        ("429 A", "Retry-After: 0\r\n"),
        ("503 A", "Retry-After: 0\r\n"),
        ("503 A", "Retry-After: Sun, 06 Nov 1994 08:49:37 GMT\r\n"),
    ] {
        for method in [Method::Get, Method::Post, Method::Patch] {
            let upstream = failing(1, response(status, headers, "")).await;
            let (outcome, tries) = call(hasty(&[]), &upstream, of(method)).await;
            assert!(!outcome.is_error, "{}", outcome.text);
            assert_eq!(tries, 2, "{method:?} {status} {headers}");
        }
    }
}

#[tokio::test]
async fn an_operation_may_be_known_to_be_repeatable() {
    let refusal = response("500 A", "", "");
    let upstream = failing(1, refusal.clone()).await;
    let mut keyed = of(Method::Post);
    keyed.header("Idempotency-Key", &"8e03978e".to_owned());
    let (outcome, _) = call(hasty(&[]), &upstream, keyed).await;
    assert!(!outcome.is_error, "{}", outcome.text);
    let received = upstream.received();
    assert_eq!(received[0], received[1]);
    assert!(received[0].contains("idempotency-key: 8e03978e"));

    let upstream = failing(1, refusal.clone()).await;
    let any = hasty(&[("PETS_RETRY_ANY_METHOD", "true")]);
    let (outcome, _) = call(any, &upstream, of(Method::Post)).await;
    assert!(!outcome.is_error, "{}", outcome.text);

    let upstream = failing(1, refusal).await;
    let mut search = tool(&[]);
    search.method = Method::Post;
    search.annotations.idempotent = true;
    let executor = hasty(&[]).base_url(upstream.base_url()).build().unwrap();
    let outcome = executor.execute(leaked(search), of(Method::Post)).await;
    assert!(!outcome.is_error, "{}", outcome.text);
}

#[tokio::test]
async fn every_try_has_the_whole_request() {
    let upstream = failing(2, response("502 A", "", "")).await;
    let (outcome, _) = call(hasty(&[]), &upstream, of(Method::Put)).await;
    assert!(!outcome.is_error, "{}", outcome.text);
    let received = upstream.received();
    assert!(received[0].ends_with("\r\n\r\n{\"name\":\"rex\"}"));
    assert_eq!(received[0], received[1]);
    assert_eq!(received[0], received[2]);
}

#[tokio::test]
async fn the_number_of_tries_can_be_set_and_is_told() {
    let refusal = || response("503 Service Unavailable", "", "");
    for (environment, tries, told) in [
        (&[][..], 3, "\nIt was tried 3 times."),
        (&[("PETS_MAX_RETRIES", "1")], 2, "\nIt was tried 2 times."),
        (&[("PETS_MAX_RETRIES", "0")], 1, "once or twice."),
    ] {
        let upstream = failing(9, refusal()).await;
        let (outcome, made) = call(hasty(environment), &upstream, request()).await;
        assert_eq!(made, tries);
        assert!(
            outcome.is_error && outcome.text.ends_with(told),
            "{}",
            outcome.text
        );
    }
    let upstream = failing(9, refusal()).await;
    let set = hasty(&[("PETS_MAX_RETRIES", "1")]).max_retries(4);
    assert_eq!(call(set, &upstream, request()).await.1, 5);
}

#[tokio::test]
async fn retry_after_is_honoured() {
    let upstream = failing(1, response("429 A", "Retry-After: 1\r\n", "")).await;
    let started = Instant::now();
    let (outcome, tries) = call(hasty(&[]), &upstream, request()).await;
    assert!(!outcome.is_error, "{}", outcome.text);
    assert_eq!(tries, 2);
    assert!(started.elapsed() >= Duration::from_secs(1));
}

#[tokio::test]
async fn a_wait_that_is_too_long_is_told_at_once() {
    let refusal = response("429 Too Many Requests", "Retry-After: 3600\r\n", "");
    let upstream = failing(9, refusal).await;
    let started = Instant::now();
    let (outcome, tries) = call(hasty(&[]), &upstream, request()).await;
    assert_eq!(
        outcome.text,
        "HTTP 429 Too Many Requests from GET /pets/rex\nToo many calls: wait 3600 seconds, then \
         call again.\nIt was not retried: the API asks to wait 3600 s, which is more than the \
         time left of the 30 s that a call may take."
    );
    assert_eq!(tries, 1);
    assert!(started.elapsed() < Duration::from_secs(5));
}

#[tokio::test]
async fn all_tries_share_the_time_of_the_call() {
    let upstream = Upstream::with(|_| {
        let refusal = response("503 A", "", "");
        (Duration::from_millis(40), refusal.into_bytes())
    })
    .await;
    let builder = hasty(&[]).timeout(Duration::from_secs(1)).max_retries(1000);
    let started = Instant::now();
    let (outcome, tries) = call(builder, &upstream, request()).await;
    assert!(outcome.is_error);
    assert!(started.elapsed() < Duration::from_secs(10));
    assert!((2..=25).contains(&tries), "{tries}");
    assert!(outcome.text.contains(" times."), "{}", outcome.text);
}

#[tokio::test]
async fn a_try_that_takes_too_long_is_the_last() {
    let upstream = Upstream::answering("").await;
    let builder = hasty(&[]).timeout(Duration::from_millis(200));
    let (outcome, tries) = call(builder, &upstream, request()).await;
    assert!(
        outcome.text.contains("timed out after 0.2 s"),
        "{}",
        outcome.text
    );
    assert_eq!(tries, 1);
}

/// Hangs up on the first request, and answers the next.
async fn hanging_up() -> (String, Arc<AtomicUsize>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = format!("http://{}", listener.local_addr().unwrap());
    let asked = Arc::new(AtomicUsize::new(0));
    let count = asked.clone();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let _ = stream.read(&mut [0; 4096]).await;
            if count.fetch_add(1, Ordering::Relaxed) > 0 {
                let answer = response("200 OK", "Connection: close\r\n", "");
                let _ = stream.write_all(answer.as_bytes()).await;
            }
        }
    });
    (base, asked)
}

#[tokio::test]
async fn a_broken_connection_is_a_failed_try() {
    for (method, tries) in [(Method::Get, 2), (Method::Put, 2), (Method::Post, 1)] {
        let (base, asked) = hanging_up().await;
        let executor = hasty(&[]).base_url(base).build().unwrap();
        let outcome = executor.execute(&FIND_PET, of(method)).await;
        assert_eq!(
            asked.load(Ordering::Relaxed),
            tries,
            "{method:?}: {}",
            outcome.text
        );
        assert_eq!(outcome.is_error, tries == 1);
    }
}

#[tokio::test]
async fn what_could_not_be_sent_is_tried_again_whatever_the_method() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = format!("http://{}", listener.local_addr().unwrap());
    drop(listener);
    let executor: HttpExecutor = hasty(&[]).base_url(base).build().unwrap();
    let outcome = executor.execute(&FIND_PET, of(Method::Post)).await;
    let told = "PETS_BASE_URL sets another base URL.\nIt was tried 3 times.";
    assert!(outcome.text.ends_with(told), "{}", outcome.text);
}

#[tokio::test]
async fn cookies_are_kept_for_the_tries_of_a_call_alone() {
    let upstream = Upstream::with(|message| {
        let answer = match message.contains("cookie: theme=dark; tries=1") {
            true => response("200 OK", "", ""),
            false => response("500 A", "Set-Cookie: tries=1; Path=/\r\n", ""),
        };
        (Duration::ZERO, answer.into_bytes())
    })
    .await;
    let executor = hasty(&[]).base_url(upstream.base_url()).build().unwrap();
    for _ in 0..2 {
        let mut request = request();
        request.cookie("theme", &"dark".to_owned());
        let outcome = executor.execute(&FIND_PET, request).await;
        assert!(!outcome.is_error, "{}", outcome.text);
    }
    assert_eq!(upstream.received().len(), 4);
    assert!(!upstream.received()[2].contains("tries"));
}
