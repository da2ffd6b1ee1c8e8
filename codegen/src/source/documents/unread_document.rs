//! Why the document of a reference was not read, in words that go on after "which".

use std::path::PathBuf;

use thiserror::Error;

/// Why there is no document for a reference; reads on after "which".
///
/// ```
/// use toolwright_codegen::source::{Source, Sources, Unread};
///
/// let sources = Sources::new(Source::from_text("shop.json", "{}".to_owned())?, None);
/// let shop = sources.document("").expect("the spec itself");
/// let unread = sources.open(shop, None, "https://example.com/pets.yaml").unwrap_err();
/// assert!(matches!(&unread, Unread::NoRefDir { url, .. } if url == "https://example.com/pets.yaml"));
/// assert!(unread.to_string().starts_with("is on the network: save https://example.com/pets.yaml as"));
/// # Ok::<(), toolwright_codegen::source::SourceError>(())
/// ```
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum Unread {
    /// The file is missing, or no JSON or YAML.
    #[error("cannot be read: {reason}")]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong with it, its path included.
        reason: String,
    },
    /// A URL, and no directory of copies.
    #[error(
        "is on the network: save {url} as `{}` below a directory, and set `--ref-dir` to that directory (in \
         a build script, `Builder::ref_dir`)",
        copy.display()
    )]
    NoRefDir {
        /// The URL.
        url: String,
        /// Where its copy would be in the directory.
        copy: PathBuf,
    },
    /// A URL without a copy.
    #[error("is on the network: save {url} as `{}`", copy.display())]
    NoCopy {
        /// The URL.
        url: String,
        /// Where its copy would be.
        copy: PathBuf,
    },
    /// A URL whose path is none of a file.
    #[error(
        "is on the network, and no file can have the path of {0}: save it, and change the reference to the \
         file"
    )]
    NoCopyPossible(String),
    /// A file outside of the directories that references may lead to. Whether there is one was not
    /// looked up.
    #[error(
        "is outside the spec's directory and was not read: {}; if you trust the spec, set `--ref-root` to a \
         directory that contains both (in a build script, `Builder::ref_root`)",
        path.display()
    )]
    Outside {
        /// The file.
        path: PathBuf,
    },
    /// A reference with a character that no URI has (RFC 3986).
    #[error("contains control characters, which are not allowed in a reference")]
    ControlCharacters,
    /// A reference that leads neither to a file nor to the web.
    #[error("is neither a file nor an http or https URL")]
    Scheme,
}
