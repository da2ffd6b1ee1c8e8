//! A client over standard streams that does no more than it must.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use crate::Error;

/// The first request.
pub const INITIALIZE: &str = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"bench","version":"1"}}}"#;
/// What follows its answer.
pub const INITIALIZED: &str = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
/// The request for the list of tools.
pub const LIST: &str = r#"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#;

/// The largest pipe of Linux, unless it is told otherwise.
const PIPE_BYTES: usize = 1 << 20;

const NOTIFICATIONS: [&str; 2] = [r#"{"jsonrpc":"2.0","method""#, r#"{"method""#];

/// A running server.
#[derive(Debug)]
pub struct Client {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    line: String,
}

impl Client {
    /// Starts a server that calls the upstream at this base URL.
    pub fn spawn(binary: &Path, upstream: &str) -> Result<Self, Error> {
        Self::spawn_with(binary, &["--upstream", upstream])
    }

    /// Starts a server with these options.
    pub fn spawn_with(binary: &Path, options: &[&str]) -> Result<Self, Error> {
        let mut command = Command::new(binary);
        Self::spawn_command(command.args(options).stderr(Stdio::inherit()))
    }

    /// Starts a server by this command.
    pub fn spawn_command(command: &mut Command) -> Result<Self, Error> {
        let mut process = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let input = process.stdin.take().ok_or("no standard input")?;
        let output = process.stdout.take().ok_or("no standard output")?;
        Ok(Self {
            process,
            input,
            // A server may make its pipe so large. A client that reads less at a time measures its own pace.
            output: BufReader::with_capacity(PIPE_BYTES, output),
            line: String::with_capacity(PIPE_BYTES),
        })
    }

    /// The process.
    pub fn id(&self) -> u32 {
        self.process.id()
    }

    /// Asks for `initialize`, and waits for the answer.
    pub fn initialize(&mut self) -> Result<(), Error> {
        self.ask(INITIALIZE).map(drop)
    }

    /// Confirms the answer to `initialize`.
    pub fn confirm(&mut self) -> Result<(), Error> {
        self.send(INITIALIZED)
    }

    /// Asks for the list of tools.
    pub fn list(&mut self) -> Result<&str, Error> {
        self.confirm()?;
        self.ask(LIST)
    }

    /// Ends the server.
    pub fn end(self) -> Result<(), Error> {
        let Self {
            mut process, input, ..
        } = self;
        // The end of its input is what ends a server over stdio.
        drop(input);
        process.wait()?;
        Ok(())
    }

    fn send(&mut self, message: &str) -> Result<(), Error> {
        self.input.write_all(format!("{message}\n").as_bytes())?;
        Ok(())
    }

    /// Sends a request, and waits for its result.
    pub fn ask(&mut self, message: &str) -> Result<&str, Error> {
        self.send(message)?;
        loop {
            self.line.clear();
            self.output.read_line(&mut self.line)?;
            // Servers may tell something before they answer.
            if !NOTIFICATIONS.iter().any(|it| self.line.starts_with(it)) {
                break;
            }
        }
        // Parsing the answer would be measured as well, so it is only looked at.
        if !self.line.contains("\"result\"") {
            return Err(format!("no result: {}", self.line).into());
        }
        Ok(&self.line)
    }
}
