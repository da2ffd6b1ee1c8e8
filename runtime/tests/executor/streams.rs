use std::time::{Duration, Instant};

use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use toolwright::{CallContext, HttpExecutorBuilder, Outcome};

use crate::fixture::{FIND_PET, executor, request};
use crate::upstream::{Upstream, response};

/// What an upstream does after the last part.
#[derive(Clone, Copy, PartialEq)]
enum Then {
    Ends,
    Breaks,
    Hangs,
}

/// The base URL of an upstream that answers once, in parts of which each takes 20 ms.
async fn streaming(content_type: &str, parts: Vec<&'static str>, then: Then) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let head = format!(
        "HTTP/1.1 200 OK\r\nContent-Type: {content_type}\r\nTransfer-Encoding: chunked\r\n\r\n"
    );
    tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.unwrap();
        let _ = stream.read(&mut [0; 4096]).await;
        send(&mut stream, &head).await;
        for part in parts {
            tokio::time::sleep(Duration::from_millis(20)).await;
            send(&mut stream, &format!("{:x}\r\n{part}\r\n", part.len())).await;
        }
        match then {
            Then::Ends => send(&mut stream, "0\r\n\r\n").await,
            Then::Breaks => {}
            Then::Hangs => tokio::time::sleep(Duration::from_secs(60)).await,
        }
    });
    format!("http://{address}")
}

async fn send(stream: &mut TcpStream, text: &str) {
    let _ = stream.write_all(text.as_bytes()).await;
}

async fn call(builder: HttpExecutorBuilder, context: &CallContext) -> Outcome {
    let executor = builder.build().unwrap();
    executor.execute_in(context, &FIND_PET, request()).await
}

const EVENTS: &str = "text/event-stream";

#[tokio::test]
async fn a_stream_is_a_list_of_its_items() {
    let parts = vec![
        "data: {\"a\"",
        ": 1}\n\nevent: b\n",
        "data: text\n\n",
        "data: [DONE]\n\n",
    ];
    let url = streaming(EVENTS, parts, Then::Hangs).await;
    let context = CallContext::default();
    let outcome = call(executor(&[]).base_url(url), &context).await;
    let list = json!([{"data": {"a": 1}}, {"event": "b", "data": "text"}]);
    assert!(!outcome.is_error);
    assert_eq!(outcome.text, list.to_string());
    assert_eq!(outcome.structured, Some(list));
    assert_eq!(outcome.notes, [""; 0]);
    assert_eq!(context.reported(), "2 items so far");
}

#[tokio::test]
async fn a_stream_without_end_gives_what_has_come_in_time() {
    let url = streaming(EVENTS, vec!["data: 1\n\n", "data: 2"], Then::Hangs).await;
    let started = Instant::now();
    let builder = executor(&[])
        .base_url(url)
        .timeout(Duration::from_millis(400));
    let outcome = call(builder, &CallContext::default()).await;
    assert!(started.elapsed() < Duration::from_secs(10));
    assert!(!outcome.is_error);
    assert_eq!(outcome.structured, Some(json!([{"data": 1}])));
    assert_eq!(
        outcome.notes,
        [
            "The stream had not ended after 0.4 s, the longest time that a call may take: 1 item was \
             received."
        ]
    );
}

#[tokio::test]
async fn a_stream_is_read_up_to_limits() {
    let lines = || vec!["{\"a\":1}\n{\"a\":2}\n", "{\"a\":3}\n"];
    let url = streaming("application/x-ndjson", lines(), Then::Hangs).await;
    let builder = executor(&[]).base_url(url).max_stream_items(2);
    let outcome = call(builder, &CallContext::default()).await;
    assert_eq!(outcome.structured, Some(json!([{"a": 1}, {"a": 2}])));
    assert_eq!(
        outcome.notes,
        ["Only the first 2 items of the stream were read, which is the limit."]
    );

    let url = streaming("application/jsonl", lines(), Then::Hangs).await;
    let builder = executor(&[]).base_url(url).max_response_bytes(20);
    let outcome = call(builder, &CallContext::default()).await;
    assert_eq!(
        outcome.structured,
        Some(json!([{"a": 1}, {"a": 2}, {"a": 3}]))
    );
    assert_eq!(
        outcome.notes,
        [
            "The stream is larger than the limit of 20 bytes, so its rest was not read: 3 items were received."
        ]
    );
}

#[tokio::test]
async fn a_stream_that_breaks_off_is_no_whole_one() {
    let url = streaming(
        "application/json-seq",
        vec!["\u{1e}1\n", "\u{1e}2\n"],
        Then::Breaks,
    )
    .await;
    let outcome = call(executor(&[]).base_url(url), &CallContext::default()).await;
    assert_eq!(outcome.structured, Some(json!([1])));
    assert!(
        outcome.notes[0].starts_with("The stream broke off: 1 item was received."),
        "{:?}",
        outcome.notes
    );

    let url = streaming(EVENTS, vec![": nothing yet\n"], Then::Breaks).await;
    let outcome = call(executor(&[]).base_url(url), &CallContext::default()).await;
    assert!(outcome.is_error, "{outcome:?}");
}

#[tokio::test]
async fn a_stream_that_ends_is_whole() {
    let url = streaming(
        "application/json-seq",
        vec!["\u{1e}1\n", "\u{1e}2\n"],
        Then::Ends,
    )
    .await;
    let outcome = call(executor(&[]).base_url(url), &CallContext::default()).await;
    assert_eq!(outcome.structured, Some(json!([1, 2])));
    assert_eq!(outcome.notes, [""; 0]);
}

#[tokio::test]
async fn where_there_is_no_body_there_is_no_list() {
    let headers = "Content-Type: text/event-stream\r\n";
    let upstream = Upstream::answering(response("204 No Content", headers, "")).await;
    let outcome = call(
        executor(&[]).base_url(upstream.base_url()),
        &CallContext::default(),
    )
    .await;
    assert_eq!(
        outcome.text,
        "HTTP 204 No Content from GET /pets/rex, without a body."
    );
}
