//! The server as a client has it.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

struct Client(Child);

impl Client {
    fn start() -> Self {
        let server = Command::new(env!("CARGO_BIN_EXE_example-derive"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn();
        Self(server.expect("the server runs"))
    }

    /// The results of requests, which are sent one after the other.
    fn results(mut self, requests: &[(&str, Value)]) -> Vec<Value> {
        let mut stdin = self.0.stdin.take().expect("is piped");
        let stdout = self.0.stdout.take().expect("is piped");
        let mut lines = BufReader::new(stdout).lines();
        let meta = json!({
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
            "io.modelcontextprotocol/clientCapabilities": {},
        });
        let mut results = Vec::new();
        for (id, (method, params)) in requests.iter().enumerate() {
            let mut params = params.clone();
            params["_meta"] = meta.clone();
            let request = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
            writeln!(stdin, "{request}").expect("the server reads");
            let line = lines.next().expect("an answer").expect("is text");
            let mut answer: Value = serde_json::from_str(&line).expect("is JSON");
            results.push(answer["result"].take());
        }
        results
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn call(tool: &str, arguments: Value) -> (&'static str, Value) {
    ("tools/call", json!({"name": tool, "arguments": arguments}))
}

#[test]
fn methods_are_tools_beside_those_of_the_spec() {
    let results = Client::start().results(&[("tools/list", json!({}))]);
    let tools = results[0]["tools"].as_array().expect("is a list");
    let names: Vec<&str> = tools
        .iter()
        .filter_map(|tool| tool["name"].as_str())
        .collect();
    assert_eq!(
        names,
        [
            "get_pet",
            "place_order",
            "restock",
            "count_article",
            "greet"
        ]
    );

    let restock = &tools[2];
    assert_eq!(restock["title"], "Restock");
    assert_eq!(restock["description"], "Puts a delivery on the shelves.");
    assert_eq!(
        restock["annotations"],
        json!({
            "readOnlyHint": false, "destructiveHint": false, "idempotentHint": false, "openWorldHint": false,
        })
    );
    assert_eq!(
        restock["inputSchema"],
        json!({
            "description": "What is to be put on the shelves.",
            "type": "object",
            "properties": {
                "lines": {
                    "description": "How many of each article came.",
                    "type": "array",
                    "items": {
                        "description": "One article of a delivery.",
                        "type": "object",
                        "properties": {
                            "articleName": {"type": "string", "pattern": "^[a-z-]+$", "examples": ["dog-food"]},
                            "count": {"type": "integer", "minimum": 1, "maximum": 100},
                        },
                        "required": ["articleName", "count"],
                    },
                    "minItems": 1,
                    "maxItems": 50,
                },
                "shelf": {
                    "type": "string",
                    "enum": ["front", "back"],
                    "description": "Where they go.",
                    "default": "front",
                },
            },
            "required": ["lines"],
        })
    );
    assert_eq!(restock["outputSchema"]["required"], json!(["articles"]));
    let count = &tools[3]["inputSchema"];
    assert_eq!(
        count["properties"]["article"]["description"],
        "Its name, as it was delivered."
    );
    assert_eq!(
        count["properties"]["needed"]["description"],
        "Whether there has to be some."
    );
    assert_eq!(count["required"], json!(["article"]));
    assert_eq!(count["additionalProperties"], false);
}

#[test]
fn all_tools_share_the_server() {
    let line = |count: i64| json!({"articleName": "dog-food", "count": count});
    let results = Client::start().results(&[
        call("restock", json!({"lines": [line(2), line(3)]})),
        call("restock", json!({"lines": [line(1)], "shelf": "back"})),
        call("count_article", json!({"article": "dog-food"})),
        call(
            "count_article",
            json!({"article": "cat-food", "needed": true}),
        ),
        call("restock", json!({"lines": [line(0)], "shelf": "roof"})),
        call("count_article", json!({"article": "", "need": true})),
        call("place_order", json!({"pet_id": 7})),
        call("greet", json!({})),
    ]);
    assert_eq!(
        results[0]["structuredContent"],
        json!({"articles": {"dog-food": 5}, "last": "front"})
    );
    assert_eq!(results[1]["structuredContent"]["last"], "back");
    let text = |index: usize| {
        results[index]["content"][0]["text"]
            .as_str()
            .unwrap_or_default()
    };
    assert_eq!(text(2), "6");
    assert!(
        results[3]["isError"] == true && text(3).contains("there is no cat-food"),
        "{}",
        results[3]
    );
    let refused = text(4);
    assert!(
        refused.contains("/lines/0/count: 0 is less than the minimum of 1"),
        "{refused}"
    );
    assert!(
        refused.contains("/shelf: \"roof\" is not one of [\"front\", \"back\"]"),
        "{refused}"
    );
    let refused = text(5);
    assert!(
        refused.contains("\"need\" was unexpected") && refused.contains("/article"),
        "{refused}"
    );
    assert_eq!(
        results[6]["structuredContent"],
        json!({"id": 1, "pet_id": 7})
    );
    assert_eq!(text(7), "Welcome!");
}
