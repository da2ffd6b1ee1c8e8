//! Any instance can answer any request.

use crate::server::HttpServer;
use serde_json::{Value, json};

const HEADERS: [&str; 3] = [
    "content-type: application/json",
    "accept: application/json, text/event-stream",
    "mcp-protocol-version: 2025-11-25",
];

/// What a client of the revisions with `initialize` sends, in its order.
fn messages() -> [Value; 4] {
    let client = json!({"name": "test", "version": "1"});
    let version = "2025-11-25";
    let hello = json!({"protocolVersion": version, "capabilities": {}, "clientInfo": client});
    let call = json!({"name": "get_pet", "arguments": {"petId": 1}});
    [
        json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello}),
        json!({"jsonrpc": "2.0", "method": "notifications/initialized"}),
        json!({"jsonrpc": "2.0", "id": 2, "method": "tools/list"}),
        json!({"jsonrpc": "2.0", "id": 3, "method": "tools/call", "params": call}),
    ]
}

/// The responses to all messages, which go to the instances in turn, the first to that one.
fn conversation(replicas: &[HttpServer], first: usize) -> Vec<String> {
    let head = format!("POST /mcp HTTP/1.1\r\n{}", HEADERS.join("\r\n"));
    let servers = replicas.iter().cycle().skip(first);
    let asked = servers.zip(messages()).map(|(server, message)| {
        let response = server.ask(&head, "localhost", &message.to_string());
        let (head, body) = response.split_once("\r\n\r\n").expect("has a head");
        assert!(head.starts_with("HTTP/1.1 20"), "{message}: {response}");
        assert!(
            !head.to_lowercase().contains("mcp-session-id"),
            "{response}"
        );
        body.to_owned()
    });
    asked.collect()
}

#[test]
fn a_conversation_may_go_from_one_to_the_other() {
    let start = |_| HttpServer::start(&["--upstream", "builtin"], &[]);
    let replicas = [0, 1].map(start);
    let one = conversation(&replicas[..1], 0);
    let call: Value = serde_json::from_str(&one[3]).expect("is JSON");
    assert_eq!(call["result"]["isError"], false, "{call}");
    assert_eq!(conversation(&replicas, 0), one);
    assert_eq!(conversation(&replicas, 1), one);
}
