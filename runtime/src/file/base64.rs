//! Base64 as models and people write it: with or without padding, in either alphabet, with line breaks. It gives
//! bytes, or an error for the caller.

use base64::Engine as _;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};

use super::NotAFile;

/// Padding may be missing: models forget it, and it tells nothing.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// Line breaks and the alphabet of URLs are fine: both are common, and neither is ambiguous.
pub(super) fn decode_base64(text: &str) -> Result<Vec<u8>, NotAFile> {
    if let Ok(bytes) = BASE64.decode(text) {
        return Ok(bytes);
    }
    let plain: String = text
        .chars()
        .filter(|c| !c.is_ascii_whitespace())
        .map(|c| match c {
            // RFC 4648, section 5: the alphabet for URLs differs in these two characters only.
            '-' => '+',
            '_' => '/',
            other => other,
        })
        .collect();
    BASE64
        .decode(plain)
        .map_err(|error| NotAFile::Base64(lowercase_first(&error.to_string())))
}

pub(super) fn encode_base64(bytes: &[u8]) -> String {
    BASE64.encode(bytes)
}

/// In the middle of a sentence.
fn lowercase_first(text: &str) -> String {
    let mut chars = text.chars();
    let first = chars.next().map(|c| c.to_ascii_lowercase());
    first.into_iter().chain(chars).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn with_and_without_padding_in_both_alphabets() {
        assert_eq!(decode_base64("aGVsbG8="), Ok(b"hello".to_vec()));
        assert_eq!(decode_base64("aGVs\r\nbG8"), Ok(b"hello".to_vec()));
        assert_eq!(decode_base64("-_8="), decode_base64("+/8="));
        assert_eq!(decode_base64(""), Ok(Vec::new()));
    }

    #[test]
    fn anything_else_is_refused() {
        for text in ["no base64!", "a", "aGVsbG8=aGVsbG8=", "/tmp/ü"] {
            assert!(
                matches!(decode_base64(text), Err(NotAFile::Base64(_))),
                "{text}"
            );
        }
    }
}
