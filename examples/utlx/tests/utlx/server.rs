//! The binary, as a client talks to it over stdio.

use std::fs;
use std::io::{BufRead as _, BufReader, Lines, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};
use tempfile::TempDir;

/// How a server is started: with a home directory of its own, where it runs as well.
pub(crate) struct Setup {
    home: TempDir,
    variables: Vec<(String, String)>,
}

impl Setup {
    /// Without a daemon: nothing listens at its address.
    pub(crate) fn new() -> Self {
        Self {
            home: tempfile::tempdir().expect("a directory"),
            variables: vec![(
                "UTLX_DAEMON_URL".to_owned(),
                "http://127.0.0.1:1".to_owned(),
            )],
        }
    }

    pub(crate) fn home(&self) -> &Path {
        self.home.path()
    }

    pub(crate) fn variable(mut self, name: &str, value: impl Into<String>) -> Self {
        self.variables.push((name.to_owned(), value.into()));
        self
    }

    pub(crate) fn daemon(self, url: &str) -> Self {
        self.variable("UTLX_DAEMON_URL", url)
    }

    /// A file below the home directory.
    pub(crate) fn file(self, path: &str, content: impl AsRef<[u8]>) -> Self {
        let path = self.home().join(path);
        fs::create_dir_all(path.parent().expect("has a directory")).expect("is created");
        fs::write(path, content).expect("is written");
        self
    }

    pub(crate) fn config(self, content: &str) -> Self {
        self.file(".utlx/mcp-config.yaml", content)
    }

    pub(crate) fn command(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_utlx-mcp"));
        command
            .env_clear()
            .env("HOME", self.home())
            .current_dir(self.home())
            .envs(self.variables.iter().map(|(name, value)| (name, value)));
        command
    }

    pub(crate) fn start(self) -> Server {
        let mut process = self
            .command()
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the server runs");
        let stdin = process.stdin.take().expect("is piped");
        let stdout = process.stdout.take().expect("is piped");
        Server {
            process,
            stdin,
            lines: BufReader::new(stdout).lines(),
            last_id: 0,
            setup: self,
        }
    }
}

/// A running server, which ends with this value.
pub(crate) struct Server {
    process: Child,
    stdin: ChildStdin,
    lines: Lines<BufReader<ChildStdout>>,
    last_id: u64,
    setup: Setup,
}

impl Server {
    /// A server without a daemon.
    pub(crate) fn start() -> Self {
        Setup::new().start()
    }

    pub(crate) fn home(&self) -> &Path {
        self.setup.home()
    }

    fn send(&mut self, method: &str, mut params: Value) -> u64 {
        params["_meta"] = json!({
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
            "io.modelcontextprotocol/clientCapabilities": {},
        });
        self.last_id += 1;
        let request =
            json!({"jsonrpc": "2.0", "id": self.last_id, "method": method, "params": params});
        writeln!(self.stdin, "{request}").expect("the server reads");
        self.last_id
    }

    fn receive(&mut self) -> Value {
        let line = self.lines.next().expect("an answer").expect("is text");
        serde_json::from_str(&line).expect("is JSON")
    }

    pub(crate) fn request(&mut self, method: &str, params: Value) -> Value {
        let id = self.send(method, params);
        let mut answer = self.receive();
        assert_eq!(answer["id"], id, "{answer}");
        answer["result"].take()
    }

    /// The results of calls that are all sent before the first is answered, in the order of the calls.
    pub(crate) fn call_at_once(&mut self, calls: &[(&str, Value)]) -> Vec<Value> {
        let ids: Vec<u64> = calls
            .iter()
            .map(|(tool, arguments)| {
                self.send("tools/call", json!({"name": tool, "arguments": arguments}))
            })
            .collect();
        let mut answers: Vec<Value> = ids.iter().map(|_| self.receive()).collect();
        answers.sort_by_key(|answer| answer["id"].as_u64());
        answers
            .iter_mut()
            .map(|answer| answer["result"].take())
            .collect()
    }

    /// The result of a tool, whether it is an error or not.
    pub(crate) fn call(&mut self, tool: &str, arguments: Value) -> Value {
        self.request("tools/call", json!({"name": tool, "arguments": arguments}))
    }

    /// The data of a success.
    ///
    /// # Panics
    ///
    /// If the call failed, or if the envelope is not the one of successes.
    pub(crate) fn data(&mut self, tool: &str, arguments: Value) -> Value {
        let result = self.call(tool, arguments);
        let mut envelope = envelope_of(&result);
        assert_eq!(result["isError"], false, "{tool}: {result}");
        assert_eq!(envelope["success"], true, "{tool}: {result}");
        envelope["data"].take()
    }

    /// The error of a failure: code, message and details.
    ///
    /// # Panics
    ///
    /// If the call succeeded, or if the envelope is not the one of failures.
    pub(crate) fn failure(&mut self, tool: &str, arguments: Value) -> Value {
        let result = self.call(tool, arguments);
        let mut envelope = envelope_of(&result);
        assert_eq!(result["isError"], true, "{tool}: {result}");
        assert_eq!(envelope["success"], false, "{tool}: {result}");
        assert!(envelope["error"]["message"].is_string(), "{tool}: {result}");
        envelope["error"].take()
    }

    /// The code of a failure.
    pub(crate) fn code(&mut self, tool: &str, arguments: Value) -> String {
        let error = self.failure(tool, arguments);
        error["code"].as_str().expect("is a code").to_owned()
    }
}

/// The envelope, which the text and the structured content have alike.
pub(crate) fn envelope_of(result: &Value) -> Value {
    let text = result["content"][0]["text"].as_str().expect("is text");
    let envelope: Value = serde_json::from_str(text).expect("is JSON");
    assert_eq!(result["structuredContent"], envelope);
    envelope
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
