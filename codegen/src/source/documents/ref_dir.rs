//! Where the local copy of a URL is in the directory that `ref_dir` names. No path that leads out of the directory
//! is ever given.

use std::path::{Path, PathBuf};

use percent_encoding::percent_decode_str;

/// Which characters of a URL the names of files keep.
#[derive(Clone, Copy, Debug)]
enum FileNames {
    /// All that Linux and macOS allow.
    Exact,
    /// Those that Windows allows, too. There, `C:` would also name a drive.
    Portable,
}

/// Where the copy of a URL is in a directory of copies: `{host}/{path}`. None where the path is
/// none that a file can have, or leads out of the directory.
pub(super) fn relative_copy_path(url: &str) -> Option<PathBuf> {
    let names = match cfg!(windows) {
        true => FileNames::Portable,
        false => FileNames::Exact,
    };
    names.copy_path(url)
}

impl FileNames {
    fn copy_path(self, url: &str) -> Option<PathBuf> {
        let (_, rest) = url.split_once("://")?;
        let (location, query) = match rest.split_once('?') {
            Some((location, query)) => (location, Some(query)),
            None => (rest, None),
        };
        let mut segments = location.split('/');
        let host = segments.next()?;
        // User and password of a URL are no part of the path.
        let host = host.rsplit('@').next().unwrap_or(host);
        let mut copy = PathBuf::from(self.write_segment(host)?);
        for segment in segments {
            copy.push(self.write_segment(segment)?);
        }
        match query {
            None => Some(copy),
            Some(query) => {
                let last = copy.file_name()?.to_str()?;
                // A file name cannot have a slash, and two URLs that differ in their query alone are
                // two documents.
                let with_query = format!("{last}?{}", query.replace(['/', '\\'], "_"));
                Some(copy.with_file_name(self.write_name(&with_query)))
            }
        }
    }

    /// A part of a URL's path as the name of a file or directory.
    fn write_segment(self, segment: &str) -> Option<String> {
        let name = percent_decode_str(segment).decode_utf8().ok()?;
        // Checked after percent-decoding: `%2e%2e` is `..` for the file system.
        let is_name = !matches!(name.as_ref(), "" | "." | "..")
            && !name.contains(['/', '\\', '\0'])
            && !name.chars().any(char::is_control);
        is_name.then(|| self.write_name(&name))
    }

    fn write_name(self, name: &str) -> String {
        match self {
            Self::Exact => name.to_owned(),
            Self::Portable => name.replace(['<', '>', ':', '"', '|', '?', '*'], "_"),
        }
    }
}

/// All places where the copy may be: below the directory, or below one for each scheme. A name with characters that Windows
/// does not allow may have `_` in their place on all systems.
pub(super) fn candidate_copy_paths(directory: &Path, url: &str) -> Option<Vec<PathBuf>> {
    let copies = [
        relative_copy_path(url)?,
        FileNames::Portable.copy_path(url)?,
    ];
    let scheme = url.split(':').next().unwrap_or_default();
    let places = copies
        .iter()
        .flat_map(|copy| [directory.join(copy), directory.join(scheme).join(copy)]);
    Some(places.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_have_the_path_of_the_url() {
        for (url, expected) in [
            ("https://example.com/a/b.yaml", "example.com/a/b.yaml"),
            (
                "http://u:p@example.com:8080/a%20b.json",
                "example.com:8080/a b.json",
            ),
            ("https://example.com/a?v=1/2", "example.com/a?v=1_2"),
        ] {
            assert_eq!(
                FileNames::Exact.copy_path(url),
                Some(PathBuf::from(expected)),
                "{url}"
            );
        }
    }

    #[test]
    fn copies_may_have_names_that_windows_allows() {
        let url = "https://example.com:8080/C:/a?v=1";
        let copy = FileNames::Portable.copy_path(url);
        assert_eq!(copy, Some(PathBuf::from("example.com_8080/C_/a_v=1")));
        let places = candidate_copy_paths(Path::new("refs"), url).expect("is a path");
        assert!(places.contains(&PathBuf::from("refs/example.com_8080/C_/a_v=1")));
    }

    #[test]
    fn no_copy_is_outside_the_directory() {
        for url in [
            "https://../a.yaml",
            "https:///etc/passwd",
            "https://example.com/../../a.yaml",
            "https://example.com/%2e%2e/a.yaml",
            "https://example.com/a%2F..%2Fb.yaml",
            "https://example.com/a%5c..%5cb.yaml",
            "https://example.com/a%00b",
            "https://example.com/a/",
            "urn:a:b",
        ] {
            assert_eq!(relative_copy_path(url), None, "{url}");
        }
    }
}
