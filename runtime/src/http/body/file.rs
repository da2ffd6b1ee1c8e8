use std::borrow::Cow;

use base64::Engine as _;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use percent_encoding::percent_decode_str;
use thiserror::Error;

/// Padding may be missing: models forget it, and it tells nothing.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// A file as an argument has it.
#[derive(Debug, PartialEq)]
pub(super) struct File {
    pub(super) bytes: Vec<u8>,
    /// From a data URI.
    pub(super) media_type: Option<String>,
    /// The parameter `name` of a data URI.
    pub(super) name: Option<String>,
}

#[derive(Debug, Error, PartialEq)]
pub(super) enum NotAFile {
    #[error("is not base64 (RFC 4648): {0}")]
    Base64(String),
    #[error("is not a data URI (RFC 2397): {0}")]
    DataUri(&'static str),
}

/// Reads base64, or a data URI such as `data:image/png;name=cat.png;base64,iVBO…`.
pub(super) fn read(text: &str) -> Result<File, NotAFile> {
    let text = text.trim();
    match text.get(..5) {
        Some(scheme) if scheme.eq_ignore_ascii_case("data:") => data_uri(&text[5..]),
        _ => Ok(File {
            bytes: decoded(text)?,
            media_type: None,
            name: None,
        }),
    }
}

/// The media type to send a whole body as.
pub(super) fn media_type(file: &File, accepted: &[&'static str]) -> Cow<'static, str> {
    let own = file.media_type.as_deref();
    match own.filter(|own| accepted.iter().any(|range| admits(range, own))) {
        Some(own) => own.to_owned().into(),
        None => accepted
            .iter()
            .copied()
            .find(|name| !name.contains('*'))
            .unwrap_or("application/octet-stream")
            .into(),
    }
}

fn admits(range: &str, media_type: &str) -> bool {
    match range.strip_suffix('*') {
        Some("*/") => true,
        Some(start) => media_type
            .get(..start.len())
            .is_some_and(|own| own.eq_ignore_ascii_case(start)),
        None => range.eq_ignore_ascii_case(media_type),
    }
}

fn data_uri(rest: &str) -> Result<File, NotAFile> {
    let (head, data) = rest
        .split_once(',')
        .ok_or(NotAFile::DataUri("it has no comma"))?;
    let mut parts = head.split(';');
    let media_type = parts.next().unwrap_or_default().trim();
    if !media_type.is_empty() && !is_media_type(media_type) {
        return Err(NotAFile::DataUri("its media type is not legal"));
    }
    let (mut name, mut is_base64) = (None, false);
    for part in parts {
        match part.split_once('=') {
            Some(("name" | "filename", value)) => name = Some(unescaped(value)),
            None if part.trim().eq_ignore_ascii_case("base64") => is_base64 = true,
            _ => {}
        }
    }
    let data: Vec<u8> = percent_decode_str(data).collect();
    let bytes = if is_base64 {
        decoded(&String::from_utf8_lossy(&data))?
    } else {
        data
    };
    Ok(File {
        bytes,
        media_type: (!media_type.is_empty()).then(|| media_type.to_owned()),
        name,
    })
}

/// Line breaks and the alphabet of URLs are fine: both are common, and neither is ambiguous.
fn decoded(text: &str) -> Result<Vec<u8>, NotAFile> {
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
        .map_err(|error| NotAFile::Base64(error.to_string()))
}

fn unescaped(text: &str) -> String {
    percent_decode_str(text).decode_utf8_lossy().into_owned()
}

fn is_media_type(text: &str) -> bool {
    let is_token = |text: &str| {
        !text.is_empty()
            && text
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || b"!#$&-^_.+".contains(&byte))
    };
    text.split_once('/')
        .is_some_and(|(kind, subtype)| is_token(kind) && is_token(subtype))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(text: &str) -> Result<Vec<u8>, NotAFile> {
        read(text).map(|file| file.bytes)
    }

    #[test]
    fn base64_with_and_without_padding_in_both_alphabets() {
        assert_eq!(bytes("aGVsbG8="), Ok(b"hello".to_vec()));
        assert_eq!(bytes("aGVs\r\nbG8"), Ok(b"hello".to_vec()));
        assert_eq!(bytes("-_8="), bytes("+/8="));
        assert_eq!(bytes(""), Ok(Vec::new()));
    }

    #[test]
    fn what_is_no_base64_is_refused() {
        for text in ["no base64!", "a", "aGVsbG8=aGVsbG8=", "/tmp/ü"] {
            assert!(matches!(read(text), Err(NotAFile::Base64(_))), "{text}");
        }
    }

    #[test]
    fn data_uris() {
        let file = read("data:image/png;name=a%20b.png;base64,aGk=").unwrap();
        assert_eq!(file.bytes, b"hi");
        assert_eq!(file.media_type.as_deref(), Some("image/png"));
        assert_eq!(file.name.as_deref(), Some("a b.png"));
        assert_eq!(bytes("DATA:,a%20b"), Ok(b"a b".to_vec()));
        for text in ["data:image/png;base64", "data:a\r\nX: y/z;base64,aGk="] {
            assert!(matches!(read(text), Err(NotAFile::DataUri(_))), "{text}");
        }
    }

    #[test]
    fn a_data_uri_chooses_among_the_media_types() {
        let png = read("data:image/png;base64,").unwrap();
        let chosen = |accepted: &[&'static str]| media_type(&png, accepted).into_owned();
        assert_eq!(chosen(&["image/jpeg", "image/png"]), "image/png");
        assert_eq!(chosen(&["image/*"]), "image/png");
        assert_eq!(chosen(&["*/*"]), "image/png");
        assert_eq!(chosen(&["image/jpeg", "audio/*"]), "image/jpeg");
        let bare = read("").unwrap();
        assert_eq!(media_type(&bare, &["image/*"]), "application/octet-stream");
    }
}
