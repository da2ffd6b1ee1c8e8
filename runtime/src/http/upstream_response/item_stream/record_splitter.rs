use super::StreamFlow;

const SEPARATOR: u8 = 0x1e;

/// JSON texts that each stand behind a record separator and come in chunks.
#[derive(Debug, Default)]
pub(super) struct RecordSplitter {
    record: Vec<u8>,
}

impl RecordSplitter {
    /// Shows `take` every text that another one follows, for as long as it wants more.
    pub(super) fn push_chunk(
        &mut self,
        chunk: &[u8],
        mut take: impl FnMut(&str) -> StreamFlow,
    ) -> StreamFlow {
        for &byte in chunk {
            if byte != SEPARATOR {
                self.record.push(byte);
                continue;
            }
            let record = self.take_rest();
            match record.map_or(StreamFlow::Open, |record| take(&record)) {
                StreamFlow::Open => {}
                end => return end,
            }
        }
        StreamFlow::Open
    }

    /// The last text; none where there is nothing in it.
    pub(super) fn take_rest(&mut self) -> Option<String> {
        let record = std::mem::take(&mut self.record);
        let text = String::from_utf8_lossy(&record).into_owned();
        (!text.trim().is_empty()).then_some(text)
    }
}
