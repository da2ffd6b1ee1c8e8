//! Reads the files of the operator: the configuration, the registry, the suite and the cached index. To open a FIFO
//! would wait for somebody who writes to it, and a device would never end, so both are refused before they are opened.

use std::fs::{self, File};
use std::io::{Error, ErrorKind, Read as _};
use std::path::Path;

/// The text of a file of at most that many bytes.
///
/// # Errors
///
/// The file cannot be read, is no regular file, is larger, or is not UTF-8.
pub(crate) fn read_regular_file(path: &Path, max_bytes: u64) -> Result<String, Error> {
    let invalid = |message: String| Error::new(ErrorKind::InvalidData, message);
    if !fs::metadata(path)?.is_file() {
        return Err(invalid("it is not a regular file".to_owned()));
    }
    let mut bytes = Vec::new();
    File::open(path)?
        .take(max_bytes.saturating_add(1))
        .read_to_end(&mut bytes)?;
    if bytes.len() as u64 > max_bytes {
        return Err(invalid(format!("it is larger than {max_bytes} bytes")));
    }
    String::from_utf8(bytes).map_err(|_| invalid("it is not UTF-8".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_read_up_to_their_limit() {
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join("file");
        fs::write(&path, "12345").expect("is written");
        assert_eq!(read_regular_file(&path, 5).expect("is read"), "12345");
        let error = read_regular_file(&path, 4).expect_err("is too large");
        assert_eq!(error.to_string(), "it is larger than 4 bytes");
        let error = read_regular_file(directory.path(), 4).expect_err("is a directory");
        assert_eq!(error.to_string(), "it is not a regular file");
        let error = read_regular_file(&directory.path().join("other"), 4).expect_err("is absent");
        assert_eq!(error.kind(), ErrorKind::NotFound);
    }

    #[cfg(unix)]
    #[test]
    fn a_fifo_is_refused_without_waiting_for_a_writer() {
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join("fifo");
        let made = std::process::Command::new("mkfifo").arg(&path).status();
        assert!(made.expect("mkfifo runs").success());
        let error = read_regular_file(&path, 4).expect_err("is a FIFO");
        assert_eq!(error.to_string(), "it is not a regular file");
    }
}
