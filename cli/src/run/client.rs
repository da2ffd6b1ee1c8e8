use std::ffi::OsString;
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Command, Stdio};

use serde_json::{Map, Value, json};

/// A revision without `initialize`: one request and its answer are all.
const REVISION: &str = "2026-07-28";

/// Calls a tool of a server over stdio: the result of MCP, or why there is none.
pub(crate) fn call_tool(
    mut server: Command,
    options: &[OsString],
    tool: &str,
    arguments: Map<String, Value>,
) -> Result<Value, String> {
    let program = server.get_program().to_owned();
    let unusable = |error: std::io::Error| format!("cannot run {}: {error}", program.display());
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
    let answer: Value = serde_json::from_str(&answer)
        .map_err(|_| format!("the server ended without a response ({status})"))?;
    match (answer.get("result"), answer.pointer("/error/message")) {
        (Some(result), _) => Ok(result.clone()),
        (None, Some(Value::String(message))) => Err(message.clone()),
        (None, _) => Err(format!("unexpected response of the server: {answer}")),
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
