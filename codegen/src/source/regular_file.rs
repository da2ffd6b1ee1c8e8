//! Reads regular files, and nothing else that has a path. A FIFO or a device would be read for ever, or
//! would hang the build before its first byte; so would some files of `/proc`, although the system calls
//! them regular.

use std::fs::{self, File, Metadata};
use std::io::{self, Read as _};
use std::path::Path;

/// File systems that the kernel makes up: what is in them is no spec, and reading it can block
/// (`/proc/kmsg`).
const KERNEL_FILE_SYSTEMS: [&str; 3] = ["/proc", "/sys", "/dev"];

/// The bytes of a regular file, at most `limit` of them.
///
/// # Errors
///
/// If there is no such file, it is not a regular file, or it cannot be read.
pub(crate) fn read_regular_file(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    // Opening a FIFO waits for a writer, so it is asked for what it is before it is opened.
    require_regular(&fs::metadata(path)?)?;
    let real = fs::canonicalize(path)?;
    if KERNEL_FILE_SYSTEMS.iter().any(|it| real.starts_with(it)) {
        return Err(io::Error::other(
            "files of the kernel are not read: copy its text to a regular file",
        ));
    }
    let file = File::open(real)?;
    require_regular(&file.metadata()?)?;
    let mut bytes = Vec::new();
    // Otherwise the vector doubles, and is kept with up to twice the room that the text needs.
    let length = file.metadata()?.len().min(limit);
    bytes.try_reserve_exact(usize::try_from(length).unwrap_or(usize::MAX))?;
    file.take(limit).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn require_regular(metadata: &Metadata) -> io::Result<()> {
    if metadata.is_file() {
        return Ok(());
    }
    let kind = if metadata.is_dir() {
        "a directory"
    } else {
        "a pipe or a device"
    };
    let message = format!("{kind} is not read: name a regular file");
    Err(io::Error::other(message))
}

#[cfg(all(test, unix))]
mod tests {
    use std::process::Command;

    use tempfile::TempDir;

    use super::*;

    fn message(path: &Path) -> String {
        match read_regular_file(path, 10) {
            Ok(bytes) => format!("{} bytes", bytes.len()),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn only_regular_files_are_read() {
        let folder = TempDir::new().expect("a directory");
        let file = folder.path().join("api.yaml");
        fs::write(&file, "openapi: 3.0.3").expect("a file");
        assert_eq!(message(&file), "10 bytes");
        let fifo = folder.path().join("fifo");
        let made = Command::new("mkfifo").arg(&fifo).status();
        assert!(made.expect("mkfifo runs").success());
        assert!(message(&fifo).contains("a pipe or a device"));
        assert!(message(folder.path()).contains("a directory"));
        assert!(message(Path::new("/dev/zero")).contains("a pipe or a device"));
        #[cfg(target_os = "linux")]
        assert!(message(Path::new("/proc/self/status")).contains("the kernel"));
    }
}
