//! The server over streamable HTTP, as a client sees it.

use std::io::Read;
use std::time::Duration;

use crate::support::{
    Http, SlowUpstream, answer_pet, assert_lists_pets, call, initialize, is_abandoned,
    read_response, request,
};
use flate2::read::GzDecoder;
use serde_json::json;

const BUILTIN: &[&str] = &["--upstream", "builtin"];

#[test]
fn speaks_every_revision_with_initialize() {
    let server = Http::start(&[]);
    for version in ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"] {
        let answer = server.post(&[], &initialize(version));
        assert_eq!(answer.status, 200);
        assert_eq!(answer.body["result"]["protocolVersion"], version);
        assert!(!answer.head.contains("mcp-session-id"), "{}", answer.head);
        assert!(answer.head.contains("content-type: application/json"));
        let headers = &[("MCP-Protocol-Version", version)];
        let answer = server.post(headers, &request(1, "tools/list", json!({})));
        assert_lists_pets(&answer.body);
    }
    assert_lists_pets(&server.post(&[], &request(1, "tools/list", json!({}))).body);
}

#[test]
fn speaks_the_revision_without_initialize() {
    let server = Http::start(BUILTIN);
    let answer = server.ask(request(1, "server/discover", json!({})));
    assert_eq!(answer.body["result"]["capabilities"], json!({"tools": {}}));
    let answer = server.ask(request(2, "tools/list", json!({})));
    assert_lists_pets(&answer.body);
    assert_eq!(answer.body["result"]["cacheScope"], "public");
    let answer = server.ask(call(3, "get_pet", json!({"petId": 6})));
    assert_eq!(answer.body["result"]["structuredContent"]["id"], 6);
}

/// The list is compressed once; the id differs from request to request.
#[test]
fn a_list_is_compressed_on_request() {
    let server = Http::start(&[]);
    for id in [json!(1), json!("x".repeat(100_000))] {
        let request = json!({"jsonrpc": "2.0", "id": id, "method": "tools/list"});
        let plain = server.post(&[("Accept-Encoding", "gzip;q=0, br")], &request);
        assert_lists_pets(&plain.body);
        assert_eq!(plain.body["id"], id);
        for head in ["content-type: application/json", "vary: accept-encoding"] {
            assert!(plain.head.contains(head), "{}", plain.head);
        }
        let length = format!("content-length: {}", plain.text.len());
        assert!(plain.head.contains(&length), "{}", plain.head);
        assert!(!plain.head.contains("content-encoding"), "{}", plain.head);

        let mut answer = Vec::new();
        let mut stream = server.open(&[("Accept-Encoding", "gzip, deflate, br")], &request);
        stream.read_to_end(&mut answer).expect("the server answers");
        let end = answer.windows(4).position(|window| window == b"\r\n\r\n");
        let (head, body) = answer.split_at(end.expect("is HTTP") + 4);
        let head = String::from_utf8_lossy(head).to_ascii_lowercase();
        for part in ["content-encoding: gzip", "vary: accept-encoding"] {
            assert!(head.contains(part), "{head}");
        }
        assert!(
            head.contains(&format!("content-length: {}\r\n", body.len())),
            "{head}"
        );
        assert!(body.len() < plain.text.len());
        let mut text = String::new();
        let mut decoder = GzDecoder::new(body);
        decoder.read_to_string(&mut text).expect("is gzip");
        assert_eq!(text, plain.text);
        assert!(decoder.into_inner().is_empty(), "there is one member");
    }
    let call = server.post(
        &[("Accept-Encoding", "gzip")],
        &call(2, "no_tool", json!({})),
    );
    assert!(!call.head.contains("content-encoding"), "{}", call.head);
}

/// Whoever opens the address in a browser learns what it is, and nothing of the API.
#[test]
fn a_person_who_opens_the_root_is_told_where_clients_go() {
    let server = Http::start(&[]);
    let answer = server.get("/");
    assert_eq!(answer.status, 200);
    assert!(
        answer.head.contains("content-type: text/plain"),
        "{}",
        answer.head
    );
    let said = &answer.text;
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(
        said.contains("MCP server") && said.contains("/mcp"),
        "{said}"
    );
    assert!(!said.contains("Pets"), "{said}");
    assert_eq!(server.get("/other").status, 404);
}

#[test]
fn calls_without_a_session() {
    let server = Http::start(BUILTIN);
    let headers = &[("MCP-Protocol-Version", "2025-06-18")];
    let made = server.post(headers, &call(1, "create_pet", json!({"name": "Ada"})));
    let id = &made.body["result"]["structuredContent"]["id"];
    let read = server.post(headers, &call(1, "get_pet", json!({"petId": id})));
    assert_eq!(read.body["result"]["structuredContent"]["name"], "Ada");
}

#[test]
fn answers_arguments_that_are_no_object() {
    let server = Http::start(&[]);
    let broken = request(
        1,
        "tools/call",
        json!({"name": "get_pet", "arguments": [1]}),
    );
    for answer in [server.post(&[], &broken), server.ask(broken)] {
        assert_eq!(answer.status, 200);
        assert_eq!(answer.body["error"]["code"], -32602);
    }
}

#[test]
fn knows_no_handshake_without_initialize() {
    let server = Http::start(&[]);
    let answer = server.ask(request(1, "initialize", json!({})));
    assert_eq!(answer.status, 404);
    assert_eq!(answer.body["error"]["code"], -32601);
    let answer = server.post(&[], &request(1, "initialize", json!({})));
    assert_eq!(answer.body["error"]["code"], -32602);
}

#[test]
fn is_for_the_machines_own_programs() {
    let server = Http::start(&[]);
    let list = request(1, "tools/list", json!({}));
    let status = |name, value: &str| server.post(&[(name, value)], &list).status;
    assert_eq!(status("Host", "evil.example.com"), 403);
    assert_eq!(status("Origin", "https://evil.example.com"), 403);
    assert_eq!(status("Origin", "http://localhost"), 403);
    assert_eq!(status("Host", "localhost:1"), 200);
    assert_eq!(
        status("Origin", &format!("http://{}", server.authority)),
        200
    );
}

#[test]
fn names_the_option_that_allows_a_host_or_an_origin() {
    let mut server = Http::start(&[]);
    let list = request(1, "tools/list", json!({}));
    for (name, value, option) in [
        ("Host", "pets.example.com", "--allow-host pets.example.com"),
        (
            "Origin",
            "https://app.example.com",
            "--allow-origin https://app.example.com",
        ),
    ] {
        let mut answer = String::new();
        let mut stream = server.open(&[(name, value)], &list);
        stream.read_to_string(&mut answer).expect("is answered");
        assert!(answer.starts_with("HTTP/1.1 403"), "{answer}");
        assert!(answer.contains(option), "{answer}");
    }
    let log = server.end();
    assert!(log.contains("--allow-host pets.example.com"), "{log}");
    assert!(
        log.contains("--allow-origin https://app.example.com"),
        "{log}"
    );
}

#[test]
fn tokens_of_a_file_open_it_and_change_with_the_file() {
    let folder = std::env::temp_dir();
    let path = folder.join(format!(
        "toolwright-tokens-of-clients-{}",
        std::process::id()
    ));
    let write = |text: &str| std::fs::write(&path, text).expect("can be written");
    write("first-token-of-a-client\nsecond-token-of-a-client\n");
    let file = path.to_str().expect("is text").to_owned();
    let server = Http::start_in(&[("PETS_ACCESS_TOKENS_FILE", &file)], &[]);
    let list = request(1, "tools/list", json!({}));
    let status = |token: &str| {
        let bearer = format!("Bearer {token}");
        server.post(&[("Authorization", &bearer)], &list).status
    };
    assert_eq!(server.post(&[], &list).status, 401);
    assert_eq!(status("second-token-of-a-client"), 200);
    assert_eq!(status("third"), 401);
    write("third-token");
    assert_eq!(status("third-token"), 200);
    assert_eq!(status("second-token-of-a-client"), 401);
    std::fs::remove_file(&path).expect("is there");
    assert_eq!(status("third-token"), 503, "it fails closed");
}

#[test]
fn lets_others_in_by_name() {
    let server = Http::start(&[
        "--allow-host",
        "mcp.example.com",
        "--allow-origin",
        "https://app.example.com:443",
    ]);
    let list = request(1, "tools/list", json!({}));
    let host = ("Host", "mcp.example.com");
    let origin = |origin| [host, ("Origin", origin)];
    assert_eq!(server.post(&[host], &list).status, 200);
    let app = origin("https://app.example.com");
    assert_eq!(server.post(&app, &list).status, 200);
    let other = origin("https://other.example.com");
    assert_eq!(server.post(&other, &list).status, 403);
}

#[test]
fn finishes_running_calls_when_asked_to_end() {
    let upstream = SlowUpstream::start();
    let mut server = Http::start(&["--upstream", &upstream.url()]);
    let answer = server.open(&[], &call(1, "get_pet", json!({"petId": 4})));
    let running = upstream.request();
    server.terminate();
    std::thread::sleep(Duration::from_millis(200));
    answer_pet(running);
    let answer = read_response(answer);
    assert_eq!(answer.body["result"]["structuredContent"]["name"], "Slow");
    assert!(server.wait().success());
}

#[test]
fn drops_the_upstream_request_when_the_client_leaves() {
    let upstream = SlowUpstream::start();
    let server = Http::start(&["--upstream", &upstream.url()]);
    let answer = server.open(&[], &call(1, "get_pet", json!({"petId": 4})));
    let running = upstream.request();
    drop(answer);
    assert!(is_abandoned(running));
}

#[test]
fn of_the_clients_headers_those_that_are_named_go_upstream() {
    let headers = [
        ("Authorization", "Bearer clients-own"),
        ("X-Tenant", "blue"),
    ];
    let of = |header: &str| (header == "x-tenant", header == "authorization");
    for named in ["", "x-tenant", "authorization"] {
        let upstream = SlowUpstream::start();
        let url = upstream.url();
        let mut arguments = vec!["--upstream", &url];
        if !named.is_empty() {
            arguments.extend(["--pass-header", named]);
        }
        let server = Http::start(&arguments);
        let answer = server.open(&headers, &call(1, "get_pet", json!({"petId": 4})));
        let (request, head) = upstream.request_and_head();
        answer_pet(request);
        assert_eq!(read_response(answer).status, 200);
        let sent = (head.contains("blue"), head.contains("clients-own"));
        assert_eq!(sent, of(named), "{head}");
    }
}

#[test]
fn a_call_that_tells_its_progress_is_answered_as_a_stream() {
    let upstream = SlowUpstream::start();
    let server = Http::start(&["--upstream", &upstream.url()]);
    let mut asked = call(1, "get_pet", json!({"petId": 4}));
    asked["params"]["_meta"] = json!({"progressToken": 7});
    let mut answer = server.open(&[], &asked);
    let running = upstream.request();
    let mut text = String::new();
    while !text.contains("notifications/progress") {
        let mut piece = [0; 4096];
        let read = answer.read(&mut piece).expect("the server writes");
        assert_ne!(read, 0, "{text}");
        text.push_str(&String::from_utf8_lossy(&piece[..read]));
    }
    assert!(text.to_ascii_lowercase().contains("text/event-stream"));
    answer_pet(running);
    answer
        .read_to_string(&mut text)
        .expect("the server answers");
    assert!(text.contains(r#""name":"Slow""#), "{text}");
}

#[test]
fn says_that_it_is_alive() {
    let server = Http::start(&[]);
    for path in ["/healthz", "/readyz"] {
        let answer = server.get(path);
        assert_eq!(answer.status, 200, "{path}");
    }
    assert_eq!(server.get("/other").status, 404);
}

#[test]
fn asks_for_a_token_where_there_is_one() {
    let server = Http::start_in(&[("PETS_ACCESS_TOKENS", "one,two")], &[]);
    let list = request(1, "tools/list", json!({}));
    let refused = server.post(&[], &list);
    assert_eq!(refused.status, 401);
    assert!(refused.head.contains("www-authenticate: bearer\r\n"));
    let refused = server.post(&[("Authorization", "Bearer three")], &list);
    assert_eq!(refused.status, 401);
    assert!(refused.head.contains("error=\"invalid_token\""));
    let answer = server.post(&[("Authorization", "Bearer two")], &list);
    assert_lists_pets(&answer.body);
    assert_eq!(server.get("/healthz").status, 200);
}

#[test]
fn a_body_that_is_no_message_is_answered_as_json_rpc() {
    let server = Http::start(BUILTIN);
    let broken = |text: &str| {
        format!(
            r#"{{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{{"name":"create_pet","arguments":{{"name":{text}}}}}}}"#
        )
    };
    let deep = format!("{}{}", "[".repeat(130), "]".repeat(130));
    let mut invalid_utf8 = broken("\"?\"").into_bytes();
    invalid_utf8
        .iter_mut()
        .filter(|byte| **byte == b'?')
        .for_each(|byte| *byte = 0xff);
    let ping = r#"{"jsonrpc":"2.0","id":7,"method":"ping"}"#;
    for (body, code, id) in [
        (broken(r#""Rex \ud83d""#).into_bytes(), -32700, json!(7)),
        (broken("1e999").into_bytes(), -32700, json!(7)),
        (broken(&deep).into_bytes(), -32700, json!(7)),
        (invalid_utf8, -32700, json!(7)),
        (format!("{ping}{ping}").into_bytes(), -32700, json!(7)),
        (b"{".to_vec(), -32700, json!(null)),
        (Vec::new(), -32700, json!(null)),
        (format!("[{ping}]").into_bytes(), -32600, json!(null)),
        (br#"{"jsonrpc":"2.0","id":7}"#.to_vec(), -32600, json!(7)),
    ] {
        let answer = server.post_bytes("application/json; charset=utf-8", &body);
        let shown = String::from_utf8_lossy(&body);
        assert_eq!(answer.status, 400, "{shown}");
        assert!(
            answer.head.contains("content-type: application/json"),
            "{}",
            answer.head
        );
        assert_eq!(answer.body["error"]["code"], code, "{shown}");
        assert_eq!(answer.body["id"], id, "{shown}");
    }
    assert_eq!(server.post_bytes("text/plain", ping.as_bytes()).status, 415);
    assert_eq!(server.post_bytes("text/plain", b"{").status, 415);
    assert_eq!(
        server
            .post_bytes("application/json", ping.as_bytes())
            .status,
        200
    );
}
