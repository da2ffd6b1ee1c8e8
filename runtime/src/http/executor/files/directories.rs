//! The directories that callers may upload files from. A path is resolved to its real location and must lie in one
//! of them, also after the file is opened. Errors are the same whether a file is outside or missing.

use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use crate::file::File;

/// Directories whose files may be read.
#[derive(Clone, Debug)]
pub(super) struct Directories(Vec<Directory>);

#[derive(Clone, Debug)]
struct Directory {
    /// Without links. On Windows it begins with `\\?\`, which is not how people and models write paths.
    real: PathBuf,
    /// The absolute path that the operator gave.
    given: PathBuf,
}

impl Directories {
    pub(super) fn new(directories: &[PathBuf]) -> Result<Self, (String, String)> {
        let real = |directory: &PathBuf| {
            let fail = |why: String| (directory.display().to_string(), why);
            let unreadable = |error: std::io::Error| fail(error.to_string());
            let path = fs::canonicalize(directory).map_err(unreadable)?;
            if path.is_dir() {
                Ok(Directory {
                    real: path,
                    given: std::path::absolute(directory).map_err(unreadable)?,
                })
            } else {
                Err(fail("it is not a directory".to_owned()))
            }
        };
        let all = directories.iter().map(real).collect::<Result<_, _>>()?;
        Ok(Self(all))
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// What a path may be; none where it may be nothing.
    #[cfg(feature = "server")]
    pub(super) fn describe_allowed(&self) -> Option<String> {
        (!self.is_empty()).then(|| format!("instead: a file in {}", self.list_directories()))
    }

    /// Reads a file of at most `max_bytes`; a relative path is one in the first of the directories
    /// that has it.
    pub(super) async fn read_file(&self, path: PathBuf, max_bytes: u64) -> Result<File, String> {
        let directories = self.clone();
        let reading = move || directories.read_blocking(&path, max_bytes);
        match tokio::task::spawn_blocking(reading).await {
            Ok(read) => read,
            Err(error) => Err(format!("could not be read: {error}")),
        }
    }

    fn read_blocking(&self, path: &Path, max_bytes: u64) -> Result<File, String> {
        // One message, whatever the reason: what is outside of the directories is not to be probed.
        let unknown = || {
            let path = path.display();
            format!("'{path}' is not a file in {}", self.list_directories())
        };
        let real = self.resolve_path(path).ok_or_else(unknown)?;
        let mut opened = fs::File::open(&real).map_err(|_| unknown())?;
        // Between looking at a path and opening it, somebody could have put a link there.
        let metadata = opened.metadata().map_err(|_| unknown())?;
        if !metadata.is_file()
            || !is_file_at(&metadata, &real)
            || self.resolve_path(&real) != Some(real.clone())
        {
            return Err(unknown());
        }
        let mut content = Vec::new();
        let most = max_bytes.saturating_add(1);
        let read = opened.by_ref().take(most).read_to_end(&mut content);
        read.map_err(|error| format!("'{}' could not be read: {error}", path.display()))?;
        if content.len() as u64 > max_bytes {
            return Err(describe_too_large(max_bytes));
        }
        let filename = path.file_name().unwrap_or_default().to_string_lossy();
        Ok(File::new(content).with_filename(filename))
    }

    /// The path without links and dots, if it is that of a regular file in one of the directories.
    fn resolve_path(&self, path: &Path) -> Option<PathBuf> {
        let real = |directory: &Directory| {
            let real = fs::canonicalize(directory.real.join(path)).ok()?;
            let mut directories = self.0.iter();
            let is_within = directories.any(|directory| real.starts_with(&directory.real));
            (is_within && real.is_file()).then_some(real)
        };
        self.0.iter().find_map(real)
    }

    fn list_directories(&self) -> String {
        let all: Vec<String> = self
            .0
            .iter()
            .map(|directory| directory.given.display().to_string())
            .collect();
        all.join(", ")
    }
}

pub(super) fn describe_too_large(max_bytes: u64) -> String {
    format!("is larger than the {max_bytes} bytes that this call may still read")
}

/// Whether an open file is the one at a path, which is no link.
#[cfg(unix)]
fn is_file_at(opened: &fs::Metadata, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    fs::symlink_metadata(path)
        .is_ok_and(|there| (there.dev(), there.ino()) == (opened.dev(), opened.ino()))
}

#[cfg(not(unix))]
fn is_file_at(_: &fs::Metadata, path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|there| there.is_file())
}
