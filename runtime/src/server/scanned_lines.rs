//! Keeps messages with too many JSON values from the parser, over stdio.
//!
//! rmcp parses each line by itself, and drops one that is too long without an answer. This reader
//! stands before it: it hands on a line once it is complete and its values are counted. In the place of
//! a line that may not be parsed it puts a small request with the same id and a method of its own
//! ([`REJECTED`]), so that the server answers it with an error, through the same writer as all else.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use serde_json::json;
use tokio::io::{AsyncRead, ReadBuf};

use super::request_id::find_request_id;
use crate::json_scan::{MAX_REQUEST_VALUES, ValueCounter};
use crate::value::Json;

/// The method of a request that stands for one that was not parsed; its parameter `why` says why.
pub(super) const REJECTED: &str = "toolwright/rejected";

/// Longest line: rmcp's own limit, beyond which it drops a line.
const MAX_LINE: usize = 16 * 1024 * 1024 - 1;

/// A buffer that is larger than this after a long line is not kept.
const KEPT: usize = 64 * 1024;

/// A reader of lines, each with a JSON-RPC message.
pub(super) struct ScannedLines<R> {
    reader: R,
    chunk: Box<[u8]>,
    line: Vec<u8>,
    values: ValueCounter,
    /// The id of a line that is too long, while the rest of it is skipped.
    skipping: Option<Option<Json>>,
    /// What the parser may read.
    passed: Vec<u8>,
    /// So much of it was read.
    read: usize,
}

impl<R> ScannedLines<R> {
    pub(super) fn new(reader: R) -> Self {
        Self {
            reader,
            chunk: vec![0; 16 * 1024].into(),
            line: Vec::new(),
            values: ValueCounter::default(),
            skipping: None,
            passed: Vec::new(),
            read: 0,
        }
    }

    fn take_chunk(&mut self, length: usize) {
        let chunk = std::mem::take(&mut self.chunk);
        for part in chunk[..length].split_inclusive(|byte| *byte == b'\n') {
            self.take_part(part);
            if part.ends_with(b"\n") {
                self.end_line();
            }
        }
        self.chunk = chunk;
    }

    fn take_part(&mut self, part: &[u8]) {
        if self.skipping.is_some() {
            return;
        }
        self.values.push(part);
        self.line.extend_from_slice(part);
        if self.line.len() > MAX_LINE {
            self.skipping = Some(find_request_id(&self.line));
            self.line = Vec::new();
        }
    }

    fn end_line(&mut self) {
        let values = std::mem::take(&mut self.values).count();
        if let Some(id) = self.skipping.take() {
            self.reject(id, &format!("has more than {MAX_LINE} bytes"));
        } else if values > MAX_REQUEST_VALUES {
            let id = find_request_id(&self.line);
            let most = MAX_REQUEST_VALUES;
            let why = format!("has {values} JSON values, more than the {most} that it may have");
            self.reject(id, &why);
        } else {
            self.passed.extend_from_slice(&self.line);
        }
        self.line.clear();
        self.line.shrink_to(KEPT);
    }

    fn reject(&mut self, id: Option<Json>, why: &str) {
        tracing::warn!(why, "a message was rejected");
        // A notification gets no answer, and neither does what has no id that can be found.
        if let Some(id) = id {
            let params = json!({ "why": why });
            let stand_in =
                json!({"jsonrpc": "2.0", "id": id, "method": REJECTED, "params": params});
            self.passed
                .extend_from_slice(format!("{stand_in}\n").as_bytes());
        }
    }
}

impl<R: AsyncRead + Unpin> AsyncRead for ScannedLines<R> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = &mut *self;
        while this.read == this.passed.len() {
            this.passed.clear();
            this.passed.shrink_to(KEPT);
            this.read = 0;
            let mut chunk = ReadBuf::new(&mut this.chunk);
            ready!(Pin::new(&mut this.reader).poll_read(context, &mut chunk))?;
            let length = chunk.filled().len();
            if length == 0 && this.line.is_empty() {
                return Poll::Ready(Ok(()));
            }
            this.take_chunk(length);
            if length == 0 {
                // The last line has no end.
                this.passed.append(&mut this.line);
            }
        }
        let left = &this.passed[this.read..];
        let length = left.len().min(buffer.remaining());
        buffer.put_slice(&left[..length]);
        this.read += length;
        Poll::Ready(Ok(()))
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::AsyncReadExt;

    use super::*;

    async fn passed(input: &str) -> String {
        let mut output = String::new();
        let mut lines = ScannedLines::new(input.as_bytes());
        let read = lines.read_to_string(&mut output).await;
        read.expect("can be read");
        output
    }

    #[tokio::test]
    async fn lines_pass_as_they_are() {
        let long = format!("{{\"a\":\"{}\"}}\r\n", "ü".repeat(100_000));
        for input in ["", "\n", "{}\n[]\n", "{}\nno end", &long, &long.repeat(3)] {
            assert_eq!(passed(input).await, *input);
        }
    }

    #[tokio::test]
    async fn a_line_of_too_many_values_is_replaced() {
        let list = format!("[{}0]", "0,".repeat(MAX_REQUEST_VALUES));
        let large = format!(r#"{{"method":"x","params":{list},"id":"a"}}"#);
        let output = passed(&format!("{{}}\n{large}\n[]\n{list}\n[1]\n")).await;
        let lines: Vec<&str> = output.lines().collect();
        assert_eq!((lines[0], &lines[2..]), ("{}", &["[]", "[1]"][..]));
        let stand_in: Json = serde_json::from_str(lines[1]).expect("is JSON");
        assert_eq!(stand_in["id"], "a");
        assert_eq!(stand_in["method"], REJECTED);
        let why = stand_in["params"]["why"].as_str().unwrap_or_default();
        assert_eq!(
            why,
            "has 50008 JSON values, more than the 50000 that it may have"
        );
    }

    #[tokio::test]
    async fn a_line_that_is_too_long_is_replaced() {
        let long = format!(r#"{{"id":3,"a":"{}"}}"#, "x".repeat(MAX_LINE));
        let output = passed(&format!("{long}\n[]\n")).await;
        let (stand_in, rest) = output.split_once('\n').expect("is a line");
        assert!(stand_in.contains(r#""id":3"#) && stand_in.contains("has more than"));
        assert_eq!(rest, "[]\n");
    }
}
