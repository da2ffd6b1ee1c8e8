//! The file beside a spec that keeps names, `pets.names` beside `pets.yaml`: what it says, what it should say, and
//! whether the two agree. It decides nothing about names; `names` and `lower` do.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use serde_json::Value;
use thiserror::Error;

use crate::diagnostics::{Diagnostics, Severity};
use crate::lower::Lowered;
use crate::names::{LockError, NameLock, operation_key};
use crate::normalize::Document;
use crate::source::read_regular_file;

/// The largest file in bytes that is read: as large as a spec may be. That of the beta of Microsoft Graph, which has 22,361
/// operations, has 8.2 MB.
const MAX_BYTES: usize = 64_000_000;

/// The file beside a spec that has the names which were given so far, `pets.names` beside
/// `pets.yaml`, and the names of now.
///
/// ```
/// use toolwright_codegen::Builder;
///
/// let modelled = Builder::new("tests/doc/shop.yaml").model()?;
/// let names = modelled.names();
/// assert!(names.path().ends_with("shop.names") && !names.exists());
/// assert!(names.text().contains("GET /pets = list_pets"));
/// # Ok::<(), toolwright_codegen::BuildError>(())
/// ```
#[derive(Clone, Debug)]
pub struct NameFile {
    path: PathBuf,
    /// What the file says, if there is one.
    known: Option<NameLock>,
    now: NameLock,
    is_contested: bool,
}

/// Why names are not what the file beside the spec says.
///
/// ```
/// use toolwright_codegen::{BuildError, Builder, NameFileError};
///
/// let locked = Builder::new("tests/doc/shop.yaml").locked(true).compile();
/// if let Err(BuildError::Names(NameFileError::Outdated { line, .. })) = locked {
///     assert!(line.contains(" = "), "{line}");
/// }
/// ```
#[derive(Debug, Error)]
pub enum NameFileError {
    /// The file cannot be read, or is not one.
    #[error("{}: {reason}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// It lacks a name, or has another.
    #[error(
        "{} does not contain the line `{line}`\n  help: run `toolwright generate` to add it, and commit the \
         file",
        path.display()
    )]
    Outdated {
        /// The file.
        path: PathBuf,
        /// The line that it should have.
        line: String,
    },
}

impl NameFile {
    /// What its name ends with, in place of the spec's ending.
    pub const EXTENSION: &str = "names";

    /// Reads the file beside a spec.
    pub(crate) fn read_beside(spec: &Path) -> Result<Self, NameFileError> {
        let path = spec.with_extension(Self::EXTENSION);
        let unreadable = |reason: String| NameFileError::Unreadable {
            path: path.clone(),
            reason,
        };
        let known = match read_regular_file(&path, MAX_BYTES as u64 + 1) {
            Ok(bytes) if bytes.len() > MAX_BYTES => {
                return Err(unreadable(format!("is larger than {MAX_BYTES} bytes")));
            }
            Ok(bytes) => {
                let text = String::from_utf8(bytes);
                let text = text.map_err(|_| unreadable("is not UTF-8".to_owned()))?;
                let known = text.parse();
                Some(known.map_err(|error: LockError| unreadable(error.to_string()))?)
            }
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            Err(error) => return Err(unreadable(error.to_string())),
        };
        Ok(Self {
            path,
            known,
            now: NameLock::default(),
            is_contested: false,
        })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether there is such a file.
    pub fn exists(&self) -> bool {
        self.known.is_some()
    }

    /// Whether there should be one: there is, or a name does not follow from its place alone.
    pub fn is_needed(&self) -> bool {
        self.exists() || self.is_contested
    }

    /// What the file should say.
    pub fn text(&self) -> String {
        self.now.to_string()
    }

    /// Whether the file has the names of now, or none is needed.
    ///
    /// # Errors
    ///
    /// When it lacks one or has another.
    pub fn check(&self) -> Result<(), NameFileError> {
        if !self.is_needed() {
            return Ok(());
        }
        let known = self.known.clone().unwrap_or_default();
        match self.now.first_missing_line(&known) {
            None => Ok(()),
            Some(line) => Err(NameFileError::Outdated {
                path: self.path.clone(),
                line,
            }),
        }
    }

    /// Whether the file lacks nothing and has nothing too much.
    pub fn is_current(&self) -> bool {
        !self.is_needed() || self.known.as_ref() == Some(&self.now)
    }

    pub(crate) fn known(&self) -> NameLock {
        self.known.clone().unwrap_or_default()
    }

    /// Keeps the lines of the types whose schemas are still in the spec, whose value is `root`: another
    /// server may be made of the same spec.
    pub(crate) fn keep_types_in_spec(&mut self, root: &Value) {
        let known = self.known.iter().flat_map(|known| &known.types);
        let kept = known.filter(|((address, _), _)| {
            let pointer = address.split('#').next().unwrap_or_default();
            address.starts_with('/') && root.pointer(pointer).is_some()
        });
        let kept = kept.map(|(key, name)| (key.clone(), name.clone()));
        self.now.types.extend(kept);
    }

    /// Takes the names of now. Operations that are left out keep their lines, as types do.
    pub(crate) fn record_names(
        &mut self,
        lowered: &Lowered,
        document: &Document,
        diagnostics: &Diagnostics,
    ) {
        self.is_contested = lowered.is_contested;
        // The names of now go first; lines that were kept fill only what they leave open.
        let kept = std::mem::replace(&mut self.now, lowered.names.clone());
        for (key, name) in kept.types {
            self.now.types.entry(key).or_insert(name);
        }
        let Some(known) = &self.known else {
            return;
        };
        let skipped = diagnostics.with_severity(Severity::Skipped);
        let skipped = skipped.filter_map(|skipped| skipped.operation.as_ref());
        let skipped = skipped.map(|(method, path)| (path.clone(), method.clone()));
        let left_out = document.left_out.iter();
        let left_out = left_out.map(|left_out| operation_key(&left_out.method, &left_out.path));
        let named = document.operations.iter();
        let named = named.map(|raw| operation_key(&raw.method, &raw.path));
        for at in skipped.chain(left_out).chain(named) {
            if let Some(names) = known.operations.get(&at) {
                let operations = &mut self.now.operations;
                operations.entry(at).or_insert_with(|| names.clone());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// What comes of a file of names with this many bytes.
    fn read_file_of(bytes: usize) -> Result<(), String> {
        let directory = tempfile::tempdir().expect("there is room");
        let spec = directory.path().join("pets.yaml");
        let written = NameFile::read_beside(&spec).expect("no file is no error");
        let mut text = written.text();
        let comment = "# Names of tools and types.\n";
        text.push_str(&comment.repeat(bytes / comment.len() + 1));
        fs::write(spec.with_extension(NameFile::EXTENSION), text).expect("there is room");
        match NameFile::read_beside(&spec) {
            Ok(_) => Ok(()),
            Err(error) => Err(error.to_string()),
        }
    }

    #[test]
    fn names_of_any_spec_are_read_again() {
        assert_eq!(read_file_of(9_000_000), Ok(()));
    }

    #[test]
    fn a_file_that_no_spec_has_is_an_error() {
        let error = read_file_of(MAX_BYTES).expect_err("it is too large");
        assert!(error.contains("larger than 64000000 bytes"), "{error}");
    }
}
