//! A list of tools that is compressed once, and a gzip stream around it for each answer.
//!
//! What differs from answer to answer, such as the id, is stored as it is before and behind the compressed list. The stream
//! has one member, since some clients read no more (httpx of Python is one).

use axum::body::Bytes;
use flate2::{Compress, Compression, Crc, FlushCompress};

use super::accept_encoding::SMALLEST_COMPRESSED;

/// The header of a member without a name and a time, from an unknown system (RFC 1952, section 2.3).
const HEADER: [u8; 10] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff];

/// Longest content of a stored block (RFC 1951, section 3.2.4).
const MAX_STORED: usize = 0xffff;

/// A list as blocks of DEFLATE that end with a byte, none of which is the last.
#[derive(Debug)]
pub(in crate::server) struct CompressedList {
    blocks: Bytes,
    checksum: Crc,
}

impl CompressedList {
    /// Compresses a list; `None` if that gains nothing.
    pub(in crate::server) fn new(list: &[u8]) -> Option<Self> {
        if list.len() < SMALLEST_COMPRESSED {
            return None;
        }
        let mut deflate = Compress::new(Compression::default(), false);
        let mut blocks = Vec::with_capacity(list.len() / 8);
        let mut rest = list;
        // A flush is complete when it leaves room.
        while !rest.is_empty() || blocks.len() == blocks.capacity() {
            blocks.reserve(SMALLEST_COMPRESSED.max(blocks.len() / 4));
            let before = deflate.total_in();
            deflate
                .compress_vec(rest, &mut blocks, FlushCompress::Sync)
                .ok()?;
            let read = usize::try_from(deflate.total_in() - before).ok()?;
            rest = rest.get(read..)?;
        }
        // It is kept for the life of the server.
        blocks.shrink_to_fit();
        let mut checksum = Crc::new();
        checksum.update(list);
        Some(Self {
            blocks: blocks.into(),
            checksum,
        })
    }

    /// A gzip stream of a text that has the list between `head` and `tail`.
    pub(super) fn frame_list(&self, head: &[u8], tail: &[u8]) -> [Bytes; 3] {
        let mut checksum = Crc::new();
        checksum.update(head);
        checksum.combine(&self.checksum);
        checksum.update(tail);
        let mut start = HEADER.to_vec();
        head.chunks(MAX_STORED)
            .for_each(|content| push_stored(&mut start, false, content));
        let mut end = Vec::new();
        tail.chunks(MAX_STORED)
            .for_each(|content| push_stored(&mut end, false, content));
        push_stored(&mut end, true, &[]);
        end.extend(checksum.sum().to_le_bytes());
        end.extend(checksum.amount().to_le_bytes());
        [start.into(), self.blocks.clone(), end.into()]
    }
}

/// Appends a block that is stored as it is. It begins with a byte, as all do that come before it.
fn push_stored(stream: &mut Vec<u8>, is_last: bool, content: &[u8]) {
    let length = u16::try_from(content.len()).unwrap_or(u16::MAX);
    stream.push(u8::from(is_last));
    stream.extend(length.to_le_bytes());
    stream.extend((!length).to_le_bytes());
    stream.extend(content);
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use flate2::read::GzDecoder;

    use super::*;

    fn unpacked(parts: [Bytes; 3]) -> String {
        let stream = parts.concat();
        let mut text = String::new();
        let mut decoder = GzDecoder::new(&*stream);
        decoder.read_to_string(&mut text).expect("is one member");
        assert!(decoder.into_inner().is_empty(), "nothing is behind it");
        text
    }

    #[test]
    fn a_stream_has_the_list_in_its_frame() {
        for length in [2_000, 100_000] {
            let words =
                (0..length).map(|number: u32| format!("{:x} ", number.wrapping_mul(0x9e37_79b9)));
            let list: String = words.collect();
            let compressed = CompressedList::new(list.as_bytes()).expect("is long");
            assert!(compressed.blocks.len() < list.len());
            let long_id = "7".repeat(200_000);
            for (head, tail) in [
                ("{\"id\":1,[", "]}"),
                (long_id.as_str(), long_id.as_str()),
                ("", ""),
            ] {
                let text = unpacked(compressed.frame_list(head.as_bytes(), tail.as_bytes()));
                assert_eq!(text, format!("{head}{list}{tail}"));
            }
        }
    }

    #[test]
    fn a_short_list_is_not_compressed() {
        assert!(CompressedList::new(b"{}").is_none());
    }
}
