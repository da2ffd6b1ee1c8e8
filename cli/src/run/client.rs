use std::ffi::OsString;
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Command, Stdio};

use serde_json::{Map, Value, json};
use thiserror::Error;

/// A revision without `initialize`: one request and its answer are all.
const REVISION: &str = "2026-07-28";

/// The exit code of a server that cannot be started with its options.
const USAGE: i32 = 2;

/// Why a call has no result.
#[derive(Debug, Error)]
pub(crate) enum CallFailure {
    /// The server has printed what is wrong with its options.
    #[error("the server rejected its options")]
    Options,
    #[error("{0}")]
    Other(String),
}

/// Calls a tool of a server over stdio: the result of MCP, or why there is none.
pub(crate) fn call_tool(
    mut server: Command,
    options: &[OsString],
    tool: &str,
    arguments: Map<String, Value>,
) -> Result<Value, CallFailure> {
    let program = server.get_program().to_owned();
    let unusable = |error: std::io::Error| {
        CallFailure::Other(format!("cannot run {}: {error}", program.display()))
    };
    let mut child = server
        .args(options)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(unusable)?;
    let request = build_request(tool, arguments);
    let mut answer = String::new();
    // Both are dropped at the end of this block. The server exits when its input ends, and waiting
    // for it before that would never return.
    if let (Some(mut stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) {
        // What it says at its end is told below.
        let _ = writeln!(stdin, "{request}");
        BufReader::new(stdout)
            .read_line(&mut answer)
            .map_err(unusable)?;
    }
    let status = child.wait().map_err(unusable)?;
    let answer: Value = serde_json::from_str(&answer).map_err(|_| match status.code() {
        Some(USAGE) => CallFailure::Options,
        _ => CallFailure::Other(format!("the server ended without a response ({status})")),
    })?;
    match (answer.get("result"), answer.pointer("/error/message")) {
        (Some(result), _) => Ok(result.clone()),
        (None, Some(Value::String(message))) => Err(CallFailure::Other(message.clone())),
        (None, _) => Err(CallFailure::Other(format!(
            "unexpected response of the server: {answer}"
        ))),
    }
}

fn build_request(tool: &str, arguments: Map<String, Value>) -> Value {
    json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {
        "_meta": {
            "io.modelcontextprotocol/protocolVersion": REVISION,
            "io.modelcontextprotocol/clientInfo": {"name": "toolwright", "version": env!("CARGO_PKG_VERSION")},
            "io.modelcontextprotocol/clientCapabilities": {},
        },
        "name": tool,
        "arguments": arguments,
    }})
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_server_that_rejects_its_options_is_told_from_one_that_fails() {
        let call = |script: &str| {
            let mut server = Command::new("sh");
            server.args(["-c", script]);
            call_tool(server, &[], "get_pet", Map::new()).expect_err("there is no response")
        };
        assert!(matches!(call("exit 2"), CallFailure::Options));
        assert_eq!(
            call("exit 3").to_string(),
            "the server ended without a response (exit status: 3)"
        );
    }
}
