//! Where crates that this command writes get toolwright from: the registry, a git revision, or a checkout.
//!
//! Takes what the user asked for, or what this command was built from, and gives the value of a dependency for a manifest and
//! the words of `cargo install` for a workflow. It does not know what else is in these files.

mod checkout;
mod git_revision;
mod locate;
mod origin;

use std::path::{Path, PathBuf};

use crate::shell::quote_for_shell;

pub(crate) use checkout::Checkout;
pub(crate) use git_revision::GitRevision;

/// Where the crates `toolwright` and `toolwright-codegen` come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Toolwright {
    /// A directory on this machine.
    Checkout(Checkout),
    /// A revision of a git repository.
    Git {
        revision: GitRevision,
        /// The versions that this revision is tested with, if a checkout of it is at hand.
        lock_file: Option<PathBuf>,
    },
    /// The registry, in this version.
    Version(String),
}

impl Toolwright {
    /// The value of a dependency on the runtime, without its braces.
    pub(crate) fn runtime_dependency(&self) -> String {
        self.dependency_on("runtime")
    }

    /// The same for the compiler.
    pub(crate) fn codegen_dependency(&self) -> String {
        self.dependency_on("codegen")
    }

    fn dependency_on(&self, folder: &str) -> String {
        match self {
            Self::Checkout(checkout) => {
                format!("path = {}", toml_string(&checkout.written_path_of(folder)))
            }
            Self::Git { revision, .. } => format!(
                "git = {}, rev = {}",
                toml_string(revision.repository_url()),
                toml_string(revision.commit_or_tag())
            ),
            Self::Version(version) => format!("version = {}", toml_string(version)),
        }
    }

    /// What follows `cargo install --locked` in a shell, to install this command.
    pub(crate) fn install_arguments(&self) -> String {
        match self {
            Self::Checkout(checkout) => {
                format!(
                    "--path {}",
                    quote_for_shell(&checkout.written_path_of("cli"))
                )
            }
            Self::Git { revision, .. } => format!(
                "--git {} --rev {} toolwright-cli",
                quote_for_shell(revision.repository_url()),
                quote_for_shell(revision.commit_or_tag())
            ),
            Self::Version(version) => {
                format!("toolwright-cli --version {}", quote_for_shell(version))
            }
        }
    }

    /// The checkout, if it is one.
    pub(crate) fn as_checkout(&self) -> Option<&Checkout> {
        match self {
            Self::Checkout(checkout) => Some(checkout),
            Self::Git { .. } | Self::Version(_) => None,
        }
    }

    /// The revision, if it is one.
    pub(crate) fn as_git_revision(&self) -> Option<&GitRevision> {
        match self {
            Self::Git { revision, .. } => Some(revision),
            Self::Checkout(_) | Self::Version(_) => None,
        }
    }

    /// The versions that toolwright is tested with, where they are at hand.
    pub(crate) fn lock_file(&self) -> Option<PathBuf> {
        match self {
            Self::Checkout(checkout) => checkout.lock_file(),
            Self::Git { lock_file, .. } => lock_file.clone(),
            Self::Version(_) => None,
        }
    }

    /// One line for the user: where a crate in a directory gets toolwright from, and what that means for other machines.
    pub(crate) fn describe_for(&self, directory: &Path) -> String {
        match self {
            Self::Checkout(checkout) if checkout.is_inside_crate() => format!(
                "toolwright: from {} inside {}; commit it, or add it as a submodule, so that the crate builds elsewhere",
                checkout.written_path(),
                directory.display()
            ),
            Self::Checkout(checkout) => format!(
                "toolwright: from {}; the crate builds only on machines that have this directory{}\n  help: for CI, Docker and \
                 other machines pass --toolwright-git URL --toolwright-rev REVISION, or --toolwright-version VERSION",
                checkout.written_path(),
                checkout
                    .why_not_shared()
                    .map(|why| format!(" ({why})"))
                    .unwrap_or_default()
            ),
            Self::Git { revision, .. } if revision.is_local() => format!(
                "toolwright: {revision}; the crate builds only on machines that have this repository"
            ),
            Self::Git { revision, .. } => format!("toolwright: {revision}"),
            Self::Version(version) => format!("toolwright: version {version} of the registry"),
        }
    }
}

/// A string in TOML.
pub(crate) fn toml_string(text: &str) -> String {
    // TOML's basic strings have the escapes of JSON except `\/`, which serde_json never writes.
    // Unlike JSON, TOML forbids a raw DEL (TOML 1.0, "String").
    serde_json::Value::from(text)
        .to_string()
        .replace('\u{7f}', "\\u007F")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What one of our crates names of another may change in any release.
    #[test]
    fn our_crates_depend_on_each_other_in_one_version() {
        let workspace = include_str!("../../../Cargo.toml");
        let own = workspace
            .lines()
            .filter(|line| line.starts_with("toolwright") && line.contains("path = "));
        let version = format!("version = \"={}\"", env!("CARGO_PKG_VERSION"));
        let mut count = 0;
        for line in own {
            assert!(line.contains(&version), "{line}");
            count += 1;
        }
        assert_eq!(count, 6);
    }

    #[test]
    fn strings_are_toml() {
        assert_eq!(toml_string("a\"\u{7f}\n"), r#""a\"\u007F\n""#);
    }

    #[test]
    fn each_source_has_a_dependency_and_a_command() {
        let revision = GitRevision::new("https://example.com/toolwright", "abc1234");
        let git = Toolwright::Git {
            revision: revision.expect("is one"),
            lock_file: None,
        };
        let here = "git = \"https://example.com/toolwright\", rev = \"abc1234\"";
        assert_eq!(git.runtime_dependency(), here);
        assert_eq!(git.codegen_dependency(), here);
        assert_eq!(
            git.install_arguments(),
            "--git https://example.com/toolwright --rev abc1234 toolwright-cli"
        );
        let version = Toolwright::Version("1.2.3".to_owned());
        assert_eq!(version.codegen_dependency(), "version = \"1.2.3\"");
        assert_eq!(
            version.install_arguments(),
            "toolwright-cli --version 1.2.3"
        );
        assert_eq!(version.lock_file(), None);
    }
}
