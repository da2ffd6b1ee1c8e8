//! A body that was read to its end, and what a scan says of it before it is parsed.

use crate::json_scan::JsonScan;

/// A body that was read to its end.
#[derive(Clone, Debug, Default)]
pub(in crate::http) struct WholeBody {
    pub(in crate::http) bytes: Vec<u8>,
    /// Where it may be JSON. What is read as ISO-8859-1 is longer as text, and its scan is the same: only strings have more than
    /// ASCII.
    pub(in crate::http) scan: Option<JsonScan>,
}

impl WholeBody {
    /// Appends what has come next, and scans it: while the rest is under way, that costs no time.
    pub(in crate::http) fn push_chunk(&mut self, chunk: &[u8]) {
        if self.bytes.is_empty() && may_begin_json(chunk) {
            self.scan = Some(JsonScan::default());
        }
        if let Some(scan) = &mut self.scan {
            scan.scan_chunk(chunk);
        }
        self.bytes.extend_from_slice(chunk);
    }
}

impl From<Vec<u8>> for WholeBody {
    fn from(bytes: Vec<u8>) -> Self {
        let scan = may_begin_json(&bytes).then(|| JsonScan::of_text(&bytes));
        Self { bytes, scan }
    }
}

/// Whether a list or an object may begin like this. White space may stand before it, and a byte order mark.
fn may_begin_json(bytes: &[u8]) -> bool {
    let start = bytes.iter().find(|byte| !byte.is_ascii_whitespace());
    matches!(start, None | Some(b'[' | b'{' | 0xef))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_body_in_chunks_is_scanned_like_a_whole_one() {
        for (chunks, expected) in [
            (&["[1,", "2]"][..], Some((3, false))),
            (&[" ", "{\"a b\"", ":\"", "c d\"}"], Some((3, true))),
            (&["\u{feff}[1,\n", "2]"], Some((4, true))),
            (&["%PDF [1, 2]", "[3]"], None),
            (&[], None),
        ] {
            let mut body = WholeBody::default();
            for chunk in chunks {
                body.push_chunk(chunk.as_bytes());
            }
            let scanned = |body: &WholeBody| {
                let scan = body.scan?;
                Some((scan.values(), scan.has_space_between_tokens()))
            };
            assert_eq!(scanned(&body), expected, "{chunks:?}");
            if !chunks.is_empty() {
                let whole = WholeBody::from(chunks.concat().into_bytes());
                assert_eq!(scanned(&whole), expected, "{chunks:?}");
            }
        }
    }
}
