//! Media types of files: which one a file is sent as, given what the spec accepts, what the file states and what
//! its name suggests. It also checks whether a text is a legal media type.

use std::borrow::Cow;

use super::File;

const BYTES: &str = "application/octet-stream";

/// The media type that a file is sent as, where the spec accepts those media types and ranges: its
/// own, if they admit it; then one that its name suggests, if they admit that; then the only one
/// there is. Of several, bytes; what its name suggests, since no other fits; the one that is text, if
/// the file is; the first.
pub(crate) fn choose_media_type(file: &File, accepted: &[&'static str]) -> Cow<'static, str> {
    let stated = file.media_type.as_deref();
    if let Some(stated) = stated.filter(|stated| is_accepted(accepted, stated)) {
        return stated.to_owned().into();
    }
    let suggested = file.filename.as_deref().and_then(media_type_from_name);
    if let Some(suggested) = suggested.filter(|suggested| is_accepted(accepted, suggested)) {
        return suggested.into();
    }
    let mut named = accepted.iter().copied().filter(|name| !name.contains('*'));
    let others = named.clone().skip(1).count();
    let first = named.next();
    let is_text = |name: &&str| name.starts_with("text/") && is_text(&file.content);
    match (first, others) {
        (Some(only), 0) => only,
        _ => accepted
            .iter()
            .copied()
            .find(|name| strip_parameters(name) == BYTES)
            .or(suggested)
            .or_else(|| accepted.iter().copied().find(is_text))
            .or(first)
            .unwrap_or(BYTES),
    }
    .into()
}

fn is_text(content: &[u8]) -> bool {
    std::str::from_utf8(content).is_ok_and(|text| !text.contains('\0'))
}

fn is_accepted(accepted: &[&str], media_type: &str) -> bool {
    accepted
        .iter()
        .any(|range| range_includes(range, media_type))
}

fn range_includes(range: &str, media_type: &str) -> bool {
    match range.strip_suffix('*') {
        Some("*/") => true,
        Some(start) => media_type
            .get(..start.len())
            .is_some_and(|own| own.eq_ignore_ascii_case(start)),
        None => strip_parameters(range).eq_ignore_ascii_case(strip_parameters(media_type)),
    }
}

/// A media type without its parameters.
pub(crate) fn strip_parameters(media_type: &str) -> &str {
    media_type.split(';').next().unwrap_or_default().trim()
}

/// Whether what has that media type is one JSON text.
///
/// The compiler has the same rule for the names in specs (`model/media_type.rs` of `codegen`).
pub(crate) fn is_json_media_type(media_type: &str) -> bool {
    let Some((_, subtype)) = strip_parameters(media_type).split_once('/') else {
        return false;
    };
    // RFC 6839, section 3.1: the suffix `+json`. `x-json` was in use before JSON had a media type.
    let format = subtype.rsplit('+').next().unwrap_or_default();
    ["json", "x-json"]
        .iter()
        .any(|name| format.eq_ignore_ascii_case(name))
}

/// A media type that can stand in a header: type, subtype and maybe parameters (RFC 9110, 8.3.1).
pub(crate) fn is_legal_media_type(text: &str) -> bool {
    let is_token = |text: &str| {
        !text.is_empty()
            && text
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || b"!#$&-^_.+".contains(&byte))
    };
    let is_named = strip_parameters(text)
        .split_once('/')
        .is_some_and(|(kind, subtype)| is_token(kind) && is_token(subtype));
    is_named && text.bytes().all(|byte| (b' '..=b'~').contains(&byte))
}

/// What the extension of a file name suggests: the formats that people upload.
fn media_type_from_name(name: &str) -> Option<&'static str> {
    let (_, extension) = name.rsplit_once('.')?;
    Some(match extension.to_ascii_lowercase().as_str() {
        "txt" | "log" => "text/plain",
        "csv" => "text/csv",
        "tsv" => "text/tab-separated-values",
        "md" | "markdown" => "text/markdown",
        "html" | "htm" => "text/html",
        "css" => "text/css",
        "js" | "mjs" => "text/javascript",
        // The registered types of IANA, since APIs compare them; not those of the operating system.
        "ics" => "text/calendar",
        "vcf" => "text/vcard",
        "json" => "application/json",
        "jsonl" | "ndjson" => "application/x-ndjson",
        "xml" => "application/xml",
        "yaml" | "yml" => "application/yaml",
        "pdf" => "application/pdf",
        "zip" => "application/zip",
        "gz" | "tgz" => "application/gzip",
        "tar" => "application/x-tar",
        "7z" => "application/x-7z-compressed",
        "doc" => "application/msword",
        "docx" => "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        "xls" => "application/vnd.ms-excel",
        "xlsx" => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        "ppt" => "application/vnd.ms-powerpoint",
        "pptx" => "application/vnd.openxmlformats-officedocument.presentationml.presentation",
        "odt" => "application/vnd.oasis.opendocument.text",
        "ods" => "application/vnd.oasis.opendocument.spreadsheet",
        "rtf" => "application/rtf",
        "epub" => "application/epub+zip",
        "parquet" => "application/vnd.apache.parquet",
        "wasm" => "application/wasm",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "gif" => "image/gif",
        "webp" => "image/webp",
        "svg" => "image/svg+xml",
        "avif" => "image/avif",
        "bmp" => "image/bmp",
        "tif" | "tiff" => "image/tiff",
        "heic" => "image/heic",
        "ico" => "image/vnd.microsoft.icon",
        "mp3" => "audio/mpeg",
        "wav" => "audio/wav",
        "ogg" | "oga" => "audio/ogg",
        "flac" => "audio/flac",
        "m4a" => "audio/mp4",
        "mp4" | "m4v" => "video/mp4",
        "webm" => "video/webm",
        "mov" => "video/quicktime",
        "ttf" => "font/ttf",
        "otf" => "font/otf",
        "woff" => "font/woff",
        "woff2" => "font/woff2",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(file: &File, accepted: &[&'static str]) -> String {
        choose_media_type(file, accepted).into_owned()
    }

    #[test]
    fn json_is_a_subtype_or_a_suffix() {
        for name in [
            "application/json",
            "Application/JSON; charset=utf-8",
            "text/x-json",
            "application/problem+json",
        ] {
            assert!(is_json_media_type(name), "{name}");
        }
        for name in [
            "application/x-ndjson",
            "application/geo+json-seq",
            "application/jsonpath",
            "text/plain; profile=a/json",
            "json",
            "",
        ] {
            assert!(!is_json_media_type(name), "{name}");
        }
    }

    #[test]
    fn its_own_type_counts_where_it_is_accepted() {
        let png = File::new("").with_media_type("image/png");
        assert_eq!(of(&png, &["image/jpeg", "image/png"]), "image/png");
        assert_eq!(of(&png, &["image/*"]), "image/png");
        assert_eq!(of(&png, &["*/*"]), "image/png");
        assert_eq!(of(&png, &["image/jpeg", "audio/*"]), "image/jpeg");
        let csv = File::new("").with_media_type("text/csv; charset=utf-8");
        assert_eq!(of(&csv, &["text/csv"]), "text/csv; charset=utf-8");
    }

    #[test]
    fn then_the_spec_and_the_name_decide() {
        let named = File::new("").with_filename("A.JPG");
        assert_eq!(of(&named, &["image/png", "image/jpeg"]), "image/jpeg");
        assert_eq!(of(&named, &["image/*"]), "image/jpeg");
        assert_eq!(of(&named, &["image/png"]), "image/png");
        assert_eq!(of(&named, &["audio/*"]), "image/jpeg");
        assert_eq!(of(&named, &[]), "image/jpeg");
        assert_eq!(
            of(&File::new("").with_filename("a.png/x"), &["image/*"]),
            BYTES
        );
        assert_eq!(of(&File::new(""), &[]), BYTES);
        let several = ["application/pdf", "text/plain", "image/png"];
        assert_eq!(of(&File::new("hello"), &several), "text/plain");
        assert_eq!(of(&File::new([0, 255]), &several), "application/pdf");
        assert_eq!(of(&named, &["application/pdf", "image/png"]), "image/jpeg");
        assert_eq!(of(&named, &["application/pdf", BYTES]), BYTES);
    }

    #[test]
    fn what_would_end_the_header_is_not_legal() {
        for text in [
            "image/png",
            "text/csv; charset=utf-8",
            "application/vnd.a+b",
        ] {
            assert!(is_legal_media_type(text), "{text}");
        }
        for text in [
            "",
            "png",
            "a/b/c",
            "a/b\r\nX: y",
            "a/b; c=\n",
            "a b/c",
            "é/x",
        ] {
            assert!(!is_legal_media_type(text), "{text:?}");
        }
    }
}
