//! Reads the header of an Avro object container file. `apache-avro` reserves memory for as many entries as a header
//! claims to have, so that a few bytes can end the process; here, every count and length is compared with what is left
//! of the file.

use crate::failure::Failure;

/// What an object container file begins with.
pub(super) const MAGIC: &[u8] = b"Obj\x01";

/// The JSON of the schema that the records of a file were written with.
///
/// # Errors
///
/// The header is damaged, or it has no schema.
pub(super) fn read_schema(file: &[u8]) -> Result<&str, Failure> {
    let damaged = |reason: &str| {
        Failure::parse(format!(
            "The source is not a valid Avro object container file: {reason}."
        ))
    };
    let rest = file.strip_prefix(MAGIC);
    let mut header = Header {
        rest: rest.ok_or_else(|| damaged("it does not begin with Obj"))?,
    };
    let schema = header.find_schema().map_err(damaged)?;
    let schema = schema.ok_or_else(|| damaged("its header has no avro.schema"))?;
    std::str::from_utf8(schema).map_err(|_| damaged("its avro.schema is not UTF-8"))
}

/// What has not been read of a header.
struct Header<'f> {
    rest: &'f [u8],
}

impl<'f> Header<'f> {
    /// Walks the metadata: a map of bytes, in blocks, the last of which has no entries.
    fn find_schema(&mut self) -> Result<Option<&'f [u8]>, &'static str> {
        let mut schema = None;
        loop {
            let count = self.read_long()?;
            if count < 0 {
                // The length of the block in bytes, for readers that skip it.
                self.read_long()?;
            }
            // An entry takes two bytes at least.
            let left = self.rest.len() as u64 / 2;
            match count.unsigned_abs() {
                0 => return Ok(schema),
                count if count > left => {
                    return Err("its header claims more entries than the file has bytes for");
                }
                count => {
                    for _ in 0..count {
                        let key = self.read_bytes()?;
                        let value = self.read_bytes()?;
                        if key == b"avro.schema" {
                            schema = Some(value);
                        }
                    }
                }
            }
        }
    }

    /// Bytes with their length before them.
    fn read_bytes(&mut self) -> Result<&'f [u8], &'static str> {
        let length = self.read_long()?;
        let length = usize::try_from(length).map_err(|_| "its header has a negative length")?;
        let (bytes, rest) = self
            .rest
            .split_at_checked(length)
            .ok_or("a length in its header is beyond the end of the file")?;
        self.rest = rest;
        Ok(bytes)
    }

    /// A zigzag number of seven bits a byte, the least significant first.
    fn read_long(&mut self) -> Result<i64, &'static str> {
        let mut value: u64 = 0;
        for shift in (0..64).step_by(7) {
            let (byte, rest) = self.rest.split_first().ok_or("its header is cut off")?;
            self.rest = rest;
            value |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Ok((value >> 1) as i64 ^ -((value & 1) as i64));
            }
        }
        Err("a number in its header has more than ten bytes")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The message for a file with this behind the magic bytes.
    fn message_for(header: &[u8]) -> String {
        let file = [MAGIC, header].concat();
        read_schema(&file).expect_err("is damaged").message
    }

    #[test]
    fn the_schema_is_found_in_a_block_with_and_without_its_length() {
        let entries = b"\x02k\x02v\x16avro.schema\x0a\"int\"";
        for head in [&b"\x04"[..], &b"\x03\x2c"[..]] {
            let file = [MAGIC, head, entries, b"\x00"].concat();
            assert_eq!(read_schema(&file).expect("is a header"), "\"int\"");
        }
    }

    #[test]
    fn claims_beyond_the_end_of_the_file_are_refused() {
        // 470 million entries, for which `apache-avro` would reserve 43 GB.
        let message = message_for(b"\xf2\xbf\xbf\xbf\x03{\x00");
        assert!(message.contains("more entries than"), "{message}");
        let message = message_for(b"\x02\xfe\xff\xff\xff\xff\x03k");
        assert!(message.contains("beyond the end"), "{message}");
        let message = message_for(b"\x02\x01k");
        assert!(message.contains("negative length"), "{message}");
        let message = message_for(&[0xff; 20]);
        assert!(message.contains("more than ten bytes"), "{message}");
        let message = message_for(b"\x02");
        assert!(message.contains("more entries than"), "{message}");
        assert!(message_for(b"").contains("cut off"));
        assert!(message_for(b"\x00").contains("no avro.schema"));
    }
}
