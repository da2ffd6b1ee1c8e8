//! Where the files of a package can be downloaded: a directory, by default that of a release at GitHub or GitLab.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use super::CrateMetadata;
use super::texts::web_url;

/// The URL of a directory, without a slash at its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DownloadUrl(String);

/// What a segment of a path may have as it is (RFC 3986, `unreserved`).
const SEGMENT: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

impl DownloadUrl {
    /// An `http` or `https` URL without credentials, query and fragment.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let url = web_url(text)?;
        let is_directory = url.query().is_none() && url.fragment().is_none();
        is_directory.then(|| Self(url.as_str().trim_end_matches('/').to_owned()))
    }

    /// The release `v{version}` of the crate's repository.
    pub(crate) fn of_release(metadata: &CrateMetadata) -> Option<Self> {
        let repository = Self::parse(metadata.repository.as_deref()?)?.0;
        let repository = repository.strip_suffix(".git").unwrap_or(&repository);
        let version = utf8_percent_encode(&metadata.version, SEGMENT);
        let host = web_url(repository)?.host_str()?.to_owned();
        match host.as_str() {
            "github.com" => Some(Self(format!("{repository}/releases/download/v{version}"))),
            "gitlab.com" => Some(Self(format!(
                "{repository}/-/releases/v{version}/downloads"
            ))),
            _ => None,
        }
    }

    pub(crate) fn file_url(&self, name: &str) -> String {
        format!("{}/{}", self.0, utf8_percent_encode(name, SEGMENT))
    }

    /// Whether the registry takes bundles from there.
    pub(crate) fn is_of_known_host(&self) -> bool {
        ["https://github.com/", "https://gitlab.com/"]
            .iter()
            .any(|host| self.0.starts_with(host))
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::package::tests::package;

    #[test]
    fn releases_have_a_directory() {
        let mut metadata = package().metadata;
        metadata.version = "1.0.0+a".to_owned();
        for (repository, expected) in [
            (
                "https://github.com/ann/pets.git",
                Some("https://github.com/ann/pets/releases/download/v1.0.0%2Ba/a%20b%2Bc"),
            ),
            (
                "https://gitlab.com/ann/pets",
                Some("https://gitlab.com/ann/pets/-/releases/v1.0.0%2Ba/downloads/a%20b%2Bc"),
            ),
            ("https://example.com/pets", None),
            ("https://github.com/ann/pets?a=b", None),
        ] {
            metadata.repository = Some(repository.to_owned());
            let url = DownloadUrl::of_release(&metadata).map(|url| url.file_url("a b+c"));
            assert_eq!(url.as_deref(), expected, "{repository}");
        }
    }

    #[test]
    fn the_registry_knows_two_hosts() {
        let is_known = |text: &str| DownloadUrl::parse(text).map(|url| url.is_of_known_host());
        assert_eq!(is_known("https://github.com/a/b/"), Some(true));
        assert_eq!(is_known("https://github.com.example.com/a"), Some(false));
        assert_eq!(is_known("http://github.com/a"), Some(false));
        assert_eq!(is_known("file:///a"), None);
    }
}
