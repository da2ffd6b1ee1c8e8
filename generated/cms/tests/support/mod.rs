use std::io::{BufRead as _, BufReader, Lines, Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::process::{Child, ChildStdin, ChildStdout, Command, Output, Stdio};
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use toolwright_tests::remove_variables;

pub(crate) const SERVER: &str = env!("CARGO_BIN_EXE_cms-mcp");

/// The server with these variables and no other setting, in a folder of settings of its own.
pub(crate) fn command(folder: &Folder, variables: &[(&str, &str)]) -> Command {
    let mut command = Command::new(SERVER);
    remove_variables(&mut command, &["CMS_", "OAUTH_"])
        .env("XDG_CONFIG_HOME", &folder.0)
        .envs(variables.iter().copied())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// A folder that is gone when it is dropped.
pub(crate) struct Folder(std::path::PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        let folder = format!("cms-mcp-{name}-{}", std::process::id());
        Self(std::env::temp_dir().join(folder))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A conversation with the server over stdio.
pub(crate) struct Conversation {
    child: Child,
    input: ChildStdin,
    lines: Lines<BufReader<ChildStdout>>,
}

impl Conversation {
    pub(crate) fn start(mut command: Command) -> Self {
        let mut child = command.spawn().expect("the server starts");
        let input = child.stdin.take().expect("it is piped");
        let output = child.stdout.take().expect("it is piped");
        let lines = BufReader::new(output).lines();
        let mut this = Self {
            child,
            input,
            lines,
        };
        let client = json!({"name": "test", "version": "1"});
        this.ask(
            "initialize",
            &json!({"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client}),
        );
        this.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
        this
    }

    /// The result of a call of the endpoint at that path.
    pub(crate) fn get(&mut self, path: &str) -> Value {
        let arguments = json!({"endpoint_path": path, "method": "GET"});
        self.call("cms_endpoint_executor", &arguments)
    }

    /// The result of a call of that tool.
    pub(crate) fn call(&mut self, tool: &str, arguments: &Value) -> Value {
        self.ask("tools/call", &json!({"name": tool, "arguments": arguments}))
    }

    /// What the server has logged, when it has ended.
    pub(crate) fn end(self) -> String {
        drop(self.input);
        let Output { status, stderr, .. } = self.child.wait_with_output().expect("it ends");
        let log = String::from_utf8_lossy(&stderr).into_owned();
        assert!(status.success(), "{log}");
        log
    }

    fn ask(&mut self, method: &str, parameters: &Value) -> Value {
        self.send(&json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": parameters}));
        let line = self.lines.next().expect("it answers").expect("is text");
        let answer: Value = serde_json::from_str(&line).expect("is JSON");
        answer["result"].clone()
    }

    fn send(&mut self, message: &Value) {
        writeln!(self.input, "{message}").expect("the server reads");
    }
}

/// An upstream that writes down the heads and bodies of what it is sent.
pub(crate) struct Upstream {
    pub(crate) address: SocketAddr,
    requests: Arc<Mutex<Vec<String>>>,
}

impl Upstream {
    /// `answer` makes a whole response of a request; none leaves the client waiting.
    pub(crate) fn start(answer: fn(&str) -> Option<String>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("can listen");
        let address = listener.local_addr().expect("has an address");
        let requests = Arc::new(Mutex::new(Vec::new()));
        let recorded = Arc::clone(&requests);
        std::thread::spawn(move || {
            let mut waiting = Vec::new();
            for stream in listener.incoming().map_while(Result::ok) {
                let mut stream = stream;
                let request = read(&mut stream);
                let response = answer(&request);
                recorded.lock().expect("nobody panicked").push(request);
                match response {
                    Some(response) => drop(stream.write_all(response.as_bytes())),
                    None => waiting.push(stream),
                }
            }
        });
        Self { address, requests }
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// What it was sent so far.
    pub(crate) fn take(&self) -> Vec<String> {
        std::mem::take(&mut *self.requests.lock().expect("nobody panicked"))
    }
}

pub(crate) fn response(status: &str, body: &str) -> String {
    let length = body.len();
    format!(
        "HTTP/1.1 {status}\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\
         connection: close\r\n\r\n{body}"
    )
}

/// What is answered to a GET of an address of this machine.
pub(crate) fn get(address: &str, target: &str) -> String {
    let mut stream = TcpStream::connect(address).expect("somebody listens");
    let request = format!("GET {target} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).expect("it reads");
    let mut response = String::new();
    stream.read_to_string(&mut response).expect("it answers");
    response
}

fn read(stream: &mut TcpStream) -> String {
    let mut reader = BufReader::new(stream);
    let mut request = String::new();
    let mut length = 0;
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).unwrap_or_default() == 0 {
            return request;
        }
        if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().expect("a length is a number");
        }
        request.push_str(&line);
        if line == "\r\n" {
            break;
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).expect("the body comes");
    request.push_str(&String::from_utf8_lossy(&body));
    request
}
