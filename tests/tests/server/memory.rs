//! The memory of a server has a bound: whatever requests, answers and callers do, a server with the
//! settings that it is shipped with stays within the 256 MB of `docs/kubernetes.yaml`, and every
//! request has exactly one answer.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value as Json, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::sync::Barrier;

use crate::support::{Http, Response, call, request};

/// What `docs/kubernetes.yaml` limits a container to.
const LIMIT_KB: u64 = 256 * 1024;

/// Four megabytes: as much as a request may have, but for what stands around it.
const REQUEST: usize = 4 * 1024 * 1024 - 1000;
/// Ten: as much as an answer may have, but for a few bytes.
const ANSWER: usize = 10 * 1024 * 1024 - 100;

/// A list of so many bytes, of this item over and over.
fn list(item: &str, bytes: usize) -> String {
    let count = bytes / (item.len() + 1) - 1;
    format!("[{}{item}]", format!("{item},").repeat(count))
}

/// An upstream that answers every request with the same response.
struct Upstream {
    url: String,
}

impl Upstream {
    fn start(status: &str, content_type: &str, body: String, has_length: bool) -> Self {
        let mut response =
            format!("HTTP/1.1 {status}\r\nContent-Type: {content_type}\r\nConnection: close\r\n");
        if has_length {
            response.push_str(&format!("Content-Length: {}\r\n", body.len()));
        }
        response.push_str("\r\n");
        response.push_str(&body);
        let response: Arc<str> = response.into();
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let url = format!("http://{}", listener.local_addr().expect("is bound"));
        std::thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let response = Arc::clone(&response);
                std::thread::spawn(move || answer(stream, &response));
            }
        });
        Self { url }
    }
}

/// The server may hang up as soon as it has read enough.
fn answer(mut stream: TcpStream, response: &str) {
    let mut head = Vec::new();
    let mut byte = [0];
    while !head.ends_with(b"\r\n\r\n") {
        match stream.read(&mut byte) {
            Ok(1) => head.push(byte[0]),
            _ => return,
        }
    }
    let _ = stream.write_all(response.as_bytes());
}

/// A server of the tests has glibc's allocator, which keeps freed memory for each core apart; servers
/// that are shipped have mimalloc.
fn start(arguments: &[&str]) -> Http {
    Http::start_in(&[("MALLOC_ARENA_MAX", "2")], arguments)
}

/// Sends the same message so many times at once.
fn at_once(server: &Http, count: usize, message: &Json) -> Vec<Response> {
    std::thread::scope(|scope| {
        let senders: Vec<_> = (0..count)
            .map(|_| scope.spawn(|| server.post(&[], message)))
            .collect();
        let answers = senders.into_iter().map(|sender| sender.join());
        answers.map(|answer| answer.expect("is answered")).collect()
    })
}

fn text(answer: &Response) -> &str {
    let text = answer.body["result"]["content"][0]["text"].as_str();
    text.unwrap_or_else(|| panic!("has no text: {:.2000}", answer.body.to_string()))
}

fn raw(json: &str) -> Json {
    serde_json::from_str(json).expect("is JSON")
}

#[test]
#[ignore = "takes minutes"]
fn hostile_requests_do_not_exhaust_memory() {
    let server = start(&["--upstream", "http://127.0.0.1:1"]);
    let zeros = raw(&list("0", REQUEST));
    let faulty = raw(&list(r#"{"name":1}"#, REQUEST));
    for message in [
        request(7, "ping", json!({"a": zeros})),
        call(7, "list_pets", json!({"limit": zeros})),
        call(7, "list_pets", json!({"limit": raw(&list("[0]", REQUEST))})),
        call(7, "create_pet", json!({"name": "a", "parents": faulty})),
    ] {
        for answer in at_once(&server, 4, &message) {
            assert_eq!(answer.status, 413, "{}", answer.head);
            assert_eq!(answer.body["id"], 7);
            assert_eq!(answer.body["error"]["code"], -32600);
            let why = answer.body["error"]["message"].as_str().unwrap_or_default();
            assert!(why.contains("at most 50000 are allowed"), "{why}");
        }
        assert_within_limit(&server);
    }
    // As many values as are let through, and values that only come out of strings.
    let most = list("[0]", 90_000);
    for message in [
        call(7, "list_pets", json!({"limit": raw(&most)})),
        call(7, "list_pets", json!({"limit": list("[0]", REQUEST)})),
        call(7, "create_pet", json!({"name": raw(&most)})),
        call(
            7,
            "create_pet",
            json!({"name": list("[0]", REQUEST), "x": "y"}),
        ),
    ] {
        for answer in at_once(&server, 8, &message) {
            assert_eq!(answer.status, 200, "{:.2000}", answer.body.to_string());
            assert_eq!(answer.body["result"]["isError"], true);
            assert!(text(&answer).len() < 5000, "{}", text(&answer).len());
        }
        assert_within_limit(&server);
    }
    assert_eq!(server.get("/healthz").status, 200);
}

#[test]
#[ignore = "takes minutes"]
fn hostile_answers_do_not_exhaust_memory() {
    let pet = r#"{"id":1,"name":"Rex","tag":"dog","owner":{"name":"Ada","city":"Bern"}}"#;
    let lists = [
        list("0", ANSWER),
        list("[0]", ANSWER),
        list(pet, ANSWER),
        // As many values as are parsed.
        list("[0]", 590_000),
        list(r#"{"a":0}"#, 790_000),
    ];
    let list_pets = call(7, "list_pets", json!({}));
    for (body, has_length) in lists.iter().zip([true, false].into_iter().cycle()) {
        // A long answer takes a debug build some time.
        let statuses = match (body.len() < ANSWER / 2, has_length) {
            (true, _) => &["200 OK", "400 Bad Request"][..],
            (false, true) => &["200 OK"],
            (false, false) => &["400 Bad Request"],
        };
        for status in statuses {
            let upstream = Upstream::start(status, "application/json", body.clone(), has_length);
            let server = start(&["--upstream", &upstream.url]);
            for answer in at_once(&server, 4, &list_pets) {
                let text = text(&answer);
                assert!(text.len() <= 100_000, "{}", text.len());
                let is_error = status.starts_with('4');
                assert_eq!(answer.body["result"]["isError"], is_error, "{text:.500}");
                assert!(is_error || text.starts_with(&body[..100]), "{text:.200}");
                let size = answer.body.to_string().len();
                assert!(size < 220_000, "is sent once, but takes {size} bytes");
            }
            let peak = assert_within_limit(&server);
            eprintln!("{peak} KB: {status}, {:.12}… of {} bytes", body, body.len());
        }
    }
}

#[test]
#[ignore = "takes minutes"]
fn hostile_messages_and_streams_do_not_exhaust_memory() {
    let detail = json!({"detail": "x".repeat(ANSWER - 100)}).to_string();
    let faults = json!({"errors": raw(&list("{\"field\":\"a\",\"message\":\"b\"}", 800_000))});
    let event = format!("data: {}\n\n", list("[0]", ANSWER / 20));
    for (status, content_type, body) in [
        ("400 Bad Request", "application/json", detail),
        ("400 Bad Request", "application/json", faults.to_string()),
        ("200 OK", "text/plain", "x".repeat(ANSWER)),
        ("200 OK", "text/event-stream", event.repeat(20)),
        (
            "200 OK",
            "application/jsonl",
            list("[0]", ANSWER).replace("],[", "]\n["),
        ),
    ] {
        let upstream = Upstream::start(status, content_type, body, true);
        let server = start(&["--upstream", &upstream.url]);
        for answer in at_once(&server, 6, &call(7, "list_pets", json!({}))) {
            let size = answer.body.to_string().len();
            assert!(size < 220_000, "{status} {content_type}: {size}");
        }
        let peak = assert_within_limit(&server);
        eprintln!("{peak} KB: {status} {content_type}");
    }
}

#[test]
fn large_files_do_not_exhaust_memory() {
    let photo = "x".repeat(5 * 1024 * 1024);
    let upstream = Upstream::start("200 OK", "image/png", photo, false);
    let server = start(&["--upstream", &upstream.url]);
    for answer in at_once(&server, 12, &call(7, "list_pets", json!({}))) {
        let image = &answer.body["result"]["content"][1]["data"];
        assert_eq!(image.as_str().map(str::len), Some(6_990_508));
    }
    let peak = assert_within_limit(&server);
    eprintln!("{peak} KB: files");
}

/// How many callers there can be: each has a socket here, and one in the server.
fn callers() -> usize {
    let limit = std::process::Command::new("sh")
        .args(["-c", "ulimit -n"])
        .output();
    let limit = limit.expect("there is a shell").stdout;
    let files = String::from_utf8_lossy(&limit).trim().parse();
    let files = files.unwrap_or(usize::MAX);
    match files.saturating_sub(500) {
        enough if enough >= 5000 => 5000,
        fewer => {
            eprintln!("only {fewer} callers, since a process may have {files} files");
            fewer
        }
    }
}

#[test]
fn five_thousand_callers_get_one_answer_each() {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build();
    let runtime = runtime.expect("starts");
    runtime.block_on(async {
        let upstream = slow_upstream().await;
        let server = start(&["--upstream", &upstream]);
        let callers = callers();
        let ready = Arc::new(Barrier::new(callers));
        let calls = (0..callers).map(|id| {
            let (authority, ready) = (server.authority.clone(), Arc::clone(&ready));
            tokio::spawn(async move { one_call(&authority, id, &ready).await })
        });
        let calls: Vec<_> = calls.collect();
        let (mut done, mut rejected) = (0, 0);
        for call in calls {
            match call.await.expect("does not panic") {
                200 => done += 1,
                503 => rejected += 1,
                status => panic!("status {status}"),
            }
        }
        assert_eq!(done + rejected, callers);
        let peak = assert_within_limit(&server);
        eprintln!("{peak} KB: {callers} callers, {done} calls were made, {rejected} rejected");
        assert!(done >= 500, "only {done} calls were made");
        if callers == 5000 {
            assert!(rejected > 0, "as many as come are let in");
        }
        // Those that were rejected may come again.
        let ready = Barrier::new(1);
        assert_eq!(one_call(&server.authority, 1, &ready).await, 200);
    });
}

/// An upstream that takes 50 ms, and tells which pet was asked for.
async fn slow_upstream() -> String {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await;
    let listener = listener.expect("a free port");
    let url = format!("http://{}", listener.local_addr().expect("is bound"));
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            tokio::spawn(async move {
                let mut head = Vec::new();
                while !head.ends_with(b"\r\n\r\n") {
                    match stream.read_u8().await {
                        Ok(byte) => head.push(byte),
                        Err(_) => return,
                    }
                }
                let head = String::from_utf8_lossy(&head).into_owned();
                let id = head.split([' ', '/']).nth(3).unwrap_or_default();
                tokio::time::sleep(Duration::from_millis(50)).await;
                let body = format!(r#"{{"id":{id},"name":"Rex"}}"#);
                let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close";
                let length = body.len();
                let answer = format!("{head}\r\nContent-Length: {length}\r\n\r\n{body}");
                let _ = stream.write_all(answer.as_bytes()).await;
            });
        }
    });
    url
}

/// Makes a call once all callers are there, and returns the status of its only answer.
async fn one_call(authority: &str, id: usize, ready: &Barrier) -> u16 {
    ready.wait().await;
    let stream = tokio::net::TcpStream::connect(authority).await;
    let mut stream = stream.expect("the server listens");
    let body = call(id as u64, "get_pet", json!({"petId": id})).to_string();
    let length = body.len();
    let message = format!(
        "POST /mcp HTTP/1.1\r\nHost: {authority}\r\nContent-Type: application/json\r\n\
         Accept: application/json, text/event-stream\r\nConnection: close\r\n\
         Content-Length: {length}\r\n\r\n{body}"
    );
    // A connection too many is answered at once, and may be closed before all is written.
    let _ = stream.write_all(message.as_bytes()).await;
    let mut read = Vec::new();
    let reading = stream.read_to_end(&mut read);
    let end = tokio::time::timeout(Duration::from_secs(60), reading).await;
    let end = end.expect("is in time");
    let text = String::from_utf8(read).expect("is UTF-8");
    let parts = text.split_once("\r\n\r\n");
    let (head, body) = parts.unwrap_or_else(|| panic!("no HTTP: {text:?}, {end:?}"));
    assert!(!body.contains("HTTP/1.1"), "a second answer: {text}");
    if body.starts_with("This server has too many connections") {
        assert!(head.starts_with("HTTP/1.1 503 "), "{text}");
        return 503;
    }
    let answer: Json = serde_json::from_str(body).unwrap_or_else(|_| panic!("no JSON: {text}"));
    assert_eq!(answer["id"], id, "{text}");
    let status = head.split(' ').nth(1).and_then(|code| code.parse().ok());
    let status = status.expect("has a status");
    match status {
        200 => assert_eq!(answer["result"]["structuredContent"]["id"], id, "{text}"),
        _ => assert_eq!(answer["error"]["code"], -32000, "{text}"),
    }
    status
}

/// The most memory that the server had so far, in KB. Only Linux says in /proc how much that is; elsewhere it counts as 0.
fn assert_within_limit(server: &Http) -> u64 {
    let peak = server.peak_memory_kb();
    assert!(peak.is_some() || !cfg!(target_os = "linux"));
    let peak = peak.unwrap_or_default();
    assert!(peak < LIMIT_KB, "the server took {peak} KB");
    peak
}
