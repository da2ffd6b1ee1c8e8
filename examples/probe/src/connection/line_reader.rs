//! Lines of a stream, none of which is longer than a limit. rmcp has a reader with a limit, too, which skips what is
//! not a message without a word; here such lines are evidence.

use tokio::io::{AsyncBufRead, AsyncBufReadExt as _};

/// What was read.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// A line without its end.
    Whole(Vec<u8>),
    /// A line that is longer than the limit.
    TooLong,
}

/// Reads lines. A read that is cancelled loses nothing.
#[derive(Debug)]
pub(crate) struct LineReader<R> {
    stream: R,
    begun: Vec<u8>,
    limit: usize,
}

impl<R: AsyncBufRead + Unpin> LineReader<R> {
    pub(crate) fn new(stream: R, limit: usize) -> Self {
        Self {
            stream,
            begun: Vec::new(),
            limit,
        }
    }

    /// The next line; none at the end of the stream, where a line without an end is no message.
    ///
    /// # Errors
    ///
    /// The stream cannot be read.
    pub(crate) async fn next(&mut self) -> std::io::Result<Option<Line>> {
        loop {
            // Nothing is awaited between the bytes' way from the stream to `begun`, so that a cancelled read has
            // either not taken them or has them all.
            let available = self.stream.fill_buf().await?;
            if available.is_empty() {
                return Ok(None);
            }
            let end = available.iter().position(|byte| *byte == b'\n');
            let taken = end.map_or(available.len(), |end| end + 1);
            if self.begun.len() + taken > self.limit {
                self.begun = Vec::new();
                self.stream.consume(taken);
                return Ok(Some(Line::TooLong));
            }
            self.begun
                .extend_from_slice(available.get(..taken).unwrap_or_default());
            self.stream.consume(taken);
            if end.is_some() {
                let mut line = std::mem::take(&mut self.begun);
                while line.last().is_some_and(|byte| b"\r\n".contains(byte)) {
                    line.pop();
                }
                return Ok(Some(Line::Whole(line)));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn read(text: &str, limit: usize) -> Vec<Option<Line>> {
        let mut reader = LineReader::new(tokio::io::BufReader::new(text.as_bytes()), limit);
        let mut lines = Vec::new();
        loop {
            let line = reader.next().await.expect("is readable");
            let is_last = line.is_none() || line == Some(Line::TooLong);
            lines.push(line);
            if is_last {
                return lines;
            }
        }
    }

    #[tokio::test]
    async fn lines_end_with_and_without_a_carriage_return() {
        let whole = |text: &str| Some(Line::Whole(text.into()));
        assert_eq!(
            read("{}\r\n\n[]\nrest", 100).await,
            [whole("{}"), whole(""), whole("[]"), None]
        );
    }

    #[tokio::test]
    async fn a_line_that_is_too_long_is_not_kept() {
        assert_eq!(read("123456789\n", 8).await, [Some(Line::TooLong)]);
        assert_eq!(read(&"x".repeat(100), 8).await, [Some(Line::TooLong)]);
    }
}
