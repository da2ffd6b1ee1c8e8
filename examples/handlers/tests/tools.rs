//! The server as a client has it, in front of its built-in upstream.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

struct Client {
    server: Child,
    last_id: u64,
}

impl Client {
    fn start() -> Self {
        let server = Command::new(env!("CARGO_BIN_EXE_example-handlers"))
            .args(["--upstream", "builtin"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the server runs");
        Self { server, last_id: 0 }
    }

    /// Calls tools, one after the other, and gives their results.
    fn call(mut self, calls: &[(&str, Value)]) -> Vec<Value> {
        let mut stdin = self.server.stdin.take().expect("is piped");
        let stdout = self.server.stdout.take().expect("is piped");
        let mut lines = BufReader::new(stdout).lines();
        let meta = json!({
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
            "io.modelcontextprotocol/clientCapabilities": {},
        });
        let mut results = Vec::new();
        for (tool, arguments) in calls {
            self.last_id += 1;
            let params = json!({"name": tool, "arguments": arguments, "_meta": meta});
            let id = self.last_id;
            let request =
                json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params});
            writeln!(stdin, "{request}").expect("the server reads");
            let line = lines.next().expect("an answer").expect("is text");
            let mut answer: Value = serde_json::from_str(&line).expect("is JSON");
            assert_eq!(answer["id"], self.last_id, "{answer}");
            results.push(answer["result"].take());
        }
        results
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

#[test]
fn orders_are_kept_and_pets_are_fetched() {
    let order = |count: i64| ("place_order", json!({"petId": "7", "count": count}));
    let calls = [
        ("get_pet", json!({"petId": "7"})),
        order(2),
        order(11),
        order(1),
    ];
    let results = Client::start().call(&calls);
    assert_eq!(
        results[0]["structuredContent"]["name"], "Ada",
        "{}",
        results[0]
    );
    let placed = json!({"number": 1, "text": "2 of Ada"});
    assert_eq!(results[1]["structuredContent"], placed, "{}", results[1]);
    let refused = results[2]["content"][0]["text"]
        .as_str()
        .unwrap_or_default();
    assert!(
        refused
            .starts_with("Invalid arguments for place_order:\n/count: there are no more than 10"),
        "{refused}"
    );
    assert_eq!(results[2]["isError"], true);
    assert_eq!(results[3]["structuredContent"]["number"], 2);
}
