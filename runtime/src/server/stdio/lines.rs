//! Reads lines of limited length from a stream.
//!
//! A line that is too long is not kept, but outlined, so that its id is known. A last line without
//! a newline is a line.

use std::io;

use tokio::io::{AsyncBufReadExt, AsyncRead, BufReader};

use crate::server::message::Outline;

/// The memory for lines that is kept between two of them.
const KEPT_CAPACITY: usize = 64 * 1024;

#[derive(Debug)]
pub(super) struct LineReader<R> {
    reader: BufReader<R>,
    limit: usize,
    line: Vec<u8>,
    /// Whether `line` was returned, so that the next one may overwrite it.
    is_returned: bool,
    /// The line that is being read, once it is too long.
    too_long: Option<Outline>,
}

#[derive(Debug)]
pub(super) enum Line<'l> {
    /// A line without its newline.
    Whole(&'l [u8]),
    TooLong(Outline),
    End,
}

impl<R: AsyncRead + Unpin> LineReader<R> {
    pub(super) fn new(reader: R, limit: usize) -> Self {
        Self {
            reader: BufReader::new(reader),
            limit,
            line: Vec::new(),
            is_returned: false,
            too_long: None,
        }
    }

    pub(super) fn limit(&self) -> usize {
        self.limit
    }

    /// The next line. The future may be dropped at any time: what was read stays in `self`.
    pub(super) async fn next_line(&mut self) -> io::Result<Line<'_>> {
        if self.is_returned {
            self.is_returned = false;
            self.line.clear();
            self.line.shrink_to(KEPT_CAPACITY);
        }
        loop {
            // `fill_buf` takes nothing from the stream; nothing is awaited between it and `consume`.
            let available = self.reader.fill_buf().await?;
            let newline = available.iter().position(|byte| *byte == b'\n');
            let is_end = available.is_empty();
            let piece = available
                .get(..newline.unwrap_or(available.len()))
                .unwrap_or_default();
            match &mut self.too_long {
                Some(outline) => {
                    outline.read_bytes(piece);
                }
                None if self.line.len() + piece.len() > self.limit => {
                    let mut outline = Outline::from_text(&self.line);
                    outline.read_bytes(piece);
                    self.too_long = Some(outline);
                    self.line = Vec::new();
                }
                None => self.line.extend_from_slice(piece),
            }
            let read = piece.len() + usize::from(newline.is_some());
            self.reader.consume(read);
            if newline.is_none() && !is_end {
                continue;
            }
            if let Some(outline) = self.too_long.take() {
                return Ok(Line::TooLong(outline));
            }
            if is_end && self.line.is_empty() {
                return Ok(Line::End);
            }
            self.is_returned = true;
            return Ok(Line::Whole(&self.line));
        }
    }
}
