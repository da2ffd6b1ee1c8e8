//! The MCP server as a resource of the authorization server.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::provider::Provider;

const RESOURCE: &str = "https://pets.example.com/mcp";

struct Server {
    child: Child,
    authority: String,
}

impl Server {
    fn start(issuer: &str) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_pets"))
            .args(["--transport", "http", "--listen", "127.0.0.1:0"])
            .env("PETS_ACCESS_ISSUER", issuer)
            .env("PETS_ACCESS_RESOURCE", RESOURCE)
            .env("PETS_ACCESS_SCOPES", "pets:read")
            .stderr(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let mut lines = BufReader::new(child.stderr.take().expect("is piped")).lines();
        // It warns of credentials that it does not have before it listens.
        let mut read = lines.by_ref().map_while(Result::ok);
        let line = read.find(|line| line.starts_with("listening on"));
        let line = line.unwrap_or_default();
        std::thread::spawn(move || lines.for_each(drop));
        let authority = line
            .strip_prefix("listening on http://")
            .unwrap_or_default();
        let authority = authority.trim_end_matches("/mcp").to_owned();
        Self { child, authority }
    }

    /// The status of a request with that token.
    fn status(&self, token: &str) -> String {
        let body = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}"#;
        let headers = format!(
            "Authorization: Bearer {token}\r\nContent-Type: application/json\r\n\
             Accept: application/json, text/event-stream\r\n"
        );
        let answer = post(&self.authority, "/mcp", &headers, body);
        answer.get(9..12).unwrap_or_default().to_owned()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn post(authority: &str, path: &str, headers: &str, body: &str) -> String {
    let mut stream = TcpStream::connect(authority).expect("somebody listens");
    let patience = Some(Duration::from_secs(30));
    stream.set_read_timeout(patience).expect("is a time");
    write!(
        stream,
        "POST {path} HTTP/1.1\r\nHost: {authority}\r\nConnection: close\r\n\
         Content-Length: {}\r\n{headers}\r\n{body}",
        body.len()
    )
    .expect("is read");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("is answered");
    answer
}

/// A token of the client `machine`, for that resource if there is one.
fn token(provider: &Provider, resource: &str, scope: &str) -> String {
    let resource = match resource {
        "" => String::new(),
        resource => format!("&resource={resource}"),
    };
    let body = format!("grant_type=client_credentials&scope={scope}{resource}");
    // `machine`, `machine/secret+of=64%`, as RFC 6749 has them encoded.
    let headers = "Content-Type: application/x-www-form-urlencoded\r\n\
                   Authorization: Basic bWFjaGluZTptYWNoaW5lJTJGc2VjcmV0JTJCb2YlM0Q2NCUyNQ==\r\n";
    let authority = provider.issuer.trim_start_matches("http://");
    let answer = post(authority, "/token", headers, &body);
    let (_, rest) = answer
        .split_once(r#""access_token":""#)
        .unwrap_or_else(|| panic!("no token: {answer}"));
    rest.split('"').next().unwrap_or_default().to_owned()
}

#[test]
#[ignore = "needs Node.js"]
fn tokens_for_the_server_open_it() {
    let provider = Provider::start(600);
    let server = Server::start(&provider.issuer);
    let status = |resource, scope| server.status(&token(&provider, resource, scope));
    assert_eq!(status(RESOURCE, "pets:read"), "200");
    assert_eq!(status(RESOURCE, "pets:write"), "403");
    assert_eq!(status("https://other.example.com/mcp", "pets:read"), "401");
    assert_eq!(status("", "pets:read"), "401", "is opaque");
}
