//! A client in the same process.

use std::time::Duration;

use serde_json::{Value as Json, json};
use tokio::io::{
    AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, Lines, ReadHalf, WriteHalf,
};
use toolwright::Server;

/// Longer than anything here takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(20);

pub(crate) struct Client {
    lines: Lines<BufReader<ReadHalf<DuplexStream>>>,
    writer: WriteHalf<DuplexStream>,
    last_id: u64,
}

impl Client {
    pub(crate) async fn start(server: Server) -> Self {
        let (near, far) = tokio::io::duplex(64 * 1024);
        let (reader, writer) = tokio::io::split(far);
        tokio::spawn(server.serve(reader, writer));
        let (reader, writer) = tokio::io::split(near);
        let mut client = Self {
            lines: BufReader::new(reader).lines(),
            writer,
            last_id: 0,
        };
        let hello = json!({
            "protocolVersion": "2025-06-18", "capabilities": {},
            "clientInfo": {"name": "tester", "version": "1.0"},
        });
        client.ask("initialize", hello).await;
        client.notify("notifications/initialized", json!({})).await;
        client
    }

    async fn write(&mut self, message: &Json) {
        let line = format!("{message}\n");
        let written = self.writer.write_all(line.as_bytes()).await;
        written.expect("the server reads");
    }

    pub(crate) async fn notify(&mut self, method: &str, params: Json) {
        self.write(&json!({"jsonrpc": "2.0", "method": method, "params": params}))
            .await;
    }

    /// Sends a request and gives its id.
    pub(crate) async fn send(&mut self, method: &str, params: Json) -> u64 {
        self.last_id += 1;
        let id = self.last_id;
        let request = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        self.write(&request).await;
        id
    }

    pub(crate) async fn receive(&mut self) -> Json {
        let line = tokio::time::timeout(PATIENCE, self.lines.next_line()).await;
        let line = line.expect("in time").expect("is read").expect("is a line");
        serde_json::from_str(&line).expect("is JSON")
    }

    /// The result of a request; answers of others are passed over.
    pub(crate) async fn ask(&mut self, method: &str, params: Json) -> Json {
        let id = self.send(method, params).await;
        loop {
            let mut message = self.receive().await;
            if message["id"] == id {
                assert!(message["error"].is_null(), "{message}");
                return message["result"].take();
            }
        }
    }

    pub(crate) async fn call(&mut self, tool: &str, arguments: Json) -> Json {
        let params = json!({"name": tool, "arguments": arguments});
        self.ask("tools/call", params).await
    }
}
