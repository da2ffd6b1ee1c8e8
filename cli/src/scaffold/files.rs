use std::path::{Path, PathBuf};

/// A file of a crate, by its path in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct File {
    pub(crate) path: PathBuf,
    pub(crate) text: Vec<u8>,
    pub(crate) kind: Kind,
}

/// Whose a file is once it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// It follows from the spec and the options, and is written anew when they change.
    Generated,
    /// The user's, who may have changed it.
    Own,
}

impl File {
    pub(super) fn new_generated(path: impl AsRef<Path>, text: impl Into<Vec<u8>>) -> Self {
        Self::with_kind(Kind::Generated, path, text)
    }

    pub(super) fn new_own(path: impl AsRef<Path>, text: impl Into<Vec<u8>>) -> Self {
        Self::with_kind(Kind::Own, path, text)
    }

    fn with_kind(kind: Kind, path: impl AsRef<Path>, text: impl Into<Vec<u8>>) -> Self {
        Self {
            path: path.as_ref().to_owned(),
            text: text.into(),
            kind,
        }
    }
}
