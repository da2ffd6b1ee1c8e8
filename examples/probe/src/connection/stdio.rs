//! The transport over the standard streams of a local server, as rmcp's client takes one. What is not a message goes
//! to the journal, and a message that rmcp could not read becomes an error of its request, so that nobody waits
//! for an answer that came already.

use std::io;
use std::sync::Arc;

use rmcp::RoleClient;
use rmcp::model::{ErrorCode, ErrorData, NumberOrString};
use rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use serde_json::{Value, json};
use tokio::io::{AsyncWriteExt as _, BufReader};
use tokio::process::{ChildStdin, ChildStdout};
use tokio::sync::Mutex;

use super::journal::{Journal, excerpt};
use super::line_reader::{Line, LineReader};
use super::process::Pipes;

type Message = RxJsonRpcMessage<RoleClient>;

/// What marks the errors that are made here, and not by the server.
pub(crate) const MALFORMED: &str = "mcp-probe/malformed";

pub(crate) struct StdioTransport {
    lines: LineReader<BufReader<ChildStdout>>,
    stdin: Arc<Mutex<Option<ChildStdin>>>,
    journal: Arc<Journal>,
    limit: usize,
}

impl StdioTransport {
    pub(crate) fn new(pipes: Pipes, journal: Arc<Journal>, limit: usize) -> Self {
        Self {
            lines: LineReader::new(BufReader::new(pipes.stdout), limit),
            stdin: Arc::new(Mutex::new(Some(pipes.stdin))),
            journal,
            limit,
        }
    }

    /// The message of a line. An error says why the connection ends.
    fn read_line(&self, line: &[u8]) -> Result<Option<Message>, String> {
        if line.is_empty() {
            return Ok(None);
        }
        let Ok(value) = serde_json::from_slice::<Value>(line) else {
            return self.journal.note_noise(line).map(|()| None);
        };
        match serde_json::from_slice(line) {
            Ok(message) => Ok(Some(message)),
            Err(error) => {
                let rejected = reject_response(&value, &error);
                if rejected.is_none() {
                    self.journal.note_noise(line)?;
                }
                Ok(rejected)
            }
        }
    }
}

/// The error that a request ends with whose response is not one; none if it is no response to anything.
fn reject_response(value: &Value, error: &serde_json::Error) -> Option<Message> {
    let id = match value.get("id")? {
        Value::String(id) => NumberOrString::String(id.as_str().into()),
        Value::Number(id) => NumberOrString::Number(id.as_i64()?),
        _ => return None,
    };
    if value.get("method").is_some() {
        return None;
    }
    let shown = excerpt(&value.to_string());
    let message =
        format!("the response is not a JSON-RPC response that MCP knows ({error}): {shown}");
    let marked = Some(json!({ MALFORMED: true }));
    let error = ErrorData::new(ErrorCode::INVALID_REQUEST, message, marked);
    Some(Message::error(error, Some(id)))
}

impl Transport<RoleClient> for StdioTransport {
    type Error = io::Error;

    fn send(
        &mut self,
        message: TxJsonRpcMessage<RoleClient>,
    ) -> impl Future<Output = Result<(), io::Error>> + Send + 'static {
        let stdin = Arc::clone(&self.stdin);
        async move {
            let mut line = serde_json::to_vec(&message)?;
            line.push(b'\n');
            let mut stdin = stdin.lock().await;
            let closed = || io::Error::new(io::ErrorKind::NotConnected, "the connection is closed");
            let stdin = stdin.as_mut().ok_or_else(closed)?;
            stdin.write_all(&line).await?;
            stdin.flush().await
        }
    }

    async fn receive(&mut self) -> Option<Message> {
        loop {
            let line = match self.lines.next().await {
                Ok(Some(Line::Whole(line))) => line,
                Ok(Some(Line::TooLong)) => {
                    let limit = self.limit;
                    self.journal.note_end(format!(
                        "the server wrote a line of more than {limit} bytes, the longest message that is read \
                         (MCP_PROBE_MAX_MESSAGE_BYTES)"
                    ));
                    return None;
                }
                Ok(None) => {
                    self.journal
                        .note_end("the server has closed its standard output");
                    return None;
                }
                Err(error) => {
                    self.journal.note_end(format!(
                        "the server's standard output cannot be read: {error}"
                    ));
                    return None;
                }
            };
            match self.read_line(&line) {
                Ok(Some(message)) => return Some(message),
                Ok(None) => {}
                Err(reason) => {
                    self.journal.note_end(reason);
                    return None;
                }
            }
        }
    }

    async fn close(&mut self) -> Result<(), io::Error> {
        // A server that does not read lets a message wait, which has the pipe then. It is told the end by a signal.
        if let Ok(mut stdin) = self.stdin.try_lock() {
            stdin.take();
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_response_that_is_none_ends_its_request() {
        let rejected = |value: Value| {
            let error = serde_json::from_str::<Message>("{}").expect_err("is not a message");
            reject_response(&value, &error).is_some()
        };
        assert!(rejected(json!({"jsonrpc": "2.0", "id": 3})));
        assert!(rejected(json!({"id": "a", "result": {}})));
        assert!(!rejected(json!({"jsonrpc": "1.0", "method": "x", "id": 3})));
        assert!(!rejected(json!([1, 2])));
    }
}
