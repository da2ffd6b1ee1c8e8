use std::sync::Arc;

use rmcp::ServiceExt as _;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, DuplexStream, split};

use crate::inspection::{SchemaRegistry, ToolInfo};

/// A server over a pipe that lists one tool on each of its pages.
async fn serve(pipe: DuplexStream, tools: Vec<Value>) {
    let (input, mut output) = split(pipe);
    let mut lines = BufReader::new(input).lines();
    while let Ok(Some(line)) = lines.next_line().await {
        let request: Value = serde_json::from_str(&line).expect("is JSON");
        let result = match request["method"].as_str() {
            Some("initialize") => json!({
                "protocolVersion": "2025-06-18",
                "capabilities": {"tools": {}},
                "serverInfo": {"name": "files", "version": "1"},
            }),
            Some("tools/list") => {
                let cursor = request["params"]["cursor"].as_str().unwrap_or("0");
                let at: usize = cursor.parse().expect("is ours");
                let mut page = json!({"tools": [tools[at]]});
                if at + 1 < tools.len() {
                    page["nextCursor"] = (at + 1).to_string().into();
                }
                page
            }
            _ => continue,
        };
        let answer = json!({"jsonrpc": "2.0", "id": request["id"], "result": result});
        let answer = format!("{answer}\n");
        output.write_all(answer.as_bytes()).await.expect("is read");
    }
}

fn tools() -> Vec<Value> {
    let schema = json!({"type": "object", "properties": {"path": {"type": "string"}}});
    vec![
        json!({"name": "read_file", "description": "Reads", "inputSchema": schema}),
        json!({"name": "ping", "inputSchema": {"type": "object"}}),
    ]
}

#[tokio::test]
async fn r1_a_client_of_rmcp_is_a_source() {
    let (ours, theirs) = tokio::io::duplex(65_536);
    tokio::spawn(serve(theirs, tools()));
    let client = ().serve(split(ours)).await.expect("connects");
    let peer = client.peer().clone();
    let registry = SchemaRegistry::builder()
        .server("files", Arc::new(client))
        .server("the same", peer)
        .build();
    for server in ["files", "the same"] {
        let tool = registry
            .get_schema_on(server, "read_file")
            .await
            .expect("is there");
        assert_eq!(tool.description, "Reads");
        assert_eq!(tool.format_compact(), "read_file(path?: string)");
        assert_eq!(tool.raw_schema, tools()[0]["inputSchema"]);
    }
    registry
        .get_schema("ping")
        .await
        .expect("is on the second page");
}

#[tokio::test]
async fn r6_tools_are_listed_with_their_schemas() {
    let (ours, theirs) = tokio::io::duplex(65_536);
    tokio::spawn(serve(theirs, tools()));
    let client = ().serve(split(ours)).await.expect("connects");
    let listed = SchemaRegistry::for_server("files", client)
        .tools()
        .await
        .expect("answers");
    let ping = ToolInfo {
        name: "ping".to_owned(),
        description: String::new(),
        input_schema: Some(json!({"type": "object"})),
    };
    assert_eq!(listed[1], ping);
}

#[tokio::test]
async fn r1_a_client_whose_server_is_gone_is_an_error() {
    let (ours, theirs) = tokio::io::duplex(65_536);
    let server = tokio::spawn(serve(theirs, tools()));
    let client = ().serve(split(ours)).await.expect("connects");
    server.abort();
    let error = SchemaRegistry::for_server("files", client)
        .get_schema("ping")
        .await
        .unwrap_err();
    let text = error.to_string();
    assert!(
        text.starts_with("server 'files' does not list its tools: "),
        "{text}"
    );
}
