//! A server with the bridge, and requests to it.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;

use serde_json::Value;

use crate::server::HttpServer;

pub(super) const HOST: &str = "127.0.0.1:8000";

pub(super) const TOKEN: &str = "0123456789abcdef0123456789abcdef";

/// An answer as it came.
pub(super) struct Answer {
    pub(super) status: u16,
    pub(super) head: String,
    pub(super) body: String,
}

impl Answer {
    pub(super) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }

    pub(super) fn header(&self, name: &str) -> Option<&str> {
        let mut lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines.find_map(|(known, value)| known.eq_ignore_ascii_case(name).then_some(value))
    }
}

pub(super) fn start(options: &[&str]) -> HttpServer {
    HttpServer::start(
        &[&["--bridge", "--upstream", "builtin"], options].concat(),
        &[],
    )
}

pub(super) fn ask(server: &HttpServer, request: &str, headers: &[&str], body: &str) -> Answer {
    let mut head = format!("{request} HTTP/1.1");
    for header in headers {
        head.push_str("\r\n");
        head.push_str(header);
    }
    let response = server.ask(&head, HOST, body);
    let (head, body) = response.split_once("\r\n\r\n").expect("has a head");
    let status = head
        .split(' ')
        .nth(1)
        .and_then(|status| status.parse().ok());
    Answer {
        status: status.expect("has a status"),
        head: head.to_owned(),
        body: body.to_owned(),
    }
}

pub(super) fn get(server: &HttpServer, path: &str) -> Answer {
    ask(server, &format!("GET {path}"), &[], "")
}

pub(super) fn post(server: &HttpServer, path: &str, body: &Value) -> Answer {
    let json = "Content-Type: application/json";
    ask(server, &format!("POST {path}"), &[json], &body.to_string())
}

/// What the server sends after the head of a request, as bytes.
pub(super) fn exchange(server: &HttpServer, head: &str) -> Vec<u8> {
    let mut stream = send(server, head);
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).expect("the server answers");
    answer
}

/// A connection on which that was sent.
pub(super) fn send(server: &HttpServer, text: &str) -> TcpStream {
    let url = server.url();
    let address = url.trim_start_matches("http://").trim_end_matches("/mcp");
    let mut stream = TcpStream::connect(address).expect("the server listens");
    stream.write_all(text.as_bytes()).expect("the server reads");
    stream
}
