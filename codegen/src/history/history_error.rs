//! Errors of reading, writing and comparing recorded tool lists.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use super::EXTENSION;
use crate::source::SourceError;

/// Why recorded tool lists cannot be read or written.
///
/// ```
/// use toolwright_codegen::history::{HistoryError, RecordedList};
///
/// let wrong = RecordedList::file_name("1.0/beta");
/// assert!(matches!(wrong, Err(HistoryError::Name(name)) if name == "1.0/beta"));
/// ```
#[derive(Debug, Error)]
pub enum HistoryError {
    /// The directory cannot be read.
    #[error("cannot read {}: {error}", path.display())]
    Read {
        /// The directory.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// A file cannot be read, or is no JSON.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// A file is no recorded list.
    #[error(
        "{location}: {reason}\n  help: delete the file, or write it again with `toolwright record`"
    )]
    NoList {
        /// `file:line:column`
        location: String,
        /// What is wrong.
        reason: String,
    },
    /// Two files of a directory have the same version.
    #[error(
        "{} contains two lists of version `{version}`: delete one, or give it another `version`",
        directory.display()
    )]
    Twice {
        /// The directory.
        directory: PathBuf,
        /// The version.
        version: String,
    },
    /// A version cannot be the name of a file.
    #[error(
        "`{0}` cannot be the name of a file `{0}.{EXTENSION}`: use letters, digits, `.`, `_`, `+` and `-`, \
         and begin with a letter or digit"
    )]
    Name(String),
    /// A list cannot be compared: it is not as `toolwright record` writes it.
    #[error("version `{version}` cannot be compared: {reason}")]
    Compare {
        /// The version.
        version: String,
        /// What is wrong.
        reason: String,
    },
}
