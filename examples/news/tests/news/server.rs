//! The binary, as a client talks to it over stdio.

use std::io::{BufRead as _, BufReader, Lines, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};
use tempfile::TempDir;

/// A running server, which ends with this value.
pub(crate) struct Server {
    process: Child,
    stdin: ChildStdin,
    lines: Lines<BufReader<ChildStdout>>,
    last_id: u64,
    /// What a killed server leaves behind is removed with this.
    _temporary: TempDir,
}

impl Server {
    /// A server on this database, without a scheduler, that fetches from this machine.
    pub(crate) fn start(database_url: &str) -> Self {
        Self::start_with(database_url, &[("NEWS_ALLOW_PRIVATE_FEEDS", "1")])
    }

    /// A server on this database with these variables, of which nothing else has a value.
    pub(crate) fn start_with(database_url: &str, variables: &[(&str, &str)]) -> Self {
        let temporary = tempfile::tempdir().expect("a directory");
        let mut process = Command::new(env!("CARGO_BIN_EXE_news-mcp"))
            .env_clear()
            .env("DATABASE_URL", database_url)
            .env("NEWS_SCHEDULER", "off")
            .env("TMPDIR", temporary.path())
            .envs(variables.iter().copied())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the server runs");
        let stdin = process.stdin.take().expect("is piped");
        let stdout = process.stdout.take().expect("is piped");
        Self {
            process,
            stdin,
            lines: BufReader::new(stdout).lines(),
            last_id: 0,
            _temporary: temporary,
        }
    }

    /// The command lines of the processes that the server has started and that have not ended. Only Linux tells.
    pub(crate) fn children(&self) -> Vec<String> {
        let id = self.process.id();
        let tasks = std::fs::read_dir(format!("/proc/{id}/task"))
            .into_iter()
            .flatten()
            .flatten();
        let children =
            tasks.filter_map(|task| std::fs::read_to_string(task.path().join("children")).ok());
        let children = children.collect::<Vec<_>>().join(" ");
        let command = |id: &str| std::fs::read_to_string(format!("/proc/{id}/cmdline")).ok();
        children.split_whitespace().filter_map(command).collect()
    }

    pub(crate) fn request(&mut self, method: &str, params: Value) -> Value {
        let id = self.send(method, params);
        let mut answer = self.receive();
        assert_eq!(answer["id"], id, "{answer}");
        answer["result"].take()
    }

    /// Sends a request and returns its ID.
    fn send(&mut self, method: &str, mut params: Value) -> u64 {
        params["_meta"] = json!({
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
            "io.modelcontextprotocol/clientCapabilities": {},
        });
        self.last_id += 1;
        let id = self.last_id;
        let request = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        writeln!(self.stdin, "{request}").expect("the server reads");
        id
    }

    fn receive(&mut self) -> Value {
        let line = self.lines.next().expect("an answer").expect("is text");
        serde_json::from_str(&line).expect("is JSON")
    }

    /// The result of a tool, whether it is an error or not.
    pub(crate) fn call(&mut self, tool: &str, arguments: Value) -> Value {
        self.request("tools/call", json!({"name": tool, "arguments": arguments}))
    }

    /// The value that a tool gives; its text is the same as JSON.
    ///
    /// # Panics
    ///
    /// If the result is an error.
    pub(crate) fn value(&mut self, tool: &str, arguments: Value) -> Value {
        let result = self.call(tool, arguments);
        assert_eq!(result["isError"], false, "{tool}: {result}");
        let text = result["content"][0]["text"].as_str().expect("is text");
        serde_json::from_str(text).expect("is JSON")
    }

    /// The texts of a tool's errors, of so many calls at once.
    ///
    /// # Panics
    ///
    /// If a result is not an error.
    pub(crate) fn errors_at_once(
        &mut self,
        count: usize,
        tool: &str,
        arguments: &Value,
    ) -> Vec<String> {
        for _ in 0..count {
            self.send("tools/call", json!({"name": tool, "arguments": arguments}));
        }
        let answers: Vec<Value> = (0..count).map(|_| self.receive()).collect();
        let texts = answers
            .iter()
            .map(|answer| error_text(tool, &answer["result"]));
        texts.collect()
    }

    /// The text of a tool's error.
    ///
    /// # Panics
    ///
    /// If the result is not an error.
    pub(crate) fn error(&mut self, tool: &str, arguments: Value) -> String {
        error_text(tool, &self.call(tool, arguments))
    }
}

fn error_text(tool: &str, result: &Value) -> String {
    assert_eq!(result["isError"], true, "{tool}: {result}");
    let text = result["content"][0]["text"].as_str();
    text.expect("is text").to_owned()
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
