//! Splits a body that arrives in chunks into lines. Event streams also end lines with a bare carriage return; lines
//! of JSON do not.

use super::StreamFlow;

/// Lines of text that come in chunks.
#[derive(Debug)]
pub(super) struct LineSplitter {
    /// Whether a carriage return ends a line even where no line feed follows.
    by_return: bool,
    /// What has come of the line that has not ended.
    line: Vec<u8>,
    /// Whether the last byte was a carriage return that ended a line.
    after_return: bool,
    is_start: bool,
}

const BOM: &str = "\u{feff}";

impl LineSplitter {
    pub(super) fn for_events() -> Self {
        Self {
            by_return: true,
            line: Vec::new(),
            after_return: false,
            is_start: true,
        }
    }

    pub(super) fn for_json() -> Self {
        Self {
            by_return: false,
            ..Self::for_events()
        }
    }

    /// Shows `take` every line that has ended, without its end, for as long as it wants more.
    pub(super) fn push_chunk(
        &mut self,
        chunk: &[u8],
        mut take: impl FnMut(&str) -> StreamFlow,
    ) -> StreamFlow {
        for &byte in chunk {
            let after_return = std::mem::take(&mut self.after_return);
            let is_end = match byte {
                // A line feed after a carriage return is the second half of one line break, also across chunks.
                b'\n' if after_return => continue,
                b'\n' => true,
                b'\r' => self.by_return,
                _ => false,
            };
            if !is_end {
                self.line.push(byte);
                continue;
            }
            self.after_return = byte == b'\r';
            match take(&self.take_line()) {
                StreamFlow::Open => {}
                end => return end,
            }
        }
        StreamFlow::Open
    }

    /// The line that has not ended; none where there is nothing in it.
    pub(super) fn take_rest(&mut self) -> Option<String> {
        let text = self.take_line();
        (!text.is_empty()).then_some(text)
    }

    fn take_line(&mut self) -> String {
        let line = std::mem::take(&mut self.line);
        let text = String::from_utf8_lossy(&line);
        match text.strip_prefix(BOM) {
            Some(rest) if std::mem::take(&mut self.is_start) => rest.to_owned(),
            _ => {
                self.is_start = false;
                text.into_owned()
            }
        }
    }
}
