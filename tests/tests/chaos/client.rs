//! A client with many calls in flight.

use std::collections::HashMap;
use std::process::Stdio;
use std::sync::{Arc, Mutex};

use serde_json::{Value as Json, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::sync::oneshot;

type Waiting = Arc<Mutex<HashMap<u64, oneshot::Sender<Json>>>>;

/// A server over stdio.
pub(crate) struct Client {
    pub(crate) child: Child,
    stdin: tokio::sync::Mutex<ChildStdin>,
    waiting: Waiting,
}

impl Client {
    pub(crate) async fn start(mut command: Command) -> Self {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .expect("the server starts");
        let stdin = child.stdin.take().expect("is piped");
        let stdout = child.stdout.take().expect("is piped");
        let waiting = Waiting::default();
        tokio::spawn(deliver(
            BufReader::new(stdout).lines(),
            Arc::clone(&waiting),
        ));
        let client = Self {
            child,
            stdin: stdin.into(),
            waiting,
        };
        let initialize = json!({
            "protocolVersion": "2025-11-25",
            "capabilities": {},
            "clientInfo": {"name": "chaos", "version": "1"},
        });
        client.ask(0, "initialize", initialize).await;
        client
            .send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}))
            .await;
        client
    }

    /// The result of a call.
    pub(crate) async fn call(&self, id: u64, tool: &str, arguments: Json) -> Json {
        self.ask(
            id,
            "tools/call",
            json!({"name": tool, "arguments": arguments}),
        )
        .await
    }

    async fn ask(&self, id: u64, method: &str, params: Json) -> Json {
        let (sender, receiver) = oneshot::channel();
        self.waiting
            .lock()
            .expect("nobody panicked")
            .insert(id, sender);
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}))
            .await;
        receiver.await.expect("the server answers")
    }

    async fn send(&self, message: &Json) {
        let line = format!("{message}\n");
        let mut stdin = self.stdin.lock().await;
        let sent = stdin.write_all(line.as_bytes()).await;
        sent.expect("the server reads");
    }
}

async fn deliver(mut lines: Lines<BufReader<ChildStdout>>, waiting: Waiting) {
    while let Ok(Some(line)) = lines.next_line().await {
        let mut message: Json = serde_json::from_str(&line).expect("a line is JSON");
        let id = message["id"].as_u64().expect("an answer has an id");
        let sender = waiting.lock().expect("nobody panicked").remove(&id);
        let sender = sender.unwrap_or_else(|| panic!("an answer to nothing: {line}"));
        let _ = sender.send(message["result"].take());
    }
    // Nobody waits for what will not come.
    waiting.lock().expect("nobody panicked").clear();
}
