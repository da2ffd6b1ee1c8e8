//! Writes what was generated, and nothing if the file has it already.

use std::fs::{self, File};
use std::io::{self, BufRead as _, BufReader};
use std::path::{Path, PathBuf};

/// An output file could not be written.
///
/// ```
/// use toolwright_codegen::write_if_changed;
///
/// let error = write_if_changed("Cargo.toml/api.rs".as_ref(), "").unwrap_err();
/// assert!(error.to_string().starts_with("cannot write Cargo.toml/api.rs: "));
/// ```
#[derive(Debug, thiserror::Error)]
#[error("cannot write {}: {error}", path.display())]
pub struct WriteError {
    /// The file.
    pub path: PathBuf,
    /// The system's reason.
    pub error: io::Error,
}

/// Writes a file unless it already has that text, so that cargo sees no change where there is none.
///
/// # Errors
///
/// When the file or its directory cannot be written.
///
/// ```
/// use toolwright_codegen::write_if_changed;
///
/// let path = std::env::temp_dir().join(format!("toolwright-{}/api.rs", std::process::id()));
/// write_if_changed(&path, "// Pets\n")?;
/// assert_eq!(std::fs::read_to_string(&path)?, "// Pets\n");
/// # std::fs::remove_dir_all(path.parent().ok_or("is in a folder")?)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_if_changed(path: &Path, text: &str) -> Result<(), WriteError> {
    if has_content(path, text.as_bytes()).unwrap_or(false) {
        return Ok(());
    }
    let written = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => fs::create_dir_all(parent),
        _ => Ok(()),
    };
    written
        .and_then(|()| fs::write(path, text))
        .map_err(|error| WriteError {
            path: path.to_owned(),
            error,
        })
}

/// Whether a file has exactly that content. It is compared piece by piece, because it may be large.
fn has_content(path: &Path, expected: &[u8]) -> io::Result<bool> {
    let file = File::open(path)?;
    if usize::try_from(file.metadata()?.len()).ok() != Some(expected.len()) {
        return Ok(false);
    }
    let mut reader = BufReader::with_capacity(PIECE, file);
    let mut rest = expected;
    loop {
        let piece = reader.fill_buf()?;
        let length = piece.len();
        match rest.split_at_checked(length) {
            Some((start, after)) if start == piece => rest = after,
            _ => return Ok(false),
        }
        if length == 0 {
            return Ok(rest.is_empty());
        }
        reader.consume(length);
    }
}

/// In bytes.
const PIECE: usize = 256 * 1024;

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;

    #[test]
    fn files_are_compared_to_their_end() {
        let folder = TempDir::new().expect("a directory");
        let path = folder.path().join("api.rs");
        let long = "x".repeat(3 * PIECE + 7);
        for content in ["", "a", &long] {
            fs::write(&path, content).expect("a file");
            assert!(has_content(&path, content.as_bytes()).expect("is read"));
            let other = format!("{content}y");
            assert!(!has_content(&path, other.as_bytes()).expect("is read"));
        }
        fs::write(&path, &long).expect("a file");
        let changed = format!("{}y", &long[1..]);
        assert!(!has_content(&path, changed.as_bytes()).expect("is read"));
        assert!(has_content(&folder.path().join("none"), b"").is_err());
    }
}
