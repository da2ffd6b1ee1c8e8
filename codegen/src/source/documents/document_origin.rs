//! Resolves references to documents: a path relative to a file, or a URL whose copy is read. It decides what a
//! reference means, and not whether that may be read; `confinement` does.

use std::path::{Component, Path, PathBuf};

use percent_encoding::percent_decode_str;

use super::super::uri;
use super::Unread;

/// Where a document was read from, which relative references start at.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Origin {
    File(PathBuf),
    /// The web, by way of a copy.
    Web(String),
}

impl Origin {
    /// What a reference without a fragment means here.
    pub(super) fn resolve_reference(&self, reference: &str) -> Result<Self, Unread> {
        if uri::is_web(reference) {
            return Ok(Self::Web(uri::normalized(reference)));
        }
        let scheme = uri::scheme(reference);
        match self {
            Self::Web(base) if scheme.is_none() => Ok(Self::Web(uri::resolve(base, reference))),
            Self::File(file) => resolve_file_reference(file, reference, scheme),
            Self::Web(_) => Err(Unread::Scheme),
        }
    }
}

fn resolve_file_reference(
    file: &Path,
    reference: &str,
    scheme: Option<&str>,
) -> Result<Origin, Unread> {
    let path = match scheme {
        Some("file") => {
            let path = reference.strip_prefix("file:").unwrap_or(reference);
            let path = path.strip_prefix("//").unwrap_or(path);
            match cfg!(windows) {
                true => strip_slash_before_drive(path),
                false => path,
            }
        }
        // A drive of Windows.
        Some(letter) if letter.len() == 1 => reference,
        Some(_) => return Err(Unread::Scheme),
        None if reference.starts_with("//") => return Err(Unread::Scheme),
        None => reference,
    };
    let folder = file.parent().unwrap_or(Path::new(""));
    let decoded = percent_decode_str(path).decode_utf8_lossy();
    let meant = normalized(&folder.join(decoded.as_ref()));
    // Some specs refer to files whose names have percent signs, without encoding them.
    let literal = normalized(&folder.join(path));
    Ok(Origin::File(if literal != meant && literal.is_file() {
        literal
    } else {
        meant
    }))
}

/// The path of `file:///C:/a.yaml` begins with a slash, which paths of Windows do not have.
fn strip_slash_before_drive(path: &str) -> &str {
    match (path.as_bytes(), path.strip_prefix('/')) {
        ([_, drive, b':', ..], Some(rest)) if drive.is_ascii_alphabetic() => rest,
        _ => path,
    }
}

/// A path without `.` and, as far as it can be told without looking, without `..`.
pub(super) fn normalized(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir
                if matches!(out.components().next_back(), Some(Component::Normal(_))) =>
            {
                out.pop();
            }
            Component::ParentDir
                if matches!(out.components().next_back(), Some(Component::RootDir)) => {}
            other => out.push(other),
        }
    }
    out
}

/// The name of a file as seen from a directory, with slashes on every system.
pub(super) fn relative_name(directory: &Path, file: &Path) -> String {
    let directory = normalized(directory);
    let mut from = directory.components().peekable();
    let mut to = file.components().peekable();
    while from.peek().is_some() && from.peek() == to.peek() {
        from.next();
        to.next();
    }
    let up: Vec<Component<'_>> = from.collect();
    let is_reachable = directory.has_root() == file.has_root()
        && up
            .iter()
            .all(|component| matches!(component, Component::Normal(_)));
    let absolute = if is_reachable {
        None
    } else {
        std::path::absolute(file).ok()
    };
    let (ups, rest) = match &absolute {
        Some(path) => (0, path.components().collect::<Vec<_>>()),
        None => (up.len(), to.collect()),
    };
    let steps = rest.iter().filter_map(|component| match component {
        Component::RootDir => None,
        other => Some(other.as_os_str().to_string_lossy()),
    });
    let steps: Vec<_> = std::iter::repeat_n("..".into(), ups).chain(steps).collect();
    let is_rooted = rest.contains(&Component::RootDir);
    let scheme = if is_rooted { "file:///" } else { "" };
    // What is before `#` in an address is the document.
    format!("{scheme}{}", steps.join("/")).replace('#', "%23")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(base: &str, reference: &str) -> Option<PathBuf> {
        match Origin::File(base.into()).resolve_reference(reference) {
            Ok(Origin::File(path)) => Some(path),
            _ => None,
        }
    }

    #[test]
    fn a_drive_begins_a_path_of_windows() {
        for (path, expected) in [
            ("/C:/a.yaml", "C:/a.yaml"),
            ("/c/a.yaml", "/c/a.yaml"),
            ("/:/a.yaml", "/:/a.yaml"),
            ("/", "/"),
        ] {
            assert_eq!(strip_slash_before_drive(path), expected);
        }
    }

    #[test]
    fn files_are_relative_to_the_file_that_refers_to_them() {
        for (base, reference, expected) in [
            ("api.yaml", "pets.yaml", "pets.yaml"),
            ("specs/api.yaml", "./a/../pets.yaml", "specs/pets.yaml"),
            ("specs/api.yaml", "../common/a%20b.json", "common/a b.json"),
            ("api.yaml", "../../x.yaml", "../../x.yaml"),
            ("/a/api.yaml", "/b/x.yaml", "/b/x.yaml"),
            ("/a/api.yaml", "../../../x.yaml", "/x.yaml"),
            ("/a/api.yaml", "file:///b/x.yaml", "/b/x.yaml"),
        ] {
            assert_eq!(file(base, reference), Some(expected.into()), "{reference}");
        }
        assert_eq!(file("api.yaml", "urn:x"), None);
        assert_eq!(file("api.yaml", "//host/x"), None);
    }

    #[test]
    fn copies_are_relative_to_their_url() {
        let origin = Origin::Web("https://example.com/a/b.yaml".into());
        let resolved = origin.resolve_reference("../c.yaml");
        assert_eq!(
            resolved,
            Ok(Origin::Web("https://example.com/c.yaml".into()))
        );
        assert_eq!(
            origin.resolve_reference("file:///etc/passwd"),
            Err(Unread::Scheme)
        );
    }

    #[test]
    fn names_say_the_way_from_the_spec() {
        for (directory, file, expected) in [
            ("", "pets.yaml", "pets.yaml"),
            ("specs", "specs/a/pets.yaml", "a/pets.yaml"),
            ("specs/v1", "specs/common/a#b.yaml", "../common/a%23b.yaml"),
            ("../specs", "../x.yaml", "../x.yaml"),
            ("/a/b", "/a/c.yaml", "../c.yaml"),
        ] {
            assert_eq!(
                relative_name(Path::new(directory), Path::new(file)),
                expected
            );
        }
        let elsewhere = relative_name(Path::new("specs"), Path::new("/x/y.yaml"));
        // On Windows, that is a path of the current drive.
        let expected = match cfg!(windows) {
            true => format!("file:///{}:/x/y.yaml", &elsewhere[8..9]),
            false => "file:///x/y.yaml".to_owned(),
        };
        assert_eq!(elsewhere, expected);
    }
}
