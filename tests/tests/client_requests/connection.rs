//! A client that is messages: over streams of lines, and over HTTP.

use serde_json::{Value, json};
use tokio::io::{
    AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader, DuplexStream, Lines,
};
use tokio::net::{TcpListener, TcpStream};
use toolwright::Server;
use toolwright::server::HttpConfig;

/// What requests of revision 2026-07-28 say of their client.
pub(crate) fn meta(capabilities: Value) -> Value {
    json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": capabilities,
    })
}

/// `initialize` of a client of revision 2025-11-25.
pub(crate) fn initialize(capabilities: Value) -> Value {
    json!({
        "protocolVersion": "2025-11-25",
        "clientInfo": {"name": "test", "version": "1"},
        "capabilities": capabilities,
    })
}

/// A connection over a pair of streams.
pub(crate) struct Connection {
    lines: Lines<BufReader<DuplexStream>>,
    output: DuplexStream,
    last_id: u64,
}

impl Connection {
    pub(crate) fn open(server: Server) -> Self {
        let (output, input) = tokio::io::duplex(1 << 16);
        let (answers, lines) = tokio::io::duplex(1 << 16);
        tokio::spawn(server.serve(input, answers));
        Self {
            lines: BufReader::new(lines).lines(),
            output,
            last_id: 0,
        }
    }

    /// A connection of a client of an earlier revision that has these capabilities.
    pub(crate) async fn initialized(server: Server, capabilities: Value) -> Self {
        let mut connection = Self::open(server);
        let result = connection.ask("initialize", initialize(capabilities)).await;
        assert_eq!(result["result"]["protocolVersion"], "2025-11-25");
        let initialized = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
        connection.send(&initialized).await;
        connection
    }

    pub(crate) async fn send(&mut self, message: &Value) {
        let line = format!("{message}\n");
        let sent = self.output.write_all(line.as_bytes()).await;
        sent.expect("the server reads");
    }

    pub(crate) async fn begin(&mut self, method: &str, params: Value) -> u64 {
        self.last_id += 1;
        let id = self.last_id;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}))
            .await;
        id
    }

    pub(crate) async fn next(&mut self) -> Value {
        let line = self.lines.next_line().await.expect("the server writes");
        serde_json::from_str(&line.expect("there is a message")).expect("is JSON")
    }

    pub(crate) async fn ask(&mut self, method: &str, params: Value) -> Value {
        self.begin(method, params).await;
        self.next().await
    }

    /// Responds to a request of the server.
    pub(crate) async fn respond(&mut self, request: &Value, result: Value) {
        let response = json!({"jsonrpc": "2.0", "id": request["id"], "result": result});
        self.send(&response).await;
    }
}

/// A server over HTTP, until this is dropped.
pub(crate) struct Web {
    pub(crate) address: String,
    serving: tokio::task::JoinHandle<()>,
    pub(crate) end: tokio::sync::oneshot::Sender<()>,
}

/// The answer to a request over HTTP.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Answer {
    /// The session that has begun.
    pub(crate) fn session(&self) -> Option<&str> {
        let mut lines = self.head.lines();
        lines.find_map(|line| line.strip_prefix("mcp-session-id: "))
    }

    /// The messages of a stream of events, or the one message that is the body.
    pub(crate) fn messages(&self) -> Vec<Value> {
        let data = self
            .body
            .lines()
            .filter_map(|line| line.strip_prefix("data: "));
        let mut messages: Vec<Value> = data
            .filter_map(|it| serde_json::from_str(it).ok())
            .collect();
        messages.extend(serde_json::from_str::<Value>(&self.body).ok());
        messages
    }
}

impl Web {
    pub(crate) async fn serve(server: Server, configure: impl FnOnce(&mut HttpConfig)) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0")
            .await
            .expect("a port is free");
        let address = listener.local_addr().expect("it listens");
        let mut config = HttpConfig::listening_on(address);
        configure(&mut config);
        let (end, ended) = tokio::sync::oneshot::channel::<()>();
        let serving = tokio::spawn(async move {
            let until = async {
                let _ = ended.await;
            };
            let served = server.serve_http_until(listener, &config, until).await;
            served.expect("serves");
        });
        let address = address.to_string();
        Self {
            address,
            serving,
            end,
        }
    }

    /// Opens a stream with a request on it. The connection closes after the answer.
    pub(crate) async fn open(
        &self,
        method: &str,
        headers: &[(&str, &str)],
        body: &str,
    ) -> TcpStream {
        let mut stream = TcpStream::connect(&self.address).await.expect("it listens");
        let mut head = format!(
            "{method} /mcp HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n",
            self.address
        );
        let usual = [
            ("accept", "application/json, text/event-stream"),
            ("content-type", "application/json"),
        ];
        for (name, value) in usual.iter().chain(headers) {
            head += &format!("{name}: {value}\r\n");
        }
        let request = format!("{head}content-length: {}\r\n\r\n{body}", body.len());
        stream
            .write_all(request.as_bytes())
            .await
            .expect("it reads");
        stream
    }

    pub(crate) async fn ask(&self, method: &str, headers: &[(&str, &str)], body: &str) -> Answer {
        let mut stream = self.open(method, headers, body).await;
        let mut text = String::new();
        stream.read_to_string(&mut text).await.expect("it answers");
        let (head, body) = text.split_once("\r\n\r\n").expect("has a head");
        let status = head.get(9..12).and_then(|status| status.parse().ok());
        Answer {
            status: status.expect("has a status"),
            head: head.to_owned(),
            body: body.to_owned(),
        }
    }

    pub(crate) async fn post(&self, headers: &[(&str, &str)], message: &Value) -> Answer {
        self.ask("POST", headers, &message.to_string()).await
    }

    /// Asks the server to end, and waits until it has.
    pub(crate) async fn finish(self) {
        let _ = self.end.send(());
        self.serving.await.expect("serves");
    }
}
