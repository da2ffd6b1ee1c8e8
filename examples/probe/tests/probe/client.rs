//! The probe, as an assistant's client talks to it over stdio.

use std::collections::HashMap;
use std::io::{BufRead as _, BufReader, Lines, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::targets::Target;

/// A running probe, which ends with this value.
pub(crate) struct Probe {
    process: Child,
    stdin: ChildStdin,
    lines: Lines<BufReader<ChildStdout>>,
    answers: HashMap<u64, Value>,
    last_id: u64,
}

impl Probe {
    pub(crate) fn start() -> Self {
        Self::start_with(&[])
    }

    /// A probe with these variables beside those of this process.
    pub(crate) fn start_with(variables: &[(&str, &str)]) -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_mcp-probe"))
            .envs(variables.iter().copied())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the probe runs");
        let stdin = process.stdin.take().expect("is piped");
        let stdout = process.stdout.take().expect("is piped");
        Self {
            process,
            stdin,
            lines: BufReader::new(stdout).lines(),
            answers: HashMap::new(),
            last_id: 0,
        }
    }

    /// A probe that is connected to a server.
    pub(crate) fn connected_to(target: &Target) -> Self {
        Self::connected_with(target, &[])
    }

    pub(crate) fn connected_with(target: &Target, variables: &[(&str, &str)]) -> Self {
        let mut probe = Self::start_with(variables);
        probe.success("connect_to_server", target.arguments());
        probe
    }

    pub(crate) fn process_id(&self) -> u32 {
        self.process.id()
    }

    /// Sends a request, whose answer is waited for later.
    pub(crate) fn send(&mut self, method: &str, mut parameters: Value) -> u64 {
        parameters["_meta"] = json!({
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
            "io.modelcontextprotocol/clientCapabilities": {},
        });
        self.last_id += 1;
        let id = self.last_id;
        let request = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": parameters});
        writeln!(self.stdin, "{request}").expect("the probe reads");
        id
    }

    pub(crate) fn notify(&mut self, method: &str, parameters: Value) {
        let notification = json!({"jsonrpc": "2.0", "method": method, "params": parameters});
        writeln!(self.stdin, "{notification}").expect("the probe reads");
    }

    /// The answer to a request, whatever comes before it.
    pub(crate) fn receive(&mut self, id: u64) -> Value {
        loop {
            if let Some(answer) = self.answers.remove(&id) {
                return answer;
            }
            let line = self.lines.next().expect("an answer").expect("is text");
            let answer: Value = serde_json::from_str(&line).expect("is JSON");
            if let Some(id) = answer["id"].as_u64() {
                self.answers.insert(id, answer);
            }
        }
    }

    pub(crate) fn request(&mut self, method: &str, parameters: Value) -> Value {
        let id = self.send(method, parameters);
        self.receive(id)
    }

    pub(crate) fn send_call(&mut self, tool: &str, arguments: Value) -> u64 {
        self.send("tools/call", json!({"name": tool, "arguments": arguments}))
    }

    /// The structured content of a call's answer; its text is the same as JSON.
    pub(crate) fn receive_call(&mut self, id: u64) -> Value {
        let result = self.receive(id)["result"].take();
        let structured = result["structuredContent"].clone();
        let text = result["content"][0]["text"].as_str().expect("is text");
        let same: Value = serde_json::from_str(text).expect("is JSON");
        assert_eq!(same, structured, "the text is the structured content");
        assert_eq!(
            result["isError"].as_bool(),
            structured["success"].as_bool().map(|it| !it)
        );
        structured
    }

    pub(crate) fn call(&mut self, tool: &str, arguments: Value) -> Value {
        let id = self.send_call(tool, arguments);
        self.receive_call(id)
    }

    /// What a tool answers.
    ///
    /// # Panics
    ///
    /// If it is an error.
    pub(crate) fn success(&mut self, tool: &str, arguments: Value) -> Value {
        let answer = self.call(tool, arguments);
        assert_eq!(answer["success"], true, "{tool}: {answer:#}");
        answer
    }

    /// The error of a tool, which has the form of all errors and this type.
    ///
    /// # Panics
    ///
    /// If it is none.
    pub(crate) fn failure(&mut self, tool: &str, arguments: Value, kind: &str) -> Value {
        let answer = self.call(tool, arguments);
        assert_eq!(answer["success"], false, "{tool}: {answer:#}");
        let error = &answer["error"];
        assert_eq!(error["type"], kind, "{tool}: {answer:#}");
        assert!(
            error["message"]
                .as_str()
                .is_some_and(|text| !text.is_empty())
        );
        assert!(error["details"].is_object(), "{answer:#}");
        assert!(answer["metadata"]["request_time_ms"].is_u64(), "{answer:#}");
        answer
    }
}

impl Drop for Probe {
    /// Asks the probe to end, so that it ends the servers that it has started. One that is killed cannot, and a server
    /// that does not look at its standard input would outlive the tests.
    fn drop(&mut self) {
        let pid = self.process.id().to_string();
        let _ = Command::new("kill").args(["-TERM", &pid]).status();
        let deadline = Instant::now() + Duration::from_secs(15);
        while Instant::now() < deadline {
            if !matches!(self.process.try_wait(), Ok(None)) {
                return;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
