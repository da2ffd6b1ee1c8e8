//! What a call names as its source: the text itself, or a file in one of the directories that the operator allows.

use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use crate::failure::{Failure, FailureCode};
use crate::settings::InputSchemaSettings;

/// Longer texts are no paths.
const MAX_PATH_LENGTH: usize = 1000;

/// A source that was read.
#[derive(Debug, PartialEq)]
pub(crate) struct Source {
    pub(crate) bytes: Vec<u8>,
    /// Where it was read from; `None` for a text.
    pub(crate) path: Option<PathBuf>,
}

/// Reads a source.
///
/// # Errors
///
/// It is too large, or it names a file that does not exist, is outside of the allowed directories or cannot be read.
pub(crate) fn read_source(source: &str, settings: &InputSchemaSettings) -> Result<Source, Failure> {
    if !looks_like_path(source) {
        check_size(source.len() as u64, settings)?;
        return Ok(Source {
            bytes: source.as_bytes().to_vec(),
            path: None,
        });
    }
    read_allowed_file(Path::new(source), settings)
}

impl Source {
    /// The source as text.
    ///
    /// # Errors
    ///
    /// It is not UTF-8.
    pub(crate) fn text(&self) -> Result<&str, Failure> {
        std::str::from_utf8(&self.bytes).map_err(|error| {
            let position = error.valid_up_to();
            Failure::parse(format!(
                "The source is not UTF-8 text: byte {position} is not valid. Convert the file to UTF-8."
            ))
        })
    }
}

/// Whether a source is a path: one line without the signs that data and schemas have.
fn looks_like_path(source: &str) -> bool {
    let trimmed = source.trim();
    let has_path_sign = trimmed.contains(['/', '\\', '.']);
    let has_data_sign = trimmed.contains(['\n', '{', '[', '<', '"', ',', ';', '\t', '|'])
        || trimmed.contains(": ")
        || trimmed.starts_with("- ");
    let extension = Path::new(trimmed).extension().and_then(|it| it.to_str());
    let has_extension = extension.is_some_and(|it| it.chars().all(char::is_alphanumeric));
    let is_one_word = !trimmed.contains(' ') || has_extension;
    has_path_sign
        && !has_data_sign
        && is_one_word
        && trimmed.len() <= MAX_PATH_LENGTH
        && !is_number(trimmed)
}

fn is_number(text: &str) -> bool {
    text.parse::<f64>().is_ok()
}

fn read_allowed_file(path: &Path, settings: &InputSchemaSettings) -> Result<Source, Failure> {
    let fail =
        |reason: &str| Failure::invalid_argument("/source", format!("{} {reason}", path.display()));
    let allowed = "Put the file there, send its content as the source, or ask the operator to extend \
                   tools.get_input_schema.allow_files.";
    let directories = settings.allow_files.iter();
    let directories: Vec<PathBuf> = directories
        .filter_map(|it| it.canonicalize().ok())
        // A client may start servers in the root directory: `.` must not be everything then.
        .filter(|it| it.parent().is_some())
        .collect();
    if directories.is_empty() {
        return Err(fail(&format!(
            "is a path, and this server may not read files. {allowed}"
        )));
    }
    // A file that exists elsewhere is told like one that does not exist.
    let found = directories.iter().find_map(|directory| {
        let found = directory.join(path).canonicalize().ok()?;
        let is_allowed = directories
            .iter()
            .any(|directory| found.starts_with(directory));
        is_allowed.then_some(found)
    });
    let Some(found) = found else {
        return Err(fail(&format!(
            "is not in {}. {allowed}",
            join_directories(&directories)
        )));
    };
    // To open a FIFO would wait for somebody who writes to it, and a device would never end.
    let metadata = found
        .metadata()
        .map_err(|error| fail(&format!("cannot be read: {error}")))?;
    if !metadata.is_file() {
        return Err(fail("is not a regular file."));
    }
    let opened = File::open(&found).map_err(|error| fail(&format!("cannot be read: {error}")))?;
    check_size(metadata.len(), settings)?;
    let mut bytes = Vec::new();
    let limit = settings.max_source_bytes as u64 + 1;
    let read = opened.take(limit).read_to_end(&mut bytes);
    read.map_err(|error| fail(&format!("cannot be read: {error}")))?;
    check_size(bytes.len() as u64, settings)?;
    Ok(Source {
        bytes,
        path: Some(found),
    })
}

fn check_size(bytes: u64, settings: &InputSchemaSettings) -> Result<(), Failure> {
    let limit = settings.max_source_bytes as u64;
    if bytes <= limit {
        return Ok(());
    }
    Err(Failure::new(
        FailureCode::InvalidInput,
        format!(
            "/source: {bytes} bytes are more than the {limit} that are read. A part of the data has the same structure."
        ),
    ))
}

fn join_directories(directories: &[PathBuf]) -> String {
    let names = directories.iter().map(|it| it.display().to_string());
    names.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_told_from_data() {
        for path in [
            "order.xml",
            "./data/order.json",
            "data/my orders.csv",
            "/etc/passwd",
            "a.b/c",
        ] {
            assert!(looks_like_path(path), "{path}");
        }
        for data in [
            "<a/>",
            "{}",
            "a,b\n1,2",
            "name: Ada",
            "- 1.5",
            "1.5",
            "42",
            "hello",
            "Hello. World",
        ] {
            assert!(!looks_like_path(data), "{data}");
        }
    }
}
