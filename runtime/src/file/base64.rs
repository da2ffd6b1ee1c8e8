//! Base64 as models and people write it: with or without padding, in either alphabet, with line breaks. It gives
//! bytes, or an error for the caller.

use base64::DecodeError;
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
        .decode(&plain)
        .map_err(|error| NotAFile::Base64(describe_error(&error, &plain)))
}

/// What is wrong with a text, and what is expected instead.
fn describe_error(error: &DecodeError, text: &str) -> String {
    match *error {
        DecodeError::InvalidByte(offset, byte) => {
            // Of a character of several bytes, the first one is the wrong byte.
            let character = text.get(offset..).and_then(|rest| rest.chars().next());
            let character = character.unwrap_or(char::from(byte));
            format!(
                "{character:?} is not a character of base64, which has only A-Z, a-z, 0-9, `+` and `/`, and `=` at \
                 its end"
            )
        }
        DecodeError::InvalidLength(_) | DecodeError::InvalidLastSymbol { .. } => {
            "it ends within a byte, so a part of it is missing".to_owned()
        }
        DecodeError::InvalidPadding => {
            "the padding (`=`) at its end does not fit its length".to_owned()
        }
    }
}

pub(super) fn encode_base64(bytes: &[u8]) -> String {
    BASE64.encode(bytes)
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

    #[test]
    fn an_error_says_what_is_expected() {
        for (text, expected) in [
            (
                "no base64!",
                "'!' is not a character of base64, which has only A-Z, a-z, 0-9, `+` and `/`, and `=` at its end",
            ),
            (
                "aGV\u{fc}bG8",
                "'ü' is not a character of base64, which has only A-Z, a-z, 0-9, `+` and `/`, and `=` at its end",
            ),
            (
                "aGVsbG8hI",
                "it ends within a byte, so a part of it is missing",
            ),
            (
                "aGVsbG9=",
                "it ends within a byte, so a part of it is missing",
            ),
        ] {
            let error = decode_base64(text).map_err(|error| error.to_string());
            let start = format!("is not base64 (RFC 4648): {expected}. Send base64, ");
            assert!(
                error.as_ref().is_err_and(|error| error.starts_with(&start)),
                "{error:?}"
            );
        }
    }
}
