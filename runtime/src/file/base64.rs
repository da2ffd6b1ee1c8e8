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
pub(super) fn decoded(text: &str) -> Result<Vec<u8>, NotAFile> {
    if let Ok(bytes) = BASE64.decode(text) {
        return Ok(bytes);
    }
    let plain: String = text
        .chars()
        .filter(|c| !c.is_ascii_whitespace())
        .map(|c| match c {
            '-' => '+',
            '_' => '/',
            other => other,
        })
        .collect();
    BASE64
        .decode(plain)
        .map_err(|error| NotAFile::Base64(lower(&error.to_string())))
}

pub(super) fn encoded(bytes: &[u8]) -> String {
    BASE64.encode(bytes)
}

/// In the middle of a sentence.
fn lower(text: &str) -> String {
    let mut chars = text.chars();
    let first = chars.next().map(|c| c.to_ascii_lowercase());
    first.into_iter().chain(chars).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn with_and_without_padding_in_both_alphabets() {
        assert_eq!(decoded("aGVsbG8="), Ok(b"hello".to_vec()));
        assert_eq!(decoded("aGVs\r\nbG8"), Ok(b"hello".to_vec()));
        assert_eq!(decoded("-_8="), decoded("+/8="));
        assert_eq!(decoded(""), Ok(Vec::new()));
    }

    #[test]
    fn anything_else_is_refused() {
        for text in ["no base64!", "a", "aGVsbG8=aGVsbG8=", "/tmp/ü"] {
            assert!(matches!(decoded(text), Err(NotAFile::Base64(_))), "{text}");
        }
    }
}
