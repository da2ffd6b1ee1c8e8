//! Files in bodies: what an argument says of one, and what is sent.

#[cfg(feature = "server")]
mod allowed_sources;
mod base64;
mod data_uri;
mod file_source;
mod media_type;

use std::fmt;

use crate::value::{Cursor, Decode, Encode, Encoder};

#[cfg(feature = "server")]
pub(crate) use allowed_sources::AllowedSources;
pub(crate) use file_source::{FileArgument, NotAFile};
#[cfg(feature = "client")]
pub(crate) use file_source::{FilePlace, FileReference};
pub(crate) use media_type::{
    choose_media_type, is_json_media_type, is_legal_media_type, strip_parameters,
};

/// A file that a body is or contains: its bytes, decoded, and what the receiver is told of them.
///
/// ```
/// let csv = toolwright::File::new("a,b\n").with_filename("table.csv").with_media_type("text/csv");
/// assert_eq!(csv.content, b"a,b\n");
/// ```
///
/// As an argument of a tool, a file is one of
///
/// - a string: base64 (RFC 4648, section 4 or 5, with or without padding), or a data URI (RFC 2397),
///   `data:image/png;name=a.png;base64,…`
/// - an object with the `content` in base64, or the `text`, and where it matters `filename` and
///   `mediaType`
/// - where the operator of the server allows it, an object with a `path` or a `uri`, or a string
///   that is a URI; the [executor](crate::HttpExecutor) reads it before the request is decoded, so
///   that a `File` always has its bytes
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub struct File {
    /// The bytes.
    pub content: Vec<u8>,
    /// The name, for a part of a multipart body; that of its property where there is none.
    pub filename: Option<String>,
    /// The media type. Where there is none it follows from the spec or the name.
    pub media_type: Option<String>,
}

impl File {
    /// A file with neither name nor type.
    pub fn new(content: impl Into<Vec<u8>>) -> Self {
        Self {
            content: content.into(),
            filename: None,
            media_type: None,
        }
    }

    /// The file under a name.
    #[must_use]
    pub fn with_filename(self, filename: impl Into<String>) -> Self {
        Self {
            filename: Some(filename.into()),
            ..self
        }
    }

    /// The file with a media type.
    #[must_use]
    pub fn with_media_type(self, media_type: impl Into<String>) -> Self {
        Self {
            media_type: Some(media_type.into()),
            ..self
        }
    }
}

impl Decode for File {
    fn decode(at: &mut Cursor) -> Self {
        let Some(value) = at.value() else {
            return Self::default();
        };
        match FileArgument::from_json(&value).and_then(FileArgument::into_file) {
            Ok(file) => file,
            Err(why) => {
                at.violation(why.to_string());
                Self::default()
            }
        }
    }
}

impl Encode for File {
    fn encode(&self, out: &mut Encoder) {
        let mut object = out.open_object();
        object.field("content", &base64::encode_base64(&self.content));
        object.field("filename", &self.filename);
        object.field("mediaType", &self.media_type);
        object.close();
    }
}

/// Without the bytes, which nobody can read and which may be many.
impl fmt::Debug for File {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("File")
            .field("content", &format_args!("{} bytes", self.content.len()))
            .field("filename", &self.filename)
            .field("media_type", &self.media_type)
            .finish()
    }
}
