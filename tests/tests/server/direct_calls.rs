//! Calls that are answered without rmcp have the answers that rmcp would give.
//!
//! A weight in `Accept` says nothing new, and with one a request goes to rmcp. So each request is sent with and without.

use std::io::Write;

use serde_json::{Value as Json, json};

use crate::support::{Http, Response, call, modern, read_response, request};

const PLAIN: &str = "application/json, text/event-stream";
const WITH_WEIGHTS: &str = "application/json;q=1.0, text/event-stream;q=1.0";

/// An answer without what differs from second to second.
#[derive(Debug, PartialEq)]
struct Answer {
    status: u16,
    head: Vec<String>,
    text: String,
}

fn ask(server: &Http, accept: &str, headers: &[(&str, &str)], body: &[u8]) -> Answer {
    let named: String = headers
        .iter()
        .map(|(name, value)| format!("{name}: {value}\r\n"))
        .collect();
    let head = format!(
        "POST /mcp HTTP/1.1\r\nConnection: close\r\nContent-Type: application/json\r\n\
         Accept: {accept}\r\n{named}Content-Length: {}\r\n\r\n",
        body.len()
    );
    let mut stream = server.connect();
    let sent = stream.write_all(&[head.as_bytes(), body].concat());
    sent.expect("the server reads");
    let Response {
        status, head, text, ..
    } = read_response(stream);
    let lines = head.lines().filter(|line| !line.starts_with("date:"));
    let mut head: Vec<String> = lines.map(str::to_owned).collect();
    head.sort_unstable();
    Answer { status, head, text }
}

/// Calls with what is right and wrong with them, each in a form of its own.
fn calls() -> Vec<Json> {
    let mut calls = vec![
        call(1, "get_pet", json!({"petId": 6})),
        call(2, "get_pet", json!({"petId": "six"})),
        call(3, "get_pet", json!({})),
        call(4, "get_pet", json!({"petId": 6, "more": 1})),
        call(5, "GET_PET", json!({"petId": 6})),
        call(6, "get_pets", json!({})),
        call(7, "", json!({})),
        call(8, "list_pets", json!({})),
        call(9, "get_pet", json!([1])),
        call(10, "get_pet", json!(null)),
        request(11, "tools/call", json!({})),
        request(12, "tools/call", json!({"name": "list_pets"})),
        request(13, "tools/call", json!({"name": "list_pets", "_meta": {}})),
        request(
            14,
            "tools/call",
            json!({"name": "list_pets", "_meta": {"a": 1}}),
        ),
        request(15, "tools/call", json!({"name": "list_pets", "_meta": []})),
        request(16, "tools/call", json!({"name": "list_pets", "more": 1})),
        request(17, "tools/list", json!({})),
        json!([call(18, "list_pets", json!({}))]),
        json!({"jsonrpc": "2.0", "method": "tools/call", "params": {"name": "list_pets"}}),
    ];
    for id in [
        json!("a"),
        json!(-1),
        json!(1.0),
        json!(1e30),
        json!(null),
        json!({}),
    ] {
        let mut call = call(19, "list_pets", json!({}));
        call["id"] = id;
        calls.push(call);
    }
    calls
}

fn assert_same_answers(server: &Http, headers: &[(&str, &str)], body: &[u8]) {
    let headers = &[&[("Host", "127.0.0.1")], headers].concat();
    let direct = ask(server, PLAIN, headers, body);
    let rmcp = ask(server, WITH_WEIGHTS, headers, body);
    let sent = String::from_utf8_lossy(body);
    assert_eq!(direct, rmcp, "{headers:?} {sent}");
}

#[test]
fn the_answers_of_earlier_revisions_are_those_of_rmcp() {
    let server = Http::start(&["--upstream", "builtin"]);
    for call in calls() {
        for headers in [
            &[][..],
            &[("MCP-Protocol-Version", "2024-11-05")],
            &[("MCP-Protocol-Version", "2025-11-25")],
            &[("MCP-Protocol-Version", "2026-07-28")],
            &[("MCP-Protocol-Version", "1")],
        ] {
            assert_same_answers(&server, headers, call.to_string().as_bytes());
        }
    }
    for text in ["", "{", "null", "{\"jsonrpc\":\"2.0\",\"id\":1,\"id\":2}"] {
        assert_same_answers(&server, &[], text.as_bytes());
    }
}

#[test]
fn the_answers_of_the_latest_revision_are_those_of_rmcp() {
    let server = Http::start(&["--upstream", "builtin"]);
    let version = ("MCP-Protocol-Version", "2026-07-28");
    for call in calls() {
        let name = call["params"]["name"].as_str().unwrap_or("none").to_owned();
        let body = match call.is_object() {
            true => modern(call),
            false => call,
        };
        let body = body.to_string();
        for headers in [
            &[version, ("Mcp-Method", "tools/call"), ("Mcp-Name", &name)][..],
            &[version, ("Mcp-Method", "tools/call")],
            &[version, ("Mcp-Name", &name)],
            &[version, ("Mcp-Method", "tools/list"), ("Mcp-Name", &name)],
            &[version, ("Mcp-Method", "tools/call"), ("Mcp-Name", "other")],
            &[("MCP-Protocol-Version", "2025-11-25")],
            &[],
        ] {
            assert_same_answers(&server, headers, body.as_bytes());
        }
    }
}

/// The names of the server, and the web page that a request comes from.
#[test]
fn what_is_rejected_is_rejected_by_both() {
    let server = Http::start(&["--upstream", "builtin"]);
    let call = call(1, "list_pets", json!({})).to_string();
    for (headers, status) in [
        (&[("Host", "127.0.0.1")][..], 200),
        (&[("Host", "localhost:1")], 200),
        (&[("Host", "attacker.example")], 403),
        (&[("Host", "127.0.0.1.attacker.example")], 403),
        (&[], 400),
        (&[("Host", "")], 400),
        (&[("Host", "127.0.0.1"), ("Host", "127.0.0.1")], 400),
        (
            &[
                ("Host", "127.0.0.1"),
                ("Origin", "https://attacker.example"),
            ],
            403,
        ),
        (&[("Host", "127.0.0.1"), ("Origin", "null")], 403),
        (
            &[("Host", "127.0.0.1"), ("Origin", "http://127.0.0.1:1")],
            403,
        ),
    ] {
        let direct = ask(&server, PLAIN, headers, call.as_bytes());
        let rmcp = ask(&server, WITH_WEIGHTS, headers, call.as_bytes());
        assert_eq!(direct, rmcp, "{headers:?}");
        assert_eq!(direct.status, status, "{headers:?}: {}", direct.text);
    }
}

/// What differs from rmcp's way is what nobody sees: a session is asked for where clients must have one.
#[test]
fn sessions_are_as_before() {
    let server = Http::start(&["--upstream", "builtin", "--sessions"]);
    let call = call(1, "list_pets", json!({}));
    assert_same_answers(&server, &[], call.to_string().as_bytes());
    assert_eq!(server.post(&[], &call).status, 400);
    assert_eq!(server.ask(call).status, 200);
}
