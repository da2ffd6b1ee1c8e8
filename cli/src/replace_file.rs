//! Files that are written as a whole or not at all.

use std::fs::Permissions;
use std::io::{self, Write as _};
use std::path::Path;

use tempfile::NamedTempFile;

/// Writes a file in the place of what is there, with its permissions. A link is replaced, and what it leads to stays as it is.
pub(crate) fn replace_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    prepare_file(path, bytes)?.persist(path)?;
    Ok(())
}

/// Writes a file beside its place, into which it can be moved; if it is dropped, it is gone.
pub(crate) fn prepare_file(path: &Path, bytes: &[u8]) -> io::Result<NamedTempFile> {
    let folder = path.parent().filter(|it| !it.as_os_str().is_empty());
    let mut options = tempfile::Builder::new();
    let permissions = match path.symlink_metadata() {
        Ok(there) if there.is_file() => {
            if there.permissions().readonly() {
                return Err(io::Error::new(
                    io::ErrorKind::PermissionDenied,
                    "it is read-only",
                ));
            }
            Some(there.permissions())
        }
        _ => usual_permissions(),
    };
    if let Some(permissions) = permissions {
        options.permissions(permissions);
    }
    let mut file = options.tempfile_in(folder.unwrap_or(Path::new(".")))?;
    file.write_all(bytes)?;
    Ok(file)
}

/// Those of a file that is created in the usual way: what the process's mask leaves of them.
#[cfg(unix)]
fn usual_permissions() -> Option<Permissions> {
    use std::os::unix::fs::PermissionsExt as _;
    Some(Permissions::from_mode(0o666))
}

#[cfg(not(unix))]
fn usual_permissions() -> Option<Permissions> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn a_link_is_replaced_and_not_followed() {
        let folder = tempfile::tempdir().unwrap();
        let [target, link] = ["target", "link"].map(|name| folder.path().join(name));
        std::fs::write(&target, "kept").unwrap();
        std::os::unix::fs::symlink(&target, &link).unwrap();
        replace_file(&link, b"new").unwrap();
        assert_eq!(std::fs::read_to_string(&target).unwrap(), "kept");
        assert_eq!(std::fs::read_to_string(&link).unwrap(), "new");
        assert!(!link.symlink_metadata().unwrap().is_symlink());
    }

    #[test]
    fn what_is_not_put_into_its_place_is_gone() {
        let folder = tempfile::tempdir().unwrap();
        drop(prepare_file(&folder.path().join("a"), b"new").unwrap());
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
