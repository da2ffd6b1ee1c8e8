//! Hostile requests, answered by the binary. In the gate these run once more against a binary that was
//! built alone: in the workspace, features of other members reach it, which its users do not have.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::Duration;

use crate::server::{HttpServer, OWN_SERVER};

const POST: &str = "POST /mcp HTTP/1.1\r\ncontent-type: application/json\r\n\
                    accept: application/json, text/event-stream\r\n\
                    mcp-protocol-version: 2025-11-25";

const PING: &str = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#;

fn status(response: &str) -> &str {
    response.split(' ').nth(1).unwrap_or_default()
}

#[test]
fn hostile_requests_are_rejected_and_the_server_goes_on() {
    let server = HttpServer::start(&["--upstream", "builtin"], &[]);
    let deep = "[".repeat(100_000);
    for (head, host, body, expected) in [
        (POST, "localhost", PING, "200"),
        (POST, "evil.example", PING, "403"),
        (POST, "localhost.evil.example", PING, "403"),
        (
            &*format!("{POST}\r\norigin: https://evil.example"),
            "localhost",
            PING,
            "403",
        ),
        ("GET /mcp HTTP/1.1", "localhost", "", "405"),
        ("TRACE /mcp HTTP/1.1", "localhost", "", "405"),
        ("POST /elsewhere HTTP/1.1", "localhost", PING, "404"),
        (
            "POST /mcp HTTP/1.1\r\ncontent-type: text/plain",
            "localhost",
            PING,
            "4",
        ),
        (POST, "localhost", "{", "4"),
        (POST, "localhost", deep.as_str(), "4"),
        (POST, "localhost", PING, "200"),
    ] {
        let response = server.ask(head, host, body);
        assert!(
            status(&response).starts_with(expected),
            "{head} {host}: {response}"
        );
    }
}

/// In the workspace, another member may have given the server HTTP/2.
#[test]
#[ignore = "needs TOOLWRIGHT_OWN_SERVER"]
fn a_binary_of_its_own_speaks_http_1_only() {
    let own = std::env::var_os(OWN_SERVER);
    assert!(own.is_some(), "{OWN_SERVER} is the path of a server");
    let server = HttpServer::start(&["--upstream", "builtin"], &[]);
    let url = server.url();
    let address = url.trim_start_matches("http://").trim_end_matches("/mcp");
    let mut stream = TcpStream::connect(address).expect("the server listens");
    let wait = Some(Duration::from_secs(10));
    stream.set_read_timeout(wait).expect("is a time");
    // The preface of RFC 9113, section 3.4, and an empty SETTINGS frame.
    stream
        .write_all(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0")
        .expect("the server reads");
    let mut answer = [0; 9];
    let read = stream.read(&mut answer).unwrap_or_default();
    assert_ne!(
        answer.get(3).filter(|_| read == 9),
        Some(&4),
        "answers with a SETTINGS frame"
    );
}
