//! How an argument becomes a file: base64, a data URI, an object with the content, or a reference by path or URI. A
//! reference is only parsed here; nothing is opened. The errors tell a model which form to send instead.

use serde_json::Map;
use thiserror::Error;

use super::{File, base64, data_uri, is_legal_media_type};
use crate::value::Json;

/// What an argument says of a file.
#[derive(Debug, PartialEq)]
pub(crate) enum FileArgument {
    /// All of it.
    Given(File),
    /// Where its bytes are.
    Elsewhere(FileReference),
}

/// A file that has yet to be read.
#[derive(Debug, PartialEq)]
pub(crate) struct FileReference {
    pub(crate) place: FilePlace,
    /// What else is said of it; it has no content yet.
    pub(crate) file: File,
}

/// Where a file is.
#[derive(Debug, PartialEq)]
pub(crate) enum FilePlace {
    /// A path, for the machine of the server.
    Path(String),
    /// A URI of any scheme but `data`.
    Uri(String),
}

/// Why an argument is no file.
#[derive(Debug, Error, PartialEq)]
pub(crate) enum NotAFile {
    #[error(
        "is not base64 (RFC 4648): {0}. Send base64, a data URI, or an object with `content` (base64) or \
         `text`, and `filename` and `mediaType` if they matter"
    )]
    Base64(String),
    #[error("is not a data URI (RFC 2397): {0}")]
    DataUri(&'static str),
    #[error(
        "is not base64, and looks like a path. Send the content of the file, as base64 or as {{\"text\": \
         …}}; or {{\"path\": …}} if the server was started with --allow-files. If it is base64 after all, \
         send {{\"content\": …}}"
    )]
    LooksLikePath,
    #[error(
        "this server reads no files unless it is started with --allow-files DIR. Send the content instead, \
         as base64 or as {{\"text\": …}}"
    )]
    PathRefused,
    #[error(
        "this server fetches no URIs unless it is started with --allow-uris ORIGIN. Send the content \
         instead, as base64 or as {{\"text\": …}}"
    )]
    UriRefused,
    #[error("must be a file with one of `content` (base64), `text`, `path` and `uri`")]
    Ambiguous,
    #[error("`mediaType` is not a media type, for example image/png")]
    MediaType,
    #[error("is not a file: a string or an object is one")]
    NeitherForm,
}

impl FileArgument {
    pub(crate) fn from_json(value: &Json) -> Result<Self, NotAFile> {
        match value {
            Json::String(text) => parse_text(text.trim()),
            Json::Object(members) => parse_object(members),
            _ => Err(NotAFile::NeitherForm),
        }
    }

    /// The file, where its bytes are here.
    pub(crate) fn into_file(self) -> Result<File, NotAFile> {
        match self {
            Self::Given(file) => Ok(file),
            Self::Elsewhere(reference) => Err(reference.describe_refusal()),
        }
    }
}

impl FileReference {
    /// Why it is not read where nobody allowed it.
    pub(crate) fn describe_refusal(&self) -> NotAFile {
        match &self.place {
            FilePlace::Path(_) => NotAFile::PathRefused,
            FilePlace::Uri(uri) if has_scheme(uri, "file:") => NotAFile::PathRefused,
            FilePlace::Uri(_) => NotAFile::UriRefused,
        }
    }
}

fn parse_text(text: &str) -> Result<FileArgument, NotAFile> {
    if has_scheme(text, "data:") {
        return data_uri::parse_data_uri(&text[5..]).map(FileArgument::Given);
    }
    if ["file:", "http:", "https:"]
        .iter()
        .any(|scheme| has_scheme(text, scheme))
    {
        return Ok(FileArgument::Elsewhere(FileReference {
            place: FilePlace::Uri(text.to_owned()),
            file: File::default(),
        }));
    }
    // An object as text, as models send it where they were shown a string.
    if text.starts_with('{')
        && let Ok(Json::Object(members)) = serde_json::from_str(text)
    {
        return parse_object(&members);
    }
    // This comes before base64: `src/main` is valid base64, and decoding it would upload garbage.
    if is_path_of_words(text) {
        return Err(NotAFile::LooksLikePath);
    }
    match base64::decode_base64(text) {
        Ok(content) => Ok(FileArgument::Given(File::new(content))),
        Err(_) if looks_like_path(text) => Err(NotAFile::LooksLikePath),
        Err(why) => Err(why),
    }
}

fn parse_object(members: &Map<String, Json>) -> Result<FileArgument, NotAFile> {
    let text = |name: &str| members.get(name).and_then(Json::as_str);
    let file = File {
        content: Vec::new(),
        filename: text("filename").map(str::to_owned),
        media_type: text("mediaType").map(str::to_owned),
    };
    if !file.media_type.as_deref().is_none_or(is_legal_media_type) {
        return Err(NotAFile::MediaType);
    }
    let given = |content| {
        Ok(FileArgument::Given(File {
            content,
            ..file.clone()
        }))
    };
    let elsewhere = |place| {
        let file = file.clone();
        Ok(FileArgument::Elsewhere(FileReference { place, file }))
    };
    match (text("content"), text("text"), text("path"), text("uri")) {
        (Some(data), None, None, None) | (None, None, None, Some(data))
            if has_scheme(data, "data:") =>
        {
            let own = data_uri::parse_data_uri(&data[5..])?;
            Ok(FileArgument::Given(File {
                content: own.content,
                filename: file.filename.or(own.filename),
                media_type: file.media_type.or(own.media_type),
            }))
        }
        (Some(content), None, None, None) => given(base64::decode_base64(content)?),
        (None, Some(text), None, None) => given(text.as_bytes().to_vec()),
        (None, None, Some(path), None) => elsewhere(FilePlace::Path(path.to_owned())),
        (None, None, None, Some(uri)) => elsewhere(FilePlace::Uri(uri.to_owned())),
        _ => Err(NotAFile::Ambiguous),
    }
}

fn has_scheme(text: &str, scheme: &str) -> bool {
    text.get(..scheme.len())
        .is_some_and(|start| start.eq_ignore_ascii_case(scheme))
}

/// Characters of a path beyond which a text is rather base64.
// 260 is MAX_PATH of Windows.
const LONGEST_PATH: usize = 260;

/// Whether what could be base64 is a path all the same: words between slashes, each of them in
/// lower case, with digits at its end at most. Base64 of three bytes looks like that once in
/// hundreds, of twelve once in ten thousands; whoever means it can send an object.
fn is_path_of_words(text: &str) -> bool {
    let from_root = text.starts_with('/');
    let inner = text.strip_prefix('/').unwrap_or(text);
    let is_word = |segment: &str| {
        let stem = segment.trim_end_matches(|c: char| c.is_ascii_digit());
        let mut chars = stem.chars();
        let first = chars.next();
        first.is_some_and(|c| c.is_ascii_lowercase() || from_root && c.is_ascii_uppercase())
            && chars.all(|c| c.is_ascii_lowercase() || c == '-' || c == '_')
    };
    text.len() <= LONGEST_PATH && inner.contains('/') && inner.split('/').all(is_word)
}

/// Whether what is no base64 was meant for a path.
fn looks_like_path(text: &str) -> bool {
    let drive = text
        .get(1..3)
        .is_some_and(|rest| rest == ":\\" || rest == ":/");
    let extension = text.rsplit_once('.').is_some_and(|(stem, extension)| {
        !stem.is_empty()
            && (1..=5).contains(&extension.len())
            && extension.bytes().all(|byte| byte.is_ascii_alphanumeric())
    });
    text.chars().count() <= LONGEST_PATH
        && !text.contains('\n')
        && (drive || extension || text.starts_with(['/', '~', '.']) || text.contains(['/', '\\']))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn given(value: Json) -> File {
        match FileArgument::from_json(&value) {
            Ok(FileArgument::Given(file)) => file,
            other => panic!("{value}: {other:?}"),
        }
    }

    fn elsewhere(value: Json) -> (FilePlace, File) {
        match FileArgument::from_json(&value) {
            Ok(FileArgument::Elsewhere(reference)) => (reference.place, reference.file),
            other => panic!("{value}: {other:?}"),
        }
    }

    fn describe_refusal(value: Json) -> NotAFile {
        match FileArgument::from_json(&value) {
            Err(why) => why,
            other => panic!("{value}: {other:?}"),
        }
    }

    #[test]
    fn every_form_of_given_content() {
        let hi = File::new("hi");
        assert_eq!(given(json!(" aGk= ")), hi);
        assert_eq!(given(json!("DATA:,hi")), hi);
        assert_eq!(given(json!({"content": "aGk"})), hi);
        assert_eq!(given(json!({"text": "hi"})), hi);
        assert_eq!(given(json!({"text": ""})), File::default());
        assert_eq!(given(json!({"uri": "data:;base64,aGk="})), hi);
        assert_eq!(given(json!(r#"{"text": "hi"}"#)), hi);
        let named = hi.with_filename("a.csv").with_media_type("text/csv");
        let object = json!({"content": "aGk=", "filename": "a.csv", "mediaType": "text/csv"});
        assert_eq!(given(object), named);
        let both = json!({"content": "data:image/png;name=b.png,hi", "mediaType": "text/csv"});
        assert_eq!(given(both), named.with_filename("b.png"));
    }

    #[test]
    fn paths_and_uris() {
        let path = FilePlace::Path("/a/b.png".to_owned());
        let file = File::default().with_filename("c.png");
        let object = json!({"path": "/a/b.png", "filename": "c.png"});
        assert_eq!(elsewhere(object), (path, file));
        for uri in ["https://example.com/a", "file:///a", "HTTP://example.com"] {
            let place = FilePlace::Uri(uri.to_owned());
            assert_eq!(elsewhere(json!(uri)), (place, File::default()));
            let place = FilePlace::Uri(uri.to_owned());
            assert_eq!(elsewhere(json!({"uri": uri})), (place, File::default()));
        }
    }

    #[test]
    fn what_is_no_file() {
        assert_eq!(describe_refusal(json!(5)), NotAFile::NeitherForm);
        assert_eq!(describe_refusal(json!({})), NotAFile::Ambiguous);
        assert_eq!(
            describe_refusal(json!({"text": "a", "path": "b"})),
            NotAFile::Ambiguous
        );
        let media_type = json!({"text": "a", "mediaType": "a/b\r\nX: y"});
        assert_eq!(describe_refusal(media_type), NotAFile::MediaType);
        for text in ["???", "a", "é"] {
            let why = describe_refusal(json!(text));
            assert!(matches!(why, NotAFile::Base64(_)), "{text}: {why}");
        }
    }

    #[test]
    fn a_path_is_not_taken_for_base64() {
        for path in [
            "abcd/efg1",
            "abcd/efg",
            "uploads/photo",
            "/home/User/photo1",
            "/tmp/photo.png",
            "photo.png",
            "./photo",
            "~/photo",
            "C:\\photos\\cat.jpeg",
            "/tmp/ü",
        ] {
            assert_eq!(
                describe_refusal(json!(path)),
                NotAFile::LooksLikePath,
                "{path}"
            );
        }
        // The start of a JPEG, and text in which base64 has slashes.
        for text in [
            "/9j/4AAQ", "aGk/aGk/", "Pz8/Pz8/", "a/b/", "AAAA/AAA", "abcd",
        ] {
            assert!(FileArgument::from_json(&json!(text)).is_ok(), "{text}");
        }
        assert!(FileArgument::from_json(&json!({"content": "abcd/efg"})).is_ok());
    }
}
