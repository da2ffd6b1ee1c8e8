//! A body that was read to its end, and what a scan says of it before it is parsed.

use crate::json_scan::JsonScan;

/// A body that was read to its end.
#[derive(Clone, Debug, Default)]
pub(in crate::http) struct WholeBody {
    pub(in crate::http) bytes: Vec<u8>,
    start: Start,
}

/// What the first byte that is no white space says.
#[derive(Clone, Copy, Debug, Default)]
enum Start {
    /// There is none yet.
    #[default]
    Space,
    /// It may begin a list or an object. What is read as ISO-8859-1 is longer as text, and its scan is the same: only strings
    /// have more than ASCII.
    Json(JsonScan),
    Other,
}

impl WholeBody {
    /// A body that nobody needs a scan of.
    pub(in crate::http) fn unscanned() -> Self {
        Self {
            bytes: Vec::new(),
            start: Start::Other,
        }
    }

    /// Appends what has come next, and scans it, while the rest may be under way.
    pub(in crate::http) fn push_chunk(&mut self, chunk: &[u8]) {
        if matches!(self.start, Start::Space) {
            self.start = match chunk.iter().find(|byte| !byte.is_ascii_whitespace()) {
                None => Start::Space,
                Some(b'[' | b'{') => Start::Json(JsonScan::of_text(&self.bytes)),
                // A byte order mark may stand before JSON.
                Some(0xef) => Start::Json(JsonScan::behind_mark()),
                Some(_) => Start::Other,
            };
        }
        if let Start::Json(scan) = &mut self.start {
            scan.scan_chunk(chunk);
        }
        self.bytes.extend_from_slice(chunk);
    }

    /// What is known of it, if it may be a list or an object of JSON.
    pub(in crate::http) fn scan(&self) -> Option<JsonScan> {
        match self.start {
            Start::Json(scan) => Some(scan),
            Start::Space | Start::Other => None,
        }
    }
}

impl From<Vec<u8>> for WholeBody {
    fn from(bytes: Vec<u8>) -> Self {
        let mut body = Self::default();
        body.push_chunk(&bytes);
        Self { bytes, ..body }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_body_in_chunks_is_scanned_like_a_whole_one() {
        for (chunks, expected) in [
            (&["[1,", "2]"][..], Some((3, false))),
            (&[" ", "{\"a b\"", ":\"", "c d\"}"], Some((3, true))),
            (&["\u{feff}[1,\n", "2]"], Some((3, true))),
            (&["%PDF [1, 2]", "[3]"], None),
            (&["", "\n", "%PDF [1, 2]", "[3]"], None),
            (&[" ", "\n"], None),
            (&[], None),
        ] {
            let mut body = WholeBody::default();
            for chunk in chunks {
                body.push_chunk(chunk.as_bytes());
            }
            let whole = WholeBody::from(chunks.concat().into_bytes());
            for body in [body, whole] {
                let scan = body.scan();
                let scanned = scan.map(|it| (it.value_count(), it.has_space_between_tokens()));
                assert_eq!(scanned, expected, "{chunks:?}");
                assert_eq!(body.bytes, chunks.concat().into_bytes());
            }
        }
    }
}
