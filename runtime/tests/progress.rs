//! Progress that a tool reports, as clients of both eras of MCP get it.

#![cfg(feature = "server")]
#![allow(clippy::unwrap_used, missing_docs)]

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value as Json, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, duplex, split};
use tokio::sync::Notify;
use toolwright::generated::{Annotations, InputSchema, Method, Schema, start_own_tool};
use toolwright::{Call, OwnTool, Server, ToolError, Tools};

/// Longer than anything here takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

static INPUT: InputSchema = InputSchema::new("{\"type\":\"object\"}", Schema::ANY);

/// Lets the tool go on when the client has got what was reported.
#[derive(Default)]
struct Steps(Notify);

static TOOLS: [OwnTool<Steps>; 1] = [OwnTool {
    name: "feed",
    title: "",
    description: "Feeds the pets.",
    annotations: Annotations::of(Method::Post),
    input: || &INPUT,
    output: None,
    start: |steps, fields, call| start_own_tool(fields, move |_: Json| feed(steps, call)),
}];

async fn feed(steps: &Steps, call: &Call<'_>) -> Result<String, ToolError> {
    call.report("looking for pets");
    steps.0.notified().await;
    call.report_progress(f64::NAN, None, "not a number");
    call.report_progress(1.0, Some(3.0), "fed Rex");
    steps.0.notified().await;
    // MCP: the value MUST increase. This report waits for a greater value.
    call.report_progress(0.5, Some(3.0), "back");
    call.report_progress(2.5, Some(3.0), "");
    steps.0.notified().await;
    call.report_progress(7.0, None, "more than expected");
    steps.0.notified().await;
    Ok("fed".to_owned())
}

async fn progress_of(is_modern: bool) {
    let steps = Arc::new(Steps::default());
    let tools = Tools::new("shop", "1").and_own(Arc::clone(&steps), &TOOLS);
    let (near, far) = duplex(64 * 1024);
    let (reader, writer) = split(far);
    tokio::spawn(Server::from_tools(tools, []).unwrap().serve(reader, writer));
    let (reader, mut writer) = split(near);
    let mut lines = BufReader::new(reader).lines();
    let mut meta = json!({"progressToken": "p"});
    if is_modern {
        meta["io.modelcontextprotocol/protocolVersion"] = json!("2026-07-28");
        meta["io.modelcontextprotocol/clientCapabilities"] = json!({});
        meta["io.modelcontextprotocol/clientInfo"] = json!({"name": "test", "version": "1"});
    } else {
        let hello = json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
            "protocolVersion": "2025-06-18", "capabilities": {},
            "clientInfo": {"name": "test", "version": "1"},
        }});
        writer
            .write_all(format!("{hello}\n").as_bytes())
            .await
            .unwrap();
        lines.next_line().await.unwrap().unwrap();
        let ready = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
        writer
            .write_all(format!("{ready}\n").as_bytes())
            .await
            .unwrap();
    }
    let call = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {
        "name": "feed", "arguments": {}, "_meta": meta,
    }});
    writer
        .write_all(format!("{call}\n").as_bytes())
        .await
        .unwrap();

    let mut last = f64::NEG_INFINITY;
    let mut receive = async || -> Json {
        let line = tokio::time::timeout(PATIENCE, lines.next_line()).await;
        let message: Json = serde_json::from_str(&line.unwrap().unwrap().unwrap()).unwrap();
        if let Some(value) = message["params"]["progress"].as_f64() {
            assert!(value > last, "{message} after {last}");
            last = value;
        }
        message
    };
    let first = receive().await;
    assert_eq!(first["method"], "notifications/progress", "{first}");
    assert_eq!(first["params"]["message"], "looking for pets");
    assert!(first["params"].get("total").is_none(), "{first}");
    for expected in [
        json!({"progressToken": "p", "progress": 1.0, "total": 3.0, "message": "fed Rex"}),
        json!({"progressToken": "p", "progress": 2.5, "total": 3.0}),
        json!({"progressToken": "p", "progress": 7.0, "message": "more than expected"}),
    ] {
        steps.0.notify_one();
        let mut told = receive().await;
        // A slow machine may get a heartbeat of the report before.
        while told["params"]["message"] == "looking for pets" {
            told = receive().await;
        }
        let mut params = told["params"].take();
        params.as_object_mut().unwrap().remove("_meta");
        assert_eq!(params, expected);
    }
    steps.0.notify_one();
    let answer = receive().await;
    assert_eq!(answer["id"], 1, "{answer}");
    assert_eq!(answer["result"]["isError"], false);
}

#[tokio::test]
async fn a_handlers_numbers_reach_clients_of_the_first_era() {
    progress_of(false).await;
}

#[tokio::test]
async fn a_handlers_numbers_reach_clients_of_the_second_era() {
    progress_of(true).await;
}
