//! Errors name the tool that returns what an argument takes.

use std::io::{Read as _, Write as _};
use std::net::TcpListener;

use serde_json::{Value, json};

use crate::server::HttpServer;

const SOURCE: &str = "`petId` is returned by list_pets as [].id.";

/// The text of the result of a call of `get_pet`.
fn get_pet(server: &HttpServer, pet: Value) -> String {
    let message = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call",
        "params": {"name": "get_pet", "arguments": {"petId": pet}}});
    let headers = [
        "content-type: application/json",
        "accept: application/json, text/event-stream",
    ];
    let answer = server.call("127.0.0.1:8000", &headers, &message.to_string());
    assert_eq!(answer["result"]["isError"], true, "{answer}");
    let text = answer["result"]["content"][0]["text"].as_str();
    text.expect("has a text").to_owned()
}

/// An upstream that has nothing.
fn empty_upstream() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("is bound");
    std::thread::spawn(move || {
        for mut stream in listener.incoming().map_while(Result::ok) {
            let _ = stream.read(&mut [0; 4096]);
            let _ = stream.write_all(
                b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
            );
        }
    });
    format!("http://{address}")
}

#[test]
fn an_error_names_the_tool_that_returns_the_value() {
    let upstream = empty_upstream();
    let server = HttpServer::start(&["--upstream", &upstream], &[]);
    let text = get_pet(&server, json!(7));
    assert!(
        text.starts_with("HTTP 404") && text.ends_with(SOURCE),
        "{text}"
    );
    let text = get_pet(&server, json!("seven"));
    assert!(text.contains(&format!("\n{SOURCE}\n")), "{text}");
}

#[test]
fn a_tool_that_is_not_served_is_not_named() {
    let upstream = empty_upstream();
    let server = HttpServer::start(&["--upstream", &upstream, "--only-tool", "get_pet"], &[]);
    for pet in [json!(7), json!("seven")] {
        let text = get_pet(&server, pet);
        assert!(!text.contains("list_pets"), "{text}");
    }
}
