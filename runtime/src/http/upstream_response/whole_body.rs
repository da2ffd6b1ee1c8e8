//! A body that was read to its end, and what a scan says of it before it is parsed.

use crate::json_scan::JsonScan;

/// A body that was read to its end.
#[derive(Debug, Default)]
pub(in crate::http) struct WholeBody {
    pub(in crate::http) bytes: Vec<u8>,
    /// Where it may be JSON. What is read as ISO-8859-1 is longer as text, and its scan is the same: only strings have more than
    /// ASCII.
    pub(in crate::http) scan: Option<JsonScan>,
}

impl WholeBody {
    /// Scans a body that begins like JSON.
    pub(in crate::http) fn scan_bytes(bytes: Vec<u8>) -> Self {
        let start = bytes.iter().find(|byte| !byte.is_ascii_whitespace());
        // A byte order mark may stand before JSON.
        let may_be_json = matches!(start, Some(b'[' | b'{' | 0xef));
        let scan = may_be_json.then(|| JsonScan::of_text(&bytes));
        Self { bytes, scan }
    }
}
