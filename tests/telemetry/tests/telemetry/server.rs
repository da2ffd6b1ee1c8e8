use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value as Json, json};
use toolwright_nested_cargo::remove_variables;

/// The server as a process, until it is dropped.
pub(crate) struct Server {
    child: Child,
    pub(crate) authority: String,
    /// Where the metrics are, if they have a listener of their own.
    pub(crate) metrics: Option<String>,
}

pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

const PATIENCE: Duration = Duration::from_secs(20);

impl Server {
    pub(crate) fn start(environment: &[(&str, &str)], arguments: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_toolwright-telemetry"));
        let mut child = remove_variables(&mut command, &["OTEL_", "PETSTORE_", "RUST_LOG"])
            .args(["--transport", "http", "--listen", "127.0.0.1:0"])
            .args(["--log", "info"])
            .args(arguments)
            .envs(environment.iter().copied())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let mut lines = BufReader::new(child.stderr.take().expect("is piped")).lines();
        let mut server = Self {
            child,
            authority: String::new(),
            metrics: None,
        };
        while server.authority.is_empty() {
            let line = lines.next().and_then(Result::ok);
            let line = line.expect("the server says where it listens");
            if let Some((_, address)) = line.split_once("metrics address=") {
                server.metrics = Some(address.to_owned());
            }
            let said = line.split_once("listening on http://");
            if let Some((authority, _)) = said.and_then(|(_, rest)| rest.split_once("/mcp")) {
                server.authority = authority.to_owned();
            }
        }
        std::thread::spawn(move || lines.for_each(drop));
        server
    }

    pub(crate) fn call(&self, headers: &[(&str, &str)], params: Json) -> Answer {
        let message = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params});
        let body = message.to_string();
        let mut head = format!(
            "POST /mcp HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Length: {}\r\n\
             Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\n",
            self.authority,
            body.len()
        );
        for (name, value) in headers {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        exchange(&self.authority, &format!("{head}\r\n{body}"))
    }

    pub(crate) fn get(&self, path: &str, headers: &str) -> Answer {
        get(&self.authority, path, headers)
    }

    /// Asks it to end, and waits until it has.
    pub(crate) fn end(&mut self) {
        let pid = self.child.id().to_string();
        let status = Command::new("kill").args(["-TERM", &pid]).status();
        assert!(status.expect("there is a kill").success());
        let asked = Instant::now();
        while self.child.try_wait().expect("can be waited for").is_none() {
            assert!(asked.elapsed() < PATIENCE, "the server does not end");
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// `headers` end with a line break each.
pub(crate) fn get(authority: &str, path: &str, headers: &str) -> Answer {
    let host = match headers.contains("Host: ") {
        true => String::new(),
        false => format!("Host: {authority}\r\n"),
    };
    let head = format!("GET {path} HTTP/1.1\r\nConnection: close\r\n{host}{headers}\r\n");
    exchange(authority, &head)
}

fn exchange(authority: &str, request: &str) -> Answer {
    let mut stream = TcpStream::connect(authority).expect("the server listens");
    stream.set_read_timeout(Some(PATIENCE)).expect("can be set");
    stream.write_all(request.as_bytes()).expect("is read");
    let mut text = String::new();
    stream.read_to_string(&mut text).expect("is answered");
    let (head, body) = text.split_once("\r\n\r\n").expect("is HTTP");
    let status = head
        .split(' ')
        .nth(1)
        .and_then(|status| status.parse().ok());
    Answer {
        status: status.expect("has a status"),
        head: head.to_owned(),
        body: body.to_owned(),
    }
}
