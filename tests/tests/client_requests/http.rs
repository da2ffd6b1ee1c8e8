//! Over HTTP, clients of earlier revisions are asked within a session alone.

use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, BufReader, Lines};
use tokio::net::TcpStream;
use toolwright::server::{HttpConfig, SessionLimits};

use crate::connection::{Answer, initialize, meta};
use crate::{Web, server};

const VERSION: (&str, &str) = ("mcp-protocol-version", "2025-11-25");

fn request(id: u64, method: &str, params: Value) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params})
}

fn greet() -> Value {
    request(2, "tools/call", json!({"name": "greet", "arguments": {}}))
}

fn keep_sessions(config: &mut HttpConfig) {
    config.sessions = Some(SessionLimits::default());
}

/// Begins a session of a client with a model.
async fn begin_session(web: &Web, headers: &[(&str, &str)]) -> Answer {
    let capabilities = json!({"sampling": {}});
    let first = request(1, "initialize", initialize(capabilities));
    web.post(headers, &first).await
}

#[tokio::test(flavor = "multi_thread")]
async fn without_sessions_the_error_says_what_to_do() {
    let web = Web::serve(server(), |_| {}).await;
    let first = begin_session(&web, &[]).await;
    assert_eq!(first.session(), None, "{}", first.head);
    let answer = web.post(&[VERSION], &greet()).await;
    let text = answer.messages()[0]["result"]["content"][0]["text"].to_string();
    assert!(text.contains("the client cannot be asked"), "{text}");
    assert!(
        text.contains("a server that keeps sessions (`--sessions`)"),
        "{text}"
    );
    assert_eq!(web.ask("GET", &[], "").await.status, 405);
}

#[tokio::test(flavor = "multi_thread")]
async fn in_a_session_a_call_is_answered_after_its_request_is() {
    let web = Web::serve(server(), keep_sessions).await;
    let first = begin_session(&web, &[]).await;
    let session = first.session().expect("has begun").to_owned();
    let of_session = [VERSION, ("mcp-session-id", session.as_str())];
    let initialized = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
    assert_eq!(web.post(&of_session, &initialized).await.status, 202);
    let stream = web.open("POST", &of_session, &greet().to_string()).await;
    let mut lines = BufReader::new(stream).lines();
    let mut events = Vec::new();
    while let Some(line) = lines.next_line().await.expect("it answers") {
        let Some(data) = line.strip_prefix("data: ") else {
            continue;
        };
        let Ok(message) = serde_json::from_str::<Value>(data) else {
            continue;
        };
        if message["method"] == "sampling/createMessage" {
            let content = json!({"type": "text", "text": "Hello!"});
            let result = json!({"role": "assistant", "content": content, "model": "small"});
            let response = json!({"jsonrpc": "2.0", "id": message["id"], "result": result});
            assert_eq!(web.post(&of_session, &response).await.status, 202);
        }
        events.push(message);
    }
    let result = events.last().expect("there is a result");
    assert_eq!(
        result["result"]["content"][0]["text"], "small",
        "{events:?}"
    );
    let deleted = web.ask("DELETE", &of_session, "").await;
    // The official SDK for Python knows 200 and 204.
    assert_eq!(deleted.status, 204);
    assert_eq!(web.post(&of_session, &greet()).await.status, 404);
}

/// A session that has begun, as the headers of its requests.
async fn open_session(web: &Web) -> String {
    let first = begin_session(web, &[]).await;
    let session = first.session().expect("has begun").to_owned();
    let initialized = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
    let headers = [VERSION, ("mcp-session-id", session.as_str())];
    assert_eq!(web.post(&headers, &initialized).await.status, 202);
    session
}

/// The next message of a stream of events.
async fn next_event(lines: &mut Lines<BufReader<TcpStream>>) -> Value {
    loop {
        let line = lines.next_line().await.expect("it answers");
        let line = line.expect("the stream goes on");
        let data = line.strip_prefix("data: ");
        if let Some(Ok(message)) = data.map(serde_json::from_str) {
            return message;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_that_the_server_does_not_keep_is_none() {
    let web = Web::serve(server(), |_| {}).await;
    let headers = [VERSION, ("mcp-session-id", "made-up")];
    let mut message = greet();
    message["params"]["_meta"] = meta(json!({"sampling": {}}));
    message["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"] = json!("2025-11-25");
    let answer = web.post(&headers, &message).await;
    let text = answer.messages()[0]["result"]["content"][0]["text"].to_string();
    assert!(text.contains("a server that keeps sessions"), "{text}");
}

#[tokio::test(flavor = "multi_thread")]
async fn ten_calls_of_a_session_wait_and_the_next_one_is_told_so() {
    let web = Web::serve(server(), keep_sessions).await;
    let session = open_session(&web).await;
    let headers = [VERSION, ("mcp-session-id", session.as_str())];
    let mut waiting = Vec::new();
    for id in 0..10 {
        let call = request(
            id + 10,
            "tools/call",
            json!({"name": "greet", "arguments": {}}),
        );
        let stream = web.open("POST", &headers, &call.to_string()).await;
        let mut lines = BufReader::new(stream).lines();
        let asked = next_event(&mut lines).await;
        assert_eq!(asked["method"], "sampling/createMessage", "{asked}");
        waiting.push(lines);
    }
    let stream = web.open("POST", &headers, &greet().to_string()).await;
    let answer = next_event(&mut BufReader::new(stream).lines()).await;
    let text = answer["result"]["content"][0]["text"].to_string();
    assert!(
        text.contains("too many calls are waiting for their clients"),
        "{text}"
    );
    // Another session has places of its own.
    let other = open_session(&web).await;
    let headers = [VERSION, ("mcp-session-id", other.as_str())];
    let stream = web.open("POST", &headers, &greet().to_string()).await;
    let asked = next_event(&mut BufReader::new(stream).lines()).await;
    assert_eq!(asked["method"], "sampling/createMessage", "{asked}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cancellation_stays_within_its_session() {
    let web = Web::serve(server(), keep_sessions).await;
    let (ada, eve) = (open_session(&web).await, open_session(&web).await);
    let ada = [VERSION, ("mcp-session-id", ada.as_str())];
    let eve = [VERSION, ("mcp-session-id", eve.as_str())];
    let stream = web.open("POST", &ada, &greet().to_string()).await;
    let mut lines = BufReader::new(stream).lines();
    let asked = next_event(&mut lines).await;
    let cancel =
        json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 2}});
    assert_eq!(web.post(&eve, &cancel).await.status, 202);
    let without_session = web.post(&[VERSION], &cancel).await;
    assert_eq!(without_session.status, 400);
    let content = json!({"type": "text", "text": "Hello!"});
    let result = json!({"role": "assistant", "content": content, "model": "small"});
    let response = json!({"jsonrpc": "2.0", "id": asked["id"], "result": result});
    assert_eq!(web.post(&ada, &response).await.status, 202);
    let answer = next_event(&mut lines).await;
    assert_eq!(answer["result"]["content"][0]["text"], "small", "{answer}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_belongs_to_the_token_that_began_it() {
    let web = Web::serve(server(), |config| {
        keep_sessions(config);
        config.access_tokens.push("token-of-ada-0123456789");
        config.access_tokens.push("token-of-eve-0123456789");
    })
    .await;
    let ada = ("authorization", "Bearer token-of-ada-0123456789");
    let eve = ("authorization", "Bearer token-of-eve-0123456789");
    let first = begin_session(&web, &[ada]).await;
    let session = first.session().expect("has begun").to_owned();
    let session = ("mcp-session-id", session.as_str());
    let ping = request(2, "ping", json!({}));
    assert_eq!(web.post(&[VERSION, session, eve], &ping).await.status, 404);
    assert_eq!(
        web.ask("GET", &[VERSION, session, eve], "").await.status,
        404
    );
    assert_eq!(
        web.ask("DELETE", &[VERSION, session, eve], "").await.status,
        404
    );
    assert_eq!(web.post(&[VERSION, session], &ping).await.status, 401);
    assert_eq!(web.post(&[VERSION, session, ada], &ping).await.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn there_are_no_more_sessions_than_there_may_be() {
    let web = Web::serve(server(), |config| {
        let mut limits = SessionLimits::default();
        limits.max_sessions = NonZeroUsize::new(2).expect("is not zero");
        config.sessions = Some(limits);
    })
    .await;
    let first = begin_session(&web, &[]).await;
    assert!(begin_session(&web, &[]).await.session().is_some());
    let surplus = begin_session(&web, &[]).await;
    assert_eq!(surplus.status, 503, "{}", surplus.body);
    assert!(surplus.head.contains("retry-after"), "{}", surplus.head);
    // Clients of the latest revision need none.
    let latest = json!({"_meta": meta(json!({}))});
    let headers = [
        ("mcp-protocol-version", "2026-07-28"),
        ("mcp-method", "tools/list"),
    ];
    let listed = web.post(&headers, &request(7, "tools/list", latest)).await;
    assert_eq!(listed.status, 200, "{}", listed.body);
    let session = first.session().expect("has begun");
    let headers = [VERSION, ("mcp-session-id", session)];
    web.ask("DELETE", &headers, "").await;
    assert!(begin_session(&web, &[]).await.session().is_some());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_ends_although_clients_listen() {
    let web = Web::serve(server(), |config| {
        keep_sessions(config);
        config.drain = Duration::from_secs(30);
    })
    .await;
    let first = begin_session(&web, &[]).await;
    let session = first.session().expect("has begun").to_owned();
    let headers = [VERSION, ("mcp-session-id", session.as_str())];
    let mut listening = web.open("GET", &headers, "").await;
    let mut head = [0; 12];
    listening.read_exact(&mut head).await.expect("it answers");
    assert_eq!(&head, b"HTTP/1.1 200");
    let started = Instant::now();
    web.finish().await;
    assert!(
        started.elapsed() < Duration::from_secs(10),
        "{:?}",
        started.elapsed()
    );
}
