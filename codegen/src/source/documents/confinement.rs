//! The directories that references may lead to: the spec's own, the one that a setting adds, and the one
//! of copies of URLs. A path is held to them as the system resolves it, so that neither `..` nor a
//! symbolic link leads out. A hard link cannot be told from the file itself.

use std::fs;
use std::path::{Path, PathBuf};

use super::document_origin::normalized;

/// Where references may lead.
#[derive(Debug)]
pub(super) struct Confinement {
    /// The directory of the spec.
    home: PathBuf,
    /// The directory of the setting `ref_root`, if it is given.
    widened: Option<PathBuf>,
}

/// Where a file is that a reference leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Whereabouts {
    /// Below the directory of the spec.
    Home,
    /// Outside of it, where the setting `ref_root` allows it.
    Allowed,
    /// Where nothing is read.
    Outside,
}

impl Confinement {
    pub(super) fn for_spec(spec: &Path) -> Self {
        let folder = spec.parent().unwrap_or(Path::new(""));
        Self {
            home: resolve_links(folder),
            widened: None,
        }
    }

    pub(super) fn widen(&mut self, folder: &Path) {
        self.widened = Some(resolve_links(folder));
    }

    pub(super) fn locate(&self, file: &Path) -> Whereabouts {
        let file = resolve_links(file);
        let is_below = |folder: &PathBuf| file.starts_with(folder);
        if is_below(&self.home) {
            Whereabouts::Home
        } else if self.widened.as_ref().is_some_and(is_below) {
            Whereabouts::Allowed
        } else {
            Whereabouts::Outside
        }
    }
}

/// Whether a file is below a directory, as the system resolves both.
pub(super) fn is_inside(folder: &Path, file: &Path) -> bool {
    resolve_links(file).starts_with(resolve_links(folder))
}

/// An absolute path without symbolic links, as far as it exists; the rest of it by its names alone.
fn resolve_links(path: &Path) -> PathBuf {
    // Links are followed before the comparison. By names alone, a link inside the directory could
    // lead anywhere.
    if let Ok(real) = fs::canonicalize(path) {
        return real;
    }
    let path = if path.as_os_str().is_empty() {
        Path::new(".")
    } else {
        path
    };
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    // The file may not exist; its parents do, and their links decide where it would be.
    let absolute = normalized(&absolute);
    for ancestor in absolute.ancestors().skip(1) {
        if let (Ok(real), Ok(rest)) = (fs::canonicalize(ancestor), absolute.strip_prefix(ancestor))
        {
            return real.join(rest);
        }
    }
    absolute
}
