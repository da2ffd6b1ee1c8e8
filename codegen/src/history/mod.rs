//! Tool lists that were recorded, and how the tools changed from one to the next.
//!
//! A list is a file of JSON in a directory of them, [recorded](RecordedList) by `toolwright record`. Lists are compared
//! as specs are: each is written as a spec whose operations take the arguments of the tools, and
//! [`Diff`](crate::Diff) says what changed. So a change has the same class whichever of the two is compared.

mod history_error;
mod list_as_spec;
mod list_versions;
mod recorded_list;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};
use std::{fs, io};

pub use history_error::HistoryError;
pub use list_versions::{ListChange, ListVersion, compare_versions};
pub use recorded_list::{RecordedHints, RecordedList, RecordedTool};

/// What the names of the files end with.
pub(crate) const EXTENSION: &str = "json";

/// The lists that are recorded in a directory, the oldest first; none if there is no such directory.
///
/// ```
/// use toolwright_codegen::history::read_history;
///
/// assert!(read_history("no/such/directory".as_ref())?.is_empty());
/// # Ok::<(), toolwright_codegen::history::HistoryError>(())
/// ```
///
/// # Errors
///
/// When the directory or one of its files cannot be read, a file is no list, or two are of the same version.
pub fn read_history(directory: &Path) -> Result<Vec<RecordedList>, HistoryError> {
    let mut lists = list_files(directory)?
        .iter()
        .map(|file| RecordedList::read_file(file))
        .collect::<Result<Vec<_>, _>>()?;
    // Versions are names, which have no order: what was recorded later is newer.
    lists.sort_by(|one, other| {
        (&one.recorded, &one.version).cmp(&(&other.recorded, &other.version))
    });
    let mut versions = std::collections::HashSet::new();
    match lists.iter().find(|list| !versions.insert(&list.version)) {
        Some(twice) => Err(HistoryError::Twice {
            directory: directory.to_owned(),
            version: twice.version.clone(),
        }),
        None => Ok(lists),
    }
}

/// The files of the lists, by name.
pub(crate) fn list_files(directory: &Path) -> Result<Vec<PathBuf>, HistoryError> {
    let unreadable = |error: io::Error| HistoryError::Read {
        path: directory.to_owned(),
        error,
    };
    let entries = match fs::read_dir(directory) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(unreadable(error)),
    };
    let mut files = Vec::new();
    for entry in entries {
        let path = entry.map_err(unreadable)?.path();
        if path.extension().is_some_and(|it| it == EXTENSION) {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}
