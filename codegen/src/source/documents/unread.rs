use std::path::PathBuf;

use thiserror::Error;

/// Why there is no document for a reference; reads on after "which".
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
        "is on the network: save {url} as `{}` below a directory, and name the directory with \
         `--ref-dir` (in a build script, `Builder::ref_dir`)",
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
        "is on the network, and {0} has no path that a file can have: save it and refer to the file"
    )]
    NoCopyPossible(String),
    /// A reference that leads neither to a file nor to the web.
    #[error("is neither a file nor a URL of the web")]
    Scheme,
}
