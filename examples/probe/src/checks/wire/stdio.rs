//! A raw connection to a local server.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncWriteExt as _, BufReader};
use tokio::process::{ChildStdin, ChildStdout};
use tokio::time::Instant;

use super::Exchange;
use crate::Settings;
use crate::connection::{CommandLine, Line, LineReader, Pipes, ServerProcess, excerpt};
use crate::failure::{Failure, FailureKind};

/// How long a server may take to end once its standard input is closed.
const EXIT: Duration = Duration::from_millis(1500);

/// Lines that are read while one response is waited for.
const MAX_LINES: usize = 20_000;

/// What is kept of what came unasked.
const MAX_KEPT: usize = 100;

const NOT_READING: &str = "the server does not read its standard input";

pub(crate) struct StdioWire {
    pub(super) wait: Duration,
    process: ServerProcess,
    stdin: Option<ChildStdin>,
    lines: LineReader<BufReader<ChildStdout>>,
    /// Lines that are not JSON-RPC messages.
    pub(crate) noise: Vec<String>,
    /// Responses that belong to no request.
    pub(crate) unasked: Vec<Value>,
    /// Whether standard output has ended.
    pub(crate) has_ended: bool,
    /// Whether the server left standard input full.
    does_not_read: bool,
}

/// How a server ended.
#[derive(Debug)]
pub(crate) struct End {
    /// Whether it ended by itself when its standard input was closed.
    pub(crate) by_itself: bool,
    pub(crate) status: Option<String>,
}

impl StdioWire {
    pub(super) fn start(
        command: &CommandLine,
        settings: &Settings,
        wait: Duration,
    ) -> Result<Self, Failure> {
        let (process, Pipes { stdin, stdout }) =
            ServerProcess::start(command).map_err(|error| {
                let message = format!("`{}` cannot be started: {error}", command.program);
                Failure::new(FailureKind::ConnectionFailed, message)
            })?;
        Ok(Self {
            wait,
            process,
            stdin: Some(stdin),
            lines: LineReader::new(BufReader::new(stdout), settings.max_message_bytes),
            noise: Vec::new(),
            unasked: Vec::new(),
            has_ended: false,
            does_not_read: false,
        })
    }

    pub(crate) fn stderr_tail(&self) -> Option<String> {
        self.process.stderr_tail()
    }

    pub(super) async fn send(&mut self, request: &Value) -> Exchange {
        let written = self.write(&request.to_string()).await;
        if written.silence.is_some() {
            return written;
        }
        let id = request.get("id").cloned().unwrap_or_default();
        self.wait_for(|response| is_response_to(response, &id))
            .await
    }

    /// Writes a line.
    pub(crate) async fn write(&mut self, line: &str) -> Exchange {
        self.write_until(line, Instant::now() + self.wait).await
    }

    async fn write_until(&mut self, line: &str, deadline: Instant) -> Exchange {
        let Some(stdin) = &mut self.stdin else {
            return Exchange::silent(match self.does_not_read {
                true => NOT_READING,
                false => "the connection is closed",
            });
        };
        let line = format!("{line}\n");
        let writing = async {
            stdin.write_all(line.as_bytes()).await?;
            stdin.flush().await
        };
        match tokio::time::timeout_at(deadline, writing).await {
            Ok(Ok(())) => Exchange::default(),
            Ok(Err(error)) => {
                Exchange::silent(format!("the server does not read any more: {error}"))
            }
            Err(_) => {
                // A part of the line may be written: nothing that comes behind it can be understood.
                self.stdin.take();
                self.does_not_read = true;
                Exchange::silent(NOT_READING)
            }
        }
    }

    /// Waits for a response of a kind. Requests of the server are answered, since it may wait for that.
    pub(crate) async fn wait_for(&mut self, is_wanted: impl Fn(&Value) -> bool) -> Exchange {
        let deadline = Instant::now() + self.wait;
        for _ in 0..MAX_LINES {
            let line = match tokio::time::timeout_at(deadline, self.lines.next()).await {
                Err(_) => {
                    let seconds = self.wait.as_secs_f64();
                    return Exchange::silent(format!("no answer within {seconds} s"));
                }
                Ok(Ok(Some(Line::Whole(line)))) => line,
                Ok(Ok(Some(Line::TooLong))) => {
                    self.has_ended = true;
                    return Exchange::silent(
                        "a line that is longer than the longest message that is read",
                    );
                }
                Ok(Ok(None)) => {
                    self.has_ended = true;
                    return Exchange::silent("the server has closed its standard output");
                }
                Ok(Err(error)) => {
                    self.has_ended = true;
                    return Exchange::silent(format!(
                        "its standard output cannot be read: {error}"
                    ));
                }
            };
            let Some(message) = self.read_line(&line) else {
                continue;
            };
            if let Some(answer) = answer_request(&message) {
                let written = self.write_until(&answer.to_string(), deadline).await;
                if written.silence.is_some() {
                    return written;
                }
            } else if message.get("method").is_some() {
                // A notification.
            } else if is_wanted(&message) {
                return Exchange {
                    response: Some(message),
                    ..Exchange::default()
                };
            } else if self.unasked.len() < MAX_KEPT {
                self.unasked.push(message);
            }
        }
        Exchange::silent(format!("no answer among {MAX_LINES} lines"))
    }

    /// The message of a line; what is not one is noted.
    fn read_line(&mut self, line: &[u8]) -> Option<Value> {
        let message = serde_json::from_slice::<Value>(line).ok();
        let message = message.filter(is_message);
        if message.is_none() && self.noise.len() < MAX_KEPT {
            let text = String::from_utf8_lossy(line);
            let shown = match text.trim() {
                "" => "an empty line".to_owned(),
                text => format!("`{}`", excerpt(text)),
            };
            self.noise.push(shown);
        }
        message
    }

    pub(super) async fn close(mut self) -> End {
        self.stdin.take();
        let status = self.process.wait_for_end(EXIT).await;
        let by_itself = status.is_some();
        let stopped = self.process.stop().await;
        End {
            by_itself,
            status: status.or(stopped),
        }
    }
}

impl Exchange {
    pub(super) fn silent(why: impl Into<String>) -> Self {
        Self {
            silence: Some(why.into()),
            ..Self::default()
        }
    }
}

/// Whether a value is a message of JSON-RPC, or a batch of them (2025-03-26), whatever else may be wrong with it.
fn is_message(value: &Value) -> bool {
    match value {
        Value::Object(members) => ["method", "result", "error"]
            .iter()
            .any(|member| members.contains_key(*member)),
        Value::Array(messages) => !messages.is_empty() && messages.iter().all(is_message),
        _ => false,
    }
}

/// Whether a message is the response to a request, even if its id came back as another type.
pub(super) fn is_response_to(message: &Value, id: &Value) -> bool {
    let Some(answered) = message.get("id") else {
        return false;
    };
    let text = |id: &Value| id.as_str().map_or_else(|| id.to_string(), str::to_owned);
    message.get("method").is_none() && text(answered) == text(id)
}

/// The answer to a request of the server; none if it is none.
pub(super) fn answer_request(message: &Value) -> Option<Value> {
    let (method, id) = (message.get("method")?, message.get("id")?);
    Some(match method.as_str() {
        Some("ping") => json!({"jsonrpc": "2.0", "id": id, "result": {}}),
        _ => json!({"jsonrpc": "2.0", "id": id, "error": {
            "code": -32601,
            "message": "this client declares no capabilities",
        }}),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_response_is_known_even_if_its_id_has_another_type() {
        assert!(is_response_to(&json!({"id": "7", "result": {}}), &json!(7)));
        assert!(is_response_to(&json!({"id": 7, "error": {}}), &json!(7)));
        assert!(!is_response_to(&json!({"id": 8, "result": {}}), &json!(7)));
        assert!(!is_response_to(
            &json!({"id": 7, "method": "ping"}),
            &json!(7)
        ));
        assert!(!is_response_to(&json!({"result": {}}), &json!(7)));
    }

    #[test]
    fn what_is_not_a_message_is_noise() {
        assert!(is_message(&json!({"jsonrpc": "2.0", "method": "x"})));
        assert!(is_message(&json!([{"id": 1, "result": {}}])));
        for noise in [json!("text"), json!({"level": "info"}), json!([]), json!(3)] {
            assert!(!is_message(&noise), "{noise}");
        }
    }
}
