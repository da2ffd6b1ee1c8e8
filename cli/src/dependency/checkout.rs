//! A directory with toolwright's source, and how a manifest names it.
//!
//! A path is written as it was asked for: an absolute one stays absolute, a relative one becomes relative to the crate, so that
//! a crate and a checkout that move together still find each other.

use std::path::{Component, Path, PathBuf};

use toolwright_codegen::write_portable_path;

/// A directory that contains `runtime`, `codegen` and `cli`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Checkout {
    root: PathBuf,
    /// The path in manifests, with `/` between its parts.
    written: String,
    why_not_shared: Option<String>,
}

impl Checkout {
    /// A checkout that manifests name by its absolute path; none if the directory is not one.
    pub(crate) fn find_at(path: &Path) -> Option<Self> {
        let root = without_verbatim_prefix(path.canonicalize().ok()?);
        let is_checkout = root.join("runtime/Cargo.toml").is_file();
        let written = write_portable_path(&root);
        is_checkout.then_some(Self {
            root,
            written,
            why_not_shared: None,
        })
    }

    /// The same, named relative to a crate's directory, which does not have to exist.
    pub(crate) fn relative_to(mut self, directory: &Path) -> Self {
        let relative = resolve_directory(directory)
            .and_then(|directory| pathdiff::diff_paths(&self.root, directory));
        if let Some(relative) = relative {
            self.written = write_portable_path(&relative);
        }
        self
    }

    /// Notes why no other machine can have the same source.
    pub(super) fn with_reason(mut self, why: String) -> Self {
        self.why_not_shared = Some(why);
        self
    }

    pub(crate) fn root_directory(&self) -> &Path {
        &self.root
    }

    pub(crate) fn why_not_shared(&self) -> Option<&str> {
        self.why_not_shared.as_deref()
    }

    /// The path as manifests have it.
    pub(crate) fn written_path(&self) -> &str {
        &self.written
    }

    /// The path of a folder in it.
    pub(super) fn written_path_of(&self, folder: &str) -> String {
        match self.written.as_str() {
            "" => folder.to_owned(),
            written => format!("{written}/{folder}"),
        }
    }

    /// Whether it is a part of the crate that depends on it, so that both are copied together.
    pub(crate) fn is_inside_crate(&self) -> bool {
        let path = Path::new(&self.written);
        !path.is_absolute() && path.components().all(|part| part != Component::ParentDir)
    }

    /// The versions that it is tested with.
    pub(super) fn lock_file(&self) -> Option<PathBuf> {
        let lock = self.root.join("Cargo.lock");
        lock.is_file().then_some(lock)
    }
}

/// The absolute path of a directory, of which the last parts may be missing, without symbolic links in the others.
fn resolve_directory(directory: &Path) -> Option<PathBuf> {
    let absolute = std::path::absolute(directory).ok()?;
    absolute.ancestors().find_map(|existing| {
        let rest = absolute.strip_prefix(existing).ok()?;
        let existing = without_verbatim_prefix(existing.canonicalize().ok()?);
        Some(existing.join(rest))
    })
}

/// A path of Windows as people write it: `canonicalize` answers `\\?\C:\a`, which cargo and Docker do not take in a manifest.
/// Paths of other forms and of other systems stay as they are.
fn without_verbatim_prefix(path: PathBuf) -> PathBuf {
    let plain = path.to_str().and_then(|path| path.strip_prefix(r"\\?\"));
    let is_on_a_drive = |path: &&str| matches!(path.as_bytes(), [drive, b':', b'\\', ..] if drive.is_ascii_alphabetic());
    match plain.filter(is_on_a_drive) {
        Some(plain) => plain.into(),
        None => path,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_of_windows_are_written_as_people_write_them() {
        for (path, expected) in [
            (r"\\?\C:\toolwright", r"C:\toolwright"),
            (r"\\?\UNC\server\share", r"\\?\UNC\server\share"),
            (r"C:\toolwright", r"C:\toolwright"),
            ("/home/ann/toolwright", "/home/ann/toolwright"),
        ] {
            assert_eq!(without_verbatim_prefix(path.into()), Path::new(expected));
        }
    }

    #[test]
    fn a_relative_path_leads_from_the_crate() {
        let folder = tempfile::tempdir().expect("a folder");
        let place = folder.path();
        std::fs::create_dir_all(place.join("work/toolwright/runtime")).expect("can be made");
        let manifest = place.join("work/toolwright/runtime/Cargo.toml");
        std::fs::write(manifest, "").expect("can be written");
        let checkout = Checkout::find_at(&place.join("work/toolwright")).expect("is one");
        for (directory, expected, is_inside) in [
            ("work/api", "../toolwright", false),
            ("other/deep/api", "../../../work/toolwright", false),
            ("work", "toolwright", true),
        ] {
            let checkout = checkout.clone().relative_to(&place.join(directory));
            assert_eq!(checkout.written_path(), expected);
            assert_eq!(checkout.is_inside_crate(), is_inside, "{directory}");
        }
        assert!(!checkout.is_inside_crate());
        assert!(Checkout::find_at(place).is_none());
    }
}
