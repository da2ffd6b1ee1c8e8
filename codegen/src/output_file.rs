use std::path::{Path, PathBuf};
use std::{fs, io};

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
    if fs::read_to_string(path).is_ok_and(|old| old == text) {
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
