//! The server `pets` as a process, and clients for it.

use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use serde_json::{Value as Json, json};
use toolwright_tests::remove_variables;

/// Longer than anything here takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(20);

pub(crate) fn pets(arguments: &[&str]) -> Command {
    let mut command = server(env!("CARGO_BIN_EXE_pets"), "PETS_", arguments);
    // One of its operations requires a token, which is nothing to most tests.
    command.env("PETS_ALLOW_MISSING_CREDENTIALS", "true");
    command
}

/// A server with nothing of its own in the environment.
pub(crate) fn server(binary: &str, prefix: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(binary);
    command.args(arguments);
    remove_variables(&mut command, &[prefix, "RUST_LOG"]);
    command
}

/// A server over stdio.
pub(crate) struct Client {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
    errors: Option<std::thread::JoinHandle<String>>,
}

impl Client {
    pub(crate) fn start(arguments: &[&str]) -> Self {
        Self::of(&mut pets(arguments))
    }

    pub(crate) fn of(command: &mut Command) -> Self {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let stdout = child.stdout.take().expect("is piped");
        let mut stderr = child.stderr.take().expect("is piped");
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(stdout).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let errors = std::thread::spawn(move || {
            let mut text = String::new();
            let _ = stderr.read_to_string(&mut text);
            text
        });
        Self {
            stdin: child.stdin.take(),
            child,
            lines,
            errors: Some(errors),
        }
    }

    /// A server that has answered `initialize` with `version`.
    pub(crate) fn initialized(arguments: &[&str], version: &str) -> Self {
        let mut server = Self::start(arguments);
        server.initialize(version);
        server
    }

    pub(crate) fn initialize(&mut self, version: &str) {
        let answer = self.ask(&initialize(version));
        assert_eq!(answer["result"]["protocolVersion"], version, "{answer}");
        self.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
    }

    pub(crate) fn send(&mut self, message: &Json) {
        let stdin = self.stdin.as_mut().expect("is open");
        writeln!(stdin, "{message}").expect("the server reads");
    }

    pub(crate) fn send_bytes(&mut self, bytes: &[u8]) {
        let stdin = self.stdin.as_mut().expect("is open");
        stdin.write_all(bytes).expect("the server reads");
    }

    /// Its standard input, to be written by another thread.
    pub(crate) fn take_stdin(&mut self) -> ChildStdin {
        self.stdin.take().expect("is open")
    }

    /// The lines that nobody has received when it has ended.
    pub(crate) fn rest(&self) -> Vec<String> {
        self.lines.iter().collect()
    }

    pub(crate) fn receive(&mut self) -> Json {
        let line = self
            .lines
            .recv_timeout(PATIENCE)
            .expect("the server answers");
        serde_json::from_str(&line).unwrap_or_else(|_| panic!("not JSON: {line}"))
    }

    pub(crate) fn ask(&mut self, message: &Json) -> Json {
        self.send(message);
        self.receive()
    }

    pub(crate) fn close_stdin(&mut self) {
        self.stdin = None;
    }

    pub(crate) fn terminate(&self) {
        signal(&self.child, "-TERM");
    }

    pub(crate) fn hang_up(&self) {
        signal(&self.child, "-HUP");
    }

    /// Waits for the end. Returns the status and what was written to standard error.
    pub(crate) fn wait(&mut self) -> (ExitStatus, String) {
        let status = wait(&mut self.child);
        let errors = self.errors.take().expect("is waited for once");
        (status, errors.join().expect("was read"))
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A server over HTTP.
pub(crate) struct Http {
    child: Child,
    pub(crate) authority: String,
    errors: Option<std::thread::JoinHandle<String>>,
}

pub(crate) struct Response {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: Json,
    /// The body as it was sent.
    pub(crate) text: String,
}

impl Http {
    pub(crate) fn start(arguments: &[&str]) -> Self {
        Self::start_in(&[], arguments)
    }

    /// A server with these variables in its environment.
    pub(crate) fn start_in(environment: &[(&str, &str)], arguments: &[&str]) -> Self {
        Self::of(pets(&[]).args(arguments).envs(environment.iter().copied()))
    }

    /// A server that a command starts.
    pub(crate) fn of(command: &mut Command) -> Self {
        let mut child = command
            .args(["--transport", "http", "--listen", "127.0.0.1:0"])
            .stderr(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let mut stderr = BufReader::new(child.stderr.take().expect("is piped"));
        let mut line = String::new();
        let authority = loop {
            let start = line.len();
            if stderr.read_line(&mut line).unwrap_or_default() == 0 {
                panic!("no address: {line}");
            }
            let said = line[start..].split_once("listening on http://");
            if let Some((authority, _)) = said.and_then(|(_, rest)| rest.split_once("/mcp")) {
                break authority.to_owned();
            }
        };
        let errors = std::thread::spawn(move || {
            let _ = stderr.read_to_string(&mut line);
            line
        });
        Self {
            child,
            authority,
            errors: Some(errors),
        }
    }

    /// Ends the server. Returns what it wrote to standard error.
    pub(crate) fn end(&mut self) -> String {
        self.terminate();
        let status = self.wait();
        assert!(status.success(), "{status}");
        let errors = self.errors.take().expect("is ended once");
        errors.join().expect("was read")
    }

    /// The most memory that the server had so far, where the system tells.
    pub(crate) fn peak_memory_kb(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
        line.split_whitespace().nth(1)?.parse().ok()
    }

    pub(crate) fn get(&self, path: &str) -> Response {
        let mut stream = TcpStream::connect(&self.authority).expect("the server listens");
        stream.set_read_timeout(Some(PATIENCE)).expect("can be set");
        let host = &self.authority;
        write!(
            stream,
            "GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"
        )
        .expect("the server reads");
        read_response(stream)
    }

    /// Sends a request with these headers and leaves the answer to be read.
    pub(crate) fn open(&self, headers: &[(&str, &str)], message: &Json) -> TcpStream {
        let body = message.to_string();
        let mut stream = TcpStream::connect(&self.authority).expect("the server listens");
        stream.set_read_timeout(Some(PATIENCE)).expect("can be set");
        let mut head = "POST /mcp HTTP/1.1\r\nConnection: close\r\n\
             Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\n"
            .to_owned();
        if headers.iter().all(|(name, _)| *name != "Host") {
            head.push_str(&format!("Host: {}\r\n", self.authority));
        }
        for (name, value) in headers {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        head.push_str(&format!("Content-Length: {}\r\n\r\n{body}", body.len()));
        stream.write_all(head.as_bytes()).expect("the server reads");
        stream
    }

    pub(crate) fn post(&self, headers: &[(&str, &str)], message: &Json) -> Response {
        read_response(self.open(headers, message))
    }

    /// Sends a request as protocol revision 2026-07-28 has it.
    pub(crate) fn ask(&self, message: Json) -> Response {
        let method = message["method"].as_str().unwrap_or_default().to_owned();
        let name = message["params"]["name"].as_str().map(str::to_owned);
        let mut headers = vec![
            ("MCP-Protocol-Version", "2026-07-28"),
            ("Mcp-Method", method.as_str()),
        ];
        if let Some(name) = &name {
            headers.push(("Mcp-Name", name));
        }
        self.post(&headers, &modern(message))
    }

    pub(crate) fn terminate(&self) {
        signal(&self.child, "-TERM");
    }

    pub(crate) fn hang_up(&self) {
        signal(&self.child, "-HUP");
    }

    /// Sends these bytes as a body.
    pub(crate) fn post_bytes(&self, content_type: &str, body: &[u8]) -> Response {
        let mut stream = self.connect();
        let head = format!(
            "POST /mcp HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Type: {content_type}\r\n\
             Accept: application/json, text/event-stream\r\nContent-Length: {}\r\n\r\n",
            self.authority,
            body.len()
        );
        let request = [head.as_bytes(), body].concat();
        stream.write_all(&request).expect("the server reads");
        read_response(stream)
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.authority).expect("the server listens");
        stream.set_read_timeout(Some(PATIENCE)).expect("can be set");
        stream
    }

    pub(crate) fn wait(&mut self) -> ExitStatus {
        wait(&mut self.child)
    }
}

impl Drop for Http {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub(crate) fn read_response(mut stream: TcpStream) -> Response {
    let mut text = String::new();
    stream
        .read_to_string(&mut text)
        .expect("the server answers");
    let (head, body) = text.split_once("\r\n\r\n").expect("is HTTP");
    let status = head.split(' ').nth(1).and_then(|code| code.parse().ok());
    Response {
        status: status.expect("has a status"),
        head: head.to_ascii_lowercase(),
        body: serde_json::from_str(body).unwrap_or(Json::Null),
        text: body.to_owned(),
    }
}

fn signal(child: &Child, name: &str) {
    let pid = child.id().to_string();
    let status = Command::new("kill").args([name, &pid]).status();
    assert!(status.expect("there is a kill").success());
}

fn wait(child: &mut Child) -> ExitStatus {
    let start = Instant::now();
    while start.elapsed() < PATIENCE {
        if let Some(status) = child.try_wait().expect("can be waited for") {
            return status;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    panic!("the server does not end");
}

/// An upstream that takes one request and answers it when it is told to.
pub(crate) struct SlowUpstream {
    listener: TcpListener,
}

impl SlowUpstream {
    pub(crate) fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        Self { listener }
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.listener.local_addr().expect("is bound"))
    }

    /// The next request, once its head has come.
    pub(crate) fn request(&self) -> TcpStream {
        self.request_and_head().0
    }

    /// The next request and its head.
    pub(crate) fn request_and_head(&self) -> (TcpStream, String) {
        let (mut stream, _) = self.listener.accept().expect("the server connects");
        stream.set_read_timeout(Some(PATIENCE)).expect("can be set");
        let mut head = Vec::new();
        let mut byte = [0];
        while !head.ends_with(b"\r\n\r\n") {
            stream.read_exact(&mut byte).expect("the server writes");
            head.push(byte[0]);
        }
        (stream, String::from_utf8_lossy(&head).into_owned())
    }
}

pub(crate) fn answer_pet(mut request: TcpStream) {
    let body = r#"{"id":4,"name":"Slow"}"#;
    let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close";
    let length = body.len();
    write!(request, "{head}\r\nContent-Length: {length}\r\n\r\n{body}").expect("is read");
}

/// Whether the other side has closed the connection (within the time that reads wait).
pub(crate) fn is_abandoned(mut request: TcpStream) -> bool {
    match request.read(&mut [0; 16]) {
        Ok(read) => read == 0,
        Err(error) => error.kind() == ErrorKind::ConnectionReset,
    }
}

pub(crate) fn initialize(version: &str) -> Json {
    json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
        "protocolVersion": version,
        "capabilities": {},
        "clientInfo": {"name": "test", "version": "1"},
    }})
}

pub(crate) fn request(id: u64, method: &str, params: Json) -> Json {
    json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params})
}

pub(crate) fn call(id: u64, tool: &str, arguments: Json) -> Json {
    request(
        id,
        "tools/call",
        json!({"name": tool, "arguments": arguments}),
    )
}

/// `message` with the metadata that revision 2026-07-28 wants in every request.
pub(crate) fn modern(mut message: Json) -> Json {
    message["params"]["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
        "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
    });
    message
}

/// What every list of the tools has in common.
pub(crate) fn assert_lists_pets(answer: &Json) {
    let tools = answer["result"]["tools"].as_array().expect("a list");
    let names: Vec<_> = tools.iter().map(|tool| &tool["name"]).collect();
    assert_eq!(names, ["create_pet", "delete_pet", "get_pet", "list_pets"]);
    assert_eq!(
        tools[3]["inputSchema"],
        json!({
            "type": "object",
            "properties": {"limit": {"type": "integer", "minimum": 1}},
            "additionalProperties": false,
        })
    );
    assert_eq!(tools[2]["description"], "Get a pet");
    let hints = &tools[1]["annotations"];
    assert_eq!(hints["destructiveHint"], true);
    assert_eq!(hints["idempotentHint"], true);
    assert_eq!(hints["readOnlyHint"], false, "defaults are stated");
    assert_eq!(hints["openWorldHint"], true);
    assert_eq!(tools[3]["annotations"]["readOnlyHint"], true);
}
