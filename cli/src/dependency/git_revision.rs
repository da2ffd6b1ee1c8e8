//! A revision of a git repository, as cargo names one in a manifest.
//!
//! Both words end up in manifests, in workflows and on command lines, so only characters that mean nothing there are accepted.
//! A URL with a password is rejected, because the files of a crate are shared.

use std::fmt;

use thiserror::Error;

/// The URL of a repository and a revision in it: a commit, a tag or a branch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct GitRevision {
    url: String,
    revision: String,
}

#[derive(Debug, PartialEq, Eq, Error)]
pub(crate) enum GitRevisionError {
    #[error(
        "`{0}` is not the URL of a git repository\n  help: pass one such as https://github.com/toolwright/toolwright"
    )]
    Url(String),
    #[error(
        "the URL of the git repository has a user name or a password, which everybody who gets the crate would read\n  help: \
         leave it out; cargo asks git for credentials"
    )]
    Credentials,
    #[error(
        "`{0}` is not a revision of a git repository\n  help: pass a commit, for example the output of `git rev-parse HEAD`, or \
         a tag"
    )]
    Revision(String),
}

impl GitRevision {
    /// A URL, or `user@host:path` as git writes addresses for SSH, and a revision.
    pub(crate) fn new(url: &str, revision: &str) -> Result<Self, GitRevisionError> {
        let is_revision = !revision.is_empty()
            && !revision.starts_with('-')
            && revision
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || "._/-".contains(c));
        if !is_revision {
            return Err(GitRevisionError::Revision(revision.to_owned()));
        }
        let expanded = expand_ssh_address(url);
        let Some((scheme, rest)) = expanded.split_once("://") else {
            return Err(GitRevisionError::Url(url.to_owned()));
        };
        let authority = rest.split('/').next().unwrap_or_default();
        // For SSH, a user is a part of the address and no secret.
        let may_have_user = scheme == "ssh" && !authority.contains(':');
        if authority.contains('@') && !may_have_user {
            return Err(GitRevisionError::Credentials);
        }
        let is_known = ["https", "http", "ssh", "git", "file"].contains(&scheme);
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "/:@._~%+-".contains(c);
        if !is_known || rest.is_empty() || !rest.chars().all(is_plain) {
            return Err(GitRevisionError::Url(url.to_owned()));
        }
        Ok(Self {
            url: expanded,
            revision: revision.to_owned(),
        })
    }

    pub(crate) fn repository_url(&self) -> &str {
        &self.url
    }

    pub(crate) fn commit_or_tag(&self) -> &str {
        &self.revision
    }

    /// Whether other machines cannot have the repository.
    pub(crate) fn is_local(&self) -> bool {
        self.url.starts_with("file:")
    }
}

impl fmt::Display for GitRevision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "revision {} of {}", self.revision, self.url)
    }
}

/// `git@host:path` is an address of git and no URL, which cargo needs.
fn expand_ssh_address(address: &str) -> String {
    let colon = address.split_once(':');
    match colon.and_then(|(host, path)| Some((host.split_once('@')?, path))) {
        Some(((user, host), path)) if !user.contains('/') && !path.starts_with("//") => {
            format!("ssh://{user}@{host}/{}", path.trim_start_matches('/'))
        }
        _ => address.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_git_become_urls() {
        for (address, expected) in [
            ("https://example.com/a/b.git", "https://example.com/a/b.git"),
            ("git@example.com:a/b.git", "ssh://git@example.com/a/b.git"),
            ("ssh://git@example.com/a", "ssh://git@example.com/a"),
            ("file:///srv/toolwright", "file:///srv/toolwright"),
        ] {
            let revision = GitRevision::new(address, "v0.1.0").expect(address);
            assert_eq!(revision.repository_url(), expected);
            assert_eq!(revision.is_local(), address.starts_with("file"));
        }
    }

    #[test]
    fn what_could_mean_something_else_is_rejected() {
        let url = "https://example.com/a";
        for wrong in ["", "-x", "a b", "$(id)", "a\nb", "a'b"] {
            let error = GitRevision::new(url, wrong).expect_err(wrong);
            assert_eq!(error, GitRevisionError::Revision(wrong.to_owned()));
        }
        for wrong in [
            "",
            "a/b",
            "https://",
            "ext::sh -c id",
            "https://a/$(id)",
            "https://a/b\n",
            "ssh://a b",
        ] {
            let error = GitRevision::new(wrong, "abc").expect_err(wrong);
            assert_eq!(error, GitRevisionError::Url(wrong.to_owned()), "{wrong}");
        }
        for secret in [
            "https://ann:s3cret@example.com/a",
            "https://token@example.com/a",
            "ssh://a:b@example.com/a",
        ] {
            let error = GitRevision::new(secret, "abc").expect_err(secret);
            assert_eq!(error, GitRevisionError::Credentials);
            assert!(!error.to_string().contains("s3cret"));
        }
    }
}
